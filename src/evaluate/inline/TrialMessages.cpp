//===- TrialMessages.cpp - What trials tell each other --------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/inline/TrialMessages.h"

#include <chrono>

namespace mlgo {
namespace {

// The first byte of a message to the process of a module.
constexpr char SharedPart = 's', Request = 'r';

} // namespace

bool isTooLate(const InlineTrialOptions &O) {
  using namespace std::chrono;
  return O.Deadline > 0 &&
         duration<double>(system_clock::now().time_since_epoch()).count() >
             O.Deadline;
}

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

bool sendSharedPolicies(int Pipe, std::string_view Policies) {
  return sendMessage(Pipe, SharedPart + std::string(Policies));
}

bool sendRequest(int Pipe, std::string_view Bytes) {
  return sendMessage(Pipe, Request + std::string(Bytes));
}

bool receiveRequest(int Pipe, std::vector<InlinePolicy> &Shared,
                    Result<ModuleRequest> &Asked) {
  std::string Message;
  while (receiveMessage(Pipe, Message) && !Message.empty()) {
    const std::string_view Bytes = std::string_view(Message).substr(1);
    if (Message.front() == SharedPart) {
      if (!fromBytes(Bytes, Shared))
        Shared.clear();
      continue;
    }
    ModuleRequest Read;
    if (fromBytes(Bytes, Read) && Read.SharedBegin <= Read.SharedEnd &&
        Read.SharedEnd <= Shared.size()) {
      Read.Policies.insert(Read.Policies.end(),
                           Shared.begin() + ptrdiff_t(Read.SharedBegin),
                           Shared.begin() + ptrdiff_t(Read.SharedEnd));
      Asked = std::move(Read);
    } else {
      Asked = Error("this is no request for trials");
    }
    return true;
  }
  return false;
}

} // namespace mlgo
