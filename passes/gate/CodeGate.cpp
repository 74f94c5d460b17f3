// Leaves out passes while code is generated.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CodeGate.h"
#include "GateSession.h"
#include "LoweringGate.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/Pass.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include <utility>

using namespace llvm;

namespace mlgo {
namespace {
CodeGateHost TheHost;

constexpr size_t FirstPass = *findGatePass("codegenprepare");
constexpr size_t LoopReduce = *findGatePass("loop-reduce");

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
      Found->second = find(Pass);
    const std::optional<size_t> Place = Found->second;
    if (Unit.starts_with("function"))
      IsAskedOfFunctions = true;
    if (Unit == "loop")
      return !(Place && OfLoops && Session.mayLeaveOut(*Place)) ||
             Session.shouldRun(*Place, *OfLoops, /*InCode=*/true, nullptr);
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

  /// By the name that the pass gives itself.
  static std::optional<size_t> find(StringRef Pass) {
    return Pass == "Loop Strength Reduction"
               ? LoopReduce
               : findGatePass({Pass.data(), Pass.size()});
  }

  Module &M;
  OptPassGate &Earlier;
  GateSession &Session;
  MachineModuleInfo *const Machine;
  /// Passes over loops do not say whose these are. Null if that is not known:
  /// where a pass over the module stands between, all functions have begun
  /// before the first loop comes, and nobody asked of one in the meantime.
  const Function *OfLoops = nullptr;
  bool HaveBegunAtOnce = false;
  mutable bool IsAskedOfFunctions = true;
  /// Passes by where LLVM keeps their names.
  mutable DenseMap<const char *, std::optional<size_t>> Known;
};

/// Puts the gate into a module's context while its code is generated.
class CodeGateStage final : public ImmutablePass {
public:
  static inline char ID = 0;
  CodeGateStage() : ImmutablePass(ID) {}

  StringRef getPassName() const override { return "Gate of passes"; }

  /// The loops that come next are those of \p F.
  void begin(const Function &F) {
    if (!Gate)
      return;
    Gate->HaveBegunAtOnce |= !std::exchange(Gate->IsAskedOfFunctions, false);
    Gate->OfLoops = Gate->HaveBegunAtOnce ? nullptr : &F;
  }

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

/// Tells the gate which function the passes over loops after it are for.
class LoopsOfFunction final : public FunctionPass {
public:
  static inline char ID = 0;
  explicit LoopsOfFunction(CodeGateStage &Stage)
      : FunctionPass(ID), Stage(Stage) {}

  StringRef getPassName() const override { return "Gate of passes over loops"; }

private:
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
  }

  bool runOnFunction(Function &F) override {
    Stage.begin(F);
    return false;
  }

  CodeGateStage &Stage;
};

void addStage(TargetMachine &, legacy::PassManagerBase &PM,
              TargetPassConfig *Config) {
  if (!TheHost.IsWanted())
    return;
  auto *const Stage = new CodeGateStage;
  PM.add(Stage);
  Config->insertPass(&AtomicExpandID, new LoopsOfFunction(*Stage));
}
} // namespace

bool addCodeGate(const CodeGateHost &Host) {
  TheHost = Host;
  static const RegisterTargetPassConfigCallback Callback(addStage);
  return true;
}
} // namespace mlgo
