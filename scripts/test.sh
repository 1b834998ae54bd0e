#!/usr/bin/env bash
# Runs the package's tests.
set -euo pipefail

sanitizes_threads=false
previous=
for argument in "$@"; do
    case "$argument" in
    --help | -h)
        cat <<EOF
Usage: scripts/test.sh [--help] [arguments of 'swift test' …]

Builds the package and runs its tests. Arguments are passed through:

  scripts/test.sh --filter ConflictScheduler
  scripts/test.sh --sanitize=thread --scratch-path .build/tsan

TASK_RUNNERS_RACES sets how often each race is run (100000 by default).
EOF
        exit 0
        ;;
    --sanitize=thread) sanitizes_threads=true ;;
    thread) [[ $previous != --sanitize ]] || sanitizes_threads=true ;;
    esac
    previous=$argument
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# On Linux the thread sanitizer needs help with two libraries that it knows nothing of:
# - jemalloc also defines C++'s `new`, which must come with the sanitizer's `free`: libstdc++'s own goes first.
# - Swift's Mutex is not instrumented where it is contended: see scripts/tsan/mutex.c.
if $sanitizes_threads && [[ $(uname -s) == Linux ]]; then
    mkdir -p .build
    # The toolchain's clang: the function's calling convention is Swift's.
    "$(dirname "$(readlink -f "$(command -v swift)")")/clang" -O1 -shared -fPIC -o .build/tsan-mutex.so scripts/tsan/mutex.c
    export LD_PRELOAD="libstdc++.so.6 $PWD/.build/tsan-mutex.so${LD_PRELOAD:+ $LD_PRELOAD}"
fi

$sanitizes_threads || exec swift test "$@"

# What the sanitizer finds is kept for the end: thousands of lines of tests would hide it.
reports=$PWD/.build/tsan-reports
rm -rf "$reports"
mkdir -p "$reports"
export TSAN_OPTIONS="${TSAN_OPTIONS:+$TSAN_OPTIONS:}log_path=$reports/process"
status=0
swift test "$@" || status=$?
if [[ -n $(ls -A "$reports") ]]; then
    echo "error: Thread Sanitizer found what follows (kept in ${reports#"$PWD/"}):" >&2
    cat "$reports"/* >&2
    [[ $status != 0 ]] || status=1
fi
exit "$status"
