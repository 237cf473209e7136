# Archive: what a JVM knows of the application before it runs it (the AOT cache of JDK 25: classes that are loaded and
# linked, profiles of methods). It is made by a box that is trained: two devices that lead nowhere, a table, a restart.

readonly archive=$target/launcher/signalbox.aot archive_folder=$target/launcher/training
readonly archive_routes=100000 # of each half of the table: enough for the JVM to see what is hot

# What it fits: this application, by this JVM.
archive_digest() {
	cat "$target/launcher/java.stamp"
	sha256sum <"$app"
	cat "$JAVA_HOME/release"
}

# Makes it where there is none that fits; without it the box starts as well, slower.
archive_need() {
	local digest
	digest=$(archive_digest)
	if [[ -f $archive && -f $archive.stamp && $(<"$archive.stamp") == "$digest" ]]; then
		return
	fi
	rm -f "$archive" "$archive.stamp"
	printf '%-58s' "training the JVM (its archive of the application)"
	local begin=$SECONDS
	if attend archive_make >"$archive_folder.log" 2>&1 && [[ -f $archive ]]; then
		printf '%s' "$digest" >"$archive.stamp"
		printf '%4d s\n' $((SECONDS - begin))
	else
		printf 'failed: starts are slower (%s)\n' "${archive_folder#"$PWD"/}.log"
	fi
	rm -rf "$archive_folder"
}

# The JVM's option for it, nothing where there is none.
archive_option() { [[ ! -f $archive ]] || printf '%s' "-XX:AOTCache=$archive"; }

archive_make() {
	local port
	rm -rf "$archive_folder"
	mkdir -p "$archive_folder"
	port=$(archive_port)
	archive_config "$port" >"$archive_folder/box.yaml"
	archive_table >"$archive_folder/routes" && archive_live "$port" && archive_live "$port" "-XX:AOTCacheOutput=$archive"
}

archive_port() {
	local port
	for ((port = 20000 + RANDOM % 10000; ; port++)); do
		(: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
	done
	printf '%d' "$port"
}

archive_config() {
	cat <<-YAML
		api: {host: 127.0.0.1, port: $1}
		stateDirectory: $archive_folder/state
		lcores: [$(cpus_last)]
		memory: {hugepages: never, mebibytes: 128}
		dataplane: {mbufs: 4096}
		interfaces:
		  - {name: left, device: "net_null0,no-rx=1", addresses: ["198.18.0.1/16", "2001:db8:1::1/64"]}
		  - {name: right, device: "net_null1,no-rx=1", addresses: ["198.19.0.1/16", "2001:db8:2::1/64"]}
	YAML
}

archive_table() {
	"$JAVA_HOME/bin/java" -cp "$target/quarkus-app/app/*" io.signalbox.demo.WriteTable \
		ndjson 198.18.4.0 198.19.4.0 2001:db8:1::1:0 2001:db8:2::1:0 |
		sed -n "1,${archive_routes}p;1000001,$((1000000 + archive_routes))p"
}

# archive_live PORT OPTION...: one life of a box; it begins with the routes that the one before ended with.
archive_live() (
	SECONDS=0
	api=http://127.0.0.1:$1
	shift
	SIGNALBOX_CONFIG=$archive_folder/box.yaml "$JAVA_HOME/bin/java" "@$launcher/jvm.options" "$@" \
		"-Dsignalbox.library=$target/native/libsignalbox.so" -jar "$app" &
	life=$!
	trap 'kill "$life"' EXIT
	until curl -sf -m 5 -o /dev/null "$api/q/health/ready"; do
		((SECONDS < 90)) && kill -0 "$life" || exit 1
		sleep 0.1
	done
	archive_exercise "$api" || exit 1
	trap - EXIT
	kill "$life"
	wait "$life" || (($? == 143))
)

archive_ask() { curl -sS -f -m 60 -o /dev/null -H 'Expect:' "$@"; }

# What a start, and whoever asks the box first, will need.
archive_exercise() {
	local path
	archive_ask -H 'Content-Type: application/x-ndjson' -T "$archive_folder/routes" \
		"$1/api/v1/route-sources/training/routes" || return
	archive_ask -X PUT -H 'Content-Type: application/json' -d '{"nextHops":[{"address":"198.19.0.2"}]}' \
		"$1/api/v1/routes/203.0.113.0/24" || return
	for path in / /q/metrics /q/health /api/v1/{system,interfaces,routes,route-sources,nexthops,neighbors,cache,statistics} \
		'/api/v1/lookup?destination=198.19.4.1'; do
		archive_ask "$1$path" || return
	done
}
