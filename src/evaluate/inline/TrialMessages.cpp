//===- TrialMessages.cpp - What trials tell each other --------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/inline/TrialMessages.h"

namespace mlgo {
namespace {

void encode(ByteWriter &Out, const InlineDecisions::Map &Sites) {
  Out.number(Sites.size());
  for (const auto &[Key, Decision] : Sites) {
    Out.string(Key);
    Out.number(Decision);
  }
}

InlineDecisions::Map decodeSites(ByteReader &In) {
  InlineDecisions::Map Sites;
  for (uint64_t Left = In.count(); Left > 0; --Left) {
    std::string Key = In.string();
    Sites.emplace_hint(Sites.end(), std::move(Key), In.number() != 0);
  }
  return Sites;
}

} // namespace

void encode(ByteWriter &Out, const InlinePolicy &Policy) {
  Out.string(Policy.Model);
  Out.number(Policy.Decisions != nullptr);
  if (Policy.Decisions)
    encode(Out, Policy.Decisions->sites());
  Out.number(Policy.ModelBytes != nullptr);
  if (Policy.ModelBytes)
    Out.string(*Policy.ModelBytes);
  Out.number(Policy.Threshold.has_value());
  if (Policy.Threshold)
    Out.number(static_cast<uint64_t>(*Policy.Threshold));
}

void encode(ByteWriter &Out, const ModuleRequest &Request) {
  Out.number(Request.Policies.size());
  for (const InlinePolicy &Policy : Request.Policies)
    encode(Out, Policy);
  Out.number(Request.Moves.size());
  for (const InlineMove &Move : Request.Moves)
    encode(Out, Move);
  Out.number(Request.WantsFirst);
  Out.number(Request.WithInputs);
  Out.number(Request.Jobs);
}

ModuleRequest decodeModuleRequest(ByteReader &In) {
  ModuleRequest Request;
  Request.Policies.resize(In.count());
  for (InlinePolicy &Policy : Request.Policies) {
    Policy.Model = In.string();
    if (In.number())
      Policy.Decisions =
          std::make_shared<const InlineDecisions>(decodeSites(In));
    if (In.number())
      Policy.ModelBytes = std::make_shared<const std::string>(In.string());
    if (In.number())
      Policy.Threshold = static_cast<int>(In.number());
  }
  Request.Moves.resize(In.count());
  for (InlineMove &Move : Request.Moves)
    Move = decodeSites(In);
  Request.WantsFirst = In.number();
  Request.WithInputs = In.number();
  Request.Jobs = static_cast<unsigned>(In.number());
  return Request;
}

void encode(ByteWriter &Out, const WholeTrial &Trial) {
  Out.string(Trial.Failure);
  encodeUnits(Out, Trial.Units);
  Out.number(Trial.Sites.size());
  for (const TrialSite &Site : Trial.Sites) {
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
  for (TrialSite &Site : Trial.Sites) {
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
  for (const auto *Hashes : {&Knowledge.Hashes, &Knowledge.EarlyHashes}) {
    Out.number(Hashes->size());
    for (const auto &[Name, Hash] : *Hashes) {
      Out.string(Name);
      Out.number(Hash.first);
      Out.number(Hash.second);
    }
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
  for (auto *Hashes : {&Knowledge.Hashes, &Knowledge.EarlyHashes}) {
    Hashes->resize(In.count());
    for (auto &[Name, Hash] : *Hashes) {
      Name = In.string();
      Hash.first = In.number();
      Hash.second = In.number();
    }
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

std::string encodeAnswer(const std::string &Failure,
                         const ModuleTrials &Trials) {
  ByteWriter Out;
  Out.string(Failure);
  Out.number(Trials.Policies.size());
  for (const WholeTrial &Trial : Trials.Policies)
    encode(Out, Trial);
  Out.number(Trials.Moves.size());
  for (const MoveTrial &Trial : Trials.Moves)
    encode(Out, Trial);
  return Out.take();
}

Result<ModuleTrials> decodeAnswer(std::string_view Bytes) {
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
    return Error("the server's answer is cut off");
  return Trials;
}

} // namespace mlgo
