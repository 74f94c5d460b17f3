# Builds a small project with mlgo-clang as its users would, and looks whether
# mlgo decided in all of its files and the program does what it should.
#
# USAGE: sh UseWrappers.sh <job> <folder with mlgo-clang> <folder to work in>
. "$(dirname "$0")/Common.sh"

# Clients start a server and give up after ten seconds, and it with them. One that
# was started here takes the time that it needs.
start_sccache() {
  SCCACHE_START_SERVER=1 SCCACHE_NO_DAEMON=1 SCCACHE_LOG=info \
    sccache >"$work/server" 2>&1 &
  server=$!
  trap 'sccache --stop-server >/dev/null 2>&1 || kill $server || true' EXIT
  until grep -q "listening on port" "$work/server"; do
    kill -0 $server 2>/dev/null || fail "no server: $(cat "$work/server")"
    sleep 0.1
  done
}

case $job in
make)
  need make
  with_counts make -f Makefile.plain
  check_counts $all
  check_program ./program
  ;;
fast)
  need make
  with_counts make -f Makefile.plain CC="mlgo-clang --fast" \
    CXX="mlgo-clang++ --fast" CFLAGS="-O3 -Werror" CXXFLAGS=-Werror
  check_counts $all
  check_program ./program
  # Objects are what the flags make.
  mlgo-clang++ --fast -c report.cpp -o fast.o
  clang++-22 -O2 $(mlgo flags --objective cycles) -c report.cpp -o flags.o
  cmp fast.o flags.o || fail "--fast is not what mlgo flags says"
  if mlgo-clang --fast --smallest -c main.c 2>"$work/both"; then
    fail "--fast beside --smallest"
  fi
  grep -q "expected one" "$work/both" || fail "it said $(cat "$work/both")"
  ;;
autotools)
  need make autoconf automake
  autoreconf --install >"$work/autoreconf" 2>&1 || {
    cat "$work/autoreconf"
    fail "autoreconf failed"
  }
  ./configure CFLAGS="-Oz -Werror" CXXFLAGS="-Oz -Werror" >"$work/configured"
  with_counts make
  check_counts $all
  check_program ./program
  ;;
cmake)
  # Precompiled headers of C++, too.
  need cmake ninja
  cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=MinSizeRel \
    -DCMAKE_C_FLAGS_MINSIZEREL=-Oz -DCMAKE_CXX_FLAGS_MINSIZEREL=-Oz \
    -DCMAKE_COMPILE_WARNING_AS_ERROR=ON >"$work/configured"
  with_counts cmake --build build
  check_counts $all
  check_program build/program
  # Archives of bitcode need the archiver that CMake looks for beside mlgo-clang.
  cmake -G Ninja -S . -B linked -DCMAKE_BUILD_TYPE=MinSizeRel \
    -DCMAKE_C_FLAGS_MINSIZEREL=-Oz -DCMAKE_CXX_FLAGS_MINSIZEREL=-Oz \
    -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON \
    -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld >"$work/configured"
  with_counts cmake --build linked
  grep -q "inline-stats module=.* decisions=[1-9]" "$work/counts" ||
    fail "no inlining was decided at the link"
  check_program linked/program
  ;;
meson)
  need meson ninja
  CFLAGS=-Oz CXXFLAGS=-Oz meson setup build --buildtype=plain >"$work/configured"
  with_counts meson compile -C build
  check_counts $all
  check_program build/program
  ;;
clangd)
  # It reads commands of builds, and starts none of their compilers.
  need clangd cmake ninja
  cmake -G Ninja -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DCMAKE_C_FLAGS="-Oz $(mlgo flags)" >"$work/configured"
  for file in main.c report.cpp; do
    HOME=$work clangd --compile-commands-dir=build --check=$file \
      >"$work/output" 2>&1 || {
      cat "$work/output"
      fail "clangd does not know what $file is compiled with"
    }
  done
  ;;
