# Tests: the layers one after the other, each counted from its own reports.

readonly tests_native=$target/native-tests
passed=0 failed=0 skipped=0

# tests_count LAYER PASSED FAILED SKIPPED; a layer without any test has failed.
tests_count() {
	local layer=$1 good=$2 bad=$3 skip=$4
	((good + bad + skip)) || bad=1
	printf '%-12s %4d passed, %d failed, %d skipped\n' "$layer" "$good" "$bad" "$skip"
	((passed += good, failed += bad, skipped += skip)) || true
}

# One JSON object a line and a program; a cmocka program says itself how many tests it has.
tests_count_native() {
	local log=$tests_native/meson-logs/testlog.json
	[[ -f $log ]] || log=/dev/null
	# shellcheck disable=SC2046 # three numbers
	tests_count native $(awk '
		# "[  FAILED  ] group: 2 test(s), listed below:"
		function listed(word) {
			if (!match($0, word " *\\] ([A-Za-z0-9_ ]+: )?[0-9]+ test\\(s\\), listed")) return 0
			word = substr($0, RSTART, RLENGTH)
			sub(/ test.*/, "", word); sub(/.* /, "", word)
			return word + 0
		}
		{
			good = gsub(/\[       OK \]/, "&")
			bad = listed("FAILED"); skip = listed("SKIPPED")
			ran = $0 ~ /"result": "OK"/; passed_over = $0 ~ /"result": "SKIP"/
			if (ran && !good && !skip) good = 1
			if (!ran && !passed_over && !bad) bad = 1
			if (passed_over && !skip) skip = 1
			goods += good; bads += bad; skips += skip
		}
		END { print goods + 0, bads + 0, skips + 0 }' "$log")
}

# tests_count_java LAYER: the <testsuite> elements of its surefire reports.
tests_count_java() {
	local reports=("$target/surefire-reports/$1"/TEST-*.xml)
	[[ -f ${reports[0]} ]] || reports=(/dev/null)
	# shellcheck disable=SC2046 # three numbers
	tests_count "$1" $(awk '
		function value(name) { return match($0, " " name "=\"[0-9]+") ? substr($0, RSTART + length(name) + 3, RLENGTH) + 0 : 0 }
		/<testsuite / {
			bad = value("failures") + value("errors"); skip = value("skipped")
			goods += value("tests") - bad - skip; bads += bad; skips += skip
		}
		END { print goods + 0, bads + 0, skips + 0 }' "${reports[@]}")
}

tests_run_native() {
	# The sanitizers' own code makes gcc see warnings that are none; the release build has them all as errors.
	step "building the native tests (ASan, UBSan)" build_ninja "$tests_native" meson-test-prereq \
		-Dtests=true "-Ddpdk_source=$(bench_dpdk_source)" -Db_sanitize=address,undefined -Dbuildtype=debugoptimized -Dwerror=false
	ASAN_OPTIONS=abort_on_error=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
		attend meson test -C "$tests_native" --no-rebuild --print-errorlogs || true
}

# Maven's own progress is left in a log; the tests' results and what went wrong are shown.
tests_run_maven() {
	attend tests_maven "$@" || { say "Maven failed: $target/launcher/maven.log"; return 1; }
}

tests_maven() {
	cd "$root" || return
	mvn -B -Dmaven.test.failure.ignore=true "$@" 2>&1 | tee "$target/launcher/maven.log" |
		grep --line-buffered -E 'Tests run:|^\[ERROR\]|BUILD FAILURE'
	return "${PIPESTATUS[0]}"
}

# Two runs on one machine would take each other's namespaces: the later one waits. File 9 is closed in children.
tests_alone() {
	exec 9>/run/lock/signalbox-e2e.lock
	flock -n 9 || say "waiting for another run of the end-to-end tests on this machine"
	until flock -n 9; do
		sleep 1
	done
}

# What end-to-end tests leave when they are ended from outside.
tests_clear() {
	local name
	for name in $(ip netns list | sed -n 's/^\(sbx-e2e-[a-z]*\).*/\1/p'); do
		ip netns pids "$name" | xargs -r kill -KILL
		ip link delete "$name" 2>/dev/null || true
		ip netns delete "$name" || true
	done
	ip link delete sbx-e2e-fpm 2>/dev/null || true
}

test_all() {
	demo_privileged || die "the tests make network namespaces and open packet sockets: run them as root"
	packages_need "${packages_test[@]}"
	jdk_need
	rm -rf "$target/surefire-reports" "$target/launcher/java.stamp" "$tests_native/meson-logs"/*
	say "== native"
	tests_run_native
	say "== Java, and the data plane under it"
	build_native
	if tests_run_maven package; then
		build_stamp
		archive_need
	fi
	say "== end to end"
	tests_alone
	trap tests_clear EXIT
	tests_run_maven surefire:test@e2e || true
	say "== summary"
	tests_count_native
	tests_count_java unit
	tests_count_java vdev
	tests_count_java e2e
	say "$passed passed, $failed failed, $skipped skipped"
	((failed == 0))
}
