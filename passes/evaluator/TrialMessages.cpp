//===- TrialMessages.cpp - What trials tell each other --------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrialMessages.h"

namespace mlgo {

void encode(ByteWriter &Out, const WholeTrial &Trial) {
  Out.string(Trial.Failure);
  encodeUnits(Out, Trial.Units);
  Out.number(Trial.Sites.size());
  for (const DecidedSite &Site : Trial.Sites) {
    Out.string(Site.Key);
    Out.number((Site.Decision ? 1 : 0) + (Site.StockDecision ? 2 : 0));
    Out.number(Site.Inputs.size());
    for (const int64_t Value : Site.Inputs)
      Out.number(static_cast<uint64_t>(Value));
  }
}

WholeTrial decodeWholeTrial(ByteReader &In) {
  WholeTrial Trial;
  Trial.Failure = In.string();
  Trial.Units = decodeUnits(In);
  Trial.Sites.resize(In.count());
  for (DecidedSite &Site : Trial.Sites) {
    Site.Key = In.string();
    const uint64_t Flags = In.number();
    Site.Decision = Flags & 1;
    Site.StockDecision = Flags & 2;
    Site.Inputs.resize(In.count());
    for (int64_t &Value : Site.Inputs)
      Value = static_cast<int64_t>(In.number());
  }
  return Trial;
}

void encode(ByteWriter &Out, const MoveTrial &Trial) {
  Out.string(Trial.Failure);
  encodeUnits(Out, Trial.Changed);
}

MoveTrial decodeMoveTrial(ByteReader &In) {
  MoveTrial Trial;
  Trial.Failure = In.string();
  Trial.Changed = decodeUnits(In);
  return Trial;
}

void encode(ByteWriter &Out, const TrialKnowledge &Knowledge) {
  Out.number(Knowledge.Hashes.size());
  for (const auto &[Name, Hash] : Knowledge.Hashes) {
    Out.string(Name);
    Out.number(Hash.first);
    Out.number(Hash.second);
  }
  Out.number(Knowledge.Inlined.size());
  for (const auto &[Caller, Callee] : Knowledge.Inlined) {
    Out.string(Caller);
    Out.string(Callee);
  }
  Out.strings(Knowledge.CallersOfSites);
  Out.string(Knowledge.Attributes);
}

TrialKnowledge decodeTrialKnowledge(ByteReader &In) {
  TrialKnowledge Knowledge;
  Knowledge.Hashes.resize(In.count());
  for (auto &[Name, Hash] : Knowledge.Hashes) {
    Name = In.string();
    Hash.first = In.number();
    Hash.second = In.number();
  }
  Knowledge.Inlined.resize(In.count());
  for (auto &[Caller, Callee] : Knowledge.Inlined) {
    Caller = In.string();
    Callee = In.string();
  }
  Knowledge.CallersOfSites = In.strings();
  Knowledge.Attributes = In.string();
  return Knowledge;
}

Result<ModuleTrials> decodeModuleTrials(std::string_view Bytes) {
  ByteReader In(Bytes);
  const std::string Failure = In.string();
  if (!Failure.empty())
    return Error(Failure);
  ModuleTrials Trials;
  Trials.Policies.resize(In.count());
  for (WholeTrial &Trial : Trials.Policies)
    Trial = decodeWholeTrial(In);
  Trials.Moves.resize(In.count());
  for (MoveTrial &Trial : Trials.Moves)
    Trial = decodeMoveTrial(In);
  if (!In.atEnd())
    return Error("module trials: the message is cut off");
  return Trials;
}

} // namespace mlgo
