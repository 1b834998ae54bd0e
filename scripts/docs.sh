#!/usr/bin/env bash
# Builds the libraries' documentation with the toolchain's own tools.
set -euo pipefail

readonly libraries=(TaskRunners TaskStore BenchmarkKit)
output=

usage() {
    cat <<EOF
Usage: scripts/docs.sh [--output DIR] [--help]

Builds the documentation of ${libraries[*]} with swift and docc, and nothing fetched.
A link that leads nowhere, or a public symbol without documentation, is an error.

  --output DIR    A folder for the archives, replaced; default .build/docs.
  --help          Show this text.
EOF
}

while (($# > 0)); do
    case "$1" in
    --help | -h)
        usage
        exit 0
        ;;
    --output)
        if (($# < 2)); then
            echo "docs.sh: --output needs a folder" >&2
            exit 2
        fi
        output=$(realpath -m -- "$2")
        shift 2
        ;;
    --output=*)
        output=$(realpath -m -- "${1#*=}")
        shift
        ;;
    *)
        echo "docs.sh: unknown argument '$1'; try --help" >&2
        exit 2
        ;;
    esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
output=${output:-$PWD/.build/docs}

docc=$(dirname "$(readlink -f "$(command -v swift)")")/docc
if [[ ! -x $docc ]]; then
    echo "docs.sh: no docc beside swift. It comes with the toolchains from https://www.swift.org/install." >&2
    exit 1
fi

if ! command -v jq >/dev/null; then
    echo "docs.sh: jq was not found. Run scripts/setup.sh, which installs it." >&2
    exit 1
fi

graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT

swift package dump-symbol-graph --skip-synthesized-members --minimum-access-level public \
    --emit-extension-block-symbols >"$graphs/log" 2>&1 || {
    cat "$graphs/log" >&2
    exit 1
}
built=$(swift build --show-bin-path)/../symbolgraph

undocumented=$(
    for library in "${libraries[@]}"; do
        jq --raw-output '.symbols[] | select(.docComment == null and .kind.identifier != "swift.extension")
            | "\(.location.uri | sub("^file://"; "")):\(.location.position.line + 1): \(.pathComponents | join("."))"' \
            "$built/$library.symbols.json" "$built/$library"@*.symbols.json 2>/dev/null || true
    done
)
if [[ -n $undocumented ]]; then
    echo "docs.sh: public, and not documented:" >&2
    echo "$undocumented" >&2
    exit 1
fi

mkdir -p "$output"
for library in "${libraries[@]}"; do
    # docc takes all graphs of a folder for one library's.
    mkdir "$graphs/$library"
    cp "$built/$library.symbols.json" "$graphs/$library/"
    cp "$built/$library"@*.symbols.json "$graphs/$library/" 2>/dev/null || true
    archive=$output/$library.doccarchive
    rm -rf "$archive"
    "$docc" convert "Sources/$library/$library.docc" \
        --additional-symbol-graph-dir "$graphs/$library" --output-dir "$archive" \
        --fallback-display-name "$library" --fallback-bundle-identifier "$library" --warnings-as-errors
    echo "built: $archive"
done
