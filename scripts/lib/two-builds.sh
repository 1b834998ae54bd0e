# Sourced by compare.sh and gate.sh: builds two revisions, each in a worktree of its own, and measures them in turns.
#
# Worktrees lie in .build/pair/, and are kept so that a second call builds only what changed. Nothing of the checkout is
# touched: uncommitted changes, new files too, are put into a commit that no branch points to.

# The caller sets: name, usage, and after parse_arguments has them: base, candidate, quick, pair_flags.

fail() {
    echo "$name: $*" >&2
    exit 2
}

parse_arguments() {
    base= candidate= quick=false pair_flags=() format_flags=()
    while (($# > 0)); do
        case "$1" in
        --help | -h)
            usage
            exit 0
            ;;
        --quick) quick=true ;;
        --format | --format=*)
            if [[ $1 == *=* ]]; then
                format_flags=("$1")
            else
                (($# > 1)) || fail "--format needs a value; see --help"
                format_flags=("--format=$2")
                shift
            fi
            ;;
        --)
            shift
            pair_flags+=("$@")
            break
            ;;
        -*) fail "unknown flag '$1'; flags of 'bench pair' go behind --, see --help" ;;
        *)
            if [[ -z $base ]]; then
                base=$1
            elif [[ -z $candidate ]]; then
                candidate=$1
            else
                fail "unexpected argument '$1'; at most a base and a candidate"
            fi
            ;;
        esac
        shift
    done
    $quick && pair_flags=(--rounds 8 --max-time 3 "${pair_flags[@]}")
    return 0
}

# The commit of a revision.
commit_of() {
    git rev-parse --quiet --verify "$1^{commit}" ||
        fail "there is no revision '$1'$(is_shallow && echo "; this clone is shallow: git fetch --unshallow brings the rest")"
}

is_shallow() { [[ $(git rev-parse --is-shallow-repository) == true ]]; }

# A commit of the working tree as it is, made beside the real index. HEAD where nothing differs.
commit_of_working_tree() {
    if [[ -z $(git status --porcelain) ]]; then
        git rev-parse HEAD
        return
    fi
    local index tree
    index=$(mktemp)
    cp "$(git rev-parse --git-path index)" "$index"
    GIT_INDEX_FILE=$index git add --all
    tree=$(GIT_INDEX_FILE=$index git write-tree)
    rm -f "$index"
    GIT_AUTHOR_NAME=$name GIT_AUTHOR_EMAIL=$name@localhost GIT_COMMITTER_NAME=$name GIT_COMMITTER_EMAIL=$name@localhost \
        git commit-tree "$tree" -p HEAD -m "The working tree"
}

default_base() {
    local main
    for main in main origin/main master origin/master; do
        git rev-parse --quiet --verify "$main^{commit}" >/dev/null || continue
        git merge-base "$main" HEAD 2>/dev/null && return
        is_shallow && fail "this clone is shallow, so that the merge base with $main is not there: git fetch --unshallow, or name a BASE"
        fail "HEAD and $main have no common ancestor; name a BASE"
    done
    fail "there is no branch main to compare with; name a BASE"
}

# build ROLE COMMIT: builds a commit in its role's worktree; sets the variable ROLE_program.
build() {
    local role=$1 commit=$2 folder=.build/pair/$1
    if [[ -e $folder/.git ]]; then
        git -C "$folder" checkout --quiet --force --detach "$commit"
    else
        git worktree prune
        rm -rf "$folder"
        mkdir -p .build/pair
        git worktree add --quiet --force --detach "$folder" "$commit"
    fi
    echo "building the $role, $(git log -1 --format='%h %s' "$commit") …" >&2
    if ! (cd "$folder" && swift build -c release --product bench) >"$folder.log" 2>&1; then
        grep -E "error" "$folder.log" | sort -u | head -5 >&2
        fail "the $role does not build; $PWD/$folder.log has it all"
    fi
    printf -v "${role}_program" '%s' "$PWD/$folder/.build/release/bench"
}

# Sets base_folder and candidate_folder to the results.
measure_both() {
    cd "$(dirname "${BASH_SOURCE[0]}")/../.."
    git rev-parse --git-dir >/dev/null 2>&1 || fail "$PWD is no git checkout, so that there are no revisions to build"
    local base_commit candidate_commit folders
    base_commit=$([[ -n $base ]] && commit_of "$base" || default_base) || exit 2
    candidate_commit=$([[ -n $candidate ]] && commit_of "$candidate" || commit_of_working_tree) || exit 2
    [[ $base_commit != "$candidate_commit" ]] ||
        fail "base and candidate are both $(git log -1 --format=%h "$base_commit"), so there is nothing to compare; name a BASE, such as HEAD~1"
    build base "$base_commit"
    build candidate "$candidate_commit"
    # A child of this shell: Ctrl-C reaches both, and the program ends by itself with its whole rounds kept.
    local status=0
    folders=$("$candidate_program" pair --base "$base_program" --candidate "$candidate_program" "${pair_flags[@]}") || status=$?
    if ((status != 0)); then
        ((status == 130)) && [[ -n $folders ]] && echo "interrupted; whole rounds are in"$'\n'"$folders" >&2
        exit "$status"
    fi
    { read -r base_folder && read -r candidate_folder; } <<<"$folders"
}
