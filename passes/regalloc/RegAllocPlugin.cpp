//===- RegAllocPlugin.cpp - The plugin of the register allocator ----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USAGE:
//   clang-22 -O2 -fpass-plugin=MLGORegAlloc-22.so -c x.c
//   llc-22 -load-pass-plugin=MLGORegAlloc-22.so x.bc   (or -load=...)
//   ld.lld-22 --load-pass-plugin=MLGORegAlloc-22.so ...   (with -flto objects)
//
// Each advisor installs itself when the plugin is loaded: EvictionPlugin.cpp.
//
//===----------------------------------------------------------------------===//

#include "mlgo/llvm/LLVMCompat.h"

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT llvm::PassPluginLibraryInfo
    llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "MLGORegAlloc", MLGO_VERSION,
          [](llvm::PassBuilder &) {}};
}
