# JDK: finds the JDK 25, whatever `java` on the path is, and sets JAVA_HOME to it.

jdk_version() { sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null || true; }

jdk_find() {
	local candidate
	for candidate in ${JAVA_HOME:+"$JAVA_HOME"} /usr/lib/jvm/*; do
		if [[ -x $candidate/bin/javac && $(jdk_version "$candidate") == 25 ]]; then
			printf '%s' "$candidate"
			return
		fi
	done
	return 1
}

jdk_need() {
	local found
	if ! found=$(jdk_find) && command -v apt-cache >/dev/null &&
		[[ $(apt-cache -q policy openjdk-25-jdk-headless 2>/dev/null) == *Candidate:\ [0-9]* ]]; then
		packages_need openjdk-25-jdk-headless
		found=$(jdk_find) || true
	fi
	[[ $found ]] || die "no JDK 25 in JAVA_HOME or /usr/lib/jvm. Debian 13 has it as openjdk-25-jdk-headless; for Debian 12" \
		"unpack a build of JDK 25 (Temurin, for one) into /usr/lib/jvm, or set JAVA_HOME to where it is."
	export JAVA_HOME=$found
	# What Maven itself would be warned about on a JDK 25.
	export MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ${MAVEN_OPTS:-}"
}
