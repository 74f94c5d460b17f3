# Options of plugins have one spelling, which every step and kind of file takes.
#
# USAGE: sh UseOptions.sh options <folder with mlgo> <folder to work in>
. "$(dirname "$0")/Common.sh"

need clang-22 ld.lld-22 make
unset CC CXX
export XDG_CACHE_HOME="$work/cache"

# quiet COMMAND...: it works, and nobody complains.
quiet() {
  "$@" >"$work/output" 2>&1 || fail "$*: $(cat "$work/output")"
  if grep -i -E 'warning|error|unused|unknown' "$work/output"; then
    fail "$*: $(cat "$work/output")"
  fi
}

# refused WORDS COMMAND...
refused() {
  words=$1
  shift
  "$@" >"$work/output" 2>&1 && fail "$*: succeeded"
  grep -q -e "$words" "$work/output" ||
    fail "$*: no '$words': $(cat "$work/output")"
}

# All spellings, in all steps, warnings being errors.
cp seven.S seven-plain.S
clang-22 -E -P seven.S -o seven.s
for spelling in "mlgo-clang --effort=1 --strict --mlgo-inline-hot=ignore" \
  "mlgo-clang -mllvm -mlgo-gate-effort=1" \
  "mlgo-clang -mllvm=-mlgo-gate-effort=1" \
  "clang-22 $(mlgo flags --effort 1 --strict --mlgo-inline-hot=ignore)"; do
  for step in "-Oz -c main.c" "-Oz -save-temps -c main.c" "-c seven.s" \
    "-c seven-plain.S" "-E main.c -o main.i" "-E seven-plain.S -o out.s" \
    "-Oz -S main.c -o main-out.s" "-Oz -fembed-bitcode -c main.c" \
    "-Oz -fno-integrated-as -c main.c" "-Oz -x c-header total.h -o total.pch" \
    "-Oz -include-pch total.pch -c main.c" "-Oz -flto -c main.c" \
    "-Oz -c main.c total.c" "--version"; do
    # shellcheck disable=SC2086
    quiet $spelling -Wall -Werror $step
  done
done
# It is passed on to who knows it, and to nobody else.
mlgo-clang --effort=1 -Oz -save-temps -c main.c '-###' >"$work/steps" 2>&1
[ "$(grep -c -e '"-mllvm" "-mlgo-gate-effort=1"' "$work/steps")" -ge 1 ] ||
  fail "the front end is not told: $(cat "$work/steps")"
if grep -e '"-cc1as".*mlgo' "$work/steps"; then
  fail "the assembler is told"
fi
# What is made does not depend on the spelling, and the last one wins.
mlgo-clang++ -Oz --effort=0 --effort=2 -c report.cpp -o wrapped.o
clang++-22 -Oz $(mlgo flags --effort 2) -c report.cpp -o flags.o
clang++-22 -Oz $(mlgo flags) -mllvm -mlgo-gate-effort=2 -c report.cpp -o told.o
clang++-22 -Oz $(mlgo flags --effort 0 --mlgo-gate-effort=2) -c report.cpp -o again.o
for other in flags told again; do
  cmp wrapped.o $other.o || fail "$other.o differs"
done
mlgo-clang++ -Oz --effort=2 --mlgo-gate-measured="$work/measured" -c report.cpp
grep -q . "$work/measured" || fail "nothing was tried"
mlgo-clang -Oz --mlgo-gate-stats --mlgo-gate-mode=default -c main.c 2>&1 |
  grep -q "gate-stats module=main.c" || fail "no counts of passes"
mlgo-clang --smallest --effort=1 '-###' -c main.c 2>&1 |
  grep -q -e "-mlgo-gate-effort=1" || fail "--smallest takes no other effort"
# What is not ours is clang's.
quiet mlgo-clang++ -Oz --effort=1 -mllvm -inline-threshold=3 -o --strict -x c \
  main.c total.c -x assembler seven.s -x c++ report.cpp
check_program ./--strict
refused "Unknown command line argument '-mlgo-no-such'" \
  mlgo-clang -Oz --mlgo-no-such -c main.c
refused "unknown argument: '--effor=8'" mlgo-clang -Oz --effor=8 -c main.c

