// How a plugin reaches pipelines
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE:
//   clang-22 -Oz -fpass-plugin=MLGO-22.so -c x.c
//   opt-22 -load-pass-plugin=MLGO-22.so -passes='default<Oz>' x.bc
//   llc-22 -load-pass-plugin=MLGO-22.so x.bc
//   ld.lld-22 --load-pass-plugin=MLGO-22.so ...   (with -flto objects)

#include "PluginEntry.h"
#include "mlgo/llvm/LLVMCompat.h"

namespace mlgo {
/// Filled while the plugin is loaded, in any order of its files.
static std::vector<PassBuilderCallback> &getCallbacks() {
  static std::vector<PassBuilderCallback> Callbacks;
  return Callbacks;
}

bool onPassBuilder(PassBuilderCallback Callback) {
  getCallbacks().push_back(Callback);
  return true;
}
} // namespace mlgo

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT llvm::PassPluginLibraryInfo
    llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, MLGO_PLUGIN_NAME, MLGO_VERSION,
          [](llvm::PassBuilder &PB) {
            for (mlgo::PassBuilderCallback Callback : mlgo::getCallbacks())
              Callback(PB);
          }};
}
