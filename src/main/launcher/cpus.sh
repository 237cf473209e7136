# CPUs: which of them poll packets (lcores) and which are left for the JVM.

# "0-2,5" -> one number a line
cpus_expand() {
	local range
	for range in ${1//,/ }; do
		seq "${range%-*}" "${range#*-}"
	done
}

cpus_allowed() { cpus_expand "$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)"; }

# The worker of the demo: the last CPU.
cpus_last() { cpus_allowed | tail -n 1; }

# What the lcores (one a line) leave over, as a list with commas; all CPUs when they leave none.
cpus_control() {
	local rest
	rest=$(comm -23 <(cpus_allowed | sort) <(sort -u <<<"$1") | sort -n | paste -sd ,)
	printf '%s' "${rest:-$(cpus_allowed | paste -sd ,)}"
}

# The CPUs of a configuration's lcores, one a line: SIGNALBOX_LCORES, or a line like `lcores: [1, 2@3]`; else none.
cpus_configured() {
	local list=${SIGNALBOX_LCORES:-}
	[[ $list ]] || list=$(sed -n 's/^lcores:[[:space:]]*\[\([0-9@, ]*\)\].*/\1/p' "$1")
	tr ',' '\n' <<<"$list" | sed 's/.*@//' | tr -cd '0-9\n'
}
