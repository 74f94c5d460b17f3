# mlgo compare --count of one's own build.
#
# USAGE: sh CompareCount.sh <folder with mlgo> <folder to work in>
. "$(dirname "$0")/Common.sh"
PATH=$(cd "$1" && pwd):$PATH
export PATH
work=$2

need make valgrind clang-22
rm -rf "$work"
mkdir -p "$work/project" "$work/bin"
cd "$work/project"
work=$(cd .. && pwd)
export XDG_CACHE_HOME="$work/cache"
cat >one.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int step(int a) { return a % 7 ? a * 3 + 1 : a / 2; }
int main(int argc, char **argv) {
  int sum = 0;
  for (int i = 0; i < atoi(argv[1]); ++i)
    sum += step(i) + step(i + 1) + step(sum & 1023);
  printf("%d\n", sum);
}
END
cat >two.cpp <<'END'
#include <cstdio>
#include <thread>
int main() {
  int value = 0;
  std::thread other([&] { value = 7; });
  other.join();
#ifdef OTHER
  ++value;
#endif
  std::printf("%d\n", value);
}
END
cat >Makefile <<'END'
all: one two
one: one.c
	$(CC) -O2 one.c -o one
two: two.cpp
	$(CXX) -O2 two.cpp -o two -lpthread
END
unset CC CXX MAKEFLAGS || true

# counted OPTION...: what one build executes is told twice alike.
counted() {
  mlgo compare --level Oz --count "$@" -- make >"$work/output" 2>"$work/said" ||
    fail "$*: $(cat "$work/said")"
}
# has WORDS: a line of the output.
has() {
  grep -q -e "$1" "$work/output" || fail "no '$1': $(cat "$work/output")"
}
counted --run './one 1000; cat Makefile' --run './one 50000' --run ./two
has '^package *program *lang *instructions *change *reads *change *writes'
has '^project *one *C  *[0-9]\{6,\} *[-+][0-9.]*% .*%$'
has '^project *two *C++  *[0-9]\{6,\} .*%$'
has '^all *instructions geometric mean .*, worst '
cp "$work/output" "$work/first"
instructions() { sed -n 's/^project *one *C  *\([0-9]\{6,\}\) .*/\1/p' "$work/output"; }
many=$(instructions)
counted --run './one 1000; cat Makefile' --run './one 50000' --run ./two
grep '^project *one' "$work/output" >"$work/lines"
grep '^project *one' "$work/first" | cmp - "$work/lines" ||
  fail "the counts are not the same again"
counted --run './one 1000' --json
has '"program": "one"'
has '"instructions": {'
has '"worst_percent": '
# Stock is counted as itself. A shorter workload executes less.
counted --flags=-DNONE --run './one 1000'
has '^project *one *C .* +0.00% .* +0.00% .* +0.00%$'
[ "$(instructions)" -lt "$many" ] || fail "a shorter run executes not less"

# refused WORDS OPTION...
refused() {
  words=$1
  shift
  mlgo compare --level Oz "$@" -- make >"$work/output" 2>"$work/said" &&
    fail "$*: succeeded"
  grep -q "$words" "$work/said" || fail "$*: no '$words': $(cat "$work/said")"
}
refused "count counts what --run starts" --count
refused "started no program that the build links" --count --run 'true'
refused "output of './two' after the variant's build differs" --count \
  --flags=-DOTHER --run './one 1' --run ./two
refused "counted run of '\[ .*exit code is 1" --count \
  --run '[ "$XDG_CACHE_HOME" ] && ./two'
printf '#!/bin/sh\nexit 127\n' >"$work/bin/valgrind"
chmod +x "$work/bin/valgrind"
PATH=$work/bin:$PATH
refused "expected Debian's package valgrind" --count --run ./two
