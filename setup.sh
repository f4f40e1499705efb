#!/usr/bin/env bash
# Installs what is missing on a Debian or Ubuntu machine with Rust, builds Raddle and checks an example that has a bug.
#   ./setup.sh              everything
#   ./setup.sh --tools      only install what is missing (clang, a C compiler for linking, a NATS server for the tests)
#   ./setup.sh --tools --z3 also libz3, the second opinion of the solver's tests
#   ./setup.sh --tools --browser  also Chromium, in which the tests open the HTML report
set -euo pipefail
cd "$(dirname "$0")"

tools_only=no
with_z3=no
with_browser=no
for argument in "$@"; do
    case "$argument" in
        --tools) tools_only=yes ;;
        --z3) with_z3=yes ;;
        --browser) with_browser=yes ;;
        *) echo "setup.sh: unknown argument $argument (known: --tools, --z3, --browser)" >&2; exit 2 ;;
    esac
done

# rustup puts cargo here; a shell that was open during its installation does not know yet.
if ! command -v cargo >/dev/null && [ -x "$HOME/.cargo/bin/cargo" ]; then
    PATH="$HOME/.cargo/bin:$PATH"
fi
if ! command -v cargo >/dev/null; then
    echo "setup.sh: cargo is missing; install Rust first: https://rustup.rs" >&2
    exit 2
fi

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo "$@"; else
        echo "setup.sh: installing needs root or sudo; please run: $*" >&2
        exit 2
    fi
}

updated=no
install() {
    if ! command -v apt-get >/dev/null; then
        echo "setup.sh: please install these packages with your system's tools: $*" >&2
        exit 2
    fi
    if [ "$updated" = no ]; then
        as_root apt-get update -qq
        updated=yes
    fi
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# Any clang from 14 on will do.
have_clang() {
    local version
    for version in $(seq 40 -1 14); do
        command -v "clang-$version" >/dev/null && return 0
    done
    command -v clang >/dev/null
}

# The newest clang the distribution packages.
newest_clang() {
    apt-cache pkgnames clang- | grep -E '^clang-[0-9]+$' | sort -V | tail -n 1
}

if ! command -v cc >/dev/null; then
    echo "installing a C compiler (cargo needs it for linking)"
    install gcc libc6-dev
fi
if [ ! -e /usr/include/stdio.h ]; then
    echo "installing the C library's headers"
    install libc6-dev
fi
if ! have_clang; then
    echo "installing clang"
    if command -v apt-get >/dev/null; then as_root apt-get update -qq; updated=yes; fi
    package=$(newest_clang || true)
    install "${package:-clang}"
fi
# Debian keeps it where only root's shells look.
if [ "$tools_only" = yes ] && ! command -v nats-server >/dev/null && [ ! -x /usr/sbin/nats-server ]; then
    echo "installing nats-server"
    install nats-server
    # Debian starts it as a service at once. Raddle starts its own.
    if command -v systemctl >/dev/null; then as_root systemctl disable --now nats-server >/dev/null 2>&1 || true; fi
fi
if [ "$with_z3" = yes ] && [ ! -e /usr/include/z3.h ]; then
    echo "installing libz3"
    install libz3-dev pkg-config
fi
if [ "$with_browser" = yes ] && ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null \
    && ! command -v google-chrome >/dev/null; then
    echo "installing Chromium"
    # Where it is not packaged, the tests look at the page's data only.
    (install chromium) || echo "setup.sh: no Chromium; the page is tested without a browser" >&2
fi
[ "$tools_only" = yes ] && exit 0

cargo build --release
echo
echo "\$ target/release/raddle check examples/distance.c"
binary="${CARGO_TARGET_DIR:-target}/release/raddle"
status=0
"$binary" check examples/distance.c || status=$?
if [ "$status" != 1 ]; then
    echo "setup.sh: the example should have been found unsafe (exit code 1), but the exit code is $status" >&2
    exit 1
fi
echo
echo "Raddle is built: $binary check YOUR_PROGRAM.c"
