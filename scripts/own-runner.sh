#!/usr/bin/env bash
# Builds the example package of a runner of one's own and puts both of its runners through the suites.
set -euo pipefail

case "${1-}" in
"") ;;
--help | -h)
    cat <<EOF
Usage: scripts/own-runner.sh [--help]

Builds Examples/OwnRunner, a package that depends on BenchmarkKit as yours would, and checks in
a tiny run that the naive runner there is measured and that the broken one is reported 'invalid'.
EOF
    exit 0
    ;;
*)
    echo "own-runner.sh: unknown argument '$1'; try --help" >&2
    exit 2
    ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/../Examples/OwnRunner"
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

swift build --scratch-path ../../.build/own-runner
bin=$(swift build --scratch-path ../../.build/own-runner --show-bin-path)
flags=(run --profile tiny --no-progress --output "$results")

"$bin/own-runner" "${flags[@]}" >"$results/table" 2>/dev/null
grep -q own-runner "$results/table"
echo "own-runner: measured"

code=0
"$bin/broken-runner" "${flags[@]}" --filter '*producers=1,backlog=10,body=empty' >"$results/table" 2>/dev/null || code=$?
if ((code != 4)) || ! grep -q "invalid: order" "$results/latest/summary.csv"; then
    echo "own-runner.sh: the broken runner was not reported as invalid (exit code $code)" >&2
    exit 1
fi
echo "broken-runner: reported invalid, exit code 4"
