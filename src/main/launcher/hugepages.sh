# Hugepages: raises the kernel's pool for a while and gives back what it took, never below what was there.

readonly hugepages_pool=/proc/sys/vm/nr_hugepages

hugepages_free() { sed -n 's/^HugePages_Free:[[:space:]]*//p' /proc/meminfo; }

# hugepages_take NEEDED RECORD: so that NEEDED pages of the default size are free. RECORD is a file for hugepages_return.
hugepages_take() {
	local before missing
	missing=$(($1 - $(hugepages_free)))
	((missing > 0)) || return 0
	before=$(<"$hugepages_pool")
	printf '%d %d\n' "$before" "$missing" >"$2"
	{ printf '%d' $((before + missing)) >"$hugepages_pool"; } 2>/dev/null || true
	if (($(hugepages_free) < $1)); then
		hugepages_return "$2"
		return 1
	fi
}

hugepages_return() {
	[[ -f $1 ]] || return 0
	local before taken pages
	read -r before taken <"$1"
	pages=$(($(<"$hugepages_pool") - taken))
	{ printf '%d' $((pages > before ? pages : before)) >"$hugepages_pool"; } 2>/dev/null || true
	rm -f "$1"
}
