#!/usr/bin/env bash
# Draws the charts of results folders, building bench first where need be.
set -euo pipefail

usage() {
    cat <<EOF
Usage: scripts/chart.sh [--help] [DIR…]

Draws the charts of a results folder (default results/latest of this package) into DIR/charts, as SVG and PNG, each
with its data as CSV. Of two folders it also draws how the second compares with the first.

  scripts/chart.sh results/reference/standard

  --help    Show this text.
EOF
}

folders=()
for argument in "$@"; do
    case "$argument" in
    --help | -h)
        usage
        exit 0
        ;;
    -*)
        echo "chart.sh: unknown argument '$argument'; try --help" >&2
        exit 2
        ;;
    *) folders+=("$argument") ;;
    esac
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if ((${#folders[@]} == 0)); then
    folders=("$root/results/latest")
    if [[ ! -d ${folders[0]} ]]; then
        echo "chart.sh: there is no results/latest; measure first with 'swift run -c release bench'" >&2
        exit 2
    fi
fi
if ! command -v gnuplot >/dev/null; then
    echo "chart.sh: gnuplot is not installed; 'scripts/setup.sh --charts' installs it" >&2
    exit 2
fi

# Only what is new is built; what the build says is no output of this.
swift build --package-path "$root" -c release --product bench >&2
exec "$(swift build --package-path "$root" -c release --show-bin-path)/bench" chart "${folders[@]}"
