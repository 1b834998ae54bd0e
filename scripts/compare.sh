#!/usr/bin/env bash
# Builds two revisions, measures them in turns and says what became faster or slower.
set -euo pipefail
trap 'exit 130' INT TERM
name=compare

usage() {
    cat <<EOF
Usage: scripts/compare.sh [--quick] [--format NAME] [BASE] [CANDIDATE] [-- flags of 'bench pair' …]

Builds two git revisions, each in a worktree of its own under .build/pair/, measures
them in turns, prints the comparison and leaves two folders under results/. Nothing of
your checkout is touched.

  BASE       default: the merge base of main and HEAD
  CANDIDATE  default: the working tree, with uncommitted changes and new files
  --quick    at most 8 rounds in 3 minutes, instead of what gate.json says
  --format   table (default), csv, json or markdown

  scripts/compare.sh HEAD~1
  scripts/compare.sh v1.0 v1.1 -- --suite throughput --rounds 30

Exit codes: 0 compared; 2 wrong usage or a build failed; 130 interrupted.
EOF
}

# shellcheck source=lib/two-builds.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/two-builds.sh"
parse_arguments "$@"
measure_both
"$candidate_program" compare "$base_folder" "$candidate_folder" "${format_flags[@]}"
