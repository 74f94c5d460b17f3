#!/bin/sh
# Stands for the linker, whose command is all that is seen of a link. What
# clang is about to remove is kept under a name that is always the same, but
# not of what configure scripts only try.
case "$(pwd -P) $*" in
*conftest*|*testfile.*|*sanitycheck*|*CompilerId*|*CMakeScratch*)
  exec @LINKER@ "$@" ;;
esac
output=a.out before=
for argument do
  [ "$before" != -o ] || output=$argument
  before=$argument
done
folder=$MLGO_OBJECTS/$(printf '%s\0' "$(pwd -P)" "$output" | cksum | tr ' ' -)
count=0 left=$#
while [ "$left" -gt 0 ]; do
  argument=$1; shift; left=$((left - 1))
  case $argument in
  "${TMPDIR:-/tmp}"/*-??????.o|@"${TMPDIR:-/tmp}"/response-*)
    count=$((count + 1))
    name=$(basename -- "$argument")
    kept=$folder/$count-${name%-*}.o
    mkdir -p "$folder" && cp "${argument#@}" "$kept" || exit
    case $argument in @*) argument=@$kept ;; *) argument=$kept ;; esac ;;
  esac
  set -- "$@" "$argument"
done
