// The linker's view of a WebAssembly object
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/WasmLinkUnits.h"
#include "llvm/Object/Wasm.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::object;

namespace mlgo {
namespace {
/// The index of a function's type, in a section of its own.
constexpr uint64_t TypeIndexBytes = 1;

/// Indices and addresses have five bytes in an object. This is how many of them
/// a linker that is to compress them leaves: programs have more than 128
/// functions, and their data begins above 16 KB.
constexpr uint64_t PaddedBytes = 5;
uint64_t compressedBytes(uint8_t Type) {
  switch (Type) {
  case wasm::R_WASM_FUNCTION_INDEX_LEB:
    return 2;
  case wasm::R_WASM_MEMORY_ADDR_LEB:
  case wasm::R_WASM_MEMORY_ADDR_SLEB:
    return 3;
  case wasm::R_WASM_TABLE_INDEX_SLEB:
    return 2;
  case wasm::R_WASM_TYPE_INDEX_LEB:
  case wasm::R_WASM_GLOBAL_INDEX_LEB:
  case wasm::R_WASM_TAG_INDEX_LEB:
  case wasm::R_WASM_TABLE_NUMBER_LEB:
    return 1;
  default:
    return PaddedBytes;
  }
}

/// The names of clang for a `main` with and without arguments.
bool isMain(StringRef Name) {
  return Name == "__main_argc_argv" || Name == "__main_void" ||
         Name == "__original_main";
}

/// Reads one object.
class UnitReader {
public:
  explicit UnitReader(const WasmObjectFile &File)
      : File(File), Functions(File.functions().size()),
        Data(File.dataSegments().size()) {}

  ObjectUnits read() {
    for (const SymbolRef &Symbol : File.symbols())
      Symbols.push_back(&File.getWasmSymbol(Symbol));
    for (const WasmSymbol *Symbol : Symbols)
      define(*Symbol);
    for (const wasm::WasmInitFunc &Init : File.linkingData().InitFunctions)
      if (Init.Symbol < Symbols.size())
        if (const std::string *Unit = unitOf(*Symbols[Init.Symbol]))
          Units[*Unit].IsRoot = true;
    measure();
    for (const SectionRef &S : File.sections()) {
      const WasmSection &Section = File.getWasmSection(S);
      if (Section.Type == wasm::WASM_SEC_CODE)
        readRelocations(Section, Functions, File.functions(), [](auto &F) {
          return std::pair(F.CodeSectionOffset, uint64_t(F.Size));
        });
      if (Section.Type == wasm::WASM_SEC_DATA)
        readRelocations(Section, Data, File.dataSegments(), [](auto &S) {
          return std::pair(S.SectionOffset, uint64_t(S.Data.Content.size()));
        });
    }
    for (auto &[Name, U] : Units) {
      U.BindingBytes = U.SymbolBytes = 0;
    }
    return std::move(Units);
  }

private:
  /// The name of the unit of what \p Symbol is, if it is defined here.
  std::string *unitOf(const WasmSymbol &Symbol) {
    if (Symbol.isUndefined())
      return nullptr;
    if (Symbol.isTypeFunction()) {
      const uint64_t Index =
          uint64_t(Symbol.Info.ElementIndex) - File.getNumImportedFunctions();
      return Index < Functions.size() ? &Functions[Index] : nullptr;
    }
    if (Symbol.isTypeData() && Symbol.Info.DataRef.Segment < Data.size())
      return &Data[Symbol.Info.DataRef.Segment];
    return nullptr;
  }

  void define(const WasmSymbol &Symbol) {
    std::string *Unit = unitOf(Symbol);
    if (!Unit)
      return;
    if (Unit->empty())
      *Unit = nameUnit(Symbol);
    LinkUnit &U = Units[*Unit];
    // Strings define themselves, in every object.
    if (U.IsWeak && !U.Defines.empty() && U.Defines.front() == *Unit)
      return;
    U.IsRoot |= Symbol.Info.Flags &
                (wasm::WASM_SYMBOL_NO_STRIP | wasm::WASM_SYMBOL_EXPORTED);
    if (Symbol.isBindingLocal())
      return;
    U.IsHidden = Symbol.isHidden() && (U.Defines.empty() || U.IsHidden);
    U.IsWeak |= Symbol.isBindingWeak();
    U.Defines.push_back(Symbol.Info.Name.str());
    if (isMain(Symbol.Info.Name))
      U.Defines.push_back("main");
  }

