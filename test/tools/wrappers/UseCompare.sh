# Compares builds of a small project, which know nothing of mlgo.
#
# USAGE: sh UseCompare.sh compare <folder with mlgo> <folder to work in>
. "$(dirname "$0")/Common.sh"

need make cmake ninja gcc clang-22
unset CC CXX
export XDG_CACHE_HOME="$work/cache"
sum() { find . -type f -exec md5sum {} + | sort; }

# compared PROGRAM COMMAND...: it became smaller, and no file has changed.
compared() {
  program=$1
  shift
  sum >"$work/before"
  "$@" >"$work/output" 2>"$work/said" || fail "$*: $(cat "$work/said")"
  grep -q "^project  *$program  *C++ .*-[0-9.]*% .*[1-9][0-9]* " "$work/output" ||
    fail "$*: $program is not smaller: $(cat "$work/output")"
  grep -q "all    1 program:  geometric mean -" "$work/output" ||
    fail "$*: no mean: $(cat "$work/output")"
  sum | cmp - "$work/before" || fail "$*: files have changed"
  [ -z "$(ls "$work/cache/mlgo/compared")" ] || fail "$*: copies stay"
}

# refused WORDS COMMAND...
refused() {
  words=$1
  shift
  "$@" >"$work/output" 2>"$work/said" && fail "$*: succeeded"
  grep -q "$words" "$work/said" || fail "$*: no '$words': $(cat "$work/said")"
}

plain="make -f Makefile.plain CFLAGS=-O2 CXXFLAGS=-O2"
compared program mlgo compare --level Oz --run ./program -- $plain
grep -q "inlining    [1-9][0-9]* decisions in 3 files" "$work/said" &&
  grep -q "passes      [1-9][0-9]* left out of" "$work/said" ||
  fail "no word about decisions: $(cat "$work/said")"
# A page says the same, and why.
compared program mlgo compare --level Oz --report "$work/page.html" -- $plain
for words in "<h1>What mlgo changes in project</h1>" \
  "mlgo compare --level Oz -- make -f Makefile.plain" "Unwind tables" "gzip" \
  "Functions that shrank" "inlined here:" "stock leaves it, the policy inlines" \
  "cost_estimate = " "a usual call" "passes left out: [a-z]" \
  "frame pointer: kept in rbp" "registers: [0-9]* exchanged, [0-9]* bytes* " \
  'text">passes</td><td>3</td><td>[0-9]' 'text">registers</td>'; do
  grep -q -e "$words" "$work/page.html" || fail "no '$words' on the page"
done
# What is built already is built anew.
$plain CC=clang-22 CXX=clang++-22 >"$work/built"
compared program mlgo compare --level Oz --keep "$work/kept" -- $plain
[ "$("$work/kept/stock/program")" = "$("$work/kept/variant/program")" ] ||
  fail "the kept programs differ"
rm -f program ./*.o
# A tree that CMake has configured for its own place, if mounts are allowed.
cmake -G Ninja -S . -B before -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 >"$work/built"
ninja -C before >>"$work/built"
if unshare --mount true 2>/dev/null ||
  unshare --map-root-user --mount true 2>/dev/null; then
  compared program mlgo compare --level Oz -- ninja -C before
fi
# Without mounts.
mkdir "$work/bin"
printf '#!/bin/sh\nexit 1\n' >"$work/bin/unshare"
chmod +x "$work/bin/unshare"
path=$PATH
PATH=$work/bin:$path
refused "before was configured for another place.*cmake -B before" \
  mlgo compare --level Oz -- ninja -C before
rm -r "$work/cache"
compared program mlgo compare --level Oz -- $plain
PATH=$path
rm -r before
# What is killed leaves no copy, and what somebody else left is removed.
copies() { ls -d "$work"/cache/mlgo/compared/*/tree 2>/dev/null; }
for signal in TERM KILL; do
  mlgo compare -- sh -c 'touch started; sleep 60' >"$work/output" 2>&1 &
  for try in 1 2 3 4 5 6 7 8 9 10; do
    [ -e "$(copies)/started" ] && break
    sleep 1
  done
  [ -e "$(copies)/started" ] || fail "it builds nowhere: $(cat "$work/output")"
  kill -$signal $!
  wait $! || true
  for try in 1 2 3 4 5 6 7 8 9 10; do
    [ -z "$(copies)" ] && break
    sleep 1
  done
  [ -z "$(copies)" ] || fail "killed by $signal, it leaves $(copies)"
done
rm -rf "$work"/cache/mlgo/compared/*
mkdir -p "$work/cache/mlgo/compared/0123/tree"
refused "exit code 4 of the command" mlgo compare -- sh -c 'exit 4'
[ ! -e "$work/cache/mlgo/compared/0123/tree" ] || fail "a stale copy stays"
rm -rf "$work"/cache/mlgo/compared/*
# What cannot be compared is told.
# A Makefile that says gcc is built by clang, twice.
{ printf 'CC = gcc\nCXX = g++\n' && cat Makefile.plain; } >Makefile.gcc
compared program mlgo compare --level Oz --run ./program -- make -f Makefile.gcc
rm Makefile.gcc
refused "compiles with a plugin already.*expected a build by stock clang" \
  mlgo compare --level Oz -- $plain CC=mlgo-clang CXX=mlgo-clang++
refused "expected a build command after --" mlgo compare
refused "a build command after --, .*: make: no recipe" mlgo compare make
for command in run compare tune; do
  refused "a build command is expected after --, as in mlgo $command -- make" \
    mlgo $command make -s
done
refused "linked no program and no shared library" mlgo compare -- true
refused "exit code 3 of the command" mlgo compare -- sh -c 'echo no; exit 3'
refused "'false' ends with code 1" mlgo compare --run false -- $plain
refused "differs from that" mlgo compare --level Oz --run \
  'strings -a program | grep -c mlgo; wc -c program' -- $plain
refused "lto is for packages" mlgo compare --lto full -- $plain
refused "run and --report are for build commands" mlgo compare --run x lua5.4
# For scripts.
mlgo compare --level Oz --json -- $plain 2>"$work/said" >"$work/json" ||
  fail "$(cat "$work/said")"
grep -q '"program": "program"' "$work/json" || fail "no JSON: $(cat "$work/json")"
# A shared library, and a program that is linked with it.
compared_library="sh -c 'clang-22 -O2 -fPIC -shared total.c seven.S -o libtotal-of-a-long-name.so'"
eval "mlgo compare --level Oz -- $compared_library" >"$work/output" \
  2>"$work/said" || fail "$(cat "$work/said")"
grep -q "libtotal-of-a-long-name.so  *C " "$work/output" || fail "$(cat "$work/output")"
awk 'NR == 1 { at = index($0, "lang") } /long-name/ { exit substr($0, at, 2) != "C " }' \
  "$work/output" || fail "columns are not straight: $(cat "$work/output")"
