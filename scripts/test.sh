#!/usr/bin/env bash
# Runs the package's tests.
set -euo pipefail

for argument in "$@"; do
    if [[ $argument == --help || $argument == -h ]]; then
        cat <<EOF
Usage: scripts/test.sh [--help] [arguments of 'swift test' …]

Builds the package and runs its tests. Arguments are passed through:

  scripts/test.sh --filter ConflictScheduler
  scripts/test.sh --sanitize=thread --scratch-path .build/tsan

TASK_RUNNERS_RACES sets how often each race is run (100000 by default).
EOF
        exit 0
    fi
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec swift test "$@"
