#!/bin/bash
# Builds DPDK's l3fwd example as a peer that can hold a full table. Owns: OUTPUT's folder only.
# Changed against the distribution's source, nothing else: the FIBs' room for routes (65,536 in the example) and for
# the IPv6 ones' groups; that it does not print a line for each route; and that the number behind a rule is a next hop
# behind port 0, in the upper bits of what the FIB gives, since a FIB whose routes all have one next hop is empty.
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
if [ "$output" -nt "$source/.version" ] && [ "$output" -nt "$0" ]; then
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
change 'max_routes = (1 << 16) - 1;' 'max_routes = 300000;'
change 'config.trie.num_tbl8 = (1 << 15);' 'config.trie.num_tbl8 = (1 << 19);'
change 'route_base_v\([46]\)\[i\]\.if_out);' '(uint64_t)route_base_v\1[i].if_out << 16);'
change '(1 << route_base_v[46]\[i\]\.if_out \&' '(1 \&'
change 'rte_eth_dev_info_get(route_base_v[46]\[i\]\.if_out,' 'rte_eth_dev_info_get(0,'
grep -q 'nh = (uint16_t)hopsv6' "$fib" || absent "l3fwd_fib.c does not take a port from the lower 16 bits"
change 'printf("FIB: ' 'if (0) printf("FIB: '
make -C "$work/examples/l3fwd" shared >"$work/log" 2>&1 || absent "it does not build: $(tail -n3 "$work/log")"
mkdir -p "$(dirname "$output")"
cp "$work/examples/l3fwd/build/l3fwd-shared" "$output"
