# Packages: what Debian must have installed. The names are the same in Debian 12 and 13.

readonly packages_native=(libdpdk-dev meson ninja-build gcc libc6-dev pkg-config)
readonly packages_run=("${packages_native[@]}" maven iproute2 iputils-ping ethtool curl util-linux)
readonly packages_test=("${packages_run[@]}" libcmocka-dev zlib1g-dev traceroute iperf3 tcpdump bird2 gobgpd frr)

# The packages of the arguments that are not installed, in one line.
packages_missing() {
	comm -13 \
		<(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p' | sort -u) \
		<(printf '%s\n' "$@" | sort -u) | paste -sd ' '
}

packages_need() {
	if ! command -v dpkg-query >/dev/null; then
		say "This is no Debian, so these packages are taken to be there under their names here: $*"
		return
	fi
	local missing
	missing=$(packages_missing "$@")
	[[ $missing ]] || return 0
	say "Missing packages: $missing"
	(( EUID == 0 )) || die "installing them needs root: sudo apt-get install --no-install-recommends $missing"
	step "reading Debian's package lists" apt-get -q update
	# shellcheck disable=SC2086 # one word a package
	step "installing them" env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends $missing
}
