// Leaves out passes while code is generated.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CodeGate.h"
#include "GateSession.h"
#include "LoweringGate.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/Pass.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;

namespace mlgo {
namespace {
CodeGateHost TheHost;

constexpr size_t FirstPass = *findGatePass("codegenprepare");

/// What LLVM's skipFunction asks.
class CodeGate final : public OptPassGate {
public:
  CodeGate(Module &M, OptPassGate &Earlier, GateSession &Session,
           MachineModuleInfo *Machine)
      : M(M), Earlier(Earlier), Session(Session), Machine(Machine) {}

  bool isEnabled() const override { return true; }

  bool shouldRunPass(StringRef Pass, StringRef Unit) const override {
    if (Earlier.isEnabled() && !Earlier.shouldRunPass(Pass, Unit))
      return false;
    const auto [Found, IsNew] = Known.try_emplace(Pass.data(), std::nullopt);
    if (IsNew)
      Found->second = findGatePass({Pass.data(), Pass.size()});
    const std::optional<size_t> Place = Found->second;
    // Every code generator that optimises asks about this one, and before it
    // selects instructions.
    const bool IsFirst = Place == FirstPass;
    const bool IsOpen = Place && Session.mayLeaveOut(*Place);
    if (!(IsFirst || IsOpen) || !Unit.consume_front("function (") ||
        !Unit.consume_back(")"))
      return true;
    Function *F = M.getFunction(Unit);
    if (!F)
      return true;
    if (IsFirst)
      decideLowering(*F, Session, Machine);
    return !IsOpen || Session.shouldRun(
                          *Place, *F, /*InCode=*/true,
                          Machine ? Machine->getMachineFunction(*F) : nullptr);
  }

  Module &M;
  OptPassGate &Earlier;
  GateSession &Session;
  MachineModuleInfo *const Machine;
  /// Passes by where LLVM keeps their names.
  mutable DenseMap<const char *, std::optional<size_t>> Known;
};

/// Puts the gate into a module's context while its code is generated.
class CodeGateStage final : public ImmutablePass {
public:
  static inline char ID = 0;
  CodeGateStage() : ImmutablePass(ID) {}

  StringRef getPassName() const override { return "Gate of passes"; }

private:
  bool doInitialization(Module &M) override {
    Session = TheHost.Start(M);
    if (!Session)
      return false;
    auto *Machine = getAnalysisIfAvailable<MachineModuleInfoWrapperPass>();
    LLVMContext &Context = M.getContext();
    Gate.emplace(M, Context.getOptPassGate(), *Session,
                 Machine ? &Machine->getMMI() : nullptr);
    Context.setOptPassGate(*Gate);
    return false;
  }

  bool doFinalization(Module &M) override {
    if (!Gate)
      return false;
    M.getContext().setOptPassGate(Gate->Earlier);
    Gate.reset();
    Session.reset();
    TheHost.Finish(M);
    return false;
  }

  std::shared_ptr<GateSession> Session;
  std::optional<CodeGate> Gate;
};

void addStage(TargetMachine &, legacy::PassManagerBase &PM,
              TargetPassConfig *) {
  if (TheHost.IsWanted())
    PM.add(new CodeGateStage());
}
} // namespace

bool addCodeGate(const CodeGateHost &Host) {
  TheHost = Host;
  static const RegisterTargetPassConfigCallback Callback(addStage);
  return true;
}
} // namespace mlgo
