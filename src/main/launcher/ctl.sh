# Ctl: what a running box is told by its REST API. A command is a function ctl_NAME; its part of the usage is below.

ctl_api=${SIGNALBOX_API:-http://127.0.0.1:8080}

ctl_usage() {
	cat <<-TEXT
		usage: ./signalbox ctl [--api URL] COMMAND

		  import FILE             replaces all routes of a source by those of an MRT, NDJSON or text file, plain, gz or
		                          bz2; - reads standard input (then say --format)
		    --source NAME         whose routes they are: mrt for an MRT file, else import
		    --vrf NAME            in which VRF
		    --dry-run             change nothing, tell the differences
		    --format FORMAT       mrt, ndjson or text, where it cannot be told from the file
		    --peer ADDRESS        MRT: the routes of this peer, else the best of all
		    --next-hop HOP        MRT: the next hop of all routes of its family; may be given twice
		    --map FROM=TO         MRT: other next hops for some; may be given often
		    --allow-partial       MRT: of a file that breaks off take what is before
		    --json                the answer as it comes
		  rollback SOURCE         puts back what the source said before its last replacement
		    --vrf NAME, --dry-run, --json

		The box is at $ctl_api: --api URL or SIGNALBOX_API says otherwise.
	TEXT
}

ctl() {
	command -v curl >/dev/null || packages_need curl
	if [[ ${1:-} == --api ]]; then
		(( $# > 1 )) || die "--api needs a URL"
		ctl_api=${2%/}
		shift 2
	fi
	local command=${1:-}
	(( $# )) && shift
	case $command in
		import | rollback) "ctl_$command" "$@" ;;
		-h | --help | help) ctl_usage ;;
		'') ctl_usage >&2; exit 2 ;;
		*) ctl_usage >&2; die "ctl has no command '$command'" ;;
	esac
}

# ctl_member NAME: the first string or number of that name in the JSON of standard input, unescaped; nothing without one.
ctl_member() {
	{ grep -oE "\"$1\": *(\"([^\"\\\\]|\\\\.)*\"|[0-9.]+)" || true; } | sed -nE '1{s/^"[^"]*": *"?//; s/"$//; s/\\(["\\/])/\1/g; p}'
}

ctl_folder() {
	ctl_temporary=$(mktemp -d)
	trap 'rm -rf "$ctl_temporary"' EXIT
}

# ctl_failed STATUS: says what the answer in ctl_temporary/answer, or curl where there is none, has to say.
ctl_failed() {
	local answer=$ctl_temporary/answer title detail
	[[ -s $answer ]] && title=$(ctl_member title <"$answer") detail=$(ctl_member detail <"$answer")
	[[ ${title:-} ]] && die "$title: $detail"
	[[ -s $answer ]] && die "$ctl_api answers what no Signalbox does: $(head -c 200 "$answer")"
	die "$ctl_api does not answer: $(sed 's/^curl: ([0-9]*) //' "$ctl_temporary/errors")"
}

ctl_import() {
	local file='' source='' vrf='' format='' json='' query=()
	while (( $# )); do
		case $1 in
			--source | --vrf | --format | --peer | --next-hop | --map) (( $# > 1 )) || die "$1 needs a value" ;;&
			--source) source=$2; shift ;;
			--vrf) query+=("vrf=$2"); shift ;;
			--format) format=$2; shift ;;
			--peer) query+=("peer=$2"); shift ;;
			--next-hop) query+=("nextHop=$2"); shift ;;
			--map) query+=("map=$2"); shift ;;
			--dry-run) query+=(dryRun=true) ;;
			--allow-partial) query+=(allowPartial=true) ;;
			--json) json=yes ;;
			--*) die "import does not know '$1'" ;;
			*) [[ -z $file ]] || die "import takes one file, not '$1' as well"; file=$1 ;;
		esac
		shift
	done
	[[ $file ]] || die "import takes a file"
	[[ $file == - || -r $file ]] || die "the file '$file' cannot be read"
	[[ $format ]] || format=$(ctl_format "$file")
	local type
	case $format in
		mrt) type=application/mrt ;;
		ndjson) type=application/x-ndjson ;;
		text) type=text/plain ;;
		*) die "there is no format '$format'; there are: mrt, ndjson, text" ;;
	esac
	if [[ -z $source ]]; then
		source=import
		[[ $format != mrt ]] || source=mrt
	fi
	ctl_folder
	ctl_put "$file" "$type" "$ctl_api/api/v1/route-sources/$source" "${query[@]}" || ctl_failed
	if [[ $json ]]; then
		cat "$ctl_temporary/answer"
	else
		ctl_tell "$source"
	fi
}

ctl_rollback() {
	local source='' json='' options=()
	while (( $# )); do
		case $1 in
			--vrf) (( $# > 1 )) || die "$1 needs a value"; options+=(--url-query "vrf=$2"); shift ;;
			--dry-run) options+=(--url-query dryRun=true) ;;
			--json) json=yes ;;
			--*) die "rollback does not know '$1'" ;;
			*) [[ -z $source ]] || die "rollback takes one source, not '$1' as well"; source=$1 ;;
		esac
		shift
	done
	[[ $source ]] || die "rollback takes a source"
	ctl_folder
	attend curl -sS --fail-with-body -o "$ctl_temporary/answer" -X POST "${options[@]}" \
		"$ctl_api/api/v1/route-sources/$source/rollback" 2>"$ctl_temporary/errors" || ctl_failed
	if [[ $json ]]; then
		cat "$ctl_temporary/answer"
	else
		ctl_tell "$source"
	fi
}

