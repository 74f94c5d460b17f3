// What trials tell each other
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/TrialMessages.h"

namespace mlgo {
EncodedUnits encodeUnits(const ObjectUnits &Units) {
  EncodedUnits Encoded;
  for (const auto &[Name, Unit] : Units)
    Encoded.emplace_hint(Encoded.end(), Name, toBytes(Unit));
  return Encoded;
}

bool decodeUnits(const EncodedUnits &Encoded, ObjectUnits &Units) {
  for (const auto &[Name, Bytes] : Encoded)
    if (!fromBytes(Bytes, Units[Name]))
      return false;
  return true;
}

std::string failedMove(const std::string &Why) {
  return toBytes(TrialFound{Why, {}, {}});
}

void TrialAnswer::addPolicy(TrialFound Found) {
  Policy &P = Policies.emplace_back();
  P.Failure = std::move(Found.Failure);
  P.Sites = std::move(Found.Sites);
  std::vector<size_t> List;
  for (auto &[Name, Bytes] : Found.Units) {
    auto [Known, IsNew] =
        NumberOf.emplace(Unit(Name, std::move(Bytes)), Units.size());
    if (IsNew)
      Units.push_back(Known->first);
    List.push_back(Known->second);
  }
  auto [Known, IsNew] = VariantOf.emplace(std::move(List), Variants.size());
  if (IsNew)
    Variants.push_back(Known->first);
  P.Variant = Known->second;
}

Result<ModuleTrials> TrialAnswer::read(std::string_view Bytes) {
  const Error Damaged("the answer to a trial is damaged");
  TrialAnswer Answer;
  if (!fromBytes(Bytes, Answer))
    return Damaged;
  if (!Answer.Failure.empty())
    return Error(Answer.Failure);
  std::vector<std::pair<std::string, LinkUnit>> Units;
  for (auto &[Name, UnitBytes] : Answer.Units)
    if (!fromBytes(UnitBytes, Units.emplace_back(Name, LinkUnit()).second))
      return Damaged;
  std::vector<std::shared_ptr<const ObjectUnits>> Variants;
  for (const std::vector<size_t> &List : Answer.Variants) {
    auto Variant = std::make_shared<ObjectUnits>();
    for (const size_t Number : List) {
      if (Number >= Units.size())
        return Damaged;
      Variant->insert(Variant->end(), Units[Number]);
    }
    Variants.push_back(std::move(Variant));
  }
  ModuleTrials Trials;
  for (Policy &P : Answer.Policies) {
    if (P.Variant >= Variants.size())
      return Damaged;
    Trials.Policies.push_back(
        {std::move(P.Failure), Variants[P.Variant], std::move(P.Sites)});
  }
  for (const std::string &Move : Answer.Moves) {
    TrialFound Found;
    MoveTrial &Trial = Trials.Moves.emplace_back();
    if (!fromBytes(Move, Found) || !decodeUnits(Found.Units, Trial.Changed))
      return Damaged;
    Trial.Failure = std::move(Found.Failure);
  }
  return Trials;
}

bool receiveRequest(int Pipe, std::vector<InlinePolicy> &Shared,
                    Result<ModuleRequest> &Asked) {
  const auto KeepShared = [&](std::string_view Bytes) {
    if (!fromBytes(Bytes, Shared))
      Shared.clear();
  };
  std::string Bytes;
  if (!receiveTrials(Pipe, KeepShared, Bytes))
    return false;
  ModuleRequest Read;
  if (!fromBytes(Bytes, Read) || Read.SharedBegin > Read.SharedEnd ||
      Read.SharedEnd > Shared.size()) {
    Asked = Error("this is no request for trials");
    return true;
  }
  Read.Policies.insert(Read.Policies.end(),
                       Shared.begin() + ptrdiff_t(Read.SharedBegin),
                       Shared.begin() + ptrdiff_t(Read.SharedEnd));
  Asked = std::move(Read);
  return true;
}

void runTrials(Worker &Work, const std::vector<ModuleRequest> &Requests,
               const std::function<void(size_t, Result<ModuleTrials>)> &Done,
               const std::function<bool()> &ShouldStop,
               const std::vector<InlinePolicy> &Shared) {
  std::vector<TrialRequest> Items;
  for (const ModuleRequest &R : Requests)
    Items.push_back({{"inline", R.Path, R.Setting},
                     toBytes(R),
                     R.Part,
                     R.Options.Deadline,
                     R.DeadlineSeconds});
  runTrials(
      Work, Items, toBytes(Shared),
      [&](size_t Index, Result<std::string> Answer) {
        Done(Index, Answer ? TrialAnswer::read(*Answer)
                           : Result<ModuleTrials>(Answer.error()));
      },
      ShouldStop);
}
} // namespace mlgo
