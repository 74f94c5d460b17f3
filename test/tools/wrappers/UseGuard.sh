# Builds in which nothing is decided do not pass a guard, and their cause is said.
#
# USAGE: sh UseGuard.sh guard <folder with mlgo> <folder to work in>
. "$(dirname "$0")/Common.sh"

need make cmake ninja meson autoconf automake gcc clang-22
unset CC CXX
export XDG_CACHE_HOME="$work/cache"
printf '{}' >"$work/budget.json"

# guarded WORDS OPTION VALUE ARGUMENT...: exits with 2, says them, and has no table.
guarded() {
  words=$1
  shift
  code=0
  mlgo compare "$@" >"$work/output" 2>"$work/said" || code=$?
  [ $code = 2 ] || fail "$*: exit code $code: $(cat "$work/said")"
  grep -q "^mlgo: error: .*nothing was decided.*$words" "$work/said" ||
    fail "$*: no '$words': $(cat "$work/said")"
  [ ! -s "$work/output" ] || fail "$*: there is a table"
}

# unguarded WORDS ARGUMENT...: they stand before a table.
unguarded() {
  words=$1
  shift
  mlgo compare "$@" >"$work/output" 2>&1 || fail "$*: $(cat "$work/output")"
  awk -v words="$words" '/^mlgo: warning: nothing was decided/ { said = $0 ~ words }
    /^package / { exit } END { exit !said }' "$work/output" ||
    fail "$*: no warning before the table: $(cat "$work/output")"
  grep -q "^project  *[a-z]* " "$work/output" || fail "no table: $(cat "$work/output")"
}

undecided() {
  words=$1
  shift
  guarded "$words" --fail-if 'total > 9999%' "$@"
}

# decided COMMAND...: a guard passes.
decided() {
  mlgo compare --fail-if 'total > 0' "$@" >"$work/output" 2>"$work/said" ||
    fail "$*: $(cat "$work/said")"
}

# gcc by its path, in commands, makefiles, trees of CMake, Meson and Autoconf.
path="C=/usr/bin/gcc; expected a name that PATH finds, CC=gcc"
plain="make -f Makefile.plain CFLAGS=-O2 CXXFLAGS=-O2"
set -- --level Oz -- $plain CC=/usr/bin/gcc CXX=/usr/bin/g++
undecided "the command names a compiler by its path, C$path" "$@"
guarded "" --budget "$work/budget.json" "$@"
guarded "" --write-budget "$work/written.json" "$@"
[ ! -e "$work/written.json" ] || fail "a budget of stock's sizes is written"
unguarded "the command names a compiler by its path, C$path" "$@"
{ printf 'CC = /usr/bin/gcc\nCXX = /usr/bin/g++\n' && cat Makefile.plain; } >Makefile
undecided "Makefile names a compiler by its path, C$path" --level Oz -- make
rm Makefile
undecided "the command calls /usr/bin/gcc; expected a name that PATH finds, gcc" \
  --level Oz -- sh -c '/usr/bin/gcc -Oz -x c -o program - <<END
int main(void) { return 0; }
END'
undecided "CMAKE_C_COMPILER=/usr/bin/gcc; expected a name that PATH finds" \
  --level Oz -- sh -c 'cmake -G Ninja -S . -B built -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_C_COMPILER=/usr/bin/gcc -DCMAKE_CXX_COMPILER=/usr/bin/g++ &&
  ninja -C built'
cmake -G Ninja -S . -B before -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_C_COMPILER=/usr/bin/gcc -DCMAKE_CXX_COMPILER=/usr/bin/g++ >"$work/log"
if unshare --mount true 2>/dev/null ||
  unshare --map-root-user --mount true 2>/dev/null; then
  undecided "before/CMakeCache.txt was configured with /usr/bin/g" \
    --level Oz -- ninja -C before
  rm -r before
  CC=/usr/bin/gcc CXX=/usr/bin/g++ meson setup before --buildtype=minsize >"$work/log"
  undecided "before/build.ninja was set up with /usr/bin/g.*meson setup tuned" \
    --level Oz -- ninja -C before
fi
rm -r before

# No level.
undecided "built was set up by Meson with buildtype=debug, which is -O0; expected meson setup --buildtype=minsize" \
  --level Oz -- sh -c 'meson setup built && ninja -C built'
decided --level Oz -- sh -c 'meson setup --buildtype=minsize built && ninja -C built'
undecided "[0-9]* objects at -O0.*--level Oz makes it -Oz.*built/CMakeCache.txt has no build type" \
  -- sh -c 'cmake -G Ninja -S . -B built && ninja -C built'
decided --level Oz -- sh -c 'cmake -G Ninja -S . -B built && ninja -C built'
undecided "the command says -O0 in CFLAGS; expected CFLAGS=-Oz" \
  --level Oz -- make -f Makefile.plain CFLAGS="-g -O0"
# At -O2 registers are exchanged, and nothing else.
decided -- $plain
grep -q "registers  *[0-9]* exchanged" "$work/said" "$work/output" || fail "no word of registers"
export MLGO_REGALLOC_ASSIGNMENT=stock
undecided "3 files compiled at -O2, which no policy is for; expected --level Oz" -- $plain
unset MLGO_REGALLOC_ASSIGNMENT
autoreconf --install >"$work/log" 2>&1
undecided "Makefile says -O0 in CFLAGS" --level Oz -- sh -c \
  './configure CFLAGS=-O0 CXXFLAGS=-O0 && make'

