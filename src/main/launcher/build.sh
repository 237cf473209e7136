# Build: libsignalbox.so by ninja, the application by Maven; what did not change is not built again.

readonly app=$target/quarkus-app/quarkus-run.jar

# build_ninja FOLDER TARGETS MESON-OPTION...: ninja itself sees what changed, also in meson.build.
build_ninja() {
	local folder=$1 targets=$2
	shift 2
	[[ -f $folder/build.ninja ]] || meson setup "$folder" "$root/src/main/native" "$@"
	# shellcheck disable=SC2086 # one word a target
	ninja -C "$folder" $targets
}

build_native() { step "building the data plane (C)" build_ninja "$target/native" libsignalbox.so; }

# One line that changes with every file that the application is made of.
build_digest() {
	cd "$root" || return
	{
		find pom.xml openapi.yaml src/main/java src/main/resources -type f -print0 | sort -z | xargs -0 sha256sum
		jdk_version "$JAVA_HOME"
	} | sha256sum
}

build_maven() { (cd "$root" && exec mvn -B -q "$@"); }

build_java() {
	local stamp=$target/launcher/java.stamp digest
	digest=$(build_digest)
	if [[ -f $app && -f $stamp && $(<"$stamp") == "$digest" ]]; then
		return
	fi
	rm -f "$stamp"
	step "building the control plane (Java)" build_maven package -DskipTests -Dnative.skip
	build_stamp
}

# The application in target/ is that of the sources as they are now.
build_stamp() {
	mkdir -p "$target/launcher"
	build_digest >"$target/launcher/java.stamp"
}

build_all() {
	packages_need "${packages_run[@]}"
	jdk_need
	build_native
	build_java
	archive_need
}
