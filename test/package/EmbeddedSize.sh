# A linear policy in a program takes few bytes, and neither Eigen nor a library of
# mlgo's: the class alone, and with the runner that checks names.
#
# USAGE: sh EmbeddedSize.sh <prefix> <clang++> <policy as JSON> <folder to work in>
set -eu
prefix=$1
compiler=$2
policy=$3
rm -rf "$4"
mkdir -p "$4"
cd "$4"

fail() {
  echo "EmbeddedSize.sh: $*" >&2
  exit 1
}

"$prefix/bin/mlgo" model import "$policy" -o Policy.mlgo
"$prefix/bin/mlgo" model aot Policy.mlgo --class Policy -o Policy.h
cat >none.cpp <<'END'
#include <cstdint>
bool shouldUnroll(int64_t TripCount) { return TripCount < 8; }
END
cat >class.cpp <<'END'
#include "Policy.h"
bool shouldUnroll(int64_t TripCount) {
  Policy P;
  *static_cast<int64_t *>(P.arg_data(3)) = TripCount;
  P.Run();
  return *static_cast<int64_t *>(P.result_data(0));
}
END
cat >runner.cpp <<'END'
#include "Policy.h"
#include "mlgo/runner/ReleaseModeModelRunner.h"
bool shouldUnroll(int64_t TripCount) {
  std::vector<mlgo::TensorSpec> Inputs;
  for (const char *Name : {"instructions", "blocks", "depth", "trip_count"})
    Inputs.push_back(mlgo::TensorSpec::createSpec<int64_t>(Name, {1}));
  auto Runner = mlgo::ReleaseModeModelRunner<Policy>::create(Inputs, "unroll");
  if (!Runner)
    return false;
  *(*Runner)->getTensor<int64_t>(3) = TripCount;
  return (*Runner)->evaluate<int64_t>();
}
END
for kind in none class runner; do
  cat >>$kind.cpp <<'END'
#include <cstdio>
#include <cstdlib>
int main(int Count, char **Words) {
  while (--Count > 0)
    std::printf("%d", shouldUnroll(std::atoi(*++Words)));
}
END
  "$compiler" -std=c++17 -Oz -DNDEBUG -ffunction-sections -fdata-sections \
    -I. -I"$prefix/include" $kind.cpp -fuse-ld=lld -Wl,--gc-sections -o $kind
done
[ "$(./class 1 2 3 9 99 9999)" = "$(./runner 1 2 3 9 99 9999)" ] ||
  fail "class and runner decide otherwise"
text() { size "$1" | awk 'NR == 2 { print $1 }'; }
for limit in class=2000 runner=26000; do
  kind=${limit%=*}
  more=$(($(text $kind) - $(text none)))
  echo "$kind: $more bytes"
  [ $more -le ${limit#*=} ] || fail "$kind: expected ${limit#*=} bytes at most"
done