distributed)
  # Another machine has its own mlgo; this one plays it.
  need distcc
  port=$((20000 + $$ % 20000))
  distccd --no-detach --daemon --allow 127.0.0.1 --listen 127.0.0.1 \
    --port $port --enable-tcp-insecure >"$work/server" 2>&1 &
  trap "kill $! 2>/dev/null || true" EXIT
  export DISTCC_HOSTS=127.0.0.1:$port DISTCC_FALLBACK=0 DISTCC_DIR="$work" \
    DISTCC_BACKOFF_PERIOD=0
  for attempt in 1 2 3 4 5 6 7 8 9 10; do
    distcc clang-22 -c main.c -o first.o 2>"$work/output" && break
    sleep 0.5
  done
  [ -s first.o ] || fail "no server: $(cat "$work/output" "$work/server")"
  for file in main.c report.cpp; do
    compiler=mlgo-clang
    [ "$file" = main.c ] || compiler=mlgo-clang++
    $compiler -Oz -c $file -o here.o
    distcc $compiler -Oz -c $file -o there.o
    cmp here.o there.o || fail "distcc $compiler makes another object"
    distcc clang-22 -Oz $(mlgo flags) -c $file -o flags.o
    cmp here.o flags.o || fail "distcc with flags makes another object"
  done
  # What compiles there has no plugin of this machine, and is not at -O0.
  mlgo run -- distcc clang-22 -Oz -c main.c -o there.o >"$work/output" 2>&1 ||
    fail "mlgo run -- distcc: $(cat "$work/output")"
  grep -q "calls distcc, which compiles where decisions are not counted" \
    "$work/output" || fail "it said $(cat "$work/output")"
  ! command -v icecc >/dev/null || {
    icecc mlgo-clang++ -Oz -c report.cpp -o there.o
    cmp here.o there.o || fail "icecc makes another object"
  }
  ;;
bazel)
  # Its rules, which it would fetch, are its own in Debian.
  need bazel
  for rules in rules_cc/cc rules_java/java; do
    mkdir -p "$work/$rules"
    touch "$work/${rules%/*}/WORKSPACE" "$work/$rules/BUILD"
  done
  for kind in cc_binary cc_import cc_library cc_test cc_toolchain \
    cc_toolchain_suite; do
    echo "$kind = native.$kind"
  done >"$work/rules_cc/cc/defs.bzl"
  for kind in java_binary java_import java_library java_package_configuration \
    java_plugin java_runtime java_test java_toolchain; do
    echo "$kind = native.$kind"
  done >"$work/rules_java/java/defs.bzl"
  touch WORKSPACE
  echo 'cc_binary(name = "program", srcs = glob(["*.c", "*.cpp", "*.h", "*.S"]))' >BUILD
  # In a container it may mount nothing.
  bazel --batch --output_user_root="$work/bazel" build -c opt --copt=-Oz \
    --cxxopt=-std=c++17 --spawn_strategy=processwrapper-sandbox \
    --override_repository=rules_cc="$work/rules_cc" \
    --override_repository=rules_java="$work/rules_java" \
    --action_env=MLGO_INLINE_STATS_FILE="$work/counts" \
    --action_env=MLGO_REGALLOC_STATS_FILE="$work/counts" \
    //:program >"$work/output" 2>&1 || fail "bazel: $(tail -20 "$work/output")"
  check_counts main.c total.c report.cpp
  check_program bazel-bin/program
  chmod -R u+w "$work/bazel"
  ;;
steps)
  # Every kind of file and step, warnings being errors.
  set -- -Oz -Werror -Wall
  with_counts $CC "$@" -c seven.S
  with_counts $CC "$@" -E -P seven.S
  cp "$work/output" seven.s
  with_counts $CC -Werror -c seven.s
  for step in -E -M -MM -fsyntax-only "-S -o main.s" "-emit-llvm -c -o main.bc" \
    "-fno-integrated-as -c" "-fembed-bitcode -c" "-save-temps -c" "-g -c" \
    "-O0 -c" "-O2 -c" "-march=native -c"; do
    with_counts $CC "$@" $step main.c
  done
  with_counts $CC "$@" --version
  with_counts $CC "$@" -print-resource-dir
  with_counts $CC "$@" -x c-header total.h -o total.h.pch
  with_counts $CC "$@" -include-pch total.h.pch -c main.c
  check_counts main.c
  with_counts $CC "$@" -c main.c total.c
  check_counts main.c total.c
  with_counts $CXX "$@" -c report.cpp
  with_counts $CXX "$@" main.o total.o report.o seven.o -o program
  check_program ./program
  with_counts $CXX "$@" -x c main.c total.c -x c++ report.cpp -x none seven.s \
    -fuse-ld=lld -o program
  check_program ./program
  $CC -v -fuse-ld=lld >"$work/output" 2>&1 || fail "-v failed"
  # Where stock decides, who asks is told, and nobody else.
  $CC -v -O2 -c main.c 2>"$work/output"
  grep -q "note: at -O2 stock decides" "$work/output" || fail "no note at -O2"
  for flags in "-v -Oz" "-v -Os" -O2; do
    $CC $flags -c main.c 2>"$work/output"
    grep "stock decides" "$work/output" && fail "$flags: a note"
  done
  if $CC -Oz -c no-such.c 2>"$work/output"; then
    fail "no error for a file that is not there"
  fi
  ;;
