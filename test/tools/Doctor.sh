# mlgo doctor where all is there, and where compiler, plugin or linker is not.
#
# USAGE: sh Doctor.sh <folder with mlgo> <folder to work in>
set -eu

bin=$(cd "$1" && pwd)
work=$2
rm -rf "$work"
mkdir -p "$work/bin" "$work/fake"
cd "$work"

fail() {
  echo "Doctor.sh: $*" >&2
  cat output >&2
  exit 1
}

# doctor <exit code> <mlgo>: what it says goes to output.
doctor() {
  code=0
  "$2" doctor >output 2>&1 || code=$?
  [ $code = "$1" ] || fail "exit code $code, expected $1"
}

expect() {
  for pattern; do
    grep -q -e "$pattern" output || fail "not said: $pattern"
  done
}

fake() {
  for name in "$@"; do
    printf '#!/bin/sh\n%s\n' "$says" >"fake/$name"
    chmod +x "fake/$name"
  done
}

unset CC CXX
doctor 0 "$bin/mlgo"
expect '^  MLGO-22 *ok' '^  clang-22 *22[.0-9]* *ok *decides' \
  '^  mlgo-clang *ok  but not in PATH' '^  ld.lld-22 *ok  -flto decides' \
  '^  x86-64 *ok' '^Compile with mlgo-clang, or clang-22 \$(mlgo flags)'
(
  PATH=$bin:$PATH
  CC=gcc CXX="ccache g++ -pipe" doctor 0 "$bin/mlgo"
  expect '^  mlgo-clang *ok  CC=mlgo-clang' '^  gcc .* no  loads no plugins' \
    '^  g++ .* no  loads no plugins of LLVM; use clang-22'
)

# A rustc of another LLVM says why; one of ours may not be there.
says='echo "release: 1.0.0"'
fake rustc
if "$bin/mlgo" flags --rustc >output 2>&1; then
  doctor 0 "$bin/mlgo"
  expect '^  rustc *1[.0-9]* *ok .*env $(mlgo flags --rustc) cargo build'
fi
RUSTC=$work/fake/rustc doctor 0 "$bin/mlgo"
expect '^  rustc *no .*fake/rustc: found rustc 1.0.0 (not linked to libLLVM.so.22'
rm fake/rustc

# Without plugins.
cp "$bin/mlgo" bin/mlgo
doctor 1 bin/mlgo
expect '^  MLGO-22 *-' '^  clang-22 .* no  its plugin is not there' \
  '^Missing: apt-get install ./mlgo-plugin-22_' 'mlgo: error: no clang here'

# With linkers that do not load them.
says='echo "ld.lld: error: unknown argument" >&2; exit 1'
fake ld.lld-22 ld.lld-19
PATH=$work/fake:$PATH doctor 0 "$bin/mlgo"
expect '^  ld.lld-22 *no  .*error'

# With compilers that are others than their names say, or none at all.
says='echo "Debian clang version 15.0.6"'
fake clang-22 clang++-22
says='exit 1'
fake clang-19 clang++-19
rm fake/ld.lld-*
PATH=$work/fake:$PATH doctor 1 "$bin/mlgo"
expect '^  clang-22 *15.0.6 *no  no plugin for LLVM 15; use clang-22' \
  '^Nothing here compiles'
