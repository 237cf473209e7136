# Bench, row load: a full table into a warm box by each road, and a stream of changes.

readonly load_folder=$target/launcher/load load_port=18480 load_fpm_port=18481

load_config() {
	cat <<-YAML
		api: {host: 127.0.0.1, port: $load_port}
		lcores: [$(cpus_last)]
		memory: {hugepages: auto, mebibytes: 256}
		interfaces:
		  - {name: left, device: "net_null0,no-rx=1", addresses: ["198.18.0.1/16", "2001:db8:1::1/64"]}
		feeds: {fpm: {listen: "127.0.0.1:$load_fpm_port"}}
	YAML
}

# Prefixes one a line: the real table where it is there, else the demo's.
load_prefixes() {
	if [[ -f $bench_table ]]; then
		gzip -dc "$bench_table" >"$1"
	else
		"$JAVA_HOME/bin/java" -cp "$target/quarkus-app/app/*" io.signalbox.demo.WriteTable prefixes >"$1"
	fi
}

# bench_load REPORT: the measuring program is among the tests, whose MRT writer it has, and starts the product itself.
bench_load() {
	local status=0
	build_all
	step "building the load's measuring program" build_maven test-compile -Dnative.skip
	mkdir -p "$load_folder"
	step "writing the table" load_prefixes "$load_folder/prefixes"
	load_config >"$load_folder/box.yaml"
	box_prepare "$load_folder/box.yaml"
	attend "$JAVA_HOME/bin/java" -cp "$target/test-classes:$target/quarkus-app/app/*:$target/quarkus-app/lib/main/*" \
		io.signalbox.load.LoadBench "$load_folder/prefixes" "$load_folder" "$load_port" "$load_fpm_port" "${box_command[@]}" || status=$?
	[[ ! -f $load_folder/load.json ]] || mv "$load_folder/load.json" "$1"
	rm -f "$load_folder"/{prefixes,load.*}
	return "$status"
}
