#!/bin/sh
# Makes corpora of programs in Rust, FOLDER/PROGRAM/corpus: what rustc's fat LTO
# has merged at opt-level z, before it optimises that.
#
# USAGE: sh models/rust/corpora.sh MLGO FOLDER [PROGRAM...]
#
# Programs are those of programs.txt; crates are Debian's (librust-...-dev), and
# a program whose crates are missing is left out with a word. What is there is
# not made again.
set -eu

mlgo=$(command -v "$1")
mlgo=$(cd "$(dirname "$mlgo")" && pwd)/$(basename "$mlgo")
mkdir -p "$2/.mlgo/rust"
folder=$(cd "$2" && pwd)
list=$(cd "$(dirname "$0")" && pwd)/programs.txt
work=$folder/.mlgo/rust
registry=/usr/share/cargo/registry
shift 2

rustc=$("$mlgo" flags --rustc 2>/dev/null | sed -n 's/.* RUSTC=//p')
export RUSTC="${rustc:-${RUSTC:-rustc}}" CARGO_NET_OFFLINE=true \
  CARGO_TARGET_DIR="$work/target"
mkdir -p "$work/.cargo"
printf '%s\n' '[source.crates-io]' 'replace-with = "debian"' '[source.debian]' \
  "directory = \"$registry\"" >"$work/.cargo/config.toml"

# make NAME FILE EDITION DEPENDENCY...: the corpus of one program.
make() {
  name=$1
  # shellcheck disable=SC2086
  set -- $registry/$2 "$3" "$@"
  file=$1 edition=$2
  shift 5
  test='' panic=abort
  case $file in
  */tests/*) test=--test panic=unwind ;;
  esac
  mkdir -p "$work/$name"
  {
    printf '[package]\nname = "%s"\nversion = "0.0.0"\nedition = "%s"\n' \
      "$name" "$edition"
    printf '[[bin]]\nname = "%s"\npath = "%s"\n' "$name" "$file"
    printf '[profile.release]\nopt-level = "z"\nlto = "fat"\n'
    printf 'codegen-units = 1\npanic = "%s"\n[workspace]\n[dependencies]\n' "$panic"
    for dependency; do
      features=
      case $dependency in
      */*) features=$(echo "${dependency#*/}" | sed 's/[^,]*/"&"/g') ;;
      esac
      echo "${dependency%%/*} = { version = \"*\", features = [$features] }"
    done
  } >"$work/$name/Cargo.toml"
  rm -f "$CARGO_TARGET_DIR/release/deps/"*.bc
  # What it leaves beside the modules is of no use.
  (cd "$work/$name" && cargo rustc --release -- $test -C save-temps) \
    >"$work/$name.log" 2>&1 &&
    "$mlgo" corpus make --input-dir "$CARGO_TARGET_DIR/release/deps" \
      --output-dir "$folder/$name/corpus" >>"$work/$name.log" 2>&1
}

failed=
grep -v '^#' "$list" >"$work/programs"
while read -r name file edition dependencies; do
  if [ $# -gt 0 ]; then
    case " $* " in
    *" $name "*) ;;
    *) continue ;;
    esac
  fi
  [ ! -f "$folder/$name/corpus/corpus_description.json" ] || continue
  # shellcheck disable=SC2086
  if make "$name" "$file" "$edition" $dependencies </dev/null; then
    echo "$name: done"
  else
    failed="$failed $name"
    echo "$name: $(grep '^error\|^mlgo' "$work/$name.log" | head -n 1), see $work/$name.log" >&2
  fi
done <"$work/programs"
[ -z "$failed" ] || echo "left out:$failed" >&2
