# A board's firmware, built with the toolchain for Arm by stock clang and by ours,
# says the same on its serial line, and is smaller. Processors have libraries of
# their own; one that is none is an error that says so.
#
# USAGE: sh Firmware.sh <project> <folder with mlgo-clang> <folder to work in>
set -eu
source=$(cd "$1" && pwd)
tools=$(cd "$2" && pwd)
PATH=$tools:$PATH
export PATH
rm -rf "$3"
mkdir -p "$3"
cd "$3"

fail() {
  echo "Firmware.sh: $*" >&2
  exit 1
}

for tool in clang-22 ld.lld-22 ninja qemu-system-arm arm-none-eabi-gcc; do
  command -v $tool >/dev/null || {
    echo "SKIPPED: no $tool"
    exit 77
  }
done
[ -d /usr/lib/picolibc/arm-none-eabi ] || {
  echo "SKIPPED: no picolibc-arm-none-eabi"
  exit 77
}

# configure <folder> <option>...
configure() {
  folder=$1
  shift
  cmake -G Ninja -S "$source/test/scripts/readme/firmware" -B "$folder" \
    -DCMAKE_TOOLCHAIN_FILE="$source/cmake/MLGOArmNone.cmake" \
    -DCMAKE_BUILD_TYPE=MinSizeRel "$@" >"$folder.log" 2>&1
}
build() {
  configure "$@" && cmake --build "$1" >>"$1.log" 2>&1 || {
    cat "$1.log"
    fail "$1 does not build"
  }
}
text() { size "$1/console.elf" | awk 'NR == 2 { print $1 }'; }

build ours
build stock -DCMAKE_C_COMPILER=clang-22
for folder in ours stock; do
  printf '%s\n' 'fill 0 24 7' 'sort 0 24' 'dump 0 0x18' 'sum 0 24' 'sum 9 5000' \
    halt | timeout 120 qemu-system-arm -M lm3s6965evb -display none -monitor none \
    -serial stdio -semihosting -kernel $folder/console.elf >$folder.said 2>qemu.log ||
    fail "$folder: qemu ended with $?"
  cmp $folder.said - <<'END' || fail "$folder said something else"
0000  00 12 13 13 22 23 24 25 2e 31 42 4e 66 69 6c 74
0010  92 a1 be cd ce d7 ed fc
crc32 e5df7d04 adler32 480c09b1
sum: expected FROM and COUNT in 4096 bytes
halted
END
done
echo "stock: $(text stock) bytes, ours: $(text ours) bytes"
[ "$(text ours)" -lt "$(text stock)" ] || fail "ours is not smaller"

build m4 -DMLGO_CPU="-mcpu=cortex-m4 -mfloat-abi=hard"
grep -q "lib/thumb/v7e-m+fp/hard/libc.a" m4/build.ninja ||
  fail "another library than that for Cortex-M4 with its unit for floats"

if configure wrong -DMLGO_CPU=-mcpu=cortex-m99; then
  fail "there is no Cortex-M99"
fi
tr '\n' ' ' <wrong.log | tr -s ' ' >wrong.said
grep -q "MLGO_CPU is -mcpu=cortex-m99: .* unrecognized -mcpu target: cortex-m99" \
  wrong.said || fail "$(cat wrong.said)"
mkdir few
for tool in sh cmake ninja; do
  ln -s "$(command -v $tool)" few/$tool
done
if PATH=$PWD/few:$tools cmake -S "$source/test/scripts/readme/firmware" -B none \
  -DCMAKE_TOOLCHAIN_FILE="$source/cmake/MLGOArmNone.cmake" >none.log 2>&1; then
  fail "built without arm-none-eabi-gcc"
fi
tr '\n' ' ' <none.log | tr -s ' ' >none.said
grep -q "expected the packages gcc-arm-none-eabi and picolibc-arm-none-eabi" \
  none.said || fail "$(cat none.said)"
