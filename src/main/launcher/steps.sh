# Steps: what is said while commands run, and how a signal ends them at once.

child=       # the command being attended, for the signal
step_log=$target/launcher/step.log

say() { printf '%s\n' "$*"; }

die() {
	printf 'signalbox: %s\n' "$*" >&2
	exit 1
}

# Starts a command as a process group of its own, so that Ctrl-C reaches the launcher alone and the launcher can end the
# command with all its children. File 9, the lock of the demo or the tests, is not for children.
spawn() {
	set -m
	"$@" </dev/null 9>&- &
	set +m
}

# Bash acts on a signal only between commands, except in `wait`: so a long command is spawned and waited for.
attend() {
	local status=0
	spawn "$@"
	child=$!
	wait "$child" || status=$?
	child=
	return "$status"
}

on_signal() {
	trap '' INT TERM HUP
	printf '\nstopping\n'
	if [[ $child ]]; then
		kill -TERM -- "-$child" 2>/dev/null || true
		wait "$child" 2>/dev/null || true
	fi
	exit $((128 + $1))
}
trap 'on_signal 1' HUP
trap 'on_signal 2' INT
trap 'on_signal 15' TERM

# step TEXT COMMAND...: says what is done and how long it took; shows the command's output only when it failed.
step() {
	local text=$1 begin=${EPOCHREALTIME/[.,]/} status=0
	shift
	mkdir -p "${step_log%/*}"
	printf '%-58s' "$text"
	attend "$@" >"$step_log" 2>&1 || status=$?
	if (( status )); then
		printf 'failed\n'
		tail -n 40 "$step_log" >&2
		die "'$1' failed with status $status (output above)"
	fi
	local millis=$(((${EPOCHREALTIME/[.,]/} - begin) / 1000))
	printf '%4d.%d s\n' $((millis / 1000)) $((millis % 1000 / 100))
}
