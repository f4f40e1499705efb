#!/usr/bin/env bash
# Builds a static binary and packs it with its manual pages and completions, after it has shown that it runs where there is nothing but clang.
#
#   scripts/release.sh [--out DIR]       build for musl, check, pack into DIR (dist)
#   scripts/release.sh --glibc           the same with the C library at hand, linked statically
#   scripts/release.sh --check BINARY    only check a binary
#
# Exit codes: 0 done, 1 the binary is not right, 2 usage, 3 this machine lacks what is needed.
set -euo pipefail
cd "$(dirname "$0")/.."

out=dist
target=x86_64-unknown-linux-musl
binary=
while [ $# -gt 0 ]; do
    case "$1" in
        --out) out=${2:?--out needs a directory}; shift 2 ;;
        --glibc) target=x86_64-unknown-linux-gnu; shift ;;
        --check) binary=${2:?--check needs a binary}; shift 2 ;;
        *) echo "release.sh: unknown argument $1" >&2; exit 2 ;;
    esac
done

lacking() {
    echo "release.sh: $1" >&2
    exit 3
}

newest_clang() {
    local version
    for version in $(seq 40 -1 14); do
        command -v "clang-$version" && return 0
    done
    command -v clang
}

# Copies a program and the libraries that it loads to the same places below a root.
install_program() {
    local root=$1 program=$2 file
    mkdir -p "$root$(dirname "$program")"
    cp -L "$program" "$root$program"
    for file in $(ldd "$program" 2>/dev/null | grep -o '/[^ )]*' || true); do
        mkdir -p "$root$(dirname "$file")"
        cp -Ln "$file" "$root$file" 2>/dev/null || true
        # Without /proc a program does not know where it is: libraries beside it have to be where all look.
        case "$file" in
            */../*) mkdir -p "$root/usr/lib" && cp -Ln "$file" "$root/usr/lib/" ;;
        esac
    done
}

in_root() {
    local root=$1 change
    shift
    change=$(PATH="$PATH:/usr/sbin:/sbin" command -v chroot) || return 127
    if [ "$(id -u)" = 0 ]; then
        env -i PATH="/bin:$compiler_directory" HOME=/ "$change" "$root" "$@"
    else
        env -i PATH="/bin:$compiler_directory" HOME=/ "$(command -v unshare)" --user --map-root-user "$change" "$root" "$@"
    fi
}

check() {
    local binary=$1 root clang resources status
    # All is read, so that no signal ends who writes it.
    if ldd "$binary" 2>/dev/null | grep '=>' >/dev/null; then
        echo "release.sh: $binary is not static: it loads libraries" >&2
        exit 1
    fi
    clang=$(newest_clang) || lacking "there is no clang to check with: ./setup.sh --tools installs one"
    clang=$(readlink -f "$clang")
    compiler_directory=$(dirname "$clang")
    resources=$("$clang" -print-resource-dir)
    root=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "rm -rf '$root'" EXIT
    mkdir -p "$root/bin" "$root/dev" "$root/tmp" "$root/program" "$root$resources" "$root/usr"
    # An empty file will do for what nobody reads or writes.
    : >"$root/dev/null"
    cp "$binary" "$root/bin/raddle"
    install_program "$root" "$clang"
    cp -rL "$resources/include" "$root$resources/"
    cp -rL /usr/include "$root/usr/" 2>/dev/null || true
    cp examples/distance.c "$root/program/"
    if ! in_root "$root" /bin/raddle --version; then
        # Is it the machine, or the binary?
        if ! in_root "$root" "$clang" --version >/dev/null 2>&1; then
            lacking "this machine does not let us change the root directory: not checked"
        fi
        echo "release.sh: $binary does not run in an empty root" >&2
        exit 1
    fi
    in_root "$root" /bin/raddle doctor || { echo "release.sh: the doctor misses something" >&2; exit 1; }
    status=0
    in_root "$root" /bin/raddle check --out /tmp /program/distance.c || status=$?
    if [ "$status" != 1 ]; then
        echo "release.sh: the example should be unsafe (exit code 1), but the exit code is $status" >&2
        exit 1
    fi
    echo "release.sh: $binary runs in a root with nothing but clang"
}

if [ -n "$binary" ]; then
    check "$binary"
    exit 0
fi

case "$target" in
    *-musl)
        rustup target list --installed 2>/dev/null | grep -qx "$target" || lacking "rustup target add $target installs what is missing (or use --glibc)"
        command -v musl-gcc >/dev/null || lacking "musl-gcc is missing: apt-get install musl-tools (or use --glibc)"
        export CC_x86_64_unknown_linux_musl=musl-gcc
        ;;
    *)
        export RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+crt-static"
        ;;
esac
cargo build --release --locked --target "$target" -p raddle-cli
binary="${CARGO_TARGET_DIR:-target}/$target/release/raddle"
check "$binary"

version=$("$binary" --version | cut -d' ' -f2)
name="raddle-$version-x86_64-linux"
rm -rf "${out:?}/$name"
mkdir -p "$out/$name/completions"
cp "$binary" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$out/$name/"
"$binary" man --dir "$out/$name/man/man1" >/dev/null
for shell in bash zsh fish; do "$binary" completions "$shell" >"$out/$name/completions/raddle.$shell"; done
tar -C "$out" -czf "$out/$name.tar.gz" "$name"
(cd "$out" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
echo "release.sh: wrote $out/$name.tar.gz"
