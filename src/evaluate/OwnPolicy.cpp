// A policy that somebody has trained
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/OwnPolicy.h"
#include "build/ShippedPolicy.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "support/Text.h"
#include "task/Task.h"
#include <algorithm>
#include <charconv>
#include <cmath>

namespace mlgo {
/// With fewer, the two answers of a fit's leaves, of 20 labels each at least,
/// are a handful: what it learns is this program.
constexpr uint64_t FewLabels = 1000;

static bool isShipped(const std::string &Path) {
  const auto Files = listShippedPolicies(defaultTask());
  return std::any_of(Files.begin(), Files.end(), [&](const std::string &File) {
    return haveSameBytes(File, Path);
  });
}

std::optional<OwnPolicy> readOwnPolicy(const std::string &Path) {
  const auto Read = loadModel(Path);
  if (!Read || isShipped(Path))
    return std::nullopt;
  OwnPolicy Own;
  Own.Name = fs::path(Path).stem().string();
  for (const auto &[Key, Value] : Read->Provenance) {
    if (Key == "examples")
      std::from_chars(Value.data(), Value.data() + Value.size(), Own.Labels);
    if (Key != "programs")
      continue;
    for (size_t Begin = 0; Begin < Value.size();) {
      const size_t End = std::min(Value.find(',', Begin), Value.size());
      Own.Programs.insert(Value.substr(Begin, End - Begin));
      Begin = End + 1;
    }
  }
  return Own;
}

std::string shippedBeside(const std::vector<std::string> &Files,
                          const std::string &Level) {
  if (std::none_of(Files.begin(), Files.end(), [](const std::string &File) {
        return readOwnPolicy(File).has_value();
      }))
    return "";
  const std::string Shipped = findShippedPolicy(defaultTask(), Level);
  for (const std::string &File : Files)
    if (haveSameBytes(File, Shipped))
      return File;
  return Shipped == "stock" ? "" : Shipped;
}

/// How much larger than under \p Shipped programs are under \p Own, in per
/// cent: the geometric mean over those that it was trained on if \p Trained, or
/// over the others, and how many those are.
static std::pair<double, size_t> compare(const OwnPolicy &Own,
                                         const SizeReport &Report,
                                         const std::string &Shipped,
                                         bool Trained) {
  const auto Find = [&](const std::string &Name) {
    return size_t(
        std::find(Report.PolicyNames.begin(), Report.PolicyNames.end(), Name) -
        Report.PolicyNames.begin());
  };
  const size_t Ours = Find(Own.Name), Theirs = Find(Shipped);
  double Sum = 0;
  size_t Count = 0;
  if (std::max(Ours, Theirs) >= Report.PolicyNames.size())
    return {0, 0};
  for (const ProgramSizes &P : Report.Programs) {
    if (P.Baseline <= 0 || (Own.Programs.count(P.Package) > 0) != Trained)
      continue;
    Sum += std::log((100 + P.reportedChange(Ours)) /
                    (100 + P.reportedChange(Theirs)));
    ++Count;
  }
  return {Count ? 100 * std::expm1(Sum / double(Count)) : 0, Count};
}

static std::string describeGain(double Change, size_t Programs,
                                const char *Which) {
  const char *Than = Change <= -0.005  ? "smaller"
                     : Change >= 0.005 ? "larger"
                                       : "smaller or larger";
  return formatText("%.2f %% %s than the shipped policy on %zu %s that it was "
                    "%s trained on",
                    std::fabs(Change), Than, Programs,
                    Programs == 1 ? "program" : "programs", Which);
}

std::string describeOwn(const OwnPolicy &Own, const SizeReport &Report,
                        const std::string &Shipped) {
  std::string Text;
  const auto Say = [&](const std::string &Sentence) {
    Text += Own.Name + ": " + Sentence + "\n";
  };
  const auto [Known, NumKnown] = compare(Own, Report, Shipped, true);
  const auto [Change, NumOthers] = compare(Own, Report, Shipped, false);
  const bool IsKnown = !Own.Programs.empty();
  if (NumOthers)
    Say(IsKnown ? describeGain(Change, NumOthers, "not")
                : describeGain(Change, NumOthers, "perhaps"));
  if (NumKnown)
    Say(describeGain(Known, NumKnown, "itself") +
        "; that says nothing of others");
  if (IsKnown && NumKnown && !NumOthers)
    Say("there is no other program here: mlgo train-own holds one out");
  if (Own.Labels && Own.Labels < FewLabels)
    Say(formatText("learned from %llu labels, which is little: expected %llu "
                   "or more, of several programs",
                   static_cast<unsigned long long>(Own.Labels),
                   static_cast<unsigned long long>(FewLabels)));
  if (NumOthers ? Change >= -0.005 : NumKnown > 0)
    Say("mlgo tune is the better way: it begins with the shipped policy and "
        "searches the program itself");
  return Text;
}
} // namespace mlgo
