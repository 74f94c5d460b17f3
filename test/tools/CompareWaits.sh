# A comparison waits for another that works in the same folder.
#
# USAGE: sh CompareWaits.sh <folder with mlgo> <folder to work in>
set -eu
bin=$(cd "$1" && pwd)
rm -rf "$2"
mkdir -p "$2/work"
cd "$2"
# As the first comparison, until the second has said that it waits; by a file that
# is there before, so that nothing is read too early.
: >said
mkfifo locked
flock work sh -c 'echo >locked
  until grep -q "another comparison works in .*work; waiting" said; do
    sleep 0.05
  done' &
read -r _ <locked
code=0
timeout 60 "$bin/mlgo" compare no-such-package --work work >said 2>&1 || code=$?
[ $code = 1 ] || { cat said; echo "exit code is $code, expected 1"; exit 1; }
grep -q no-such-package said || { cat said; exit 1; }
grep -q "; waiting" said || { cat said; exit 1; }