# The first bytes of a file, unpacked where it is packed.
ctl_begin() {
	case $(head -c 3 "$1" | od -An -tx1 | tr -d ' ') in
		1f8b*) gzip -dcq "$1" 2>/dev/null | head -c 4096 ;;
		425a68) bzip2 -dcq "$1" 2>/dev/null | head -c 4096 ;;
		*) head -c 4096 "$1" ;;
	esac || true
}

# An MRT record begins with its time and a type of 16 bits that is small; no text has a 0 in it.
ctl_format() {
	[[ $1 != - ]] || die "say --format for what comes by standard input"
	local begin
	begin=$(ctl_begin "$1" | od -An -v -tx1 | tr -d ' \n')
	if [[ ${begin:8:4} == 00[0-3]? ]]; then
		echo mrt
	elif (($(ctl_begin "$1" | tr -cd '\0' | wc -c))); then
		die "'$1' is neither an MRT file nor text"
	elif [[ $(ctl_begin "$1" | tr -d ' \t\r\n' | head -c 1) == '{' ]]; then
		echo ndjson
	elif ctl_begin "$1" | grep -vE '^[[:space:]]*(#|$)' | sed -n 1p | grep -qE '^[0-9A-Fa-f:.]+/[0-9]+[[:space:]]'; then
		echo text
	else
		die "'$1' is no MRT, NDJSON or text file of routes (a prefix, a space and a next hop a line); --format says which"
	fi
}

# ctl_put FILE MEDIA-TYPE SOURCE-URL NAME=VALUE...: sends the file; what it is answered with is in ctl_temporary/answer.
ctl_put() {
	local file=$1 type=$2 url=$3 options=() pair status=0
	shift 3
	for pair in "$@"; do
		options+=(--url-query "$pair")
	done
	set -m
	curl -sS --fail-with-body -o "$ctl_temporary/answer" -H "Content-Type: $type" -H 'Expect:' "${options[@]}" \
		-T "$file" "$url/routes" <&0 2>"$ctl_temporary/errors" &
	set +m
	child=$!
	[[ ! -t 2 ]] || ctl_progress "$url/import"
	wait "$child" || status=$?
	child=
	return "$status"
}

# Shows on the terminal how far the import is, as long as it is being sent.
ctl_progress() {
	local shown
	while kill -0 "$child" 2>/dev/null; do
		shown=$(curl -sf -m 2 "$1" || true)
		if [[ $shown ]]; then
			printf '\r%-9s %5s %%  %s routes  %s s \e[K' "$(ctl_member state <<<"$shown")" \
				"$(ctl_member percent <<<"$shown")" "$(ctl_member routes <<<"$shown")" "$(ctl_member seconds <<<"$shown")" >&2
		fi
		sleep 0.3
	done
	printf '\r\e[K' >&2
}

# The differences of a dry run, one a line: + new, - gone, ~ other than before.
ctl_differences() {
	local said='\{"type":"[^]]*\][^}]*\}'
	{ grep -oE '\{"destinationPrefix":"[^"]*"(,"(before|after)":'"$said"'){1,2}\}' "$1" || true; } | awk '
		function value(json, name) {
			return match(json, "\"" name "\":\"[^\"]*") ? substr(json, RSTART + length(name) + 4, RLENGTH - length(name) - 4) : ""
		}
		function said(json, name,    all, type, hop) {
			if (!match(json, "\"" name "\":.*")) return ""
			json = substr(json, RSTART); sub(/\].*/, "", json); type = value(json, "type")
			while (match(json, /\{"(address|interface)[^}]*/)) {
				hop = substr(json, RSTART, RLENGTH)
				json = substr(json, RSTART + RLENGTH)
				all = all " " value(hop, "address")
				if (value(hop, "interface") != "") all = all "%" value(hop, "interface")
			}
			return type == "unicast" ? all : " " type
		}
		{
			old = said($0, "before"); now = said($0, "after")
			print (old == "" ? "+" : now == "" ? "-" : "~"), value($0, "destinationPrefix") (now == "" ? old : now) \
				(old != "" && now != "" ? ", was" old : "")
		}'
}

ctl_tell() {
	local answer=$ctl_temporary/answer left
	printf '%s: %s added, %s changed, %s removed, %s unchanged, in %.1f s\n' "$1" \
		"$(ctl_member added <"$answer")" "$(ctl_member changed <"$answer")" "$(ctl_member removed <"$answer")" \
		"$(ctl_member unchanged <"$answer")" "$(ctl_member seconds <"$answer")"
	ctl_differences "$answer"
	left=$(ctl_member rejected <"$answer")
	[[ ${left:-0} == 0 ]] || printf 'left out: %s, the first: %s\n' "$left" "$(ctl_member detail <"$answer")"
	{ grep -o '"cut":{[^}]*' "$answer" || true; } | ctl_member detail | sed 's/^/broken off at /'
	{ grep -oE '"kind":"[^"]*","count":[0-9]+' "$answer" || true; } | sed -E 's/"kind":"(.*)","count":(.*)/not read: \2 of \1/'
}
