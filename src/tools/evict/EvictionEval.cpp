//===- EvictionEval.cpp - Policies beside the stock advisor ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evict/EvictionEval.h"

#include "mlgo/support/ByteStream.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace mlgo {
namespace {

/// A function that two policies allocate.
struct FunctionPair {
  std::string Package, Name;
  ScorePair Scores;
};

/// Those whose scores change most, in the share of their package's.
void printFunctions(std::vector<FunctionPair> Pairs, const Summaries &All,
                    size_t Count) {
  auto Share = [&All](const FunctionPair &P) {
    for (const auto &[Package, Summary] : All)
      if (Package == P.Package && Summary.Stock > 0)
        return (P.Scores.Variant - P.Scores.Stock) / Summary.Stock;
    return 0.0;
  };
  std::stable_sort(Pairs.begin(), Pairs.end(),
                   [&](const FunctionPair &A, const FunctionPair &B) {
                     return std::abs(Share(A)) > std::abs(Share(B));
                   });
  Pairs.resize(std::min(Pairs.size(), Count));
  for (const FunctionPair &P : Pairs)
    std::printf("%-16s %16.0f %16.0f %+8.2f%%  %s\n", P.Package.c_str(),
                P.Scores.Stock, P.Scores.Variant, 100 * Share(P),
                P.Name.c_str());
}

void evaluateSizes(const EvictOptions &Options) {
  std::vector<Summaries> All(Options.Policies.size());
  forEachModule(
      Options,
      [&](const CorpusModule &, EvictionModule &M) -> Result<std::string> {
        const auto Stock = measureBytesInFork(M, "stock");
        if (!Stock)
          return Stock.error();
        std::vector<ScorePair> Pairs;
        for (const std::string &Policy : Options.Policies) {
          const auto Variant = measureBytesInFork(M, Policy);
          if (!Variant)
            return Variant.error();
          Pairs.push_back({static_cast<double>(*Stock),
                           static_cast<double>(*Variant), true});
        }
        return pack(Pairs);
      },
      [&](const CorpusModule &Module, const std::string &Text) {
        const std::vector<ScorePair> Pairs = unpack(Text);
        for (size_t P = 0; P < All.size(); ++P)
          summaryOf(All[P], Module.Package).add(Pairs.at(P));
      });
  for (size_t P = 0; P < All.size(); ++P)
    std::cout << Options.Policies[P] << '\n'
              << scoreTable(All[P], "modules") << '\n';
}

} // namespace

void evaluateEvictions(const EvictOptions &Options) {
  for (const std::string &Policy : Options.Policies)
    if (auto Config = policyConfig(Policy); !Config)
      fail(Config.error());
  if (Options.ForSize)
    return evaluateSizes(Options);
  std::vector<Summaries> All(Options.Policies.size());
  std::vector<std::vector<FunctionPair>> Functions(Options.Policies.size());
  forEachModule(
      Options,
      [&](const CorpusModule &, EvictionModule &M) -> Result<std::string> {
        auto Stock = measureInFork(M, "stock");
        if (!Stock)
          return Stock.error();
        ByteWriter Out;
        for (const std::string &Policy : Options.Policies) {
          auto Variant = measureInFork(M, Policy);
          if (!Variant)
            return Variant.error();
          if (Variant->size() != Stock->size())
            return Error(Policy + ": functions are missing");
          Out.number(Stock->size());
          for (size_t I = 0; I < Stock->size(); ++I) {
            Out.string((*Stock)[I].Name);
            Out.string(pack({{(*Stock)[I].Score, (*Variant)[I].Score,
                              (*Stock)[I].Problems > 0}}));
          }
        }
        return Out.take();
      },
      [&](const CorpusModule &Module, const std::string &Text) {
        ByteReader In(Text);
        for (size_t P = 0; P < All.size(); ++P)
          for (uint64_t Left = In.count(); Left > 0 && In.ok(); --Left) {
            FunctionPair Pair{Module.Package, In.string(), {}};
            Pair.Scores = unpack(In.string()).at(0);
            summaryOf(All[P], Module.Package).add(Pair.Scores);
            if (Options.Functions)
              Functions[P].push_back(std::move(Pair));
          }
      });
  for (size_t P = 0; P < All.size(); ++P) {
    std::cout << Options.Policies[P] << '\n'
              << scoreTable(All[P]) << '\n'
              << std::flush;
    printFunctions(std::move(Functions[P]), All[P], Options.Functions);
  }
}

} // namespace mlgo
