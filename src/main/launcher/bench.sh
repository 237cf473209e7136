# Bench: the measuring programs, what they need, and one report of them all.

# shellcheck source=src/main/launcher/bench_load.sh
source "$launcher/bench_load.sh"

readonly bench_native=$target/bench bench_peers=$root/src/main/native/bench/peers
# Rows of bench-road, in its order; bench-fib is one row of its own, and so is load.
readonly bench_rows=(flood burst rp-filter sustained setup-rate churn good-under-flood shared-nexthop off)
readonly packages_bench=("${packages_native[@]}" dpdk-dev iproute2 make xz-utils)
readonly bench_table=$root/../shared/data/tables/bart-prefixes-v4v6.txt.gz # used where it is there
readonly bench_pages=1200                    # of 2 MiB: our data plane, l3fwd's tables, three testpmds' buffers

readonly bench_taken=$target/launcher/bench.hugepages

# Prints the folder of DPDK's source package, nothing when it cannot be had: its driver headers build the traffic
# source, its examples are peers.
bench_dpdk_source() {
	"$bench_peers/fetch_dpdk.sh" "$target/dpdk" || say "Without DPDK's source package some is left out." >&2
}

bench_build_road() {
	local source
	source=$(bench_dpdk_source)
	[[ $source ]] || die "the rows ${bench_rows[*]} need DPDK's source package"
	step "building the road's measuring programs" build_ninja "$bench_native" all "-Ddpdk_source=$source"
	"$bench_peers/build_l3fwd.sh" "$source" "$bench_native/l3fwd" || say "l3fwd will be absent."
}

# bench_road REPORT ROW...
bench_road() {
	local report=$1 options=() status=0
	shift
	bench_build_road
	[[ -x $bench_native/l3fwd ]] && options+=(--l3fwd "$bench_native/l3fwd")
	trap 'hugepages_return "$bench_taken"' EXIT
	hugepages_take "$bench_pages" "$bench_taken" || die "it needs $bench_pages free hugepages of 2 MiB"
	attend "$bench_native/bench-road" "$@" "${options[@]}" --table "$bench_table" --json "$report" || status=$?
	hugepages_return "$bench_taken"
	return "$status"
}

bench_fib() {
	step "building bench-fib" build_ninja "$target/native" bench-fib
	attend "$target/native/bench-fib" --table "$bench_table" --plots bench --json "$1"
}

# bench_join REPORT...: one report with the rows of all, a row a line as each has them.
bench_join() {
	sed -n '1,/"rows"/p' "$1"
	sed -n 's/^    \({.*}\),\{0,1\}$/    \1/p' "$@" | sed '$!s/$/,/'
	printf '  ]\n}\n'
}

# bench_all JSON NAME...: JSON may be empty. Plots go to bench/ in the current folder. Fails when a line does not hold,
# once all rows are measured.
bench_all() {
	local json=$1 folder=$target/launcher/bench rows=() name status=0
	shift
	mkdir -p "$folder"
	rm -f "$folder"/*.json
	for name in "$@"; do
		[[ $name == fib || $name == load || $name == start ]] || rows+=("$name")
	done
	packages_need "${packages_bench[@]}"
	[[ " $* " != *' fib '* ]] || bench_fib "$folder/fib.json" || status=1
	[[ " $* " != *' load '* ]] || bench_load "$folder/load.json" || status=1
	[[ " $* " != *' start '* ]] || start_bench "$folder/start.json" || status=1
	((${#rows[@]} == 0)) || bench_road "$folder/road.json" "${rows[@]}" || status=1
	local reports=("$folder"/*.json)
	[[ -z $json || ! -f ${reports[0]} ]] || bench_join "${reports[@]}" >"$json"
	return "$status"
}
