# Asks why calls of a small project were inlined.
#
# USAGE: sh UseWhy.sh why <folder with mlgo> <folder to work in>
. "$(dirname "$0")/Common.sh"

need clang-22
unset CC CXX
export TMPDIR=$work

# says WORDS COMMAND...: an extended regular expression.
says() {
  words=$1
  shift
  "$@" >"$work/output" 2>&1 || fail "$*: $(cat "$work/output")"
  grep -qE "$words" "$work/output" || fail "$*: $(cat "$work/output")"
}

refuses() {
  words=$1
  shift
  "$@" >"$work/output" 2>&1 && fail "$*: succeeded"
  grep -qE "$words" "$work/output" || fail "$*: $(cat "$work/output")"
}

cat >why.cpp <<'END'
int outside(int);
namespace ns {
static int pair(int X) { return outside(X) + outside(X + 1) + outside(3 * X); }
int same(int X) { return X; }
int sum(int X) { return pair(X) + pair(X + 2) + same(X); }
} // namespace ns
int alone(int X) { return outside(X); }
END
cat >loop.c <<'END'
int put(int, int);
void fill(int *To, int N) {
  for (int I = 0; I < N; I++)
    To[I] = put(I * 12345, 67890);
}
END
echo 'int one(void) { return 1; }' >why.c
cat >registers.c <<'END'
int ask(long, long);
long two(long A, long B) { return ask(A, B) + A * B; }
END
says "passes left out: [a-z-]*[a-z0-9, -]*\$" mlgo why loop.c fill -- -Oz
says "registers: [0-9]+ exchanged, [0-9]+ bytes? less as modelled\$" \
  mlgo why registers.c two -- -Oz
says '"exchanged_registers": [1-9]' mlgo why registers.c two --json -- -Oz
says "^ns::sum\(int\): 3 decided calls" mlgo why why.cpp ns::sum -- -Oz
grep -q "stock leaves it, the policy [a-z]* it by [0-9][0-9]* points" \
  "$work/output" || fail "no points: $(cat "$work/output")"
grep -qE "^ +[+-][0-9]+  [a-z_]+ = -?[0-9]+ +[a-z]" "$work/output" ||
  fail "no inputs: $(cat "$work/output")"
grep -q "ns::pair(int) (why.cpp)  (call 2)\|ns::pair(int)  (call 2)" \
  "$work/output" || fail "no second call: $(cat "$work/output")"
grep -q "1 call that stock inlines at no cost" "$work/output" ||
  fail "no certain call: $(cat "$work/output")"
# All numbers that are shown of a call add up.
mlgo why why.cpp sum | awk '
  / by [0-9]+ points/ { for (I = 1; I < NF; ++I) if ($I == "by") Left = $(I + 1)
    Left *= /policy leaves/ ? -1 : 1 }
  /^ +[+-]?[0-9]+  / { Left -= $1 }
  / a usual call/ { if (Left != 0) exit 1; ++Seen }
  END { exit !Seen }' || fail "points do not add up"
says '"points_in_a_unit": 10*,?$' mlgo why why.cpp sum --json
says "^ +3 +[0-9]+ +[0-9]+ +[0-9]+  ns::sum" mlgo why why.cpp
says "^ +3 +[0-9]+ +[0-9]+ +[0-9]+  ns::sum" mlgo why why.cpp -- -Oz -Wall
# What else people have at hand.
clang-22 -Os -fembed-bitcode -c why.cpp -o why.o
refuses "is decided already; expected .*-Xclang -fembed-bitcode=all" \
  mlgo why why.o sum
clang-22 -Os -Xclang -fembed-bitcode=all -c why.cpp -o why.o
says "^ns::sum\(int\): 3 decided" mlgo why why.o sum
clang-22 -Oz -Xclang -disable-llvm-passes -emit-llvm -c why.cpp -o why.bc
says "^ns::sum\(int\): 3 decided" mlgo why why.bc _ZN2ns3sumEi
says "exit code 0" mlgo run --record "$work/record" -- \
  sh -c 'clang-22 -Oz -c why.cpp -o why.o && clang-22 -Oz -c registers.c'
says "^ns::sum\(int\): 3 decided" mlgo why "$work/record" sum
# What has no answer.
says "alone.*: 0 decided calls" mlgo why why.cpp alone
grep -q "nothing was asked: it calls no function" "$work/output" ||
  fail "no reason: $(cat "$work/output")"
refuses "no function is called 'summ', of [0-9]*; did you mean ns::sum" \
  mlgo why why.cpp summ
refuses "nothing was asked: it is compiled at -O2" mlgo why why.c one -- -O2
# But registers are exchanged there, too.
says "registers: [0-9]+ exchanged" mlgo why registers.c two -- -O2
grep -q "note: registers.c: nothing was asked: it is compiled at -O2" \
  "$work/output" || fail "no word about -O2: $(cat "$work/output")"
says "registers: [0-9]+ exchanged" mlgo why "$work/record" two
refuses "decided at the link" mlgo why why.cpp sum -- -Oz -flto
refuses "holds no bitcode .*-fembed-bitcode" sh -c \
  'clang-22 -Oz -c why.cpp -o plain.o && mlgo why plain.o sum'
refuses "neither source nor bitcode" mlgo why CMakeLists.txt sum
refuses "no-such.c" mlgo why no-such.c sum
refuses "cannot compile it" mlgo why why.cpp sum -- -Oz -DX=} -Dint=}
refuses "which is no source" mlgo why why.o sum -- -Oz
