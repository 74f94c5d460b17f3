// Compiles a module of a corpus with the user's clang
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/CodeSetting.h"
#include "mlgo/support/LLVMMajors.h"
#include <functional>

namespace mlgo {
/// An object to be made.
struct ModuleObject {
  std::string Bitcode; ///< File of the module.
  std::string Object;  ///< File to write; its folder is made.
  CodeSetting Setting;
  unsigned LLVMMajor = DefaultLLVMMajor;
};

/// Compiles \p O with sections for functions and data, and with the flags that
/// \p FlagsAt returns for the level that comes of its setting. Errors quote the
/// compiler.
Status compileModule(
    const ModuleObject &O,
    const std::function<std::vector<std::string>(CodeLevel)> &FlagsAt);

/// Runs the pipeline of a link over \p O, which rustc merged, as it is: by lld
/// with \p Plugin, which \p Environment tells what to do.
Status
compileMerged(const ModuleObject &O, const std::string &Plugin,
              std::vector<std::pair<std::string, std::string>> Environment);
} // namespace mlgo
