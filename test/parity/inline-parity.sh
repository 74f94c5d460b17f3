#!/bin/sh
# Does mlgo's plugin see what LLVM's own ML advisor sees? Lets a stock opt and
# one with the plugin ask the same host about each module, and compares what
# they sent, observation by observation.
#
# USAGE: inline-parity.sh MLGO OPT PLUGIN MODULE_OR_FOLDER...
#
# Modules are files *.bc and *.ll. RULES (always, never, alternate and, for
# LLVM 22, default) says what is decided, PIPELINE how is compiled. Exits with 1
# if anything differs; the logs are kept then.
set -eu
[ $# -ge 4 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2; }
mlgo=$1 opt=$2 plugin=$3
shift 3
rules=${RULES:-always never alternate}
pipeline=${PIPELINE:-default<Oz>}
logs=$(mktemp -d)
observations=0 compared=0 failed=0

# record LOG RULE MODULE FLAG...: what one compiler sends.
record() {
  log=$1 rule=$2 module=$3
  shift 3
  MLGO_INLINE_FEATURES=llvm "$mlgo" host --policy-rule "$rule" \
    --record "$log" -- "$opt" "$@" -passes="$pipeline" -disable-output \
    "$module"
}

find "$@" -name '*.bc' -o -name '*.ll' | LC_ALL=C sort >"$logs/modules"
while read -r module; do
  for rule in $rules; do
    rm -f "$logs"/stock.log* "$logs"/ours.log*

    if ! record "$logs/stock.log" "$rule" "$module" ||
      ! record "$logs/ours.log" "$rule" "$module" \
        -load-pass-plugin="$plugin"; then
      echo "$module, $rule: cannot be compiled"
      failed=$((failed + 1))
      continue
    fi
    if [ "$(ls "$logs" | grep -c ^stock)" != "$(ls "$logs" | grep -c ^ours)" ]; then
      echo "$module, $rule: one asks more often than the other"
      failed=$((failed + 1))
      continue
    fi
    for stock in "$logs"/stock.log*; do
      ours=$logs/ours.log${stock#"$logs/stock.log"}
      [ -e "$stock" ] || continue
      if said=$("$mlgo" log compare "$stock" "$ours" 2>&1); then
        observations=$((observations + ${said%% *}))
      else
        echo "$module, $rule: $said"
        failed=$((failed + 1))
      fi
    done
    compared=$((compared + 1))
  done
done <"$logs/modules"
echo "$observations observations in $compared compilations of" \
  "$(wc -l <"$logs/modules") modules are equal, $failed differ"
if [ $failed -gt 0 ] || [ $observations -eq 0 ]; then
  echo "the last logs are in $logs"
  exit 1
fi
rm -r "$logs"
