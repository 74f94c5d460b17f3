//===- ModuleTrialWork.cpp - Trials of modules as items of work -----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/inline/ModuleTrialWork.h"

#include "evaluate/inline/ModuleServers.h"

#include "mlgo/support/ByteStream.h"

#include <algorithm>
#include <map>

namespace mlgo {
namespace {

/// Writes units that several candidates have once.
std::string encodeVariants(const std::vector<WholeTrial> &Trials) {
  std::map<std::string, uint64_t> Numbers;
  std::vector<std::string> Table;
  std::map<std::vector<uint64_t>, uint64_t> Lists;
  std::vector<std::vector<uint64_t>> Variants;
  ByteWriter Candidates;
  for (const WholeTrial &Trial : Trials) {
    Candidates.string(Trial.Failure);
    if (!Trial.Failure.empty())
      continue;
    std::vector<uint64_t> List;
    for (const auto &Unit : Trial.Units) {
      ByteWriter One;
      encodeUnits(One, {Unit});
      std::string Text = One.take();
      auto [Known, IsNew] = Numbers.emplace(Text, Table.size());
      if (IsNew)
        Table.push_back(std::move(Text));
      List.push_back(Known->second);
    }
    auto [Known, IsNew] = Lists.emplace(List, Variants.size());
    if (IsNew)
      Variants.push_back(std::move(List));
    Candidates.number(Known->second);
  }
  ByteWriter Out;
  Out.strings(Table);
  Out.number(Variants.size());
  for (const std::vector<uint64_t> &List : Variants) {
    Out.number(List.size());
    for (const uint64_t Number : List)
      Out.number(Number);
  }
  return Out.take() + Candidates.take();
}

/// The state of one worker process.
class TrialWork {
public:
  TrialWork(std::vector<std::string> Paths, const InlineTrialOptions &Options,
            size_t MaxAlive)
      : Servers(std::move(Paths), 1, MaxAlive, Options) {}

  Result<std::string> answer(std::string_view Shared,
                             std::string_view Request) {
    readCandidates(Shared);
    ByteReader In(Request);
    ModuleRequest Asked;
    Asked.Module = In.number();
    const uint64_t Begin = In.number(), End = In.number();
    if (!In.atEnd() || Asked.Module >= Servers.paths().size() || Begin > End ||
        End > Candidates.size())
      return Error("this is no request for trials");
    Asked.Policies.assign(Candidates.begin() + Begin, Candidates.begin() + End);
    Result<ModuleTrials> Found = Error("not answered");
    Servers.run({std::move(Asked)}, [&](size_t, Result<ModuleTrials> Trials) {
      Found = std::move(Trials);
    });
    if (!Found)
      return Found.error();
    return encodeVariants(Found->Policies);
  }

private:
  void readCandidates(std::string_view Shared) {
    if (Shared == Current)
      return;
    Current = Shared;
    Candidates.clear();
    ByteReader In(Shared);
    for (std::string &Bytes : In.strings()) {
      Candidates.emplace_back();
      if (!Bytes.empty())
        Candidates.back().ModelBytes =
            std::make_shared<const std::string>(std::move(Bytes));
    }
  }

  ModuleServers Servers;
  std::string Current;
  std::vector<InlinePolicy> Candidates;
};

} // namespace

std::string encodeCandidates(const std::vector<std::string> &Models) {
  ByteWriter Out;
  Out.strings(Models);
  return Out.take();
}

std::string encodeWork(const ModuleWork &Work) {
  ByteWriter Out;
  Out.number(Work.Module);
  Out.number(Work.Begin);
  Out.number(Work.End);
  return Out.take();
}

WorkFunctionMaker makeModuleTrialWork(std::vector<std::string> Paths,
                                      InlineTrialOptions Options,
                                      size_t MaxAlive) {
  return [Paths = std::move(Paths), Options, MaxAlive]() -> WorkFunction {
    auto Work = std::make_shared<TrialWork>(Paths, Options, MaxAlive);
    return [Work](std::string_view Shared, std::string_view Request) {
      return Work->answer(Shared, Request);
    };
  };
}

Result<ModuleVariants> decodeVariants(std::string_view Answer,
                                      size_t NumCandidates) {
  ByteReader In(Answer);
  std::vector<ObjectUnits> Table;
  for (const std::string &Text : In.strings()) {
    ByteReader One(Text);
    Table.push_back(decodeUnits(One));
  }
  ModuleVariants Found;
  Found.Units.resize(In.count());
  const Error Broken("the answer to a trial is damaged");
  for (ObjectUnits &Units : Found.Units)
    for (uint64_t Left = In.count(); Left > 0; --Left) {
      const uint64_t Number = In.number();
      if (Number >= Table.size())
        return Broken;
      Units.insert(Table[Number].begin(), Table[Number].end());
    }
  for (size_t I = 0; I < NumCandidates && In.ok(); ++I) {
    std::string Failure = In.string();
    if (!Failure.empty()) {
      Found.UnitsOf.emplace_back();
      Found.Failures.push_back(std::move(Failure));
      continue;
    }
    const uint64_t Number = In.number();
    if (Number >= Found.Units.size())
      return Broken;
    Found.UnitsOf.emplace_back(Number);
  }
  if (!In.atEnd())
    return Broken;
  return Found;
}

void append(ModuleVariants &To, ModuleVariants More) {
  // Candidates of different items may have made the same of the module.
  std::vector<size_t> NumberOf;
  for (ObjectUnits &Units : More.Units) {
    const auto Known = std::find(To.Units.begin(), To.Units.end(), Units);
    NumberOf.push_back(static_cast<size_t>(Known - To.Units.begin()));
    if (Known == To.Units.end())
      To.Units.push_back(std::move(Units));
  }
  for (const std::optional<size_t> &Number : More.UnitsOf)
    To.UnitsOf.push_back(Number ? std::optional(NumberOf[*Number])
                                : std::nullopt);
  To.Failures.insert(To.Failures.end(), More.Failures.begin(),
                     More.Failures.end());
}

} // namespace mlgo