# Links.
for kind in full thin; do
  mlgo-clang -Oz -flto=$kind -c main.c total.c
  mlgo-clang++ -Oz -flto=$kind -c report.cpp
  objects="main.o total.o report.o seven.s"
  for link in "mlgo-clang++ -fuse-ld=lld --mlgo-inline-stats" \
    "mlgo-clang++ -fuse-ld=lld -mllvm -mlgo-inline-stats" \
    "mlgo-clang++ --smallest --mlgo-inline-stats" \
    "clang++-22 $(mlgo flags --linker --mlgo-inline-stats)"; do
    # shellcheck disable=SC2086
    $link -flto=$kind $objects -o program 2>"$work/output" ||
      fail "$link: $(cat "$work/output")"
    grep -q "inline-stats module=.* decisions=[1-9]" "$work/output" ||
      fail "$link: lld is not told: $(cat "$work/output")"
    check_program ./program
  done
done
mlgo-clang -Oz --effort=1 -c main.c total.c
mlgo-clang++ -Oz -c report.cpp
quiet mlgo-clang++ --effort=1 -fuse-ld=bfd main.o total.o report.o seven.s -o program
check_program ./program

# One switch makes what cannot be used an error, for all tasks.
printf 'no decisions\n' >nonsense
for task in inline regalloc gate priority; do
  for fault in model=no-such.mlgo mode=fast; do
    refused "error: mlgo $task: " mlgo-clang -Oz --strict --mlgo-$task-$fault -c main.c
    refused "error: mlgo $task: " clang-22 -Oz \
      $(mlgo flags --strict "--mlgo-$task-$fault") -c main.c
    variable=MLGO_$(echo "$task-${fault%=*}" | tr a-z- A-Z_)
    refused "error: mlgo $task: " env "$variable=${fault#*=}" MLGO_STRICT=1 \
      mlgo-clang -Oz -c main.c
    mlgo-clang -Oz --mlgo-$task-$fault -c main.c 2>"$work/output" ||
      fail "not strict: $(cat "$work/output")"
    grep -q "warning: mlgo $task: " "$work/output" || fail "no warning: $task"
  done
done
for task in inline gate; do
  refused "error: mlgo $task: nonsense" \
    mlgo-clang -Oz --strict --mlgo-$task-decisions=nonsense -c main.c
done
# Where no policy of ours is asked nothing is wrong.
quiet mlgo-clang --strict -O2 -Werror -c main.c
quiet mlgo-clang --strict --target=powerpc64le-linux-gnu -ffreestanding -Oz \
  -Werror -c total.c

# Flags that cannot be are no reason to build by stock.
for wrong in "--model no-such.mlgo" "--no-such" "inline --effort 8" "--rustc --effort 8"; do
  # shellcheck disable=SC2086
  words=$(mlgo flags $wrong 2>"$work/output") && fail "flags $wrong: succeeded"
  [ "$(grep -c '^mlgo: error: ' "$work/output")" = 1 ] ||
    fail "flags $wrong: $(cat "$work/output")"
  case $wrong in
  *--rustc*) [ "$words" = RUSTC_WRAPPER=mlgo-flags-failed ] ;;
  *) ! clang-22 -Oz $words -c main.c 2>"$work/output" ;;
  esac || fail "flags $wrong: '$words' builds by stock"
done

# Builds that are compared take the same spelling, assembler, too.
rm seven.s # of which make would make seven.o
build="make -f Makefile.plain CFLAGS=-O2\ -Werror CXXFLAGS=-O2\ -Werror"
eval "mlgo compare --level Oz --flags '--effort=1 --strict' -- $build" \
  >"$work/table" 2>"$work/output" || fail "compare: $(cat "$work/output")"
grep -q "program  *C++ .* -[0-9.]*%" "$work/table" || fail "$(cat "$work/table")"

# Another LLVM has no passes to leave out.
if command -v clang-19 >/dev/null && command -v mlgo-clang-19 >/dev/null; then
  refused "error: --effort=8: the plugin for LLVM 19 leaves no passes out" \
    mlgo-clang-19 --effort=8 -c main.c
  mlgo-clang-19 -Oz --mlgo-inline-stats -c main.c 2>&1 |
    grep -q "inline-stats module=main.c" || fail "clang 19 is not told"
  quiet mlgo-clang-19 -Werror --mlgo-inline-hot=ignore -c seven-plain.S
fi
