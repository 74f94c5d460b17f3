# mlgo compare as a guard: rules, budgets, files that are none.
#
# USAGE: sh CompareGuard.sh <folder with mlgo> <folder to work in>
. "$(dirname "$0")/Common.sh"
PATH=$(cd "$1" && pwd):$PATH
export PATH
work=$2

need make clang-22
rm -rf "$work"
mkdir -p "$work/project" "$work/before/sub" "$work/after/sub"
cd "$work/project"
work=$(cd .. && pwd)
export XDG_CACHE_HOME="$work/cache"
cat >small.c <<'END'
int written[50] = {1};
int zeros[100];
int main(int argc, char **argv) {
  volatile char frame[FRAME];
  frame[argc] = 1;
#ifdef LARGE
  for (int i = 0; i < argc; ++i)
    written[i] += argv[i][0] * zeros[i];
#endif
  return written[argc] + frame[argc];
}
END
printf 'small: small.c\n\t$(CC) -Oz -DFRAME=264 small.c -o small\n' >Makefile
unset CC CXX MAKEFLAGS || true
compile() { clang-22 -Oz -fstack-size-section small.c "$@"; }
compile -DFRAME=64 -o "$work/before/small"
compile -DFRAME=64 -DLARGE -o "$work/after/small"
compile -DFRAME=264 -o "$work/before/sub/deep"
compile -DFRAME=864 -o "$work/after/sub/deep"
cd "$work"
bytes() { wc -c <"$1" | tr -d ' '; }

# guarded CODE WORDS ARGUMENT...: ends with the code and says the words on
# standard error, where each thing is said once.
guarded() {
  code=$1 words=$2
  shift 2
  found=0
  mlgo compare "$@" >output 2>said || found=$?
  [ $found = "$code" ] || fail "$*: exit code $found: $(cat said)"
  grep -q -e "$words" said || [ -z "$words" ] ||
    fail "$*: no '$words': $(cat said)"
  [ -z "$(grep '^mlgo: ' said | sort | uniq -d)" ] || fail "$*: said twice: $(cat said)"
}
has() { grep -q -e "$1" "$2" || fail "no '$1' in $2: $(cat "$2")"; }

# Rules, of two files and of two folders.
guarded 0 "" before/small before/small --fail-if 'total > 0' --fail-if 'xz>0'
guarded 1 "too large: small: code: found [0-9]* bytes, +[0-9.]*% from [0-9]*, expected at most +0.5%$" \
  before/small after/small --fail-if 'code > +0.5%'
has '^mlgo: error: 1 of 1 sizes are larger than allowed$' said
has 'program .* before *after *change$' output
guarded 0 "" after/small before/small --fail-if 'code > -1%'
guarded 1 "expected at most -90%" after/small before/small --fail-if 'code > -90%'
guarded 1 "deep: stack: found [0-9]* bytes, +6[0-9]* from [1-9]" before after/ \
  --fail-if 'stack > 100' --columns data,bss,stack
has ' deep *C ' output
has ' data *change *bss *change *stack *change$' output
guarded 1 "" ./before ./after --fail-if 'total > 0' --fail-if 'stack > 0%' \
  --json --junit junit.xml --github
has '"rule": "stack > 0%"' output
has '"broken": false' output
has '^::error title=deep is too large::deep: stack: found .*%25 from' said
has '<testsuite name="mlgo compare" tests="4" failures="2"' junit.xml
has '<testcase classname="deep" name="stack &gt; 0%".*<failure message=' junit.xml
touch after/sub/new
guarded 0 "" ./before ./after
printf x >after/nothing
guarded 1 "found no linked program of the same name" ./project ./after

# A build, and its budget.
cd project
guarded 0 "" --level Oz --write-budget sizes.json --columns tables,stack,data -- make
has '"stack": [1-9]' sizes.json
guarded 0 "" --level Oz --budget sizes.json --fail-if 'total > 0' -- make
sed 's/"code": [0-9]*/"code": 7/' sizes.json >small.json
guarded 1 "small: code: found [0-9]* bytes, expected at most 7 bytes" \
  --level Oz --budget small.json -- make
