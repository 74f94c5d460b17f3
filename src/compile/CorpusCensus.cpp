// What the modules of a corpus hold
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/CorpusCensus.h"
#include "compile/ReaderProcess.h"
#include "mlgo/support/File.h"
#include "support/ProcessPool.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <sstream>

using namespace llvm;

namespace mlgo {
ModuleCounts &ModuleCounts::operator+=(const ModuleCounts &Other) {
  Bytes += Other.Bytes;
  Functions += Other.Functions;
  CallSites += Other.CallSites;
  return *this;
}

Result<ModuleCounts> countModule(const std::string &Path) {
  std::string Bytes = MLGO_TRY(readFile(Path));
  LLVMContext Ctx;
  // What it would print, for example about old debug information, does not
  // matter for counting.
  Ctx.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {});
  auto M = parseBitcodeFile(MemoryBufferRef(Bytes, Path), Ctx);
  if (!M)
    return mlgo::Error(Path + ": " + toString(M.takeError()));
  ModuleCounts Counts;
  Counts.Bytes = Bytes.size();
  for (const Function &F : **M) {
    Counts.Functions += !F.isDeclaration();
    for (const BasicBlock &Block : F)
      for (const Instruction &I : Block)
        if (const auto *Call = dyn_cast<CallBase>(&I))
          if (const Function *Callee = Call->getCalledFunction())
            Counts.CallSites += !Callee->isDeclaration();
  }
  return Counts;
}

std::vector<Result<ModuleCounts>>
countModules(const std::string &Corpus, const std::vector<std::string> &Modules,
             unsigned Jobs, unsigned DeadlineSeconds) {
  std::vector<Result<ModuleCounts>> Counts(Modules.size(),
                                           mlgo::Error("was not counted"));
  auto PathOf = [&](size_t I) { return Corpus + "/" + Modules[I] + ".bc"; };
  runInProcesses(
      Modules.size(), Jobs, DeadlineSeconds,
      [&](size_t I) {
        becomeReaderProcess();
        Result<ModuleCounts> One = countModule(PathOf(I));
        return One ? "+" + std::to_string(One->Bytes) + " " +
                         std::to_string(One->Functions) + " " +
                         std::to_string(One->CallSites)
                   : "-" + One.error().message();
      },
      [&](size_t I, const TaskOutcome &Outcome) {
        ModuleCounts One;
        char Sign = 0;
        std::istringstream In(Outcome.Output);
        if (!Outcome.Ok)
          Counts[I] =
              mlgo::Error(PathOf(I) + ": reading was " + Outcome.Failure);
        else if (In >> Sign && Sign == '+' &&
                 In >> One.Bytes >> One.Functions >> One.CallSites)
          Counts[I] = One;
        else
          Counts[I] = mlgo::Error(Outcome.Output.substr(1));
      });
  return Counts;
}
} // namespace mlgo
