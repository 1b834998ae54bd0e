#!/usr/bin/env bash
# Builds two revisions, measures them in turns and ends red where the candidate is slower or allocates more.
set -euo pipefail
trap 'exit 130' INT TERM
name=gate

usage() {
    cat <<EOF
Usage: scripts/gate.sh [--quick] [--format NAME] [BASE] [CANDIDATE] [-- flags of 'bench pair' …]

Builds two git revisions, each in a worktree of its own under .build/pair/, measures
them in turns as gate.json says and gives one verdict. Nothing of your checkout is
touched.

  BASE       default: the merge base of main and HEAD
  CANDIDATE  default: the working tree, with uncommitted changes and new files
  --quick    at most 8 rounds in 3 minutes, instead of what gate.json says
  --format   table (default), github, junit or json

  scripts/gate.sh                    # in a pull request's checkout
  scripts/gate.sh --format github origin/main

Exit codes: 0 passed; 1 something got slower or allocates more; 2 wrong usage or a build
failed; 3 too noisy to say; 4 a case failed or broke its contract; 130 interrupted.
EOF
}

# shellcheck source=lib/two-builds.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/two-builds.sh"
parse_arguments "$@"
measure_both
"$candidate_program" gate "$base_folder" "$candidate_folder" "${format_flags[@]}"
