// Functions whose registers may be decided
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RegisterReplay.h"
#include "compile/LastingNames.h"
#include "mlgo/support/File.h"
#include "runner/DecisionFields.h"
#include "runner/RecordedRegisters.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Module.h"
#include <map>
#include <mutex>
#include <set>

using namespace llvm;

namespace mlgo {
namespace {
using Names = std::set<std::string>;

std::string (*FindPath)() = nullptr;
void (*TellFault)(const Function &, const Error &) = nullptr;

Result<Names> readNames(const std::string &Path) {
  Names Read;
  const std::string Text = MLGO_TRY(readFile(Path));
  for (const RecordedRegisters &R :
       MLGO_TRY(parseRecordedRegisters(Text).in(Path)))
    Read.insert(R.Function);
  return Read;
}

/// Those of the file at \p Path, which is read once; nothing if that fails. \p
/// F is of the module that asks.
const std::optional<Names> &getNames(const std::string &Path,
                                     const Function &F) {
  // Threads of a link share what is read.
  static std::mutex Mutex;
  static std::map<std::string, std::optional<Names>> Known;
  const std::lock_guard<std::mutex> Lock(Mutex);
  const auto [Entry, IsNew] = Known.try_emplace(Path);
  if (!IsNew)
    return Entry->second;
  Result<Names> Read = readNames(Path);
  if (Read)
    Entry->second = Read.take();
  else
    TellFault(F, Read.error());
  return Entry->second;
}
} // namespace

void installRegisterReplay(std::string (*Path)(),
                           void (*Tell)(const Function &, const Error &)) {
  FindPath = Path;
  TellFault = Tell;
}

bool mayDecideRegisters(const MachineFunction &MF) {
  const std::string Path = FindPath ? FindPath() : "";
  if (Path.empty())
    return true;
  const Function &F = MF.getFunction();
  const auto &Named = getNames(Path, F);
  return !Named || Named->count(functionField(getLastingName(F.getName()),
                                              F.hasLocalLinkage(),
                                              getLastingFile(*F.getParent())));
}
} // namespace mlgo
