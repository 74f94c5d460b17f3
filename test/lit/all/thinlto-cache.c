// lld's cache of ThinLTO gives nothing of stock's to a link with the plugin.
//
// REQUIRES: llvm-22
// RUN: rm -rf %t && mkdir %t && %clang -Oz -flto=thin -c %s -o %t/x.o
// RUN: %clang -flto=thin -fuse-ld=lld -Wl,--thinlto-cache-dir=%t/cache %t/x.o -o %t/stock
// RUN: cd %t && env MLGO_INLINE_STATS=1 sh -c '%clang -flto=thin $(mlgo flags --linker) -Wl,--thinlto-cache-dir=%t/cache %t/x.o -o %t/plugin' 2>&1 | FileCheck %s
// CHECK: mlgo-inline-stats module={{.*}}x.o decisions=

static int helper(int X) { return X * 3 + X / 7; }
int main(int Count, char **Values) {
  return helper(Count) + helper(Count + 1);
}
