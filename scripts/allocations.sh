#!/usr/bin/env bash
# Counts the allocations of our runners and gates them against the committed baseline.
set -euo pipefail
baseline=results/reference/allocations
update=false
case "${1-}" in
"") ;;
--update) update=true ;;
--help | -h)
    cat <<EOF
Usage: scripts/allocations.sh [--help | --update]

Counts the allocations of each case that has a count and compares them, exactly to half a
percent, with those in $baseline. Also red where a case fails or
breaks its contract. The counts are the same in every run, on every machine with the same
Swift, so that this can gate where times would flake.

  --update   writes the baseline anew; commit it together with the change that explains it

Exit codes: those of 'bench gate'.
EOF
    exit 0
    ;;
*)
    echo "allocations.sh: unknown argument '$1'; try --help" >&2
    exit 2
    ;;
esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."
swift build -c release --product bench
bench=.build/release/bench
results=.build/allocations
rm -rf "$results"

# Times are measured too, as briefly as can be: they say nothing here, and the checks of the contract run with them.
"$bench" run --profile quick --filter '*backlog=1000,body=empty' --filter 'store/*' --time 0.02 --rounds 3 --seed 1 \
    --allocations on --no-progress --output "$results" >/dev/null
if $update; then
    rm -rf "$baseline"
    mkdir -p "$baseline"
    cp "$results"/latest/{summary.csv,samples.csv,environment.json} "$baseline"
    echo "wrote $baseline"
    exit 0
fi
"$bench" gate "$baseline" "$results/latest" --config scripts/allocations.json --allow-different
