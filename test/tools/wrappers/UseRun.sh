# Runs builds of a small project, which know nothing of mlgo, in mlgo run.
#
# USAGE: sh UseRun.sh run <folder with mlgo> <folder to work in>
. "$(dirname "$0")/Common.sh"

# Builds that know nothing of mlgo, configured in the run or before.
need make cmake ninja meson autoconf automake gcc llvm-profdata-22
unset CC CXX
export XDG_CACHE_HOME="$work/cache"
covered() {
  grep -q "inlining    [1-9][0-9]* decisions in 3 files" "$work/output" ||
    fail "$1: inlining is not covered: $(cat "$work/output")"
  grep -Eq "evictions   [0-9]+ decisions? in ([0-9]+ functions? of )?3 files" "$work/output" ||
    fail "$1: evictions are not covered: $(cat "$work/output")"
  grep -Eq "passes      [1-9][0-9]* left out of [0-9]+ on [0-9]+ functions of 3 files" "$work/output" ||
    fail "$1: passes are not covered: $(cat "$work/output")"
  grep -q "linked      $2: [0-9]* bytes of text" "$work/output" ||
    fail "$1: $2 is not named: $(cat "$work/output")"
  grep "linked .*CMakeFiles" "$work/output" && fail "$1: probes are programs"
  check_program "./$2"
}
autoreconf --install >"$work/autoreconf" 2>&1
with_counts mlgo run --oz -- sh -c './configure && make'
covered autotools program
make -s distclean
with_counts mlgo run --oz -- sh -c 'cmake -G Ninja -S . -B configured \
  -DCMAKE_BUILD_TYPE=Release && ninja -C configured'
covered CMake configured/program
with_counts mlgo run --oz -- sh -c 'meson setup built --buildtype=release &&
  ninja -C built'
covered Meson built/program
# A configured build, by the compiler's path; nothing stays of a run.
cmake -G Ninja -S . -B before -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_C_COMPILER=/usr/bin/clang-22 -DCMAKE_CXX_COMPILER=/usr/bin/clang++-22 \
  >"$work/configured"
with_counts mlgo run -- ninja -C before program
grep -q "not asked   about inlining in 3 files at -O2.*--oz" "$work/output" ||
  fail "no word about -O2: $(cat "$work/output")"
ninja -C before -t clean >/dev/null
with_counts ninja -C before
[ ! -e "$work/counts" ] || fail "a build after a run is not stock's"
# LTO: the link is edited, too.
with_counts mlgo run -- make -f Makefile.plain CC=clang-22 CXX=clang++-22 \
  CFLAGS="-Oz -flto=thin" ASFLAGS= LDFLAGS=-fuse-ld=lld
grep -q "LTO         3 files left to the link" "$work/output" ||
  fail "no word about LTO: $(cat "$work/output")"
grep -q "inlining    [1-9][0-9]* decisions" "$work/output" ||
  fail "LTO: nothing was decided: $(cat "$work/output")"
make -s -f Makefile.plain clean
# A build that names no level gets one; without, the cause is named.
with_counts mlgo run -- make -f Makefile.plain CC=clang-22 CXX=clang++-22 \
  CFLAGS= CXXFLAGS=
grep -q "nothing was decided: 3 objects at -O0" "$work/output" ||
  fail "no word about -O0: $(cat "$work/output")"
make -s -f Makefile.plain clean
with_counts mlgo run --oz -- make -f Makefile.plain CC=clang-22 CXX=clang++-22 \
  CFLAGS= CXXFLAGS=
covered "a build without a level" program
make -s -f Makefile.plain clean
# gcc takes no plugins. clang splits what the environment has at spaces.
mkdir "$work/a folder"
with_counts env TMPDIR="$work/a folder" mlgo run --oz -- sh -c \
  'clang-22 -O1 -fuse-ld=lld main.c total.c -x c++ report.cpp -x none seven.S \
    -lstdc++ -o program'
covered "a folder with a space" program
with_counts mlgo run -- make -f Makefile.plain CC=/usr/bin/gcc \
  CXX=/usr/bin/g++ CFLAGS=-O2
grep -q "not covered 3 objects of gcc" "$work/output" ||
  fail "no word about gcc: $(cat "$work/output")"
grep -q "because .* by its path, CC=/usr/bin/gcc; .* finds, CC=gcc" \
  "$work/output" || fail "nothing on why gcc was used: $(cat "$work/output")"
grep -q "not covered 1 object of assembler" "$work/output" ||
  fail "no word about assembler: $(cat "$work/output")"
make -s -f Makefile.plain clean
# A build that says gcc gets clang, however it says it.
{ printf 'CC = gcc\nCXX = g++\n' && cat Makefile.plain; } >Makefile.gcc
with_counts mlgo run --oz -- make -f Makefile.gcc CFLAGS="-O2 -Wno-no-such"
covered "a Makefile that says gcc" program
make -s -f Makefile.plain clean
with_counts mlgo run --oz -- sh -c 'CC=gcc CXX=g++ ./configure && make'
covered "a configure script that is told gcc" program
make -s distclean
with_counts mlgo run --oz -- sh -c 'cmake -G Ninja -S . -B told \
  -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ -DCMAKE_BUILD_TYPE=Release &&
  ninja -C told'
covered "CMake that is told gcc" told/program
# What CMake keeps is there in the next build, too, and is stock clang.
ninja -C told -t clean >/dev/null
with_counts ninja -C told
[ ! -e "$work/counts" ] || fail "a build after a run is not stock's"
rm -rf told
with_counts mlgo run --oz -- sh -c 'CC=gcc CXX=g++ meson setup told \
  --buildtype=release && ninja -C told'
covered "Meson that is told gcc" told/program
rm -rf told
with_counts mlgo run --oz --report "$work/page.html" -- make -f Makefile.plain \
  CC=clang-22 CXX=clang++-22 CFLAGS=-O2 CXXFLAGS=-O2
for words in "<h1>What mlgo decided in project</h1>" "program</span>" \
  "that stock would have decided" "cost_estimate = " "passes left out: [a-z]" \
  "registers: [0-9]* exchanged"; do
  grep -q -e "$words" "$work/page.html" || fail "no '$words' on the page"
done
# With a profile, what runs little is for our policies for size.
printf ':ir\nmain\n0\n1\n1\n' >"$work/app.proftext"
llvm-profdata-22 merge -o "$work/app.profdata" "$work/app.proftext"
mlgo run --profile "$work/app.profdata" -- clang-22 -### -O2 -c main.c \
  >"$work/output" 2>&1
for words in "fprofile-instrument-use-path=$work/app.profdata" \
  '"-mllvm" "-pgo-cold-func-opt=minsize"'; do
  grep -q -e "$words" "$work/output" || fail "no '$words' with a profile"
done
code=0
mlgo run -- sh -c 'exit 3' 2>"$work/output" || code=$?
[ $code = 3 ] || fail "exit code $code, expected the build's, 3"
