#!/usr/bin/env bash
# Opens a report in headless Chromium as a reader would, narrow and wide, light and dark.
set -euo pipefail

usage() {
    cat <<EOF
Usage: scripts/report-test.sh [--screenshots DIR] [REPORT.html]

Checks in headless Chromium that a report (default results/latest/report.html) says nothing on the console, asks for
no other file, lacks no picture, has nothing cut off at a width of 360 or 1400 pixels, light or dark, and sorts its tables.

  --screenshots DIR   Keeps a picture of each there.
  --help              Show this text.
EOF
}

screenshots=
report=
while (($# > 0)); do
    case "$1" in
    --help | -h)
        usage
        exit 0
        ;;
    --screenshots)
        if (($# < 2)); then
            echo "report-test.sh: --screenshots needs a folder" >&2
            exit 2
        fi
        screenshots=$2
        shift 2
        ;;
    --screenshots=*)
        screenshots=${1#*=}
        shift
        ;;
    -*)
        echo "report-test.sh: unknown argument '$1'; try --help" >&2
        exit 2
        ;;
    *)
        if [[ -n $report ]]; then
            echo "report-test.sh: one report at a time; try --help" >&2
            exit 2
        fi
        report=$1
        shift
        ;;
    esac
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
report=${report:-$root/results/latest/report.html}
if [[ ! -f $report ]]; then
    echo "report-test.sh: there is no '$report'; write it with 'bench report DIR'" >&2
    exit 2
fi
for program in chromium python3; do
    if ! command -v "$program" >/dev/null; then
        echo "report-test.sh: $program is not installed; 'scripts/setup.sh --report-test' installs it" >&2
        exit 2
    fi
done

[[ -z $screenshots ]] || mkdir -p "$screenshots"
exec python3 "$root/scripts/report-test/check.py" "$(realpath "$report")" "$screenshots"
