// Names of functions that last
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/LastingNames.h"
#include "compile/ModulePipeline.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace llvm;

namespace mlgo {
/// Whether rustc gives a unit of code such a name: crate.0123456789abcdef-cgu.0
static bool isRustUnit(StringRef File) {
  const auto [Before, Number] = File.rsplit("-cgu.");
  const StringRef Hash = Before.rsplit('.').second;
  return !Number.empty() && all_of(Number, isDigit) && Hash.size() == 16 &&
         all_of(Hash, isHexDigit);
}

std::string getLastingName(StringRef Symbol) {
  if (!Symbol.starts_with("_R"))
    return Symbol.str();
  const std::unique_ptr<char, decltype(&std::free)> Path(
      rustDemangle({Symbol.data(), Symbol.size()}), &std::free);
  return Path ? Path.get() : Symbol.str();
}

std::string getLastingFile(const Module &M) {
  const StringRef File = sys::path::filename(M.getSourceFileName());
  return isRustUnit(File) ? MergedModuleName : File.str();
}
} // namespace mlgo
