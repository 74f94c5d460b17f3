// Level and target of code
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include <string>

namespace mlgo {
/// What a function is to be small for, by its own attributes, which are also
/// there at an LTO link.
enum class SizeLevel { Speed, Size, MinSize };

inline SizeLevel getSizeLevel(const llvm::Function &F) {
  return F.hasMinSize()   ? SizeLevel::MinSize
         : F.hasOptSize() ? SizeLevel::Size
                          : SizeLevel::Speed;
}

/// The level's name in a ModelScope.
inline const char *getLevelName(SizeLevel Level) {
  return Level == SizeLevel::MinSize ? "Oz"
         : Level == SizeLevel::Size  ? "Os"
                                     : "O2";
}

/// Whether \p M is of -fextend-variable-liveness. Its markers stand between
/// last calls and returns, and few things may change for stock's jumps to stay.
inline bool extendsVariables(const llvm::Module &M) {
  return M.getFunction("llvm.fake.use");
}

/// The target's name in a ModelScope: that of BuildTarget, or for targets that
/// have none there LLVM's name of the architecture.
inline std::string getTargetName(const llvm::Triple &T) {
  switch (T.getArch()) {
  case llvm::Triple::x86_64:
    return "x86-64";
  case llvm::Triple::x86:
    return "i386";
  case llvm::Triple::thumb:
    return "thumb2";
  default:
    return llvm::Triple::getArchTypeName(T.getArch()).str();
  }
}
} // namespace mlgo
