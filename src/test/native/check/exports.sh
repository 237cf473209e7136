#!/bin/sh
# The library gives away what signalbox.h declares, all of it and nothing else. exports.sh LIBRARY FOLDER
set -eu

exported=$(nm --dynamic --defined-only --format=posix "$1" | awk '{ print $1 }' | sort)
declared=$(sed -n 's/^SBX_API.*[ *]\(sbx_[a-z0-9_]*\)(.*/\1/p' "$2"/*.h | sort)
[ -n "$declared" ] || { echo "$2 declares nothing"; exit 1; }
[ "$exported" = "$declared" ] && exit 0
echo "exported and declared differ:"
for name in $exported $declared; do
	case " $(echo $exported) " in *" $name "*) ;; *) echo "  $name is declared, not exported" ;; esac
	case " $(echo $declared) " in *" $name "*) ;; *) echo "  $name is exported, not declared" ;; esac
done
exit 1
