# What the tests of builds share: arguments, the project, what is counted and
# checked. To be read by scripts that are called with
#
#   <job> <folder with mlgo-clang> <folder to work in>
. "$(dirname "$0")/../Common.sh"

job=$1
bin=$(cd "$2" && pwd)
work=$3
here=$(cd "$(dirname "$0")" && pwd)

# The name by PATH, as a user would have it.
PATH=$bin:$PATH
export PATH CC=mlgo-clang CXX=mlgo-clang++
unset CFLAGS CXXFLAGS LDFLAGS MAKEFLAGS || true
# A cache does not look at the environment, which asks for statistics here. Meson
# takes one by itself.
unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER || true
export CCACHE_DISABLE=1
rm -rf "$work"
mkdir -p "$work"
cp -r "$here/project" "$work/project"
cd "$work/project"
work=$(cd .. && pwd)
expected="2 1 13 3 9 15 31 5 37: 812"

# with_counts COMMAND...: runs it; mlgo's statistics go to $work/counts, whatever
# the step.
with_counts() {
  rm -f "$work/counts"
  MLGO_INLINE_STATS_FILE=$work/counts MLGO_REGALLOC_STATS_FILE=$work/counts \
    "$@" >"$work/output" 2>&1 || {
    cat "$work/output"
    fail "$*: failed"
  }
  if grep -i -E 'warning: |unused' "$work/output"; then
    fail "$*: warnings"
  fi
}

# Whether mlgo was asked in all files that were compiled.
check_counts() {
  for source in "$@"; do
    grep -q "inline-stats module=.*$source decisions=[1-9]" "$work/counts" ||
      fail "no inlining was decided in $source"
    grep -q "regalloc-stats module=.*$source functions=" "$work/counts" ||
      fail "no eviction was decided in $source"
  done
}

check_program() {
  found=$("$@")
  [ "$found" = "$expected" ] || fail "$*: found '$found', expected '$expected'"
}

all="main.c total.c report.cpp"
