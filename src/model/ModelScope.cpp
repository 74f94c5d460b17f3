// For which code a policy is
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/ModelScope.h"
#include "model/PlainName.h"

namespace mlgo {
/// Bounds that keep hostile files small.
constexpr size_t MaxNames = 64;
constexpr size_t MaxNameLength = 64;

static bool isLevel(const std::string &Name) {
  return Name == "Oz" || Name == "Os" || Name == "O2";
}

/// Of any target, also of those that newer versions know.
static bool isTargetName(const std::string &Name) {
  return !Name.empty() && Name.size() <= MaxNameLength &&
         Name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") ==
             std::string::npos;
}

static Status checkNames(const std::string &What,
                         const std::vector<std::string> &Names,
                         bool (*IsName)(const std::string &),
                         const std::string &Expected) {
  if (Names.size() > MaxNames)
    return Error("model is for " + std::to_string(Names.size()) + " " + What +
                 "s, expected at most " + std::to_string(MaxNames));
  for (const std::string &Name : Names)
    if (!IsName(Name))
      return Error("model is for a " + What + " that is none: found '" +
                   (isPlainName(Name) ? Name : "unprintable bytes") +
                   "', expected " + Expected);
  return Success();
}

static bool isLimitName(const std::string &Name) {
  return !Name.empty() && Name.size() <= MaxNameLength &&
         Name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") ==
             std::string::npos;
}

Status validate(const ModelScope &Scope) {
  MLGO_TRY(checkNames("level", Scope.Levels, isLevel, "Oz, Os or O2"));
  MLGO_TRY(checkNames("target", Scope.Targets, isTargetName,
                      "small letters, digits, - and _"));
  if (Scope.Limits.size() > MaxNames)
    return Error("model has " + std::to_string(Scope.Limits.size()) +
                 " limits, expected at most " + std::to_string(MaxNames));
  for (const auto &[Name, Value] : Scope.Limits)
    if (!isLimitName(Name))
      return Error("model has a limit that is none: found '" +
                   (isPlainName(Name) ? Name : "unprintable bytes") +
                   "', expected small letters and _");
  return Success();
}

Status checkLimits(const ModelScope &Scope,
                   const std::vector<ScopeLimit> &Declared) {
  for (const auto &[Name, Value] : Scope.Limits) {
    const auto Found = std::find_if(
        Declared.begin(), Declared.end(),
        [&Name = Name](const ScopeLimit &L) { return L.Name == Name; });
    if (Found == Declared.end())
      return Error("model has the limit '" + Name +
                   "', which its task does not know");
    if (Value < Found->Low || Value > Found->High)
      return Error("model has a " + Name + " of " + std::to_string(Value) +
                   ", expected " + std::to_string(Found->Low) + " to " +
                   std::to_string(Found->High));
  }
  return Success();
}
} // namespace mlgo
