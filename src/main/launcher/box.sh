# Box: the appliance's process, a JVM that is kept off the CPUs that poll packets.

# Makes box_command of a configuration file.
box_prepare() {
	local option
	option=$(archive_option)
	box_command=(
		env "SIGNALBOX_CONFIG=$1" taskset -c "$(cpus_control "$(cpus_configured "$1")")"
		"$JAVA_HOME/bin/java" "@$launcher/jvm.options" ${option:+"$option"} "-Dsignalbox.library=$target/native/libsignalbox.so" -jar "$app")
}

box_run() {
	local config
	config=$(realpath -e "$1" 2>/dev/null) || die "there is no configuration file '$1'"
	[[ -r $config ]] || die "the configuration file '$1' cannot be read"
	build_all
	box_prepare "$config"
	exec "${box_command[@]}"
}