lto)
  # The linker decides: clang does not pass the plugin on.
  for kind in full thin; do
    with_counts make -f Makefile.plain CFLAGS="-Oz -Werror -flto=$kind" \
      LDFLAGS="-fuse-ld=lld"
    grep -q "inline-stats module=.* decisions=[1-9]" "$work/counts" ||
      fail "no inlining was decided at the link with -flto=$kind"
    grep -q "regalloc-stats module=.* functions=" "$work/counts" ||
      fail "no eviction was decided at the link with -flto=$kind"
    check_program ./program
    make -s -f Makefile.plain clean
  done
  # Who links without the plugin where LTO needs it hears so, and nobody else.
  warning="with -flto the link decides"
  "$CC" -Oz -flto main.c -o program '-###' 2>&1 | grep -q "$warning" ||
    fail "no warning of a link without the plugin"
  for words in "-c -o main.o" "-o conftest" "-fuse-ld=lld -o program" \
    "-fno-lto -o program"; do
    if "$CC" -Oz -flto main.c $words '-###' 2>&1 | grep "$warning"; then
      fail "a warning for $words"
    fi
  done
  # Another linker does not know the flag.
  with_counts make -f Makefile.plain LDFLAGS="-fuse-ld=bfd"
  check_program ./program
  ;;
cross)
  need aarch64-linux-gnu-gcc qemu-aarch64
  with_counts make -f Makefile.plain CC="mlgo-clang --target=aarch64-linux-gnu" \
    CXX="mlgo-clang++ --target=aarch64-linux-gnu"
  grep -q "inline-stats module=main.c decisions=[1-9]" "$work/counts" ||
    fail "no inlining was decided in main.c"
  check_program qemu-aarch64 -L /usr/aarch64-linux-gnu ./program
  ;;
older)
  # Another LLVM has a compiler of its own.
  need mlgo-clang-19 clang-19
  with_counts make -f Makefile.plain CC=mlgo-clang-19 CXX=mlgo-clang++-19
  for source in $all; do
    grep -q "inline-stats module=.*$source decisions=[1-9]" "$work/counts" ||
      fail "no inlining was decided in $source"
  done
  check_program ./program
  ;;
launcher)
  # The compiler's name stays: CMake starts it by another program.
  need cmake ninja gcc
  unset CC CXX
  for name in COMPILER LINKER; do
    export CMAKE_C_${name}_LAUNCHER=mlgo-launch CMAKE_CXX_${name}_LAUNCHER=mlgo-launch
  done
  for compiler in clang-22 gcc; do
    cmake -G Ninja -S . -B $compiler -DCMAKE_C_COMPILER=/usr/bin/$compiler \
      -DCMAKE_CXX_COMPILER=/usr/bin/$(echo $compiler | sed 's/clang/clang++/; s/gcc/g++/') \
      -DCMAKE_C_FLAGS=-Os -DCMAKE_CXX_FLAGS=-Os >"$work/configured"
    with_counts cmake --build $compiler
    check_program $compiler/program
    [ $compiler = gcc ] || grep -q "regalloc-stats module=.*main.c" "$work/counts" ||
      fail "mlgo was not asked"
  done
  # Behind a cache, and where clang links.
  need ccache
  with_counts mlgo-launch ccache clang-22 -Oz -c main.c
  check_counts main.c
  with_counts mlgo-launch clang++-22 -Oz -flto -fuse-ld=lld -x c main.c total.c \
    -x c++ report.cpp -x none seven.S -o program
  grep -q "inline-stats module=.* decisions=[1-9]" "$work/counts" ||
    fail "no inlining was decided at the link"
  check_program ./program
  ;;
