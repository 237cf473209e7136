#!/bin/bash
# Builds DPDK's l3fwd example as a peer that can hold a full table. Owns: OUTPUT's folder only.
# Changed against the distribution's source, nothing else: the FIB's room for IPv4 routes (65,536 in the example),
# and that it does not print a line for each of them.
# Usage: build_l3fwd.sh DPDK_SOURCE OUTPUT      DPDK_SOURCE is what fetch_dpdk.sh made
# Exit 3: this version of the example is not as expected; the message says what.
set -euo pipefail
export LC_ALL=C

source=${1:?usage: build_l3fwd.sh DPDK_SOURCE OUTPUT} output=${2:?usage: build_l3fwd.sh DPDK_SOURCE OUTPUT}
absent() {
	echo "build_l3fwd.sh: $*" >&2
	exit 3
}

[ -f "$source/examples/l3fwd/l3fwd_fib.c" ] || absent "$source has no examples/l3fwd"
if [ "$output" -nt "$source/.version" ]; then
	exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$source/examples" "$work/"
fib=$work/examples/l3fwd/l3fwd_fib.c
change() {
	grep -q "$1" "$fib" || absent "l3fwd_fib.c has no '$1'"
	sed -i "s/$1/$2/" "$fib"
}
change 'max_routes = (1 << 16);' 'max_routes = 1100000;'
change 'printf("FIB: ' 'if (0) printf("FIB: '
make -C "$work/examples/l3fwd" shared >"$work/log" 2>&1 || absent "it does not build: $(tail -n3 "$work/log")"
mkdir -p "$(dirname "$output")"
cp "$work/examples/l3fwd/build/l3fwd-shared" "$output"
