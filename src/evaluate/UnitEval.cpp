// Policies measured by functions or modules
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/UnitEval.h"
#include "support/Text.h"
#include <cmath>

namespace mlgo {
namespace {
/// Some units of a package under two policies.
struct Summary {
  std::string Package;
  size_t Decided = 0; ///< Units with something to decide.
  double Stock = 0;   ///< Sum of all units.
  double Variant = 0;
  double LogRatios = 0; ///< Sum over the units with something to decide.

  void add(const MeasuredUnit &Unit, double Result) {
    Stock += Unit.Stock;
    Variant += Result;
    if (!Unit.IsDecided || Unit.Stock <= 0 || Result <= 0)
      return;
    ++Decided;
    LogRatios += std::log(Result / Unit.Stock);
  }
  /// How the sums change, in %.
  double change() const { return Stock > 0 ? 100 * (Variant / Stock - 1) : 0; }
  /// How the geometric mean over units with something to decide changes, in %.
  double meanChange() const {
    return Decided ? 100 * std::expm1(LogRatios / static_cast<double>(Decided))
                   : 0;
  }
};

Summary &summaryOf(std::vector<Summary> &All, const std::string &Package) {
  for (Summary &S : All)
    if (S.Package == Package)
      return S;
  All.emplace_back().Package = Package;
  return All.back();
}

/// A line a package, then the geometric mean over packages.
std::string tableOf(const std::vector<Summary> &Packages, const char *Units) {
  std::string Text = formatText("%-16s %9s %16s %16s %9s %9s\n", "package",
                                Units, "stock", "variant", "change", Units);
  double Sum = 0, Mean = 0, Worst = -INFINITY;
  std::string WorstPackage;
  for (const Summary &S : Packages) {
    Text += formatText("%-16s %9zu %16.0f %16.0f %+8.2f%% %+8.2f%%\n",
                       S.Package.c_str(), S.Decided, S.Stock, S.Variant,
                       S.change(), S.meanChange());
    Sum += std::log1p(S.change() / 100);
    Mean += std::log1p(S.meanChange() / 100);
    if (S.change() > Worst) {
      Worst = S.change();
      WorstPackage = S.Package;
    }
  }
  const double Count =
      static_cast<double>(std::max<size_t>(Packages.size(), 1));
  return Text +
         formatText(
             "\n%zu packages: geometric mean %+.2f%%, worst %+.2f%% (%s); "
             "of %s %+.2f%%\n",
             Packages.size(), 100 * std::expm1(Sum / Count), Worst,
             WorstPackage.c_str(), Units, 100 * std::expm1(Mean / Count));
}

/// Those whose results change most, in the share of their package's.
std::string unitsOf(const std::vector<MeasuredUnit> &Units, size_t Policy,
                    std::vector<Summary> &All, size_t Count) {
  auto Share = [&](const MeasuredUnit *Unit) {
    const double Stock = summaryOf(All, Unit->Package).Stock;
    return Stock > 0 ? (Unit->Policies[Policy] - Unit->Stock) / Stock : 0.0;
  };
  std::vector<const MeasuredUnit *> Sorted;
  for (const MeasuredUnit &Unit : Units)
    Sorted.push_back(&Unit);
  std::stable_sort(Sorted.begin(), Sorted.end(), [&](auto *A, auto *B) {
    return std::abs(Share(A)) > std::abs(Share(B));
  });
  Sorted.resize(std::min(Sorted.size(), Count));
  std::string Text;
  for (const MeasuredUnit *Unit : Sorted)
    Text +=
        formatText("%-16s %16.0f %16.0f %+8.2f%%  %s\n", Unit->Package.c_str(),
                   Unit->Stock, Unit->Policies[Policy], 100 * Share(Unit),
                   Unit->Name.c_str());
  return Text;
}
} // namespace

Result<std::string> evaluateUnits(const ChosenTask &Chosen,
                                  const ProblemOptions &Options,
                                  const std::vector<std::string> &Policies,
                                  size_t Functions, Worker &Work,
                                  std::vector<std::string> &Failures) {
  const auto Units =
      MLGO_TRY(Chosen.BackEnd->measureUnits(Options, Policies, Work, Failures));
  const char *Kind = Chosen.Objective->Name == "size" ? "modules" : "functions";
  std::string Text;
  for (size_t P = 0; P < Policies.size(); ++P) {
    std::vector<Summary> All;
    for (const MeasuredUnit &Unit : Units)
      summaryOf(All, Unit.Package).add(Unit, Unit.Policies[P]);
    Text += Policies[P] + "\n" + tableOf(All, Kind) + "\n" +
            unitsOf(Units, P, All, Functions);
  }
  return Text;
}
} // namespace mlgo