ccache | sccache)
  # An upgrade of the plugin never brings back objects of before.
  need "$job"
  for variable in $(env | sed -n 's/^\(S\{0,1\}CCACHE_[A-Z_]*\)=.*/\1/p'); do
    unset "$variable"
  done
  export CCACHE_DIR="$work/cache"
  export SCCACHE_DIR="$work/cache" SCCACHE_SERVER_PORT=$((20000 + $$ % 20000))
  if [ "$job" = sccache ]; then
    start_sccache
  fi
  plugin=$(sed -n 's,^plugin=.*self%/\*}/,,p' "$bin/mlgo-clang")
  for edition in 1 2; do
    # Other bytes after the end are another plugin that does the same.
    mkdir -p "$work/built"
    cp "$bin/$plugin" "$work/built/MLGO-22.so"
    [ $edition = 1 ] || printf x >>"$work/built/MLGO-22.so"
    cmake -DPLUGIN="$work/built/MLGO-22.so" -DMAJOR=22 \
      -DLIBRARY_FOLDER="$work/prefix/lib/mlgo" \
      -DPROGRAM_FOLDER="$work/prefix/bin" -DCOMPILER_FOLDER=/usr/lib/llvm-22/bin \
      -DCONTENTS=plugin,default -DWRAPPERS="$here/../../../src/tools/wrappers" \
      -P "$here/../../../cmake/MLGONamePlugin.cmake"
    hashed=$(readlink -f "$work/prefix/lib/mlgo/MLGO-22.so")
    for how in wrapper wrapper-again flags flags-again; do
      case $how in
      wrapper*) set -- "$work/prefix/bin/mlgo-clang" ;;
      flags*) set -- clang-22 -fpass-plugin="$hashed" ;;
      esac
      with_counts "$job" "$@" -Oz -c main.c -o main.o
      case $how in
      *-again) [ ! -e "$work/counts" ] || fail "nothing came from the cache" ;;
      *) check_counts main.c ;;
      esac
    done
  done
  ;;
moved)
  # An installed tree works from anywhere, also where names have spaces, also by
  # a link.
  need make
  build=$(cd "$bin/../.." && pwd)
  cmake --install "$build" --prefix "$work/first place" >"$work/installed"
  mv "$work/first place" "$work/another place"
  ln -s "$work/another place/bin/mlgo-clang" "$work/cc"
  ln -s "another place/bin/mlgo-clang++" "$work/c++"
  PATH="$work/another place/bin:$PATH"
  with_counts make -f Makefile.plain
  check_counts $all
  check_program ./program
  make -s -f Makefile.plain clean
  with_counts make -f Makefile.plain CC="$work/cc" CXX="$work/c++"
  check_counts $all
  check_program ./program
  # Who calls it clang-22 gets no endless chain of calls.
  mkdir "$work/renamed"
  ln -s "$work/another place/bin/mlgo-clang" "$work/renamed/clang-22"
  with_counts env PATH="$work/renamed:$PATH" clang-22 -Oz -c main.c
  check_counts main.c
  export XDG_CACHE_HOME="$work/cache"
  with_counts clang-22 -Oz $("$work/another place/bin/mlgo" flags) -c main.c
  check_counts main.c
  ;;
missing)
  # Without a compiler it says what to install.
  tool=$(command -v mlgo-clang)
  sed 's/^compiler=.*/compiler=clang-no-such/; s,^tools=.*,tools=/nowhere,' "$tool" >mlgo-clang-x
  code=0
  sh ./mlgo-clang-x -c main.c 2>"$work/output" || code=$?
  [ $code = 127 ] || fail "exit code $code, expected 127"
  grep -q "error: no clang-.* in PATH.*install the package clang-22" \
    "$work/output" || fail "no word about the package: $(cat "$work/output")"
  ;;
*)
  fail "no such job"
  ;;
esac
