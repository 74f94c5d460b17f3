// Functions about which their callers may know more than the convention says
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LocalCallees.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mlgo {
/// Attributes that put code into a function, or have it run otherwise.
constexpr Attribute::AttrKind Instrumenting[] = {
    Attribute::Naked,
    Attribute::ReturnsTwice,
    Attribute::OptimizeNone,
    Attribute::FnRetThunkExtern,
    Attribute::SafeStack,
    Attribute::ShadowCallStack,
    Attribute::SpeculativeLoadHardening,
    Attribute::SanitizeAddress,
    Attribute::SanitizeAllocToken,
    Attribute::SanitizeHWAddress,
    Attribute::SanitizeMemTag,
    Attribute::SanitizeMemory,
    Attribute::SanitizeNumericalStability,
    Attribute::SanitizeRealtime,
    Attribute::SanitizeRealtimeBlocking,
    Attribute::SanitizeThread,
    Attribute::SanitizeType};

/// What attributes of text begin with that only say how code is selected. Any
/// other may be a hook, a patch or a convention.
constexpr const char *Harmless[] = {"approx-func-fp-math",
                                    "denormal-fp-math",
                                    "frame-pointer",
                                    "min-legal-vector-width",
                                    "mlgo-",
                                    "no-builtin",
                                    "no-infs-fp-math",
                                    "no-jump-tables",
                                    "no-nans-fp-math",
                                    "no-signed-zeros-fp-math",
                                    "no-trapping-math",
                                    "prefer-vector-width",
                                    "probe-stack",
                                    "stack-protector-buffer-size",
                                    "stackrealign",
                                    "target-cpu",
                                    "target-features",
                                    "tune-cpu",
                                    "unsafe-fp-math"};

bool hasUsualConvention(const Function &F) {
  const CallingConv::ID Convention = F.getCallingConv();
  return Convention == CallingConv::C || Convention == CallingConv::Fast ||
         Convention == CallingConv::Cold;
}

static bool isHarmless(Attribute A) {
  return !A.isStringAttribute() || any_of(Harmless, [&](StringRef Beginning) {
    return A.getKindAsString().starts_with(Beginning);
  });
}

bool isLocalCallee(const Function &F) {
  return F.hasLocalLinkage() && !F.isDeclaration() && hasUsualConvention(F) &&
         !F.hasPrologueData() && !F.hasPrefixData() && !F.hasGC() &&
         none_of(Instrumenting,
                 [&](auto Kind) { return F.hasFnAttribute(Kind); }) &&
         all_of(F.getAttributes().getFnAttrs(), isHarmless) &&
         all_of(F.uses(), [&](const Use &U) {
           const auto *Call = dyn_cast<CallBase>(U.getUser());
           return Call && Call->isCallee(&U) && Call->getCalledFunction() == &F;
         });
}

namespace {
/// The functions of a module, each behind its callees. Chains of calls may be
/// long, so that nothing here calls itself.
class CalleeOrder {
public:
  explicit CalleeOrder(Module &M) {
    for (const Function &F : M)
      if (isLocalCallee(F))
        Callees.insert(&F);
    for (Function &F : M)
      if (!F.isDeclaration())
        add(F);
  }

  std::vector<Function *> Order;

private:
  struct Visit {
    Function *F;
    inst_iterator Next, End;
  };

  void begin(Function &F) {
    if (Seen.insert(&F).second)
      Open.push_back({&F, inst_begin(F), inst_end(F)});
  }

  void add(Function &First) {
    begin(First);
    while (!Open.empty()) {
      Visit &Last = Open.back();
      if (Last.Next == Last.End) {
        Order.push_back(Last.F);
        Open.pop_back();
        continue;
      }
      auto *Call = dyn_cast<CallBase>(&*Last.Next++);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (Callee && Callees.contains(Callee))
        begin(*Callee); // Last is no more.
    }
  }

  SmallPtrSet<const Function *, 16> Callees, Seen;
  std::vector<Visit> Open;
};
} // namespace

bool orderCalleesFirst(Module &M) {
  if (none_of(M, isLocalCallee))
    return false;
  const std::vector<Function *> Order = CalleeOrder(M).Order;
  auto Place = Order.begin();
  for (const Function &F : M)
    if (!F.isDeclaration() && *Place++ != &F) {
      auto &List = M.getFunctionList();
      for (Function *Next : Order)
        List.splice(List.end(), List, Next->getIterator());
      return true;
    }
  return false;
}
} // namespace mlgo
