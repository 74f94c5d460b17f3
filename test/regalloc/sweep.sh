#!/bin/bash
# Compiles every module of a corpus with the stock eviction advisor, or priority
# advisor, with the plugin, and through the interactive channel, and says where
# they differ:
#
# - pass-through: decisions logged but stock's, and the object is stock's;
# - parity: a host is sent the same bytes by stock and by the plugin, under the
#   policies first-legal and arbitrary, or a priority-arbitrary, and the objects
#   are the same;
# - stress: under these policies in the compiler the machine code verifies, no
#   answer is illegal, and the object is the one that the host's decisions gave;
#   the policy that ships verifies, too.
#
# Modules are optimised at -O2 first; attributes that ask for small code go,
# unless LEVEL=Oz.
#
# USAGE: test/regalloc/sweep.sh BUILD WORK CORPUS...
#   BUILD   build folder of mlgo, with mlgo, the plugin and the test policies
#   WORK    folder for modules and results; what is done there is not done again
#   CORPUS  folders with .bc files, at any depth
#   JOBS=N  in the environment: modules at a time, 1 by default
#   CHECKS=shipped  in the environment: pass-through and the policy that ships
#   LEVEL=Oz  in the environment: at -Oz, with the policy that ships for size
#   ADVISOR=priority  in the environment: priorities, while stock evicts

set -u
shopt -s inherit_errexit

optimise() { # FROM TO
  if [ "${LEVEL-}" = Oz ]; then
    opt -passes='default<Oz>' "$1" -o "$2.tmp" && mv "$2.tmp" "$2"
    return
  fi
  llvm-dis < "$1" | sed -E '
    /^attributes #[0-9]+ =/ {
      s/ (minsize|optsize|optnone)\>//g
      s/= \{ \}/= { "mlgo-empty" }/
    }' | opt -O2 -o "$2.tmp" && mv "$2.tmp" "$2"
}

check_shipped() {
  # What stock outlines on RISC-V does not verify.
  $limit llc -O2 -verify-machineinstrs -enable-machine-outliner=never \
    -filetype=obj "${plugin[@]}" "$flag-stats" module.bc -o own.o 2> stats || faults+=" verify-shipped"
  grep -q ' clamped=0 stock=0 ' stats || faults+=" clamped-shipped"
}

check() { # MODULE: prints one line for it
  local module=$1 work=$2 policy limit="timeout 600" functions=0 observations=0
  local plugin=(-load "$PLUGIN") faults="" flag=-mlgo-${ADVISOR:-regalloc}
  local policies=(first-legal arbitrary) stock=()
  if [ "${ADVISOR-}" = priority ]; then
    plugin+=(-mlgo-regalloc-mode=default)
    policies=(priority-arbitrary)
    stock=(-regalloc-enable-priority-advisor=release
      "-regalloc-priority-interactive-channel-base={channel}")
  fi
  if ! [ -s "$work/module.bc" ]; then
    optimise "$module" "$work/module.bc" || { echo "SKIPPED $module"; return; }
  fi
  cd "$work" || return
  $limit llc -O2 -filetype=obj module.bc -o stock.o || faults+=" stock"
  $limit llc -O2 -filetype=obj "${plugin[@]}" "$flag-mode=default" \
    "$flag-training-log=log" module.bc -o own.o || faults+=" logging"
  cmp -s stock.o own.o || faults+=" pass-through"
  if [ "${CHECKS-}" = shipped ]; then
    check_shipped
    rm -f log stock.o own.o
    echo "${faults:+DIFFERS}${faults:-ok} functions=0 observations=0 $module"
    return
  fi
  for policy in "${policies[@]}"; do
    rm -f stock.log own.log
    $limit mlgo host --model "$POLICIES/$policy.mlgo" --record stock.log -- \
      llc -O2 -filetype=obj "${stock[@]}" module.bc -o stock.o ||
      faults+=" stock-host"
    $limit mlgo host --model "$POLICIES/$policy.mlgo" --record own.log -- \
      llc -O2 -filetype=obj "${plugin[@]}" "$flag-mode=interactive" \
      "$flag-channel={channel}" module.bc -o own.o || faults+=" own-host"
    # A module without functions asks nobody.
    if [ -e stock.log ] || [ -e own.log ]; then
      cmp -s stock.log own.log || faults+=" parity-$policy"
      functions=$(grep -a -c '^{"context":' own.log)
      observations=$((observations + $(grep -a -c '^{"observation":' own.log)))
    fi
    cmp -s stock.o own.o || faults+=" object-$policy"
    $limit llc -O2 -verify-machineinstrs -filetype=obj "${plugin[@]}" \
      "$flag-model=$POLICIES/$policy.mlgo" "$flag-stats" \
      module.bc -o own.o 2> stats || faults+=" verify-$policy"
    cmp -s stock.o own.o || faults+=" release-$policy"
    grep -q ' clamped=0 stock=0 ' stats || faults+=" clamped-$policy"
  done
  check_shipped
  rm -f stock.log own.log log stock.o own.o
  echo "${faults:+DIFFERS}${faults:-ok} functions=$functions" \
    "observations=$observations $module"
}

if [ "${1-}" = --module ]; then
  folder="$WORK/$(echo "$2" | md5sum | cut -c1-16)"
  mkdir -p "$folder"
  [ -s "$folder/result" ] && exit 0
  check "$2" "$folder" > "$folder/line" 2> "$folder/errors"
  mv "$folder/line" "$folder/result"
  cat "$folder/result"
  exit 0
fi
if [ $# -lt 3 ]; then
  sed -n '/^# USAGE/,/^$/s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
build=$(realpath "$1")
mkdir -p "$2"
WORK=$(realpath "$2")
shift 2
PLUGIN=$build/passes/regalloc/MLGORegAlloc-22.so
POLICIES=$build/test/lit/policies
PATH=${MLGO_TOOLS:-$build/src/tools}:$(llvm-config-22 --bindir):$PATH
export WORK PLUGIN POLICIES PATH
find -L "$@" -name '*.bc' | sort |
  xargs -d '\n' -P "${JOBS:-1}" -n 1 "$(realpath "$0")" --module
cat "$WORK"/*/result | awk '
  { count[$1 == "ok" ? "equal" : $1 == "SKIPPED" ? "skipped" : "different"]++ }
  match($0, /functions=[0-9]+/) {
    functions += substr($0, RSTART + 10, RLENGTH - 10) }
  match($0, /observations=[0-9]+/) {
    observations += substr($0, RSTART + 13, RLENGTH - 13) }
  END {
    printf "%d modules equal, %d different, %d skipped; %d functions, ",
      count["equal"], count["different"], count["skipped"], functions
    printf "%d observations\n", observations
    exit count["different"] > 0 || count["equal"] == 0 }'
