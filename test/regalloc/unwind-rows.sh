#!/bin/sh
# Compiles a corpus' modules for size with rows for epilogues and without, links
# each lot, and compares what unwind tables say at calls.
#
# USAGE: test/regalloc/unwind-rows.sh BUILD WORK CORPUS
#   BUILD   build folder of mlgo, with the plugin
#   WORK    folder for objects
#   CORPUS  folder with .bc files, at any depth
set -eu

plugin=$1/passes/regalloc/MLGORegAlloc-22.so work=$2 corpus=$3
rm -rf "$work/ours" "$work/stock"
mkdir -p "$work/ours" "$work/stock"
compile() { # FOLDER FLAGS...
  object=$work/$1/$number.o
  shift
  llc-22 -O2 -filetype=obj -load "$plugin" "$@" "$work/module.bc" -o "$object"
}
number=0
find "$corpus" -name '*.bc' | sort | while read -r module; do
  number=$((number + 1))
  opt-22 '-passes=default<Oz>' "$module" -o "$work/module.bc"
  compile ours -mlgo-regalloc-drop-epilogues
  compile stock
done
for name in ours stock; do
  # Some programs of a corpus define the same functions.
  ld.lld-22 --unresolved-symbols=ignore-all -e 0 -z muldefs \
    "$work/$name"/*.o -o "$work/$name.linked"
done
exec python3 "$(dirname "$0")/unwind-rows.py" "$work/stock.linked" \
  "$work/ours.linked"
