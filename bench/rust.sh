#!/bin/sh
# Sizes of programs in Rust by stock rustc, with mlgo's policies, with these and
# a small standard library, and with --smallest; all with one unit
# and panic=abort, at opt-level z with fat LTO unless the variables LEVEL and LTO
# say otherwise.
#
# USAGE: [LEVEL=s] [LTO=thin] sh bench/rust.sh BUILD [ripgrep | fd-find | bat | exa]...
#
# Sources and crates are Debian 12's. It needs root for packages that are
# missing, and two minutes of a processor for each build. Work stays in
# BUILD/bench/rust.
set -eu

[ $# -ge 1 ] || {
  echo "usage: sh bench/rust.sh BUILD [ripgrep | fd-find | bat | exa]..." >&2
  exit 2
}
mlgo=$(cd "$1" && pwd)/src/tools/mlgo
mkdir -p "$1/bench/rust"
work=$(cd "$1/bench/rust" && pwd)
shift
level=${LEVEL:-z} lto=${LTO:-fat}
[ $# -gt 0 ] || set -- ripgrep fd-find

fail() {
  echo "rust.sh: error: $*" >&2
  exit 1
}

root=
[ "$(id -u)" = 0 ] || root=sudo

install() {
  # shellcheck disable=SC2086
  $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends "$@" >>"$work/apt.log" 2>&1 ||
    fail "cannot install $*; see $work/apt.log"
}

# fetch PACKAGE: its source in $work/PACKAGE. Sources are where packages are.
fetch() {
  [ ! -d "$work/$1" ] || return 0
  mkdir -p "$work/sources" "$work/lists/partial"
  cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
    sed -n 's/^deb \(.*debian\.org.*\)/deb-src \1/p' >"$work/sources/debian.list"
  if [ -f /etc/apt/sources.list.d/debian.sources ]; then
    sed 's/^Types: .*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources \
      >"$work/sources/debian.sources"
  fi
  set -- "$1" -qq -o Dir::Etc::sourcelist=/dev/null \
    -o "Dir::Etc::sourceparts=$work/sources" -o "Dir::State::lists=$work/lists" \
    -o APT::Sandbox::User=root
  package=$1
  shift
  (
    cd "$work"
    apt-get "$@" update && apt-get "$@" source --only-source "rust-$package" &&
      mv "$(find . -maxdepth 1 -type d -name "rust-$package-*")" "$package"
  ) >>"$work/apt.log" 2>&1 || fail "cannot fetch rust-$package; see $work/apt.log"
  # Tests need crates that are not installed; simd-accel is older than rustc's own
  # vector types.
  awk '/^\[/ { skip = /^\[(.*\.)?dev-dependencies/ } !skip && !/simd-accel/' \
    "$work/$package/Cargo.toml" >"$work/Cargo.toml"
  mv "$work/Cargo.toml" "$work/$package/Cargo.toml"
  rm -f "$work/$package/Cargo.lock"
  mkdir -p "$work/$package/.cargo"
  printf '%s\n' '[source.crates-io]' 'replace-with = "debian"' \
    '[source.debian]' 'directory = "/usr/share/cargo/registry"' \
    >"$work/$package/.cargo/config.toml"
}

# use PACKAGE PROGRAM: what the program prints about a fixed set of files.
use() {
  case $1 in
  ripgrep)
    "$2" -n --sort path 'fn \w+\(' .
    "$2" -c --sort path -i 'the|self' . --type rust
    "$2" --help
    ;;
  fd-find)
    "$2" . | LC_ALL=C sort
    "$2" -e rs -s '[A-Z]' | LC_ALL=C sort
    "$2" --help
    ;;
  bat)
    "$2" --color always --style full --paging never ./*.rs
    "$2" --list-languages
    "$2" --help
    ;;
  exa)
    "$2" --tree --color always .
    "$2" --long --no-time --no-user --sort size -R .
    "$2" --help
    ;;
  esac
}

# measure PACKAGE NAME BINARY COMMAND...: a row of the table.
measure() {
  package=$1 name=$2 binary=$3
  built=$work/$package-$level-$lto-$name
  shift 3
  (cd "$work/$package" && CARGO_TARGET_DIR="$built" "$@") >"$built.log" 2>&1 ||
    fail "$package: cannot build; see $built.log"
  program=$built/release/$binary
  (cd "$work/$package/src" 2>/dev/null || cd "$work/$package/crates" &&
    use "$package" "$program") >"$built.out" 2>&1
  cmp -s "$work/$package-$level-$lto-stock.out" "$built.out" ||
    fail "$package: $name prints something else than stock"
  strip -o "$work/stripped" "$program"
  text=$(size "$program" | awk 'NR == 2 { print $1 }')
  file=$(stat -c %s "$work/stripped")
  [ "$name" != stock ] || stock_text=$text stock_file=$file
  awk -v p="$package" -v n="$name" -v t="$text" -v f="$file" -v st="$stock_text" \
    -v sf="$stock_file" 'BEGIN {
      printf "%-10s %-10s %10d %7.2f%% %10d %7.2f%%\n", p, n, t, 100 * t / st - 100,
        f, 100 * f / sf - 100 }'
}

export CARGO_PROFILE_RELEASE_OPT_LEVEL="$level" CARGO_PROFILE_RELEASE_LTO="$lto" \
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 CARGO_PROFILE_RELEASE_PANIC=abort \
  CARGO_PROFILE_RELEASE_DEBUG=0 CARGO_NET_OFFLINE=true CARGO_BUILD_JOBS=1
"$mlgo" flags --rustc >/dev/null 2>&1 ||
  install rustc-web cargo-web libstd-rust-web-dev
rustc=$("$mlgo" flags --rustc 2>/dev/null | sed -n 's/.* RUSTC=//p')
[ -z "$rustc" ] || export RUSTC="$rustc"
echo "package    build            text             stripped"
for package; do
  case $package in
  ripgrep) binary=rg ;;
  fd-find) binary=fd ;;
  bat | exa) binary=$package ;;
  *) fail "$package: expected ripgrep, fd-find, bat or exa" ;;
  esac
  fetch "$package"
  # shellcheck disable=SC2046
  install $(sed -n '/^Build-Depends/,/^[^ B]/s/^[^|]*\(librust-[^ ,]*\).*/\1/p' \
    "$work/$package/debian/control")
  measure "$package" stock "$binary" cargo build --release
  measure "$package" policies "$binary" "$mlgo" run -- cargo build --release
  measure "$package" small-std "$binary" env MLGO_INLINE_SMALL_STD=1 \
    "$mlgo" run -- cargo build --release
  measure "$package" smallest "$binary" "$mlgo" run --smallest -- cargo build --release
done
