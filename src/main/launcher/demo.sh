# Demo: two hosts in network namespaces, the box between them, a generated full table in the box. Addresses are those
# for documentation and benchmarks only (RFC 5737, 2544, 3849).
#
#   sbx-demo-left   198.18.0.2 ── left │ box │ right ── 198.19.0.2   sbx-demo-right, 203.0.113.10 and 2001:db8:3::10
#                2001:db8:1::2                          2001:db8:2::2
#
# Each host also has the 1,024 nexthops a family that the table's routes of its side go to.

readonly demo_folder=/run/signalbox-demo demo_lock=/run/lock/signalbox-demo.lock
readonly demo_log=$target/launcher/demo.log
readonly demo_hugepages=128  # of 2 MiB: what the configuration below asks of EAL
readonly demo_port=${SIGNALBOX_API_PORT:-8080}
readonly demo_api=http://127.0.0.1:$demo_port/api/v1
box=  # the JVM's process
demo_state=  # a folder, where the box is to keep what it learns

# CAP_NET_ADMIN (12), CAP_NET_RAW (13) and CAP_SYS_ADMIN (21)
demo_privileged() {
	local effective
	effective=$(sed -n 's/^CapEff:[[:space:]]*//p' /proc/self/status)
	(( (16#$effective >> 12 & 1) && (16#$effective >> 13 & 1) && (16#$effective >> 21 & 1) ))
}

demo_need_rights() {
	demo_privileged && return
	local missing=''
	command -v dpkg-query >/dev/null && missing=$(packages_missing "${packages_run[@]}")
	die "the demo needs root (CAP_SYS_ADMIN, CAP_NET_ADMIN, CAP_NET_RAW): it makes two network namespaces joined by veth" \
		"pairs and opens packet sockets on them${missing:+, and it would install: $missing}. Run: sudo ./signalbox run"
}

demo_need_alone() {
	exec 9>"$demo_lock"
	flock -n 9 || die "a demo runs already on this machine (process $(cat "$demo_folder/launcher" 2>/dev/null || echo '?'));" \
		"stop that one first"
	if (: >"/dev/tcp/127.0.0.1/$demo_port") 2>/dev/null; then
		die "port $demo_port of 127.0.0.1 is in use; choose another: SIGNALBOX_API_PORT=8081 ./signalbox run"
	fi
}

# demo_host SIDE NUMBER: the namespace with its host, and the veth end in the box's hand.
demo_host() {
	local namespace=sbx-demo-$1 port=sbx-demo-${1:0:1} at
	ip netns add "$namespace"
	ip link add "$port" type veth peer name eth0 netns "$namespace"
	# The kernel sees the port's packets too and must leave them alone.
	echo 1 >"/proc/sys/net/ipv6/conf/$port/disable_ipv6"
	echo 0 >"/proc/sys/net/ipv4/conf/$port/forwarding"
	# Without these a host would leave checksums and segmentation to a device that is not there.
	ip netns exec "$namespace" ethtool -K eth0 tx off tso off gso off gro off
	ip link set "$port" up
	{
		printf '%s\n' 'link set lo up' 'link set eth0 up' \
			"addr add 198.1$2.0.2/16 dev eth0" "addr add 2001:db8:$(($2 - 7))::2/64 dev eth0 nodad" \
			"route add default via 198.1$2.0.1" "route add default via 2001:db8:$(($2 - 7))::1" \
			"route add local 198.1$2.4.0/22 dev lo"
		for ((at = 0; at < 1024; at++)); do
			printf 'addr add 2001:db8:%d::1:%x/128 dev eth0 nodad\n' $(($2 - 7)) $at
		done
		if [[ $1 == right ]]; then
			printf '%s\n' 'addr add 203.0.113.10/32 dev lo' 'addr add 2001:db8:3::10/128 dev lo nodad'
		fi
	} | ip -n "$namespace" -batch -
}

demo_hosts() {
	demo_host left 8
	demo_host right 9
}

demo_table() {
	"$JAVA_HOME/bin/java" -cp "$target/quarkus-app/app/*" io.signalbox.demo.WriteTable \
		ndjson 198.18.4.0 198.19.4.0 2001:db8:1::1:0 2001:db8:2::1:0
	cat <<-'NDJSON'
		{"destinationPrefix":"203.0.113.0/24","nextHops":[{"address":"198.19.0.2"}]}
		{"destinationPrefix":"2001:db8:3::/48","nextHops":[{"address":"2001:db8:2::2"}]}
	NDJSON
}

demo_write_table() { demo_table >"$demo_folder/routes"; }

demo_config() {
	cat <<-YAML
		api: {host: 127.0.0.1, port: $demo_port}
		${demo_state:+stateDirectory: $demo_state}
		lcores: [$(cpus_last)]
		memory: {hugepages: auto, mebibytes: $((demo_hugepages * 2))}
		interfaces:
		  - {name: left, device: "net_af_packet0,iface=sbx-demo-l", addresses: ["198.18.0.1/16", "2001:db8:1::1/64"]}
		  - {name: right, device: "net_af_packet1,iface=sbx-demo-r", addresses: ["198.19.0.1/16", "2001:db8:2::1/64"]}
	YAML
}

demo_start() {
	demo_config >"$demo_folder/box.yaml"
	box_prepare "$demo_folder/box.yaml"
	# Should the launcher be killed, the box stops by itself.
	spawn setpriv --pdeathsig TERM "${box_command[@]}" >"$demo_log" 2>&1
	box=$!
	echo "$box" >"$demo_folder/box"
	step "starting the box" demo_await_ready
}

demo_await_ready() {
	local deadline=$((SECONDS + 60))
	until curl -sf -m 5 -o /dev/null "http://127.0.0.1:$demo_port/q/health/ready"; do
		if ((SECONDS > deadline)) || ! demo_is_box "$box"; then
			cat "$demo_log"
			return 1
		fi
		sleep 0.1
	done
}

demo_load() {
	curl -sS --fail-with-body -o "$demo_folder/loaded" -H 'Content-Type: application/x-ndjson' -H 'Expect:' \
		-T "$demo_folder/routes" "$demo_api/route-sources/demo/routes" || { cat "$demo_folder/loaded"; return 1; }
}

demo_loaded() { sed -n 's/.*"added": *\([0-9]*\).*/\1/p' "$demo_folder/loaded"; }

demo_tell() {
	cat <<-TEXT

		The box forwards between two hosts, $(demo_loaded) routes in its table. In another terminal:

		  ip netns exec sbx-demo-left ping -c 3 203.0.113.10
		  curl -s '$demo_api/lookup?destination=203.0.113.10'
		  http://127.0.0.1:$demo_port/

		Log: ${demo_log#"$PWD"/}. Ctrl-C stops the box and removes everything.
	TEXT
}

# Whether the process is the box of this run, or of one that was killed.
demo_is_box() {
	if [[ $1 == "$box" ]]; then
		kill -0 "$1" 2>/dev/null
	else
		grep -qsz "^SIGNALBOX_CONFIG=$demo_folder/" "/proc/$1/environ"
	fi
}

demo_stop_box() {
	local process signal tenths
	process=${box:-$(cat "$demo_folder/box" 2>/dev/null || true)}
	[[ $process ]] || return 0
	for signal in TERM KILL; do
		for ((tenths = 0; tenths < 50; tenths++)); do
			demo_is_box "$process" || return 0
			((tenths)) || kill -s "$signal" "$process" 2>/dev/null || true
			sleep 0.1
		done
	done
}

# Removes whatever a demo makes, by its own names only; what is not there is no matter.
demo_clear() {
	demo_stop_box
	local side
	for side in left right; do
		ip link delete "sbx-demo-${side:0:1}" 2>/dev/null || true
		ip netns delete "sbx-demo-$side" 2>/dev/null || true
	done
	hugepages_return "$demo_folder/hugepages"
	rm -rf "$demo_folder"
}

demo_run() {
	demo_need_rights
	demo_need_alone
	build_all
	trap demo_clear EXIT
	demo_clear
	mkdir -p "$demo_folder"
	echo $$ >"$demo_folder/launcher"
	hugepages_take "$demo_hugepages" "$demo_folder/hugepages" ||
		say "There are no $demo_hugepages free hugepages to be had: the box runs without, slower."
	step "making two hosts in namespaces" demo_hosts
	step "generating a table of 1,200,000 routes" demo_write_table
	demo_start
	step "sending it to the box, one request" demo_load
	step "a first ping from host to host" ip netns exec sbx-demo-left ping -c 1 -W 5 203.0.113.10
	demo_tell
	wait "$box" || true
	tail -n 20 "$demo_log" >&2
	die "the box has ended by itself (log above)"
}
