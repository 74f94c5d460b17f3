// Symbols that a program exports
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of LinkModel that only programs need which export symbols. What is
// exported is kept, so it matters which objects take part and what is in them,
// and not only what is reached.

#include "link/LinkModel.h"
#include <algorithm>

namespace mlgo {
/// What lld writes to .gnu.hash for \p Symbols: after the header a filter of a
/// power of two of 64-bit words, a bucket for four symbols, a hash for each.
static uint64_t hashTableBytes(uint64_t Symbols) {
  uint64_t FilterWords = 1;
  while (FilterWords <= Symbols * 12 / 64)
    FilterWords *= 2;
  const uint64_t Buckets = std::max<uint64_t>(1, Symbols / 4);
  return 16 + 8 * FilterWords + 4 * Buckets + 4 * Symbols;
}

/// The definition of \p S in object \p Index, or null.
const LinkModel::Definition *LinkModel::findIn(uint32_t Index, Symbol S) const {
  const std::vector<Definition> &All = Infos[S].Definitions;
  for (const bool IsWeak : {false, true}) {
    auto Found =
        std::lower_bound(All.begin(), All.end(), Definition{IsWeak, Index, 0});
    if (Found != All.end() && Found->Object == Index)
      return &*Found;
  }
  return nullptr;
}

/// Marks what the compiler leaves in an object: all but weak definitions that
/// nothing there refers to any more. sizeWith() has the latter.
void LinkModel::findEmitted(uint32_t Index) {
  Object &O = Objects[Index];
  std::vector<Unit *> Left;
  auto Add = [&](Unit &U) {
    if (U.Emission != Walk) {
      U.Emission = Walk;
      Left.push_back(&U);
    }
  };
  auto AddNamed = [&](Symbol Name) {
    if (auto Found = O.Units.find(Name); Found != O.Units.end())
      Add(Found->second);
  };
  for (auto &[Name, U] : O.Units)
    if (U.IsPinned || U.IsRoot || (!U.IsWeak && !U.Defines.empty()))
      Add(U);
  while (!Left.empty()) {
    const Unit &U = *Left.back();
    Left.pop_back();
    for (const Symbol Name : U.Units)
      AddNamed(Name);
    for (const Symbol S : U.Uses)
      if (const Definition *D = findIn(Index, S))
        AddNamed(D->Unit);
  }
}

/// An object that has just been set has in it whatever it has, for example
/// explicit instantiations.
void LinkModel::pin(uint32_t Index) {
  ++Walk;
  findEmitted(Index);
  for (auto &[Name, U] : Objects[Index].Units)
    U.IsPinned = U.Emission != Walk;
}

/// As a linker, which resolves symbols before it drops anything.
void LinkModel::loadAll() {
  std::vector<uint32_t> Left;
  auto Load = [&](uint32_t Index) {
    if (Objects[Index].Mark != Walk) {
      load(Index);
      Left.push_back(Index);
    }
  };
  for (uint32_t I = 0; I < Objects.size(); ++I)
    if (!Objects[I].Lazy)
      Load(I);
  for (const Symbol Root : Roots)
    if (const Definition *D = resolve(Root))
      Load(D->Object);
  while (!Left.empty()) {
    const uint32_t Index = Left.back();
    Left.pop_back();
    findEmitted(Index);
    for (const auto &[Name, U] : Objects[Index].Units)
      if (U.Emission == Walk)
        for (const Symbol S : U.Uses)
          if (const Definition *D = resolve(S))
            Load(D->Object);
  }
}

void LinkModel::exportSymbols() {
  std::vector<uint64_t> Exported(Objects.size());
  uint64_t Sum = 0;
  for (uint32_t I = 0; I < Objects.size(); ++I) {
    if (Objects[I].Mark != Walk)
      continue;
    for (const auto &[Name, U] : Objects[I].Units) {
      if (U.Emission != Walk || U.IsHidden)
        continue;
      for (const Symbol S : U.Defines) {
        SymbolInfo &Info = Infos[S];
        if (!Info.IsExported || Info.Mark == Walk)
          continue;
        Info.Mark = Walk;
        const Definition *D = resolve(S);
        if (!D)
          continue;
        count(D->Object, U.SymbolBytes + Info.Name->size() + 1);
        ++Exported[D->Object];
        ++Sum;
        reach(D->Object, D->Unit);
      }
    }
  }
  // The table of hashes belongs to all, in equal parts. Without an export it
  // has a size too, which is one of the program as such.
  const uint64_t Bytes = hashTableBytes(Sum) - hashTableBytes(0);
  uint64_t Before = 0;
  for (uint32_t I = 0; Sum > 0 && I < Exported.size(); ++I) {
    count(I, Bytes * (Before + Exported[I]) / Sum - Bytes * Before / Sum);
    Before += Exported[I];
  }
}
} // namespace mlgo
