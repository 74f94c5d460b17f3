// Functions beside those of another compiler
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/OtherFunctions.h"
#include "support/Text.h"

namespace mlgo {
namespace {
using Functions = std::vector<OtherFunction>;

constexpr size_t MostLarger = 5, MostLone = 3;

/// The function of the source that \p Symbol is of: neither C nor the names of
/// C++ have a point.
std::string sourceName(const std::string &Symbol) {
  if (startsWith(Symbol, "OUTLINED_FUNCTION_"))
    return "OUTLINED_FUNCTION";
  const std::string Ours = "mlgo.";
  return Symbol.substr(
      0, Symbol.find('.', startsWith(Symbol, Ours) ? Ours.size() : 1));
}

/// The \p Most of \p All of which \p Bytes are most; names decide between
/// equals.
template <typename BytesT>
Functions takeMost(Functions All, size_t Most, BytesT Bytes) {
  std::sort(All.begin(), All.end(),
            [&](const OtherFunction &A, const OtherFunction &B) {
              return Bytes(A) != Bytes(B) ? Bytes(A) > Bytes(B)
                                          : A.Name < B.Name;
            });
  All.resize(std::min(All.size(), Most));
  return All;
}

LoneFunctions sumLone(const Functions &All, uint64_t OtherFunction::*Bytes) {
  LoneFunctions Lone;
  Lone.Count = All.size();
  for (const OtherFunction &Function : All)
    Lone.Bytes += Function.*Bytes;
  Lone.Largest =
      takeMost(All, MostLone, [&](const OtherFunction &F) { return F.*Bytes; });
  return Lone;
}

/// The only one that calls \p Name, which is its own caller nowhere; empty:
/// there are others, or none.
std::string
onlyCaller(const std::map<std::string, std::set<std::string>> &Callers,
           const std::string &Name) {
  const auto Found = Callers.find(Name);
  return Found == Callers.end() || Found->second.size() != 1
             ? ""
             : *Found->second.begin();
}

/// \p All by functions of the source.
FunctionCallers bySource(const FunctionCallers &All) {
  FunctionCallers Callers;
  for (const auto &[Symbol, By] : All)
    for (const std::string &Caller : By)
      if (sourceName(Caller) != sourceName(Symbol))
        Callers[sourceName(Symbol)].insert(sourceName(Caller));
  return Callers;
}

using FunctionMap = std::map<std::string, OtherFunction>;

/// Adds what only one of both has to its only caller, so that what one of them
/// has inlined counts alike in both.
void foldInlined(FunctionMap &All, const FunctionCallers &OfVariant,
                 const FunctionCallers &OfOther) {
  std::map<std::string, std::string> Into;
  for (const auto &[Name, Function] : All)
    if (!Function.Variant != !Function.Other) {
      const std::string Caller =
          onlyCaller(Function.Variant ? OfVariant : OfOther, Name);
      if (All.count(Caller))
        Into[Name] = Caller;
    }
  for (const auto &[Name, Caller] : Into) {
    std::string Last = Caller;
    // Functions that call only each other have no last one.
    for (size_t Steps = 0; Into.count(Last) && Steps < Into.size(); ++Steps)
      Last = Into[Last];
    if (Into.count(Last))
      continue;
    OtherFunction &To = All[Last];
    const OtherFunction &From = All[Name];
    To.Stock += From.Stock;
    To.Variant += From.Variant;
    To.Other += From.Other;
    To.With.push_back(Name);
    All.erase(Name);
  }
}
} // namespace

OtherFunctions compareFunctions(const BuildFunctions &Stock,
                                const BuildFunctions &Variant,
                                const BuildFunctions &Other) {
  FunctionMap All;
  for (auto [Build, Bytes] : {std::pair(&Stock, &OtherFunction::Stock),
                              std::pair(&Variant, &OtherFunction::Variant),
                              std::pair(&Other, &OtherFunction::Other)})
    for (const auto &[Symbol, Size] : Build->Sizes)
      All[sourceName(Symbol)].*Bytes += Size;
  foldInlined(All, bySource(Variant.Callers), bySource(Other.Callers));
  Functions Larger, OnlyVariant, OnlyOther;
  for (auto &[Name, Function] : All) {
    Function.Name = Name;
    if (!Function.Other && Function.Variant)
      OnlyVariant.push_back(Function);
    else if (Function.Other && !Function.Variant)
      OnlyOther.push_back(Function);
    else if (Function.Variant > Function.Other)
      Larger.push_back(Function);
  }
  OtherFunctions Found;
  Found.Larger = takeMost(Larger, MostLarger, [](const OtherFunction &F) {
    return F.Variant - F.Other;
  });
  Found.OnlyVariant = sumLone(OnlyVariant, &OtherFunction::Variant);
  Found.OnlyOther = sumLone(OnlyOther, &OtherFunction::Other);
  return Found;
}
} // namespace mlgo
