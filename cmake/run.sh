#!/bin/sh
# The whole way on a bare Debian 12: packages, configuration, build, job.
#
#   sh cmake/run.sh demo [options of mlgo compare]
#   sh cmake/run.sh test
#   sh cmake/run.sh targets [options of mlgo compare]
#   sh cmake/run.sh rust [ripgrep | fd-find | exa | bat]...
#   sh cmake/run.sh system [FOLDER [options of bench/system.py]]
#   sh cmake/run.sh trainer
#   sh cmake/run.sh train [FOLDER [fresh [PART]...]]
#   sh cmake/run.sh package
#   sh cmake/run.sh docs
#   sh cmake/run.sh sanitize address | thread
#   sh cmake/run.sh fuzz SECONDS
#   sh cmake/run.sh bench [RESULT.json]
#   sh cmake/run.sh bench-compare OLD.json NEW.json
set -eu

cd "$(dirname "$0")/.."

usage() {
  echo "usage: sh cmake/run.sh demo [options of mlgo compare] | test |" \
    "targets [options of mlgo compare] | rust [program...] |" \
    "system [folder [options of bench/system.py]] | trainer | train [folder [fresh [part...]]] | package | docs |" \
    "sanitize address | sanitize thread | fuzz seconds |" \
    "bench [result.json] | bench-compare old.json new.json" >&2
  exit 2
}

say() { echo "== $*" >&2; }

# Installs what the given lists name and the machine lacks.
install_packages() {
  missing=
  for package in $(sed 's/#.*//' "$@"); do
    case $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) in
    installed*) ;;
    *) missing="$missing $package" ;;
    esac
  done
  [ -n "$missing" ] || return 0
  root=
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || {
      echo "run.sh: error: missing packages need root or sudo:$missing" >&2
      exit 1
    }
    root="sudo"
  fi
  say "installing:$missing"
  install="$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq
    --no-install-recommends"
  # Lists that are absent or old are the usual reason for a first failure.
  $install $missing >&2 || {
    $root apt-get update -qq >&2
    $install $missing >&2
  }
}

# A build folder has what some job needed; a later one adds and takes nothing
# away, so that nothing is compiled twice.
configure() {
  if [ ! -f build/build.ninja ]; then
    say "configuring"
    cmake --preset demo "$@" >&2
  elif [ $# -gt 0 ]; then
    say "configuring"
    cmake "$@" build >&2
  fi
}

build() {
  say "building"
  cmake --build build "$@" >&2
}

build_trainer() {
  install_packages cmake/packages.txt cmake/packages-training.txt
  configure -DMLGO_BUILD_TRAINER=ON
  build --target mlgo-tool "$@"
}

[ $# -ge 1 ] || usage
job=$1
shift

case $job in
demo)
  say "takes about 5 minutes on two idle cores, and 2 GB of disk"
  install_packages cmake/packages.txt
  configure
  build --target mlgo-tool MLGO-22
  say "comparing linked programs: stock clang -Oz and with the plugins"
  build/src/tools/mlgo compare lua5.4 sqlite3 leveldb --columns code,unwind \
    --fail-if 'total > 0' --plugin build/passes/all/MLGO-22.so \
    --jobs "$(nproc)" "$@"
  say "sources and builds stay in your cache; build/src/tools/mlgo clean deletes them"
  ;;
targets)
  install_packages cmake/packages.txt cmake/packages-targets.txt
  configure
  build --target mlgo-tool MLGO-22
  say "comparing over targets and levels; interrupt it when you like"
  for target in x86-64 aarch64 riscv64 thumb2 wasm32; do
    for level in Oz Os; do
      for tables in "" --no-unwind-tables; do
        say "$target -$level $tables"
        build/src/tools/mlgo compare --role validation --target $target \
          --level $level $tables --plugin build/passes/all/MLGO-22.so \
          --jobs "$(nproc)" "$@"
      done
    done
  done
  ;;
rust)
  install_packages cmake/packages.txt
  configure
  build --target mlgo-tool MLGO-22
  say "building programs in Rust with and without mlgo"
  exec sh bench/rust.sh build "$@"
  ;;
system)
  install_packages cmake/packages.txt cmake/packages-system.txt
  configure
  build --target mlgo-tool MLGO-22
  folder=${1:-build/system}
  [ $# -eq 0 ] || shift
  say "building, booting and testing a small system in $folder"
  exec python3 bench/system.py build "$folder" --jobs "$(nproc)" "$@"
  ;;
trainer)
  [ $# -eq 0 ] || usage
  build_trainer MLGO-22
  ;;
train)
  build_trainer
  folder=${1:-build/train}
  [ $# -eq 0 ] || shift
  say "training in $folder"
  exec sh models/train.sh build/src/tools/mlgo "$folder" "$@"
  ;;
package)
  [ $# -eq 0 ] || usage
  install_packages cmake/packages.txt cmake/packages-packages.txt
  configure -DMLGO_BUILD_TRAINER=ON "-DMLGO_LLVM_VERSIONS=22;19"
  build --target mlgo-installable
  say "packing"
  rm -rf build/packages
  cpack --config build/CPackConfig.cmake -G "DEB;TXZ" -B build/packages >&2
  sh cmake/repository.sh build/packages
  say "apt-get install ./build/packages/mlgo_*.deb ./build/packages/mlgo-plugin-22_*.deb"
  say "or serve build/packages: deb [trusted=yes] file:$PWD/build/packages ./"
  ;;
docs)
  [ $# -eq 0 ] || usage
  echo doxygen | install_packages -
  mkdir -p build
  doxygen cmake/Doxyfile
  say "build/docs/html/index.html"
  ;;
sanitize)
  [ $# -eq 1 ] || usage
  install_packages cmake/packages.txt cmake/packages-test.txt
  cmake --preset "$1" >&2
  cmake --build "build-$1" >&2
  # Packages are used by programs that have no sanitizer; the others look at
  # object files, at the death of a process and at pages that are not built here.
  # Tests that count allocations replace some operators new and not all.
  ASAN_OPTIONS=alloc_dealloc_mismatch=0 \
    exec ctest --test-dir "build-$1" --output-on-failure -j2 \
    -E "^(package-|dense-symbols|mpi-workers-die|tool-documents)"
  ;;
fuzz)
  [ $# -eq 1 ] || usage
  install_packages cmake/packages.txt cmake/packages-test.txt
  cmake --preset address >&2
  cmake --build build-address --target mlgo-fuzzers >&2
  say "each target runs for $1 seconds"
  MLGO_FUZZ_SECONDS=$1 exec ctest --test-dir build-address -L fuzz -j2 \
    --timeout 100000 --output-on-failure
  ;;
bench)
  [ $# -le 1 ] || usage
  install_packages cmake/packages.txt cmake/packages-test.txt \
    cmake/packages-bench.txt
  cmake --preset release >&2
  build --target inference-bench mlgo-tool MLGO-22 MLGOInliner-22 MLGORegAlloc-22
  exec sh bench/run-bench.sh build "${1:-build/bench/result.json}"
  ;;
bench-compare)
  [ $# -eq 2 ] || usage
  exec python3 bench/compare-bench.py "$1" "$2"
  ;;
test)
  [ $# -eq 0 ] || usage
  install_packages cmake/packages.txt cmake/packages-test.txt
  say "configuring"
  cmake --preset release >&2
  build
  say "testing"
  exec ctest --test-dir build --output-on-failure -j2
  ;;
*)
  usage
  ;;
esac
