// How large a set of objects links to
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a linker with --gc-sections keeps, without linking: objects are sets of
// units (a function with its tables, a datum, a string), units refer to others,
// and what cannot be reached from the roots is dropped. COMDAT groups and equal
// strings and constants are kept once. A symbol that no object defines comes
// from a shared library and costs entries in the tables of dynamic linking, as
// does a symbol that the program exports; what defines that one is kept.
// Evaluating a changed function is a walk over this graph instead of a link.

#pragma once

#include "link/ExportedSymbols.h"
#include "support/Archive.h"
#include <tuple>
#include <unordered_map>

namespace mlgo {
/// What a linker keeps or drops as one.
struct LinkUnit {
  uint64_t Size = 0;   ///< Bytes that are loaded and never written.
  uint64_t Cycles = 0; ///< That its code takes in all, if that was counted.
  bool IsRoot = false; ///< Kept whenever its object is (constructors).
  bool IsWeak = false; ///< Its definitions give way to others.
  /// Libraries see none of its symbols even if the program exports them.
  bool IsHidden = false;
  /// Not 0: an entry of ARM's index of functions, 8 bytes in addition, which
  /// the linker leaves out where the one before it is the same.
  uint32_t UnwindEntry = 0;
  uint32_t Order = 0; ///< Of units with such entries, in their object.
  /// Bytes in .plt and its relocations that a symbol costs which it uses and
  /// another module may define, and those in .dynsym and .gnu.version, besides
  /// the name. Of x86-64; both 0 where no program is linked dynamically.
  uint8_t BindingBytes = 16 + 24, SymbolBytes = 24 + 2;
  std::vector<std::string> Defines; ///< Symbols seen by other objects.
  std::vector<std::string> Uses;    ///< Symbols seen by other objects.
  std::vector<std::string> Units;   ///< Units of the same object.

  bool operator==(const LinkUnit &Other) const;
};

/// The units of one object by name: of a function or datum its symbol.
using ObjectUnits = std::map<std::string, LinkUnit, std::less<>>;

template <typename ArchiveT> void serialize(ArchiveT &A, LinkUnit &U) {
  A(U.Size, U.Cycles, U.IsRoot, U.IsWeak, U.IsHidden, U.UnwindEntry, U.Order,
    U.BindingBytes, U.SymbolBytes, U.Defines, U.Uses, U.Units);
}

/// What a linked program costs.
struct LinkedCost {
  uint64_t Size = 0;   ///< Bytes.
  uint64_t Cycles = 0; ///< Of what is kept, summed.
};

/// The objects of one program. Not thread safe.
class LinkModel {
public:
  /// \p Roots are the symbols that are kept in any case, for a program `main`.
  /// None: every symbol that other objects could see is, as in a library. What
  /// is weak and was referred to in its object is kept only as long as it is,
  /// as a compiler drops it otherwise.
  /// With roots, visible symbols of \p Exports are exported by the objects that
  /// take part: those that something in another one refers to, even if that is
  /// dropped.
  explicit LinkModel(std::vector<std::string> Roots = {"main"},
                     ExportedSymbols Exports = ExportedSymbols());

  /// Adds the next object of the link line and returns its index. A \p Lazy one
  /// is a member of an archive: linked only if it is referred to.
  size_t addObject(const ObjectUnits &Units, bool Lazy);

  /// Replaces all units of an object.
  void setObject(size_t Object, const ObjectUnits &Units);

  /// From now on cycles are those of the object's own calls (see
  /// SharedCounts.h): where several objects have what is kept once, those of
  /// all count.
  void addCyclesOfCopies() { AddsCopies = true; }

  LinkedCost cost();
  /// Bytes of the linked program.
  uint64_t size() { return cost().Size; }

  /// True if the last cost() kept unit \p Unit of \p Object.
  bool isKept(size_t Object, const std::string &Unit) const;

  /// Units to put into an object instead of those of the same names, or in
  /// addition.
  using Change = std::pair<size_t, const ObjectUnits *>;

  /// The cost if \p Changes were made. Nothing is changed.
  LinkedCost costWith(const std::vector<Change> &Changes);
  uint64_t sizeWith(const std::vector<Change> &Changes) {
    return costWith(Changes).Size;
  }

  /// Bytes that each object contributes to the linked program; a symbol of a
  /// shared library counts with the first object that is found to need it.
  std::vector<uint64_t> sizesByObject();

private:
  using Symbol = uint32_t;
  struct Unit {
    uint64_t Size = 0, Cycles = 0;
    bool IsRoot = false, IsWeak = false, IsHidden = false;
    bool IsPinned = false; ///< In the object though nothing there needs it.
    uint32_t UnwindEntry = 0, Order = 0;
    uint8_t BindingBytes = 0, SymbolBytes = 0;
    std::vector<Symbol> Defines, Uses;
    std::vector<Symbol> Units; ///< Names, interned like symbols.
    uint64_t Mark = 0;         ///< The walk that reached it last.
    uint64_t Emission = 0;     ///< The walk that found it in its object last.
  };
  struct Object {
    bool Lazy = false;
    std::unordered_map<Symbol, Unit> Units;
    uint64_t Mark = 0;
  };
  struct Definition {
    bool IsWeak;
    uint32_t Object;
    Symbol Unit;

    /// True if it is this one that counts.
    bool operator<(const Definition &Other) const {
      return std::tie(IsWeak, Object, Unit) <
             std::tie(Other.IsWeak, Other.Object, Other.Unit);
    }
  };

  /// What is known of an interned name.
  struct SymbolInfo {
    const std::string *Name = nullptr;
    bool IsExported = false;
    uint64_t Mark = 0;    ///< The walk that found it undefined or exported it.
    uint64_t Binding = 0; ///< The walk that found it used, though preemptible.
    std::vector<Definition> Definitions; ///< Sorted.
  };

  Symbol intern(const std::string &Name);
  Unit convert(const LinkUnit &From);
  void define(uint32_t Index);
  void undefine(uint32_t Index);
  const Definition *resolve(Symbol S) const;
  bool isChosen(uint32_t Object, Symbol UnitName, const Unit &U) const;
  LinkedCost walk(std::vector<uint64_t> *ByObject);
  void reach(uint32_t Object, Symbol UnitName);
  void load(uint32_t Object);
  void countCopies();
  void count(uint32_t Object, uint64_t Bytes);
  void countUnwindEntries();

  /// \name Only for programs that export symbols
  /// @{
  const Definition *findIn(uint32_t Object, Symbol S) const;
  void findEmitted(uint32_t Object);
  void pin(uint32_t Object);
  void loadAll();
  void exportSymbols();
  /// @}

  std::vector<Symbol> Roots;
  ExportedSymbols Exports;
  std::unordered_map<std::string, Symbol> Symbols;
  std::vector<SymbolInfo> Infos; ///< By symbol.
  std::vector<Object> Objects;
  uint64_t Walk = 0;
  std::vector<std::pair<uint32_t, Unit *>> Pending;
  /// The entry of a function that was reached.
  struct UnwindEntry {
    uint32_t Object, Order;
    const std::string *Name;
    uint32_t Value;
  };
  bool AddsCopies = false;
  std::vector<Symbol> KeptOnce; ///< Units that others may have, too.
  std::vector<UnwindEntry> UnwindEntries;
  LinkedCost Total;
  std::vector<uint64_t> *ByObject = nullptr;
};
} // namespace mlgo
