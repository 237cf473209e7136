#!/bin/sh
# Every row of the bench runs: a moment each, on a small generated table and 4 KiB pages, so that its figures mean
# nothing. It must measure (exit 0, or 3 where a goal is missed), and have a line and a plot for each row.
# bench_rows.sh BENCH-ROAD BENCH-FIB
set -eu

road=$1 fib=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
	echo "$1"
	exit 1
}

run() {
	status=0
	"$@" || status=$?
	case $status in
	0 | 3) ;;
	*) fail "$1: exit $status" ;;
	esac
}

# ROW FILE
check() {
	grep -q "^    {\"row\": \"$1\", \"measure\": " "$2" || fail "row $1 has no line"
	grep -q '</svg>' "$folder/$1.svg" || fail "row $1 has no plot"
}

run "$road" --no-huge --table /nonexistent --routes4 2000 --routes6 1000 --keys 65536 --rounds 1 --seconds 0.01 \
	--plots "$folder" --json "$folder/road.json"
rows=$("$road" --help 2>&1 | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p')
[ -n "$rows" ] || fail "$road names no rows"
for row in $rows; do
	check "$row" "$folder/road.json"
done

printf '192.0.2.0/24\n198.51.100.0/22\n203.0.113.8/29\n2001:db8::/32\n2001:db8:1::/48\n' >"$folder/table"
run "$fib" --table "$folder/table" --rounds 9 --run 1024 --flap-lookups 4096 --plots "$folder" --json "$folder/fib.json"
check fib "$folder/fib.json"
for family in ipv4 ipv6; do
	grep '"measure": "wrong answers while ' "$folder/fib.json" | grep -q "\"family\": \"$family\", \"value\": 0," ||
		fail "$family: wrong answers"
done
