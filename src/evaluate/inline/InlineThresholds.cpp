// Constants of the stock heuristic
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/InlineThresholds.h"
#include "llvm/Analysis/InlineCost.h"
#include <charconv>
#include <optional>

using namespace llvm;

namespace mlgo {
constexpr std::string_view Short = "threshold=";
constexpr const char *Default = "inline-threshold";

using Member = std::optional<int> InlineParams::*;

/// Beside the default, which is always there.
constexpr std::pair<const char *, Member> Members[] = {
    {"inlinehint-threshold", &InlineParams::HintThreshold},
    {"inlinecold-threshold", &InlineParams::ColdThreshold},
    {"inline-cold-callsite-threshold", &InlineParams::ColdCallSiteThreshold},
    {"hot-callsite-threshold", &InlineParams::HotCallSiteThreshold},
    {"locally-hot-callsite-threshold",
     &InlineParams::LocallyHotCallSiteThreshold},
};

static bool isKnown(const std::string &Name) {
  for (const auto &[Known, Place] : Members)
    if (Name == Known)
      return true;
  return Name == Default;
}

static mlgo::Error complain(std::string_view Option) {
  std::string Names = std::string("-") + Default;
  for (const auto &[Known, Place] : Members)
    Names += std::string(", -") + Known;
  return mlgo::Error("policy has '" + std::string(Option) +
                     "', expected =NUMBER after one of " + Names);
}

bool InlineThresholds::isMeantBy(std::string_view Text) {
  return Text.substr(0, Short.size()) == Short || Text.substr(0, 1) == "-";
}

Result<InlineThresholds> InlineThresholds::parse(std::string_view Text) {
  std::string Options(Text);
  if (Text.substr(0, Short.size()) == Short)
    Options = "-inline-" + Options;
  InlineThresholds Read;
  for (size_t At = 0; At < Options.size();) {
    const size_t End = std::min(Options.find(' ', At), Options.size());
    const std::string Option = Options.substr(At, End - At);
    At = End + 1;
    if (Option.empty())
      continue;
    const size_t Equals = Option.find('=');
    if (Option[0] != '-' || Equals == Option.npos)
      return complain(Option);
    const std::string Name = Option.substr(1, Equals - 1);
    int Value = 0;
    const char *Last = Option.data() + Option.size();
    const auto [Rest, Failure] =
        std::from_chars(Option.data() + Equals + 1, Last, Value);
    if (!isKnown(Name) || Failure != std::errc() || Rest != Last)
      return complain(Option);
    Read.Values[Name] = Value;
  }
  return Read;
}

void InlineThresholds::applyTo(InlineParams &Params) const {
  for (const auto &[Name, Place] : Members)
    if (const auto Known = Values.find(Name); Known != Values.end())
      Params.*Place = Known->second;
  const auto Known = Values.find(Default);
  if (Known == Values.end())
    return;
  // As getInlineParams does when the option is given.
  Params.DefaultThreshold = Known->second;
  Params.OptSizeThreshold.reset();
  Params.OptMinSizeThreshold.reset();
}

std::vector<std::string> InlineThresholds::options() const {
  std::vector<std::string> All;
  for (const auto &[Name, Value] : Values)
    All.push_back("-" + Name + "=" + std::to_string(Value));
  return All;
}
} // namespace mlgo
