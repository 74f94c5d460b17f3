// Writes down what was decided of registers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RegisterRecord.h"
#include "PluginKit.h"
#include "compile/LastingNames.h"
#include "mlgo/support/File.h"
#include "runner/DecisionFields.h"
#include "runner/RecordedRegisters.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mlgo {
namespace {
/// Appears when the session ends that it is of.
class RegisterRecord {
public:
  RegisterRecord(Module &M, PluginKit &Kit, std::string Path)
      : Context(M.getContext()), File(getLastingFile(M)), Kit(Kit),
        Path(std::move(Path)) {}
  ~RegisterRecord() {
    const std::string Header = std::string(RegisterRecordHeader) + "\n";
    if (Status Done = appendToFile(Path, Header, Lines); !Done)
      Kit.fail(Context, Done.error());
  }

  /// \p Counts are of all functions so far; \p MF is the last.
  void add(const MachineFunction &MF, const EvictionCounts &Counts) {
    const Function &F = MF.getFunction();
    RecordedRegisters R;
    R.Evictions = Counts.Differ - Before.Differ;
    R.Exchanged = Counts.Reassigned - Before.Reassigned;
    R.SavedBytes = Counts.SavedBytes - Before.SavedBytes;
    Before = Counts;
    if (R.isStock())
      return;
    R.Function =
        functionField(getLastingName(F.getName()), F.hasLocalLinkage(), File);
    Lines += formatRecordedRegisters(R);
  }

private:
  LLVMContext &Context;
  const std::string File;
  PluginKit &Kit;
  const std::string Path;
  EvictionCounts Before;
  std::string Lines;
};
} // namespace

void recordRegisters(EvictionSession &Session, Module &M, PluginKit &Kit,
                     const std::string &Path) {
  // What differs is counted where stock's decision is known.
  Session.Config.NeedsStockDecision = true;
  Session.Config.OnAllocated =
      [Record = std::make_shared<RegisterRecord>(M, Kit, Path)](
          const MachineFunction &MF, const EvictionCounts &Counts) {
        Record->add(MF, Counts);
      };
}
} // namespace mlgo
