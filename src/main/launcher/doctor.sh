# Doctor: what this machine has and lacks, each finding with its fix. Changes nothing.

finding() { printf '%-5s %-10s %s\n' "$1" "$2" "${*:3}"; }

doctor_packages() {
	command -v dpkg-query >/dev/null || { finding '?' packages "no Debian: not checked"; return; }
	local missing
	missing=$(packages_missing "${packages_test[@]}")
	if [[ $missing ]]; then
		finding lacks packages "$missing: ./signalbox run installs them, or apt-get install $missing"
	else
		finding ok packages "all that run and test need"
	fi
}

doctor_jdk() {
	local found
	if found=$(jdk_find); then
		finding ok JDK "25 in $found"
	else
		finding lacks JDK "no JDK 25 in JAVA_HOME or /usr/lib/jvm: install one there (Debian 13: openjdk-25-jdk-headless)"
	fi
}

doctor_root() {
	if demo_privileged; then
		finding ok rights "may make namespaces and open packet sockets"
	else
		finding lacks rights "no CAP_SYS_ADMIN and CAP_NET_ADMIN: run as root for the demo and the tests"
	fi
}

doctor_hugepages() {
	local pages free
	pages=$(</proc/sys/vm/nr_hugepages) free=$(hugepages_free)
	if ((free >= demo_hugepages)); then
		finding ok hugepages "$free of $pages 2 MiB pages free"
	else
		finding lacks hugepages "$free of $pages 2 MiB pages free, the demo takes $demo_hugepages and raises them for its time;" \
			"for good: sysctl -w vm.nr_hugepages=$((pages - free + demo_hugepages))"
	fi
}

doctor_cpus() {
	local count
	count=$(cpus_allowed | wc -l)
	if ((count > 1)); then
		finding ok CPUs "$count"
	else
		finding lacks CPUs "one: packets and JVM share it; give the box two or more"
	fi
}

doctor_all() {
	doctor_packages
	doctor_jdk
	doctor_root
	doctor_cpus
	doctor_hugepages
}
