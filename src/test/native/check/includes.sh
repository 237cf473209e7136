#!/bin/sh
# Each folder includes only from the folders below it: abi -> slowpath -> control -> shared, and
# datapath -> shared. abi asks datapath's rules for lookups, the slow path sends as datapath does. datapath
# includes no header that allocates, prints, locks or enters the kernel. includes.sh NATIVE-FOLDER
set -eu

cd "$1"
status=0

fail() {
	echo "$1"
	status=1
}

may_include() {
	case $1 in
	abi) echo 'abi slowpath control datapath shared' ;;
	slowpath) echo 'slowpath control datapath shared' ;;
	control) echo 'control shared' ;;
	datapath) echo 'datapath shared' ;;
	shared) echo 'shared' ;;
	esac
}

# FILE INCLUDED, a pair a line. A header named without a folder is its neighbor.
pairs() {
	grep -rE '^#include "' --include='*.[ch]' "$1" | sed -E 's/:#include "/ /; s/".*$//'
}

wrong=$(for folder in abi slowpath control datapath shared; do
	allowed=" $(may_include "$folder") "
	pairs "$folder" | while read -r file included; do
		case $included in
		*/*) to=${included%%/*} ;;
		*) to=$folder ;;
		esac
		case $allowed in
		*" $to "*) ;;
		*) echo "$file includes $included: $folder may include only from$allowed" ;;
		esac
	done
done)
[ -z "$wrong" ] || fail "$wrong"

banned='stdlib|stdio|unistd|pthread|time|signal|malloc|syslog|sys/[a-z]+|rte_malloc|rte_log|rte_spinlock|rte_rwlock|rte_mempool'
found=$(grep -rnE "^#include <($banned)\.h>" datapath shared || true)
[ -z "$found" ] || fail "the packet road includes what it must not call:
$found"

[ "$(pairs abi | wc -l)" -gt 0 ] || fail "no include found in abi: is $1 the native folder?"
exit $status
