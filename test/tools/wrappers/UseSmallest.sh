# Builds a small project with --smallest: programs are smaller and do the same, and
# what they give up is said once.
#
# USAGE: sh UseSmallest.sh <job> <folder with mlgo-clang> <folder to work in>
. "$(dirname "$0")/Common.sh"

need make clang-22 ld.lld-22
price="has a price"
export XDG_CACHE_HOME="$work/cache"

# Bytes that are loaded. Padding of pages counts where it lies in the file.
text() { size "$1" | awk 'NR == 2 { print $1 }'; }

# built BYTES TIMES: the program works, is smaller than BYTES, and $work/output
# has said the price TIMES.
built() {
  check_program ./program
  [ "$(text program)" -lt "$1" ] ||
    fail "it has $(text program) bytes, expected less than $1"
  said=$(grep -c "$price" "$work/output") || true
  [ "$said" = "$2" ] || fail "the price is said $said times, expected $2"
}

makes() { with_counts make -f Makefile.plain "$@"; }

case $job in
smallest)
  makes CC=clang-22 CXX=clang++-22
  stock=$(text program)
  make -s -f Makefile.plain clean
  makes
  plain=$(text program)
  grep "$price" "$work/output" && fail "a price without --smallest"
  make -s -f Makefile.plain clean
  # The build's own level does not stay, but -O0 does.
  makes CC="mlgo-clang --smallest" CXX="mlgo-clang++ --smallest" \
    CFLAGS="-O2 -Werror"
  built "$plain" 1
  check_counts $all
  readelf -n program | grep "Build ID" && fail "a build id"
  readelf --debug-dump=frames report.o >"$work/rows"
  clang++-22 -Oz -c report.cpp -o stock.o
  readelf --debug-dump=frames stock.o >"$work/stock-rows"
  [ "$(wc -l <"$work/rows")" -lt "$(wc -l <"$work/stock-rows")" ] ||
    fail "unwind tables describe epilogues"
  if getconf GNU_LIBC_VERSION | grep -qE "glibc 2\.(3[6-9]|[4-9])"; then
    readelf -d program | grep -q RELR || fail "relocations are not packed"
  fi
  make -s -f Makefile.plain clean
  # With LTO lld generates code: in this process the environment is read.
  for kind in full thin; do
    makes CC="mlgo-clang" CXX="mlgo-clang++" CFLAGS="-Oz -flto=$kind" \
      LDFLAGS=-fuse-ld=lld
    linked=$(text program)
    make -s -f Makefile.plain clean
    makes CC="mlgo-clang --smallest" CXX="mlgo-clang++ --smallest" \
      CFLAGS="-Oz -Werror -flto=$kind"
    built "$linked" 1
    grep -q "inline-stats module=.* decisions=[1-9]" "$work/counts" ||
      fail "no inlining was decided at the link with -flto=$kind"
    make -s -f Makefile.plain clean
  done
  # lld's cache of ThinLTO keeps both kinds apart.
  set -- -Oz -flto=thin -fuse-ld=lld -Wl,--thinlto-cache-dir=cache -x c main.c \
    total.c -x c++ report.cpp -x none seven.S -o program
  with_counts mlgo-clang++ "$@"
  kept=$(find cache -type f | wc -l)
  with_counts mlgo-clang++ --smallest "$@"
  [ "$(find cache -type f | wc -l)" -gt "$kept" ] || fail "one cache for both"
  # A command that is too long comes as a file.
  with_counts mlgo-clang --smallest -c main.c total.c seven.S report.cpp
  linker=$(mlgo flags --smallest --linker 2>"$work/said")
  linker=${linker#*--ld-path=}
  clang++-22 -### main.o total.o report.o seven.o -o program 2>&1 | tail -1 |
    sed 's/^ "[^"]*"//' >words
  "${linker%% *}" @words
  check_program ./program
  readelf -n program | grep "Build ID" && fail "a build id by a file of words"
  make -s -f Makefile.plain clean
  # Other linkers do what they can.
  makes CC="mlgo-clang --smallest" CXX="mlgo-clang++ --smallest" \
    LDFLAGS=-fuse-ld=bfd
  built "$stock" 1
  # Every kind of file and step, in silence.
  set -- --smallest -Wall -Werror
  cp seven.S plain.s && sed -i '/#/d' plain.s
  for step in "-c seven.S" "-E main.c" "-M main.c" "-fsyntax-only main.c" \
    "-save-temps -c main.c" "-fembed-bitcode -c main.c" "-S main.c -o main.s" \
    "-x c-header total.h -o total.h.pch" "-include-pch total.h.pch -c main.c" \
    "-c total.c" "-r main.o total.o -o part.o" "-no-pie -Wl,-r -nostdlib total.o -o x.o" \
    "--version" "-print-resource-dir" \
    "main.o total.o seven.o -xc++ report.cpp -lstdc++ -o conftest"; do
    with_counts mlgo-clang "$@" $step
    grep "$price" "$work/output" && fail "$step: a price"
    grep "note: at -" "$work/output" && fail "$step: a note that is not true"
  done
  mlgo-clang --smallest -v 2>"$work/output" || fail "-v failed"
  grep "$price" "$work/output" && fail "-v: a price"
  with_counts mlgo-clang++ --smallest main.o total.o seven.o report.cpp -o program
  built "$stock" 1
  # Programs that look for their sections by name keep them.
  cat >sections.c <<'END'
__attribute__((used, section("numbers"))) static int first = 3, second = 4;
extern int __start_numbers[], __stop_numbers[];
int main(void) {
  int sum = 0;
  for (int *n = __start_numbers; n != __stop_numbers; ++n)
    sum += *n;
  return sum;
}
END
  code=0
  with_counts mlgo-clang --smallest sections.c -o sections
  ./sections || code=$?
  [ $code = 7 ] || fail "sections: $code, expected 7"
  # Exceptions and functions whose addresses are compared.
  cat >throw.cpp <<'END'
#include <cstdio>
#include <vector>
__attribute__((noinline)) int same(int X) { return X * 7 + 1; }
__attribute__((noinline)) int other(int X) { return X * 7 + 1; }
struct Guard {
  int &Count;
  ~Guard() { ++Count; }
};
static int check(std::vector<int> &V, unsigned I, int &Count) {
  Guard G{Count};
  return V.at(I);
}
int main(int argc, char **) {
  int (*volatile F)(int) = same;
  int (*volatile G)(int) = other;
  std::vector<int> V(argc);
  int Count = 0;
  for (unsigned I = 0; I != 3; ++I)
    try {
      check(V, I, Count);
    } catch (const std::exception &) {
      Count += 10;
    }
  std::printf("%d %d %d\n", F != G, F(2) + G(2), Count);
}
END
  with_counts mlgo-clang++ --smallest throw.cpp -o throws
  [ "$(./throws)" = "1 30 23" ] || fail "throw: $(./throws)"
  ;;
smallest-run)
  need readelf
  unset CC CXX
  with_counts mlgo run --oz -- make -f Makefile.plain CC=clang-22 CXX=clang++-22 \
    CFLAGS="-O2 -Werror"
  plain=$(text program)
  grep "$price" "$work/output" && fail "a price without --smallest"
  for flags in "CFLAGS=-O2 -Werror" "LDFLAGS=-fuse-ld=lld" \
    "CFLAGS=-O3 -flto=thin"; do
    make -s -f Makefile.plain clean
    with_counts mlgo run --smallest -- make -f Makefile.plain CC=clang-22 \
      CXX=clang++-22 "$flags"
    case $flags in
    *flto*) check_program ./program ;;
    *) built "$plain" 1 ;;
    esac
    readelf -n program | grep "Build ID" && fail "a build id"
  done
  grep -q "inlining    [1-9][0-9]* decisions" "$work/output" ||
    fail "LTO: nothing was decided: $(cat "$work/output")"
  with_counts mlgo run --smallest -- sh -c 'clang-22 -c main.c total.c &&
    clang-22 -r main.o total.o -o part.o && clang-22 -S -Werror main.c'
  # The same by flags.
  make -s -f Makefile.plain clean
  compile=$(mlgo flags --smallest 2>"$work/said")
  [ "$(grep -c "$price" "$work/said")" = 1 ] || fail "$(cat "$work/said")"
  link=$(mlgo flags --smallest --linker 2>"$work/said")
  with_counts make -s -f Makefile.plain CC="clang-22 $compile" \
    CXX="clang++-22 $compile" CFLAGS=-Werror LDFLAGS="$link"
  built "$plain" 0
  ;;
