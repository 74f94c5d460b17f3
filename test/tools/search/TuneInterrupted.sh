# Interrupts mlgo tune: once, and it ends with what it has, without the search of
# passes; again and again, and nothing of it goes on.
#
# USAGE: sh TuneInterrupted.sh <mlgo> <C++ program> <folder>
mlgo=$1 source=$2 work=$3
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
fail() {
  echo "$1" >&2
  cat tune.err >&2
  exit 1
}
cp "$source" app.cpp
printf 'set -e\n$CXX -c app.cpp -o app.o\n$CXX app.o -o app\n' >build.sh
arguments=
# tune <word of what it tells> <signal>...: sends the first once it has told of
# that, to it alone, as `kill` does, others a little later.
tune() {
  word=$1
  shift
  : >tune.err # An earlier one has told of the same.
  # shellcheck disable=SC2086
  setsid "$mlgo" tune --trials $trials --jobs 2 $arguments -o app.decisions -- \
    sh build.sh >tune.out 2>tune.err &
  main=$!
  while kill -0 $main 2>/dev/null && ! grep -q "$word" tune.err; do
    sleep 0.05
  done
  for signal; do
    kill -"$signal" $main 2>/dev/null
    sleep 0.5
  done
  code=0
  wait $main || code=$?
}
# What was started in the folder, and still runs.
left() {
  for process in /proc/[0-9]*; do
    if [ "$(readlink "$process/cwd" 2>/dev/null)" = "$PWD" ] &&
      [ "${process#/proc/}" != $$ ] && grep -qE 'clang|lld|mlgo' "$process/comm" 2>/dev/null; then
      echo "${process#/proc/} $(cat "$process/comm")"
    fi
  done
}

trials=400
for signal in INT TERM; do
  rm -rf .mlgo-tune app.decisions
  tune "search .* trials" $signal
  [ $code = 0 ] || fail "exit code is $code after one SIG$signal"
  grep -q "; interrupted" tune.out || fail "no word of the interrupt: $(cat tune.out)"
  grep -q "passes: .*linked again" tune.err && fail "passes were searched after SIG$signal"
  grep -q "Build with these flags" tune.out || fail "no advice: $(cat tune.out)"
  [ -s app.decisions ] || fail "no decisions after SIG$signal"
done

trials=20
# In the search of passes, one ends it: what was found before is kept.
rm -rf .mlgo-tune app.decisions
tune "tune: searching passes" INT
[ $code = 0 ] || fail "exit code is $code after SIGINT in the search of passes"
grep -q "passes: not searched: interrupted" tune.err || fail "the search of passes goes on"
grep -q "Build with these flags" tune.out || fail "no advice: $(cat tune.out)"
grep -q "mlgo-gate-decisions" app.decisions && fail "half of what a search of passes found is kept"

# Who insists ends it, and all that it runs.
rm -rf .mlgo-tune app.decisions
tune "tune: searching passes" TERM TERM
[ $code = 143 ] || [ $code = 0 ] || fail "exit code is $code after two SIGTERM"
sleep 1
[ -z "$(left)" ] || fail "still there: $(left)"

# A policy is not learned from half of the labels.
rm -rf .mlgo-tune app.decisions
arguments="--train app.mlgo"
tune "tune: searching passes" INT
[ $code = 1 ] || fail "exit code is $code, expected 1: nothing was learned"
grep -q "app.mlgo: not learned: interrupted" tune.err || fail "no word of the policy"
[ ! -e app.mlgo ] || fail "a policy was learned from half of the labels"
