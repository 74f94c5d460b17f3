// How large a set of objects links to
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/LinkModel.h"
#include <algorithm>

namespace mlgo {
constexpr uint64_t UnwindEntryBytes = 8;

bool LinkUnit::operator==(const LinkUnit &Other) const {
  const auto All = [](const LinkUnit &U) {
    return std::tie(U.Size, U.Cycles, U.IsRoot, U.IsWeak, U.IsHidden,
                    U.UnwindEntry, U.Order, U.BindingBytes, U.SymbolBytes,
                    U.Defines, U.Uses, U.Units);
  };
  return All(*this) == All(Other);
}

LinkModel::LinkModel(std::vector<std::string> RootNames,
                     ExportedSymbols TheExports)
    : Exports(RootNames.empty() ? ExportedSymbols() : std::move(TheExports)) {
  for (const std::string &Name : RootNames)
    Roots.push_back(intern(Name));
}

LinkModel::Symbol LinkModel::intern(const std::string &Name) {
  auto [Known, IsNew] =
      Symbols.emplace(Name, static_cast<Symbol>(Symbols.size()));
  if (IsNew)
    Infos.push_back(
        {&Known->first, Exports.any() && Exports.contains(Name), 0, 0, {}});
  return Known->second;
}

LinkModel::Unit LinkModel::convert(const LinkUnit &From) {
  Unit To;
  To.Size = From.Size;
  To.Cycles = From.Cycles;
  To.IsRoot = From.IsRoot;
  To.IsWeak = From.IsWeak;
  To.IsHidden = From.IsHidden;
  To.UnwindEntry = From.UnwindEntry;
  To.Order = From.Order;
  To.BindingBytes = From.BindingBytes;
  To.SymbolBytes = From.SymbolBytes;
  for (const std::string &Name : From.Defines)
    To.Defines.push_back(intern(Name));
  for (const std::string &Name : From.Uses)
    To.Uses.push_back(intern(Name));
  for (const std::string &Name : From.Units)
    To.Units.push_back(intern(Name));
  return To;
}

size_t LinkModel::addObject(const ObjectUnits &Units, bool Lazy) {
  Objects.emplace_back();
  Objects.back().Lazy = Lazy;
  setObject(Objects.size() - 1, Units);
  return Objects.size() - 1;
}

void LinkModel::setObject(size_t Index, const ObjectUnits &Units) {
  undefine(static_cast<uint32_t>(Index));
  Objects[Index].Units.clear();
  for (const auto &[Name, U] : Units)
    Objects[Index].Units.emplace(intern(Name), convert(U));
  define(static_cast<uint32_t>(Index));
  if (Exports.any() || Roots.empty())
    pin(static_cast<uint32_t>(Index));
}

void LinkModel::define(uint32_t Index) {
  for (const auto &[Name, U] : Objects[Index].Units)
    for (const Symbol S : U.Defines) {
      std::vector<Definition> &All = Infos[S].Definitions;
      const Definition New = {U.IsWeak, Index, Name};
      All.insert(std::lower_bound(All.begin(), All.end(), New), New);
    }
}

void LinkModel::undefine(uint32_t Index) {
  for (const auto &[Name, U] : Objects[Index].Units)
    for (const Symbol S : U.Defines) {
      std::vector<Definition> &All = Infos[S].Definitions;
      All.erase(std::remove_if(
                    All.begin(), All.end(),
                    [&](const Definition &D) { return D.Object == Index; }),
                All.end());
    }
}

/// The first strong definition counts; if none is strong, the first. Where
/// symbols are exported, it is known which objects take part.
const LinkModel::Definition *LinkModel::resolve(Symbol S) const {
  const std::vector<Definition> &All = Infos[S].Definitions;
  if (Exports.any())
    for (const Definition &D : All)
      if (Objects[D.Object].Mark == Walk)
        return &D;
  return All.empty() ? nullptr : &All.front();
}

/// True if \p U is the definition that counts of one of its symbols.
bool LinkModel::isChosen(uint32_t Index, Symbol Name, const Unit &U) const {
  return std::any_of(U.Defines.begin(), U.Defines.end(), [&](Symbol S) {
    const Definition *D = resolve(S);
    return D && D->Object == Index && D->Unit == Name;
  });
}

void LinkModel::load(uint32_t Index) {
  Object &O = Objects[Index];
  if (O.Mark == Walk)
    return;
  O.Mark = Walk;
  const auto IsVisible = [](const Unit &U) {
    return !U.IsWeak || (U.IsPinned && !U.IsHidden);
  };
  for (auto &[Name, U] : O.Units)
    if (U.IsRoot || (Roots.empty() && IsVisible(U) && isChosen(Index, Name, U)))
      reach(Index, Name);
}

void LinkModel::reach(uint32_t Index, Symbol Name) {
  load(Index);
  auto Found = Objects[Index].Units.find(Name);
  if (Found == Objects[Index].Units.end() || Found->second.Mark == Walk)
    return;
  Unit &U = Found->second;
  U.Mark = Walk;
  count(Index, U.Size);
  Total.Cycles += U.Cycles;
  if (AddsCopies && U.IsWeak)
    KeptOnce.push_back(Name);
  if (U.UnwindEntry)
    UnwindEntries.push_back({Index, U.Order, Infos[Name].Name, U.UnwindEntry});
  Pending.push_back({Index, &U});
}

void LinkModel::count(uint32_t Index, uint64_t Bytes) {
  Total.Size += Bytes;
  if (ByObject)
    (*ByObject)[Index] += Bytes;
}

LinkedCost LinkModel::walk(std::vector<uint64_t> *Sizes) {
  ++Walk;
  Total = LinkedCost();
  ByObject = Sizes;
  if (Exports.any()) {
    loadAll();
    exportSymbols();
  }
  for (Symbol Root : Roots)
    if (const Definition *D = resolve(Root))
      reach(D->Object, D->Unit);
  for (uint32_t I = 0; I < Objects.size(); ++I)
    if (!Objects[I].Lazy || Roots.empty())
      load(I);
  while (!Pending.empty()) {
    auto [Index, U] = Pending.back();
    Pending.pop_back();
    for (Symbol Name : U->Units)
      reach(Index, Name);
    for (Symbol S : U->Uses) {
      if (const Definition *D = resolve(S)) {
        reach(D->Object, D->Unit);
        if (Exports.arePreemptible() && Infos[S].Mark == Walk &&
            Infos[S].Binding != Walk) {
          Infos[S].Binding = Walk;
          count(Index, U->BindingBytes);
        }
      } else if (Infos[S].Mark != Walk) {
        Infos[S].Mark = Walk;
        if (U->SymbolBytes > 0)
          count(Index,
                U->BindingBytes + U->SymbolBytes + Infos[S].Name->size() + 1);
      }
    }
  }
  countUnwindEntries();
  countCopies();
  return Total;
}

/// What objects that take part have of units that are kept elsewhere.
void LinkModel::countCopies() {
  for (const Symbol Name : KeptOnce)
    for (const Definition &D : Infos[Name].Definitions) {
      const Object &O = Objects[D.Object];
      const auto Copy = O.Units.find(Name);
      if (O.Mark == Walk && Copy != O.Units.end() && Copy->second.Mark != Walk)
        Total.Cycles += Copy->second.Cycles;
    }
  KeptOnce.clear();
}

void LinkModel::countUnwindEntries() {
  std::sort(UnwindEntries.begin(), UnwindEntries.end(),
            [](const UnwindEntry &A, const UnwindEntry &B) {
              return std::tie(A.Object, A.Order, *A.Name) <
                     std::tie(B.Object, B.Order, *B.Name);
            });
  uint32_t Last = 0;
  for (const UnwindEntry &Entry : UnwindEntries) {
    if (Entry.Value != Last)
      count(Entry.Object, UnwindEntryBytes);
    Last = Entry.Value;
  }
  UnwindEntries.clear();
}

LinkedCost LinkModel::cost() { return walk(nullptr); }

std::vector<uint64_t> LinkModel::sizesByObject() {
  std::vector<uint64_t> Sizes(Objects.size());
  walk(&Sizes);
  return Sizes;
}

bool LinkModel::isKept(size_t Object, const std::string &Unit) const {
  const auto Name = Symbols.find(Unit);
  if (Name == Symbols.end())
    return false;
  const auto &Units = Objects[Object].Units;
  const auto Found = Units.find(Name->second);
  return Found != Units.end() && Found->second.Mark == Walk;
}

LinkedCost LinkModel::costWith(const std::vector<Change> &Changes) {
  struct Replaced {
    uint32_t Object;
    Symbol Name;
    std::optional<Unit> Old;
  };
  std::vector<Replaced> Undo;
  std::vector<Symbol> NewSymbols;
  for (const auto &[ObjectIndex, Changed] : Changes)
    for (const auto &[Name, From] : *Changed) {
      const auto Index = static_cast<uint32_t>(ObjectIndex);
      const Symbol Id = intern(Name);
      Unit New = convert(From);
      for (Symbol S : New.Defines)
        if (std::vector<Definition> &All = Infos[S].Definitions; All.empty()) {
          All.push_back({New.IsWeak, Index, Id});
          NewSymbols.push_back(S);
        }
      auto [Place, IsNew] = Objects[Index].Units.try_emplace(Id);
      Undo.push_back({Index, Id, std::nullopt});
      if (!IsNew) {
        New.IsPinned = Place->second.IsPinned;
        Undo.back().Old = std::move(Place->second);
      }
      Place->second = std::move(New);
    }
  const LinkedCost Cost = walk(nullptr);
  for (size_t I = Undo.size(); I-- > 0;)
    if (Undo[I].Old)
      Objects[Undo[I].Object].Units[Undo[I].Name] = std::move(*Undo[I].Old);
    else
      Objects[Undo[I].Object].Units.erase(Undo[I].Name);
  for (Symbol S : NewSymbols)
    Infos[S].Definitions.clear();
  return Cost;
}
} // namespace mlgo
