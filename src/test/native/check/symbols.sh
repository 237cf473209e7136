#!/bin/sh
# The packet road calls nothing that allocates, locks, logs or enters the kernel: every symbol that its objects
# leave to others is on this list. symbols.sh OBJECT-OR-ARCHIVE
set -eu

allowed='
_GLOBAL_OFFSET_TABLE_
__stack_chk_fail
memcmp
memcpy
memmove
memset
rte_delay_us_sleep
rte_eth_call_rx_callbacks
rte_eth_call_tx_callbacks
rte_eth_fp_ops
rte_pktmbuf_free_bulk
'
# rte_delay_us_sleep: idle.h alone, with nothing to do and nothing held. rte_eth_*: the ports' own functions.

# What its own objects name to each other is theirs.
objects=$1
names() {
	nm "$1" --format=posix "$objects" | awk 'NF > 1 { print $1 }' | sort -u
}

used=$(names --undefined-only)
[ -n "$used" ] || { echo "$objects names no symbol at all: is it the packet road?"; exit 1; }
status=0
own=$(names --defined-only)
for symbol in $used; do
	case "$allowed
$own
" in
	*"
$symbol
"*) ;;
	*)
		echo "the packet road uses $symbol"
		status=1
		;;
	esac
done
exit $status
