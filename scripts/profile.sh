#!/usr/bin/env bash
# Builds the benchmarks and profiles one case.
set -euo pipefail

usage() {
    cat <<EOF
Usage: scripts/profile.sh CASE [--seconds S] [--output DIR] [flags of 'bench profile' …]
       scripts/profile.sh --help

Builds 'bench' as it is measured (-c release) and runs 'bench profile' with these arguments: a flame graph of
where the case's time goes, its allocation sites, and a summary in words. The programs for that are
installed by: scripts/setup.sh --profile

  scripts/profile.sh throughput/serial/producers=1,backlog=1000,body=empty --seconds 20

How to read what it writes: docs/profiling.md. All flags: swift run -c release bench profile --help
EOF
}

case "${1-}" in
"")
    echo "profile.sh: which case? Try --help, or 'swift run -c release bench list'." >&2
    exit 2
    ;;
--help | -h)
    usage
    exit 0
    ;;
esac

package=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# What the build says is no data.
swift build --package-path "$package" -c release --product bench >&2
bin=$(swift build --package-path "$package" -c release --show-bin-path)

# By default the results are the package's, wherever the script is called from.
for argument in "$@"; do
    case "$argument" in
    --output | --output=*) exec "$bin/bench" profile "$@" ;;
    esac
done
exec "$bin/bench" profile "$@" --output "$package/results/profiles"
