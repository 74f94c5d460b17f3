# mlgo bisect finds the one decision of each kind that changes what a check looks
# at.
#
# USAGE: sh Bisect.sh <mlgo> <program.cpp> <work folder>
set -eu

mlgo=$1
work=$3
rm -rf "$work"
mkdir -p "$work"
cp "$2" "$work/program.cpp"
cd "$work"

fail() {
  echo "Bisect.sh: $*" >&2
  exit 1
}

# bisect EXPECTED [VARIABLE=VALUE...] CHECK: the program is whole if CHECK, for a
# shell, succeeds.
bisect() {
  expected=$1
  shift
  settings=
  while [ $# -gt 1 ]; do
    settings="$settings $1"
    shift
  done
  "$mlgo" bisect -- env $settings sh -c \
    "clang++-22 -Oz -c program.cpp -o program.o && { $1; }" >said 2>told ||
    { cat told; fail "expected: $expected"; }
  grep -q '^1 of [0-9]* decisions breaks it' said &&
    grep -qxF "  $expected" said || { cat told said; fail "expected: $expected"; }
}

bisect 'inlining, in callOnce: the call of measure (measure#0) is inlined' \
  'nm program.o | grep -q " measure$"'
bisect 'passes, in sum: pass indvars is left out, occurrence 0' \
  'objdump --disassemble=sum program.o | grep -q cmovle'

# Of registers alone.
clang++-22 -Oz -c program.cpp -o stock.o
objdump --disassemble=sum stock.o | tail -n +4 >stock
bisect \
  'evictions, in sum: 0 evictions differ, and 5 registers are exchanged' \
  MLGO_INLINE_MODE=default MLGO_GATE_MODE=default \
  'objdump --disassemble=sum program.o | tail -n +4 | cmp -s - stock'
grep -qxF 'MLGO_REGALLOC_MODE=default leaves evictions to LLVM' said ||
  fail "expected what switches evictions off"

# Nothing to find.
refuse() {
  expected=$1
  shift
  ! "$mlgo" bisect -- "$@" >said 2>told || fail "expected: $expected"
  grep -q "$expected" told || { cat told; fail "expected: $expected"; }
  [ ! -s said ] || fail "expected nothing on standard output"
}
refuse 'fails where LLVM decides all, too' sh -c 'echo cause; exit 3'
grep -q '^cause$' told || fail "expected what the check said"
refuse 'succeeds where mlgo decides' true
refuse 'expected a command that can be run' sh -c ./no-such-command
# What is otherwise each time is no decision's.
refuse 'made again, do not break it' \
  sh -c 'echo x >>runs; [ "$(wc -l <runs)" -ne 2 ]'