sed 's/"small"/"gone"/' sizes.json >gone.json
guarded 1 "gone: code: found no program of this name" \
  --level Oz --budget gone.json -- make
has "note: gone.json has no budget for small" said
cd ..

# What is no rule is no command line.
for rule in code 'code >' 'code >> 1' 'kode > 1' 'code > 1x' 'code > inf' \
  'code > nan%' 'code > +-1' '> 1' 'code < 1' ''; do
  guarded 2 "fail-if" ./before ./after --fail-if "$rule"
done
guarded 2 "budget" ./before ./after --budget x --write-budget y
guarded 2 "expected one of these, too" ./before ./after --github
guarded 2 "found 3 names" ./before ./after ./third
guarded 2 "level is for what is built" ./before ./after --level Oz

# Nor is everything a budget.
for text in '' '[]' '{' '{"small": 1}' '{"small": {"code": -1}}' \
  '{"small": {"code": 1.5}}' '{"small": {"code": "1"}}' \
  '{"small": {"kode": 1}}' '{"small": {"tables": 9, "unwind": 1}}' '{"small": {"code": 99999999999999999999999}}'; do
  printf '%s' "$text" >budget.json
  guarded 1 "budget.json: " ./before ./after --budget budget.json
done
head -c 200000 /dev/zero | tr '\0' '[' >budget.json
guarded 1 "expected a JSON object" ./before ./after --budget budget.json
guarded 1 "no-such.json: " ./before ./after --budget no-such.json
printf '{}' >budget.json
guarded 0 "no budget for small" ./before ./after --budget budget.json

# Programs that are none.
guarded 1 "no-such: there is no such file" ./before/small ./no-such
for size in 0 1 40 64 200 2000 $(($(bytes after/small) - 100)); do
  head -c "$size" after/small >cut
  guarded 1 "cut: cannot measure" before/small ./cut --fail-if 'total > 0'
done
mkfifo fifo
guarded 1 "fifo: is not a regular file" before/small ./fifo
cp project/small.c text
guarded 1 "text: cannot measure" before/small ./text
guarded 1 "cannot measure" ./before before/small
printf '!<arch>\n' >lib.a
guarded 1 "archive has no size" before/small ./lib.a
strip --remove-section=.stack_sizes after/small -o plain
guarded 1 "found no sizes of frames, expected .*-fstack-size-section" \
  before/small ./plain --fail-if 'stack > 0'
# A budget of sizes that cannot be known is not kept.
printf '{"plain": {"stack": 100}}' >budget.json
guarded 1 "found no sizes of frames" before/small ./plain --budget budget.json
# Names cannot break what reads the reports.
name=$(printf 'a"<b>&%%\n\001\377::c')
cp after/small "$name"
found=0
mlgo compare before/small "./$name" --fail-if 'total > 0' --github \
  --junit junit.xml >output 2>said || found=$?
[ $found = 1 ] || fail "exit code $found of a strange name"
[ "$(wc -l <said)" = 2 ] || fail "a name has broken a line: $(cat said)"
if command -v python3 >/dev/null; then
  python3 -c 'import xml.dom.minidom as x; x.parse("junit.xml")' ||
    fail "no XML: $(cat junit.xml)"
fi

# Full disks.
if [ -w /dev/full ]; then
  found=0
  mlgo compare ./before ./before --fail-if 'total > 0' >/dev/full 2>said ||
    found=$?
  [ $found = 1 ] || fail "exit code $found with a full disk"
  has "standard output: cannot write" said
fi
guarded 1 "no/folder/j.xml" ./before ./before --fail-if 'total > 0' \
  --junit no/folder/j.xml
guarded 1 "no/folder/b.json" ./before ./before --write-budget no/folder/b.json
