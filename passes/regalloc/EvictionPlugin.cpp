// Evictions in the plugin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllocationPlugin.h"
#include "CalleeRegisters.h"
#include "EpilogueTables.h"
#include "EvictionAnalysis.h"
#include "EvictionPolicy.h"
#include "KnownConstants.h"
#include "PluginEntry.h"
#include "RegAllocEvict.h"
#include "RegAllocEvictOz.h"
#include "RegAllocEvictRisc.h"
#include "RegisterAssignment.h"
#include "RegisterRecord.h"
#include "RegisterReplay.h"
#include "SizeSettings.h"
#include "SmallConstants.h"
#include "llvm/Support/xxhash.h"

namespace mlgo {
namespace {
struct EvictionPlugin {
  static constexpr const char *TaskName = "evict";
  using Session = EvictionSession;
  static constexpr auto install = installEvictionAdvisor;

  static AllocationPolicies policies(const TaskOptions &);
  static void prepare(EvictionSession &, llvm::Module &);
};

using Plugin = AllocationPlugin<EvictionPlugin>;

/// All that a user may say about registers and what follows from them.
struct EvictionOptions {
  bool GuardsHot, IsForSpeed, HasStockConstants, HasStockSettings,
      DropsEpilogues, KnowsCallees;
  enum { Exact, Stock, Wild } Assignment;
  std::string Seed, Record;
  TaskOptions Task;

  static EvictionOptions read() {
    OptionReader Reader = Plugin::kit().flags().reader();
    EvictionOptions O;
    O.GuardsHot = Reader.word("hot", {"guard", "ignore"}) == 0;
    O.IsForSpeed = Reader.flag("speed");
    O.HasStockConstants = Reader.flag("stock-constants");
    O.HasStockSettings = Reader.flag("stock-settings");
    O.DropsEpilogues = Reader.flag("drop-epilogues");
    O.Assignment = static_cast<decltype(O.Assignment)>(
        Reader.word("assignment", {"exact", "stock", "wild"}));
    O.KnowsCallees = Reader.word("callees", {"known", "stock"}) == 0;
    O.Seed = Reader.text("assignment-seed");
    if (!PluginKit::isTrial())
      O.Record = Reader.text("record");
    O.Task = Plugin::kit().readOptions(Reader);
    return O;
  }

