#!/bin/bash
# Fetches the source package of the installed DPDK into a folder: its driver headers build net_gen, its
# examples are peers. Owns: that folder only; the system's own package sources and lists stay as they are.
# Usage: fetch_dpdk.sh FOLDER      prints the folder to give to meson as -Ddpdk_source
# Exit 3: the source cannot be had here (no network, no such package); the message says why.
set -euo pipefail
export LC_ALL=C

folder=${1:?usage: fetch_dpdk.sh FOLDER}
absent() {
	echo "fetch_dpdk.sh: $*" >&2
	exit 3
}

version=$(dpkg-query -W -f '${source:Version}' libdpdk-dev 2>/dev/null) ||
	absent "libdpdk-dev is not installed"
if [ -f "$folder/.version" ] && [ "$(cat "$folder/.version")" = "$version" ]; then
	echo "$folder"
	exit
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{lists,cache,unpacked}
# The binary packages come from these places, so their sources do.
. /etc/os-release
mirror=$(apt-get indextargets --format '$(SITE)' 2>/dev/null | grep -m1 -v security) || true
: "${mirror:=http://deb.debian.org/debian}"
{
	echo "deb-src $mirror ${VERSION_CODENAME:?} main"
	echo "deb-src ${mirror%/}-security $VERSION_CODENAME-security main"
} >"$work/sources.list"
apt=(apt-get -qq -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=/dev/null
	-o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root)
(cd "$work" && "${apt[@]}" update && "${apt[@]}" source --download-only "dpdk=$version") >"$work/log" 2>&1 ||
	absent "the source package dpdk $version cannot be had: $(tail -n1 "$work/log")"
tar -xf "$work"/dpdk_*.orig.tar.* -C "$work/unpacked" --strip-components=1 \
	--wildcards '*/lib/*' '*/drivers/bus/vdev/*' '*/examples/l3fwd/*' '*/examples/common/*'
mkdir -p "$folder"
rm -rf "${folder:?}"/{lib,drivers,examples}
mv "$work"/unpacked/* "$folder/"
echo "$version" >"$folder/.version"
echo "$folder"
