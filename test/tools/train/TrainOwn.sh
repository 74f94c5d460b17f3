# Trains on programs of somebody's, holds one out, and says what came of it.
#
# USAGE: sh TrainOwn.sh <mlgo> <source folder of the project> <folder>
set -eu
mlgo=$1 project=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
cd "$work"

fail() {
  echo "TrainOwn.sh: $*" >&2
  for file in out err; do
    [ ! -e $file ] || cat $file >&2
  done
  exit 1
}

# program <folder> <sources>...: one that is built by make.
program() {
  folder=$1
  shift
  mkdir -p "$folder"
  cp "$@" "$folder"
  {
    printf 'OBJECTS = %s\n' "$(cd "$folder" && ls ./*.c* | sed 's/\.[a-z]*$/.o/' | tr '\n' ' ')"
    printf 'app: $(OBJECTS)\n\t$(CXX) -o $@ $(OBJECTS)\n'
    printf '%%.o: %%.c\n\t$(CC) -Oz -c $<\n%%.o: %%.cpp\n\t$(CXX) -Oz -c $<\n'
  } >"$folder/Makefile"
}
readme=$project/test/scripts/readme
program words "$readme/app.cpp"
program tally "$readme/tally.c"
program shapes "$project/test/lit/inliner/runs-the-same_exec.cpp"

"$mlgo" train-own words tally shapes --sites 6 --jobs 2 -o own.mlgo -- make >out 2>err ||
  fail "it failed"
grep -q "train-own: labels 2 programs; shapes is held out" err || fail "held out"
grep -q "^own: [0-9.]* % .* than the shipped policy on 1 program that it was not trained on" out ||
  fail "no gain over the shipped policy"
grep -q "^own: learned from [0-9]* labels, which is little" out || fail "few labels"
grep -q "own against stock" out || fail "no table"
"$mlgo" model info own.mlgo | grep -q "programs: tally,words" || fail "trained on"
cp own.mlgo first.mlgo

# Corpora that are there, and labels that are there, give the same.
"$mlgo" train-own words tally shapes --sites 6 -o own.mlgo >out 2>err || fail "again"
cmp own.mlgo first.mlgo || fail "another policy"

# eval says what it was trained on.
"$mlgo" eval --corpus words/.mlgo-own --policy own.mlgo >out 2>err || fail "eval"
grep -q "own: .* on 1 program that it was itself trained on" out || fail "not told"
grep -q "mlgo train-own holds one out" out || fail "no advice"
grep -q "^inline-size against stock" out || fail "the shipped policy is missing"

# Wrong commands say so before anything is built.
code=0
"$mlgo" train-own words -o x.mlgo >out 2>err || code=$?
[ $code = 1 ] || fail "one program is enough"
grep -q "there is 1 program, words; expected 2 or more" err || fail "one program"
! "$mlgo" train-own words tally --hold-out absent >out 2>err || fail "absent"
grep -q "hold-out is 'absent', expected one of words, tally" err || fail "hold out"
! "$mlgo" train-own words elsewhere >out 2>err || fail "elsewhere"
grep -q "elsewhere: no corpus is here" err || fail "no corpus"
[ ! -e x.mlgo ] || fail "half a result"