  /// Rules that are exact belong to the policies that are compiled in: where a
  /// policy of the user's cannot be used, all is to be as stock does it.
  bool mayFollowRules() const { return !Task.Fault && Task.usesBuiltIn(); }
};

AllocationPolicies EvictionPlugin::policies(const TaskOptions &) {
  const EvictionOptions Options = EvictionOptions::read();
  AllocationPolicies Policies;
  Policies.Spec = getEvictionPolicySpec();
  Policies.GuardHot = Options.GuardsHot;
  Policies.Fault = Options.Task.Fault;
  const std::string Decision = Policies.Spec.Decision.name();
  Policies.Spec.BuiltIn = [Decision, ForSpeed = Options.IsForSpeed](
                              std::vector<TensorSpec> Inputs) -> RunnerResult {
    if (!ForSpeed) // Stock decides in functions compiled for speed.
      return std::unique_ptr<MLModelRunner>(
          std::make_unique<NoInferenceModelRunner>(std::move(Inputs)));
    return createBuiltIn<RegAllocEvict>(std::move(Inputs), Decision);
  };
  Policies.BuiltInForSize = [Decision](const std::string &Target,
                                       std::vector<TensorSpec> Inputs) {
    return RegAllocEvictRisc().Scope().servesTarget(Target)
               ? createBuiltIn<RegAllocEvictRisc>(std::move(Inputs), Decision)
               : createBuiltIn<RegAllocEvictOz>(std::move(Inputs), Decision);
  };
  return Policies;
}

void EvictionPlugin::prepare(EvictionSession &Session, llvm::Module &M) {
  const std::string Record = EvictionOptions::read().Record;
  if (!Record.empty())
    recordRegisters(Session, M, Plugin::kit(), Record);
}

bool wantsConstants() {
  const EvictionOptions Options = EvictionOptions::read();
  return Options.mayFollowRules() && !Options.HasStockConstants;
}

bool wantsSettings() {
  const EvictionOptions Options = EvictionOptions::read();
  return Options.mayFollowRules() && !Options.HasStockSettings;
}

bool wantsAssignment() {
  const EvictionOptions Options = EvictionOptions::read();
  return Options.Assignment == EvictionOptions::Wild
             ? !Options.Task.Fault
             : Options.mayFollowRules() &&
                   Options.Assignment == EvictionOptions::Exact;
}

bool wantsCallees() {
  const EvictionOptions Options = EvictionOptions::read();
  return Options.mayFollowRules() && Options.KnowsCallees;
}

/// A seed is any text.
std::optional<uint64_t> getAssignmentSeed() {
  const EvictionOptions Options = EvictionOptions::read();
  if (Options.Assignment != EvictionOptions::Wild)
    return std::nullopt;
  return llvm::xxh3_64bits(llvm::StringRef(Options.Seed));
}

bool wantsEpilogueTables() {
  const EvictionOptions Options = EvictionOptions::read();
  return Options.DropsEpilogues && !Options.Task.Fault;
}

/// Every function asks.
std::string getDecisions() {
  return Plugin::kit().flags().reader().text("decisions");
}

void tellOfDecisions(const llvm::Function &F, const Error &E) {
  if (EvictionOptions::read().Task.IsStrict)
    Plugin::kit().fail(F.getContext(), E);
  else
    Plugin::kit().warn(F.getContext(), E, "compiling without decisions");
}

bool install() {
  if (!Plugin::install())
    return false;
  Plugin::kit().flags().addText(
      "hot", "guard|ignore",
      "guard: at -Oz and -Os no eviction may add memory accesses in loops; "
      "ignore: bytes alone count");
  Plugin::kit().flags().addText(
      "assignment", "exact|stock|wild",
      "exact: on x86-64, RV64 and Thumb-2 live ranges get the registers whose "
      "instructions need the fewest bytes; stock: they keep those that the "
      "allocator gave them; "
      "wild: any that is legal, to test that");
  Plugin::kit().flags().addText("assignment-seed", "TEXT",
                                "Draw another wild assignment");
  Plugin::kit().flags().addText(
      "callees", "known|stock",
      "known: on x86-64 callers keep values in registers that a local callee "
      "does not change; stock: in those of the convention alone");
  Plugin::kit().flags().addText(
      "record", "file",
      "Append the evictions and exchanged registers of each function to this "
      "file");
  Plugin::kit().flags().addText(
      "decisions", "file",
      "Decide evictions and exchange registers only in functions that this "
      "file names, such as a record");
  Plugin::kit().flags().addSwitch(
      "speed", "Decide in functions compiled for speed, too, on x86-64");
  Plugin::kit().flags().addSwitch(
      "stock-constants", "Leave constants at -Oz and -Os to LLVM, which pushes "
                         "and pops small ones and moves others");
  Plugin::kit().flags().addSwitch(
      "stock-settings", "Leave settings of code generation at -Oz to LLVM: how "
                        "blocks are placed, conditions joined, ends of "
                        "blocks merged, live ranges split and spilled");
  Plugin::kit().flags().addSwitch(
      "drop-epilogues",
      "Leave epilogues out of unwind tables at -Oz on x86-64; "
      "profilers and debuggers that stop there err");
  installRegisterReplay(getDecisions, tellOfDecisions);
  installRegisterAssignment(wantsAssignment, getAssignmentSeed);
  installCalleeRegisters(wantsCallees);
  installSmallConstants(wantsConstants);
  installKnownConstants(wantsConstants);
  installEpilogueTables(wantsEpilogueTables);
  installSizeSettings(wantsSettings);
  onPassBuilder(registerSizeSettings);
  return true;
}

const bool Installed = install();
} // namespace
} // namespace mlgo
