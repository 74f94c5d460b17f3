//===- ModelScope.cpp - For which code a policy is ------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/model/ModelScope.h"

#include "model/PlainName.h"

namespace mlgo {
namespace {

/// Bounds that keep hostile files small.
constexpr size_t MaxNames = 64;
constexpr size_t MaxNameLength = 64;

bool isLevel(const std::string &Name) {
  return Name == "Oz" || Name == "Os" || Name == "O2";
}

/// Of any target, also of those that newer versions know.
bool isTargetName(const std::string &Name) {
  return !Name.empty() && Name.size() <= MaxNameLength &&
         Name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") ==
             std::string::npos;
}

Status checkNames(const std::string &What,
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

Status checkBetween(const std::string &What, std::optional<int> Value, int Low,
                    int High) {
  if (!Value || (*Value >= Low && *Value <= High))
    return Success();
  return Error("model has a " + What + " of " + std::to_string(*Value) +
               ", expected " + std::to_string(Low) + " to " +
               std::to_string(High));
}

} // namespace

Status validate(const ModelScope &Scope) {
  constexpr int Most = ModelScope::MaxThreshold;
  MLGO_TRY(checkNames("level", Scope.Levels, isLevel, "Oz, Os or O2"));
  MLGO_TRY(checkNames("target", Scope.Targets, isTargetName,
                      "small letters, digits, - and _"));
  MLGO_TRY(checkBetween("threshold", Scope.Threshold, -Most, Most));
  MLGO_TRY(
      checkBetween("threshold in loops", Scope.LoopThreshold, -Most, Most));
  MLGO_TRY(checkBetween("largest block", Scope.LargestBlock, 0,
                        ModelScope::MaxShape));
  return checkBetween("limit of instructions per call",
                      Scope.InstructionsPerCall, 0, ModelScope::MaxShape);
}

} // namespace mlgo
