// lld's cache of ThinLTO gives nothing of stock's to a link with the plugin, and
// nothing of such a link to stock.
//
// REQUIRES: llvm-22
// RUN: rm -rf %t && mkdir %t && %clang -Oz -flto=thin -c %s -o %t/x.o
// RUN: %clang -flto=thin -fuse-ld=lld -Wl,--thinlto-cache-dir=%t/cache %t/x.o -o %t/stock
// RUN: cd %t && env MLGO_INLINE_STATS=1 sh -c '%clang -flto=thin $(mlgo flags --linker) -Wl,--thinlto-cache-dir=%t/cache %t/x.o -o %t/plugin' 2>&1 | FileCheck %s
// RUN: cd %t && env MLGO_INLINE_STATS=1 mlgo-clang -Oz -flto=thin -fuse-ld=lld -Wl,--thinlto-cache-dir=%t/own x.o -o wrapped 2>&1 | FileCheck %s
// RUN: for cache in cache own; do %clang -flto=thin -fuse-ld=lld -Wl,--thinlto-cache-dir=%t/$cache %t/x.o -o %t/again && cmp %t/stock %t/again || exit 1; done
// RUN: not cmp %t/stock %t/plugin
//
// Nor do links that decide otherwise share it: by variables, by options, by other
// contents of a file. Each link makes what it makes without a cache.
//
// RUN: cd %t && cp %policies/always.mlgo policy.mlgo && link() { mlgo-clang -Oz -flto=thin -fuse-ld=lld x.o "$@"; } && \
// RUN: both() { link -o alone "$@" && link -Wl,--thinlto-cache-dir=%t/own -o cached "$@" && cmp alone cached; } && \
// RUN: (export MLGO_INLINE_MODE=default MLGO_REGALLOC_MODE=default MLGO_GATE_MODE=default; both && cmp stock cached) && \
// RUN: both --mlgo-inline-mode=default --mlgo-regalloc-mode=default --mlgo-gate-mode=default && cmp stock cached && \
// RUN: both && cmp plugin cached && both --mlgo-inline-model=policy.mlgo && cp cached always && \
// RUN: cp %policies/never.mlgo policy.mlgo && both --mlgo-inline-model=policy.mlgo && not cmp always cached && \
// RUN: (export MLGO_INLINE_MODEL=policy.mlgo; both && cp %policies/always.mlgo policy.mlgo && both) && cmp always cached
//
// CHECK: mlgo-inline-stats module={{.*}}x.o decisions=

static int helper(int X) { return X * 3 + X / 7; }
static int larger(int X) { return X > 5 ? helper(X) ^ helper(X + 2) : X + 1; }
int main(int Count, char **Values) {
  return helper(Count) + larger(Count + 1) - larger(Count * 3);
}
