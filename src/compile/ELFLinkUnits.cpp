// The linker's view of an ELF object
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ELFLinkUnits.h"
#include "compile/FrameTable.h"
#include "compile/LinkUnits.h"
#include "compile/MergeableSection.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"
#include <algorithm>
#include <set>

using namespace llvm;
using namespace llvm::object;

namespace mlgo {
namespace {
mlgo::Error takeError(llvm::Error E) {
  return mlgo::Error("object: " + toString(std::move(E)));
}

/// Of .ARM.exidx: where a function begins, and how to unwind it or where that
/// is said.
constexpr uint64_t ARMEntryBytes = 8;

/// Entry in .plt that lld writes for each of these processors.
constexpr uint64_t PLTEntryBytes = 16;

/// Entry in .gnu.version.
constexpr uint64_t VersionBytes = 2;

/// Where a relocation points.
struct Target {
  bool IsLocal = true;
  std::string Name; ///< Symbol, or unit if local.
};

/// Reads an object of the kind \p ELFT.
template <typename ELFT> class Reader {
public:
  explicit Reader(const ELFFile<ELFT> &File) : File(File) {}

  llvm::Error run() {
    auto Headers = File.sections();
    if (!Headers)
      return Headers.takeError();
    Sections = *Headers;
    Info.resize(Sections.size());
    for (size_t I = 0; I < Sections.size(); ++I)
      if (llvm::Error E = readSection(I))
        return E;
    for (const auto &Section : Sections)
      if (Section.sh_type == ELF::SHT_SYMTAB)
        if (llvm::Error E = readSymbols(Section))
          return E;
    for (const auto &Section : Sections)
      if (llvm::Error E = readRelocationSection(Section))
        return E;
    for (const SectionInfo &S : Info)
      if (S.IsIndex)
        countIndex(S);
    for (auto &[Name, U] : Units) {
      U.BindingBytes = PLTEntryBytes + relocationBytes();
      U.SymbolBytes = sizeof(Sym) + VersionBytes;
    }
    return llvm::Error::success();
  }

  ObjectUnits Units;

private:
  using Shdr = typename ELFT::Shdr;
  using Sym = typename ELFT::Sym;

  /// Whether a relocation of that type is a pointer, for the loader to fill in.
  bool isAddress(uint32_t Type) const {
    switch (File.getHeader().e_machine) {
    case ELF::EM_X86_64:
      return Type == ELF::R_X86_64_64;
    case ELF::EM_AARCH64:
      return Type == ELF::R_AARCH64_ABS64;
    case ELF::EM_RISCV:
      return Type == ELF::R_RISCV_64;
    case ELF::EM_ARM:
      return Type == ELF::R_ARM_ABS32 || Type == ELF::R_ARM_TARGET1;
    case ELF::EM_386:
      return Type == ELF::R_386_32;
    default:
      return false;
    }
  }

  /// Of a relocation that the loader sees.
  uint64_t relocationBytes() const {
    const uint16_t Machine = File.getHeader().e_machine;
    return Machine == ELF::EM_386 || Machine == ELF::EM_ARM
               ? sizeof(typename ELFT::Rel)
               : sizeof(typename ELFT::Rela);
  }

  struct SectionInfo {
    bool IsLoaded = false, IsWritable = false;
    bool IsUnwind = false;
    bool IsIndex = false;             ///< .ARM.exidx of one section.
    std::set<uint64_t> TablesOfIndex; ///< Where it refers to .ARM.extab.
    uint32_t Linked = 0;              ///< Whose .ARM.exidx it is.
    std::string Unit;
    StringRef Bytes;
    FrameTable Frames; ///< If it is an unwind table.
    std::optional<MergeableSection> Constants;
  };

  llvm::Error readSection(size_t Index) {
    const auto &Section = Sections[Index];
    SectionInfo &S = Info[Index];
    S.IsLoaded = Section.sh_flags & ELF::SHF_ALLOC;
    S.IsWritable = Section.sh_flags & ELF::SHF_WRITE;
    if (!S.IsLoaded)
      return llvm::Error::success();
    auto Name = File.getSectionName(Section);
    if (!Name)
      return Name.takeError();
    S.Unit = getLinkUnitName(std::string_view(Name->data(), Name->size()));
    const bool HasBytes = Section.sh_type != ELF::SHT_NOBITS;
    if (HasBytes) {
      auto Bytes = File.getSectionContents(Section);
      if (!Bytes)
        return Bytes.takeError();
      S.Bytes = StringRef(reinterpret_cast<const char *>(Bytes->data()),
                          Bytes->size());
    }
    S.IsUnwind = *Name == ".eh_frame";
    // The number has other meanings elsewhere.
    S.IsIndex = File.getHeader().e_machine == ELF::EM_ARM &&
                Section.sh_type == ELF::SHT_ARM_EXIDX;
    S.Linked = Section.sh_link;
    if (S.IsUnwind) {
      S.Frames = FrameTable(S.Bytes);
      return llvm::Error::success();
    }
    if ((Section.sh_flags & ELF::SHF_MERGE) && Section.sh_entsize) {
      S.Constants = {S.Unit, S.Bytes, Section.sh_entsize,
                     bool(Section.sh_flags & ELF::SHF_STRINGS)};
      defineConstants(*S.Constants);
      return llvm::Error::success();
    }
    LinkUnit &U = Units[S.Unit];
    if (HasBytes && !S.IsWritable && !S.IsIndex)
      U.Size += Section.sh_size;
    // lld keeps tables of handlers that are in no group. There they refer to
    // their function, as code may move within it until it is linked.
    U.IsRoot |= File.getHeader().e_machine == ELF::EM_RISCV &&
                Name->starts_with(".gcc_except_table") &&
                !(Section.sh_flags & (ELF::SHF_GROUP | ELF::SHF_LINK_ORDER));
    U.IsRoot |= Section.sh_type == ELF::SHT_INIT_ARRAY ||
                Section.sh_type == ELF::SHT_FINI_ARRAY ||
                Section.sh_type == ELF::SHT_PREINIT_ARRAY ||
                Section.sh_type == ELF::SHT_NOTE;
    return llvm::Error::success();
  }

  void defineConstants(const MergeableSection &S) {
    for (uint64_t Offset = 0; Offset < S.Bytes.size();) {
      const StringRef Entry = S.getEntry(Offset);
      const std::string Name = S.nameEntry(Entry);
      LinkUnit &U = Units[Name];
      U.Size = Entry.size();
      U.IsWeak = U.IsHidden = true;
      U.Defines = {Name};
      Offset += std::max<uint64_t>(1, Entry.size());
    }
  }

  llvm::Error readSymbols(const Shdr &Table) {
    auto Symbols = File.symbols(&Table);
    if (!Symbols)
      return Symbols.takeError();
    auto Strings = File.getStringTableForSymtab(Table);
    if (!Strings)
      return Strings.takeError();
    for (const auto &Symbol : *Symbols) {
      if (Symbol.getBinding() == ELF::STB_LOCAL ||
          Symbol.st_shndx >= Info.size() || !Info[Symbol.st_shndx].IsLoaded ||
          Symbol.st_shndx == ELF::SHN_UNDEF)
        continue;
      auto Name = Symbol.getName(*Strings);
      if (!Name)
        return Name.takeError();
      const SectionInfo &S = Info[Symbol.st_shndx];
      if (S.IsUnwind || S.Constants)
        continue;
      LinkUnit &U = Units[S.Unit];
      const bool IsHidden = Symbol.getVisibility() == ELF::STV_HIDDEN ||
                            Symbol.getVisibility() == ELF::STV_INTERNAL;
      U.IsHidden = IsHidden && (U.Defines.empty() || U.IsHidden);
      U.Defines.push_back(Name->str());
      U.IsWeak |= Symbol.getBinding() == ELF::STB_WEAK;
    }
    return llvm::Error::success();
  }

  Expected<Target> getTarget(const Sym &Symbol, StringRef Strings,
                             int64_t Addend) {
    Target T;
    const bool IsDefinedHere =
        Symbol.st_shndx != ELF::SHN_UNDEF && Symbol.st_shndx < Info.size();
    const SectionInfo *S = IsDefinedHere ? &Info[Symbol.st_shndx] : nullptr;
    if (S && S->Constants) {
      uint64_t Offset = Symbol.st_value;
      if (Symbol.getType() == ELF::STT_SECTION)
        Offset += Addend;
      if (Offset < S->Bytes.size())
        return Target{false,
                      S->Constants->nameEntry(S->Constants->getEntry(Offset))};
    }
    T.IsLocal = Symbol.getBinding() == ELF::STB_LOCAL;
    if (T.IsLocal) {
      T.Name = S ? S->Unit : "";
      return T;
    }
    auto Name = Symbol.getName(Strings);
    if (!Name)
      return Name.takeError();
    T.Name = Name->str();
    return T;
  }

  llvm::Error readRelocationSection(const Shdr &Section) {
    if (Section.sh_info >= Info.size() || !Info[Section.sh_info].IsLoaded)
      return llvm::Error::success();
    SectionInfo &From = Info[Section.sh_info];
    if (Section.sh_type == ELF::SHT_RELA) {
      auto Relocations = File.relas(Section);
      if (!Relocations)
        return Relocations.takeError();
      return readRelocations(Section, From, *Relocations,
                             [](const auto &R) { return int64_t(R.r_addend); });
    }
    if (Section.sh_type != ELF::SHT_REL)
      return llvm::Error::success();
    auto Relocations = File.rels(Section);
    if (!Relocations)
      return Relocations.takeError();
    // Only addresses keep nothing but the addend where they will be; LLVM adds
    // to the symbols of strings and constants in no others.
    return readRelocations(
        Section, From, *Relocations, [&](const auto &R) -> int64_t {
          if (!isAddress(R.getType(false)) ||
              R.r_offset + uint64_t(4) > From.Bytes.size())
            return 0;
          return support::endian::read32le(From.Bytes.data() + R.r_offset);
        });
  }

  template <typename Range, typename Function>
  llvm::Error readRelocations(const Shdr &Section, SectionInfo &From,
                              const Range &Relocations, Function AddendOf) {
    auto Table = File.getSection(Section.sh_link);
    if (!Table)
      return Table.takeError();
    auto Strings = File.getStringTableForSymtab(**Table);
    if (!Strings)
      return Strings.takeError();
    for (const auto &R : Relocations) {
      auto Symbol = File.getRelocationSymbol(R, *Table);
      if (!Symbol)
        return Symbol.takeError();
      if (!*Symbol)
        continue;
      auto T = getTarget(**Symbol, *Strings, AddendOf(R));
      if (!T)
        return T.takeError();
      if (From.IsUnwind) {
        describe(From, R.r_offset, **Symbol);
        continue;
      }
      if (From.IsIndex && R.r_offset % ARMEntryBytes != 0)
        From.TablesOfIndex.insert(R.r_offset - 4);
      // An address in data that is loaded anywhere is a relative relocation.
      if (From.IsWritable && isAddress(R.getType(false)))
        Units[From.Unit].Size += sizeof(R);
      LinkUnit &U = Units[From.Unit];
      // lld makes one instruction of the two, if its target is near.
      if (File.getHeader().e_machine == ELF::EM_RISCV &&
          R.getType(false) == ELF::R_RISCV_CALL_PLT)
        U.Size -= std::min<uint64_t>(U.Size, 4);
      (T->IsLocal ? Units[From.Unit].Units : Units[From.Unit].Uses)
          .push_back(std::move(T->Name));
    }
    return llvm::Error::success();
  }

  /// Of a function's entries that say themselves how to unwind, one is left to
  /// the linker, which leaves out what the entry before says, too.
  void countIndex(const SectionInfo &S) {
    LinkUnit &U = Units[S.Unit];
    for (uint64_t At = 0; At + ARMEntryBytes <= S.Bytes.size();
         At += ARMEntryBytes)
      if (S.TablesOfIndex.count(At) || U.UnwindEntry)
        U.Size += ARMEntryBytes;
      else {
        U.UnwindEntry = support::endian::read32le(S.Bytes.data() + At + 4);
        U.Order = S.Linked;
      }
  }

  /// Gives a frame description to the unit of the function whose address it
  /// starts with.
  void describe(const SectionInfo &S, uint64_t Offset, const Sym &Symbol) {
    if (Symbol.st_shndx >= Info.size())
      return;
    if (const uint64_t Bytes = S.Frames.getDescriptionBytes(Offset))
      Units[Info[Symbol.st_shndx].Unit].Size += Bytes;
  }

  const ELFFile<ELFT> &File;
  typename ELFT::ShdrRange Sections;
  std::vector<SectionInfo> Info;
};
} // namespace

template <typename ELFT>
static Result<ObjectUnits> readUnits(std::string_view Object) {
  auto File = ELFFile<ELFT>::create(StringRef(Object.data(), Object.size()));
  if (!File)
    return takeError(File.takeError());
  Reader<ELFT> R(*File);
  if (llvm::Error E = R.run())
    return takeError(std::move(E));
  return std::move(R.Units);
}

Result<ObjectUnits> readELFLinkUnits(std::string_view Object) {
  const auto [Class, Data] =
      getElfArchType(StringRef(Object.data(), Object.size()));
  if (Class == ELF::ELFCLASS32 && Data == ELF::ELFDATA2LSB)
    return readUnits<ELF32LE>(Object);
  return readUnits<ELF64LE>(Object);
}
} // namespace mlgo