smallest-hot)
  # Bytes alone decide in hot loops, by each door, unless the user chooses.
  cp "$here/hot.c" .
  # makes_hot KIND COMMAND...: passes that hot loops need are left out, or not.
  makes_hot() {
    kind=$1
    shift
    rm -f "$work/left-out" hot.o hot.so
    MLGO_GATE_RECORD=$work/left-out "$@" 2>"$work/output" ||
      fail "$*: $(cat "$work/output")"
    grep -q smooth "$work/left-out" || fail "$*: no pass is left out"
    found=guard
    if grep -q "smooth.\(licm\|indvars\)" "$work/left-out"; then
      found=ignore
    fi
    [ "$found" = "$kind" ] || fail "$*: hot=$found, expected $kind"
  }
  guarded="env MLGO_GATE_HOT=guard"
  export MLGO_GATE_EFFORT=0 # The policy alone.
  makes_hot guard mlgo-clang -Oz -c hot.c
  makes_hot ignore mlgo-clang --smallest -c hot.c
  makes_hot guard mlgo-clang --smallest --mlgo-gate-hot=guard -c hot.c
  makes_hot guard $guarded mlgo-clang --smallest -c hot.c
  makes_hot ignore mlgo run --smallest -- clang-22 -c hot.c
  makes_hot guard $guarded mlgo run --smallest -- clang-22 -c hot.c
  for task in all gate; do
    set -- mlgo flags $task --smallest --effort 0
    makes_hot ignore clang-22 $("$@") -c hot.c
    makes_hot guard clang-22 $("$@" --mlgo-gate-hot=guard) -c hot.c
  done
  # The user's own effort stays, too.
  MLGO_GATE_EFFORT=1 mlgo run --smallest -- sh -c 'env >"$0"' "$work/variables"
  grep -x MLGO_GATE_EFFORT=1 "$work/variables" || fail "effort is not 1"
  grep MLGO_SMALLEST_EFFORT "$work/variables" && fail "links forget effort"
  # Links decide with LTO.
  mlgo-clang -Oz -fPIC -flto -c hot.c -o linked.o
  for linker in "mlgo-clang --smallest" \
    "clang-22 $(mlgo flags --smallest --linker)"; do
    makes_hot ignore $linker -flto -shared linked.o -o hot.so
    makes_hot guard $guarded $linker -flto -shared linked.o -o hot.so
  done
  ;;
smallest-ccache)
  # Objects with and without are not one another's.
  need ccache
  for variable in $(env | sed -n 's/^\(CCACHE_[A-Z_]*\)=.*/\1/p'); do
    unset "$variable"
  done
  export CCACHE_DIR="$work/cache"
  for how in "" --smallest; do
    for try in 1 2; do
      with_counts ccache mlgo-clang++ $how -Oz -c report.cpp -o "report$how.o"
      case $try in
      1) check_counts report.cpp ;;
      2) [ ! -e "$work/counts" ] || fail "nothing came from the cache" ;;
      esac
    done
  done
  cmp -s report.o report--smallest.o && fail "--smallest changes nothing"
  # And of flags.
  for try in 1 2; do
    with_counts ccache clang++-22 $(mlgo flags --smallest 2>"$work/said") -c \
      report.cpp -o flags.o
  done
  [ ! -e "$work/counts" ] || fail "nothing came from the cache for flags"
  ;;
*)
  fail "no such job"
  ;;
esac
