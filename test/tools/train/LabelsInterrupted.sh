# Interrupts mlgo labels in the middle of a module: the same command goes on, and
# its log is byte for byte that of one that nobody interrupts. The same where the
# time is over, but there the labels that are known can be learned from.
#
# USAGE: sh LabelsInterrupted.sh <mlgo> <C++ program> <folder>
set -eu
mlgo=$1 source=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
cd "$work"

fail() {
  echo "LabelsInterrupted.sh: $*" >&2
  [ ! -e err ] || cat err >&2
  exit 1
}

cp "$source" app.cpp
printf 'set -e\n$CXX -Oz -c app.cpp -o app.o\n$CXX app.o -o app\n' >build.sh
"$mlgo" tune --trials 1 -o app.decisions -- sh build.sh >tune.out 2>&1 ||
  fail "no corpus: $(cat tune.out)"
package=$(basename "$(dirname .mlgo-tune/*/corpus)")

labels() {
  into=$1
  shift
  "$mlgo" labels .mlgo-tune --workers in-process -o "$into" "$@"
}
labels whole 2>err || fail "labels failed"
grep -q "s of a processor for each of [1-9][0-9]* tries" err || fail "no price"

# As soon as something is kept.
"$mlgo" labels .mlgo-tune --workers in-process -o cut 2>err &
main=$!
while kill -0 $main 2>/dev/null && ! ls "cut/$package/"*.tries >tries 2>/dev/null; do
  sleep 0.02
done
kill -INT $main 2>/dev/null || fail "it ended before it was interrupted"
code=0
wait $main || code=$?
[ $code = 1 ] || fail "exit code $code after an interrupt, expected 1"
grep -q "interrupted; the same command goes on" err || fail "it does not say so"
! ls "cut/$package/"*.log >/dev/null 2>&1 || fail "a log of half a module"
labels cut 2>err || fail "it does not go on"
for log in "whole/$package/"*.log; do
  cmp "$log" "cut/$package/${log##*/}" || fail "other labels after an interrupt"
done
! ls "cut/$package/"*.tries >/dev/null 2>&1 || fail "tries are left"

# A budget that is over before all is tried, or not, as the machine is.
labels short --seconds 2 2>err || fail "labels --seconds failed"
grep -q "decisions, 0 failed trials" err || fail "failures where time was over"
labels short 2>err || fail "it does not go on after the time"
for log in "whole/$package/"*.log; do
  cmp "$log" "short/$package/${log##*/}" || fail "other labels after the time"
done