# Another clang refuses the plugin, so that its build fails.
if command -v clang-19 >/dev/null; then
  mlgo compare --fail-if 'total > 9999%' --level Oz -- $plain CC=clang-19 \
    CXX=clang++-19 >"$work/output" 2>&1 && fail "clang 19 passes a guard"
  grep -q "unable to load plugin" "$work/output" || fail "$(cat "$work/output")"
fi
# Guards of what is not ours to decide.
mlgo compare --fail-if 'total > 99%' --flags -fno-plt -- \
  make -f Makefile.plain CFLAGS=-O0 >"$work/output" 2>&1 ||
  fail "flags alone are refused: $(cat "$work/output")"

# cargo, by a rustc that has an LLVM of its own, and without --release.
if command -v cargo >/dev/null && command -v rustc >/dev/null; then
  mkdir -p "$work/rust/project" "$work/other"
  cp "$here/../../scripts/readme/std.rs" "$work/rust/project"
  cd "$work/rust/project"
  printf '[package]\nname = "std"\nversion = "0.1.0"\nedition = "2021"\n[[bin]]\nname = "std"\npath = "std.rs"\n' >Cargo.toml
  # A script is not linked to our LLVM.
  printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v rustc)" >"$work/other/rustc"
  chmod +x "$work/other/rustc"
  export RUSTC="$work/other/rustc"
  undecided "$RUSTC: found rustc .*not linked to libLLVM.so.22.*; " \
    --level Oz -- cargo build --release --offline
  # Nor does a build by variables become one by stock.
  if env $(mlgo flags --rustc 2>"$work/said") cargo build --release --offline \
    >"$work/output" 2>&1; then
    fail "cargo builds by stock: $(cat "$work/output")"
  fi
  grep -q "mlgo: error: $RUSTC: found rustc" "$work/said" || fail "$(cat "$work/said")"
  grep -q mlgo-flags-failed "$work/output" || fail "$(cat "$work/output")"
  unset RUSTC
  if mlgo flags --rustc >"$work/output" 2>&1; then
    undecided "cargo compiles at opt-level 0 without --release; expected cargo build --release" \
      --level Oz -- cargo build --offline
  fi
  cd "$work/project"
fi

# mlgo run and tune say the same.
mlgo run --oz -- sh -c 'meson setup built && ninja -C built' >"$work/log" \
  2>"$work/output"
grep -q "nothing was decided: built was set up by Meson with buildtype=debug" \
  "$work/output" || fail "run: $(cat "$work/output")"
rm -r built
if mlgo tune --trials 1 -- sh -c 'CC=/usr/bin/gcc CXX=/usr/bin/g++ meson setup \
  --buildtype=minsize built && ninja -C built' >"$work/output" 2>&1; then
  fail "tune: $(cat "$work/output")"
fi
grep -q "names a compiler by its path, C.*built/build.ninja was set up with /usr/bin/g" \
  "$work/output" || fail "tune: $(cat "$work/output")"
rm -rf built .mlgo-tune

# Who has no place for a page hears it before the build.
for command in run compare tune; do
  for option in "--report $work/no/page.html" "--report /dev/full"; do
    # shellcheck disable=SC2086
    if mlgo $command $option -- touch "$work/begun" >"$work/output" 2>&1; then
      fail "$command $option: succeeded"
    fi
    grep -q "^mlgo: error: .*${option#* }: " "$work/output" ||
      fail "$command $option: $(cat "$work/output")"
    [ ! -e "$work/begun" ] || fail "$command $option: it built first"
  done
done
for option in --write-budget "--fail-if total>0 --junit"; do
  # shellcheck disable=SC2086
  if mlgo compare $option "$work/no/file" -- touch "$work/begun" >"$work/output" 2>&1; then
    fail "$option: succeeded"
  fi
  [ ! -e "$work/begun" ] || fail "$option: it built first"
done
# A page that is lost on the way costs no table.
mkdir "$work/pages"
code=0
mlgo compare --level Oz --report "$work/pages/page.html" -- sh -c \
  "$plain && rm -rf '$work/pages'" >"$work/output" 2>"$work/said" || code=$?
[ $code = 1 ] || fail "exit code $code without a place for the page"
grep -q "^project  *program " "$work/output" || fail "no table: $(cat "$work/said")"
grep -q "^mlgo: error: $work/pages/page.html: " "$work/said" || fail "$(cat "$work/said")"

# Two searches of one folder would build over each other.
mlgo tune --trials 1 -o "$work/first" -- sh -c \
  "touch '$work/building'; until [ -e '$work/go' ]; do sleep 0.1; done; $plain" \
  >"$work/output" 2>&1 &
until [ -e "$work/building" ]; do
  kill -0 $! || fail "$(cat "$work/output")"
  sleep 0.1
done
for elsewhere in "" "--work $work/elsewhere"; do
  # shellcheck disable=SC2086
  if mlgo tune --trials 1 $elsewhere -- touch "$work/begun" >"$work/second" 2>&1; then
    fail "two searches work in one folder"
  fi
  grep -q "^mlgo: error: $work/project.*: in use, another mlgo tune" "$work/second" ||
    fail "$(cat "$work/second")"
  [ ! -e "$work/begun" ] || fail "the second one built"
done
touch "$work/go"
wait $! || fail "the first search: $(cat "$work/output")"
mlgo tune --trials 1 --work . -o "$work/second.decisions" -- $plain -B >"$work/output" 2>&1 ||
  fail "a folder that holds both: $(cat "$work/output")"
