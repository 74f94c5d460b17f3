# mlgo run says that a distributed ThinLTO link does not ask about inlining.
#
# USAGE: sh RunDistributed.sh <folder with mlgo> <folder to work in>
set -eu
PATH=$(cd "$1" && pwd):$PATH
export PATH
for tool in clang-22 ld.lld-22; do
  command -v $tool >/dev/null || {
    echo "SKIPPED: no $tool"
    exit 77
  }
done
rm -rf "$2"
mkdir -p "$2"
cd "$2"
cat >main.c <<'END'
int twice(int);
static int add(int a, int b) { return twice(a) + b; }
int main(int argc, char **argv) { return add(argc, 1) + add(argc, 2); }
END
echo 'int twice(int a) { return 2 * a; }' >twice.c
cat >build.sh <<'END'
set -e
clang-22 -Oz -flto=thin -c main.c twice.c
clang-22 -flto=thin -fuse-ld=lld -Wl,--thinlto-index-only main.o twice.o -o program
[ "$1" = compile ] && exit
for file in main twice; do
  clang-22 -Oz -fthinlto-index=$file.o.thinlto.bc -x ir -c $file.o -o $file.native.o
done
clang-22 -fuse-ld=lld main.native.o twice.native.o -o program
END
words="not asked   about inlining in 2 files compiled with -fthinlto-index, where LLVM asks no plugin"
mlgo run -- sh build.sh compile >compiled 2>&1
if grep "fthinlto-index" compiled; then exit 1; fi
mlgo run -- sh build.sh link >linked 2>&1
grep -q "$words" linked || {
  cat linked
  exit 1
}