  /// Of a function its symbol, of a datum its section, and what is in a string.
  std::string nameUnit(const WasmSymbol &Symbol) {
    if (Symbol.isTypeFunction())
      return Symbol.Info.Name.str();
    const wasm::WasmDataSegment &Segment =
        File.dataSegments()[Symbol.Info.DataRef.Segment].Data;
    if (!(Segment.LinkingFlags & wasm::WASM_SEG_FLAG_STRINGS))
      return Segment.Name.str();
    std::string Name = ".rodata.str:" + std::to_string(Segment.Content.size()) +
                       ":" + std::to_string(xxh3_64bits(Segment.Content));
    LinkUnit &U = Units[Name];
    U.IsWeak = U.IsHidden = true;
    U.Defines = {Name};
    return Name;
  }

  void measure() {
    for (size_t I = 0; I < Functions.size(); ++I) {
      if (Functions[I].empty())
        Functions[I] = "function " + std::to_string(I);
      Units[Functions[I]].Size += File.functions()[I].Size + TypeIndexBytes;
    }
    for (size_t I = 0; I < Data.size(); ++I) {
      const wasm::WasmDataSegment &Segment = File.dataSegments()[I].Data;
      if (Data[I].empty())
        Data[I] = Segment.Name.str();
      // What begins as zeros is not in the program.
      if (!Segment.Name.starts_with(".bss") &&
          !Segment.Name.starts_with(".tbss"))
        Units[Data[I]].Size = Segment.Content.size();
    }
  }

  /// Relocations of one section whose parts are \p Places, each of which has
  /// the extent that \p extent says and the unit at its index in \p Names.
  template <typename T, typename ExtentT>
  void readRelocations(const WasmSection &Section,
                       const std::vector<std::string> &Names,
                       ArrayRef<T> Places, ExtentT Extent) {
    for (const wasm::WasmRelocation &R : Section.Relocations) {
      const auto After = std::upper_bound(
          Places.begin(), Places.end(), R.Offset,
          [&](uint64_t At, const T &P) { return At < Extent(P).first; });
      if (After == Places.begin())
        continue;
      const auto [Begin, Size] = Extent(*std::prev(After));
      if (R.Offset - Begin >= Size)
        continue;
      refer(Units[Names[std::prev(After) - Places.begin()]], R);
    }
  }

  void refer(LinkUnit &From, const wasm::WasmRelocation &R) {
    From.Size -= std::min(From.Size, PaddedBytes - compressedBytes(R.Type));
    if (R.Type == wasm::R_WASM_TYPE_INDEX_LEB || R.Index >= Symbols.size())
      return;
    const WasmSymbol &Symbol = *Symbols[R.Index];
    if (!Symbol.isTypeFunction() && !Symbol.isTypeData())
      return;
    const std::string *Unit = unitOf(Symbol);
    if (Unit && Units[*Unit].Defines == std::vector<std::string>{*Unit})
      From.Uses.push_back(*Unit);
    else if (Unit && Symbol.isBindingLocal())
      From.Units.push_back(*Unit);
    else
      From.Uses.push_back(Symbol.Info.Name.str());
  }

  const WasmObjectFile &File;
  std::vector<const WasmSymbol *> Symbols;
  std::vector<std::string> Functions, Data; ///< Names of units, by index.
  ObjectUnits Units;
};
} // namespace

Result<ObjectUnits> readWasmLinkUnits(std::string_view Object) {
  auto File = ObjectFile::createWasmObjectFile(
      MemoryBufferRef(StringRef(Object.data(), Object.size()), "object"));
  if (!File)
    return mlgo::Error("object: " + toString(File.takeError()));
  return UnitReader(**File).read();
}
} // namespace mlgo
