//===- LinkUnits.cpp - The linker's view of an object ---------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/llvm/LinkUnits.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::object;

namespace mlgo {
namespace {

using ELFFile64 = ELFFile<ELF64LE>;

/// Entry in .eh_frame_hdr: two 32-bit offsets.
constexpr uint64_t HeaderEntryBytes = 8;

mlgo::Error takeError(llvm::Error E) {
  return mlgo::Error("object: " + toString(std::move(E)));
}

/// Elf64_Rela in .rela.dyn.
constexpr uint64_t DynamicRelocationBytes = 24;

/// Where a relocation points.
struct Target {
  bool IsLocal = true;
  std::string Name; ///< Symbol, or unit if local.
};

class Reader {
public:
  explicit Reader(const ELFFile64 &File) : File(File) {}

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
      if (Section.sh_type == ELF::SHT_RELA && Section.sh_info < Info.size())
        if (llvm::Error E = readRelocations(Section))
          return E;
    for (auto &[Name, U] : Units)
      for (auto *List : {&U.Defines, &U.Uses, &U.Units}) {
        std::sort(List->begin(), List->end());
        List->erase(std::unique(List->begin(), List->end()), List->end());
      }
    return llvm::Error::success();
  }

  ObjectUnits Units;

private:
  /// Whether a relocation of that type is a pointer, for the loader to fill in.
  bool isAddress(uint32_t Type) const {
    switch (File.getHeader().e_machine) {
    case ELF::EM_X86_64:
      return Type == ELF::R_X86_64_64;
    case ELF::EM_AARCH64:
      return Type == ELF::R_AARCH64_ABS64;
    case ELF::EM_RISCV:
      return Type == ELF::R_RISCV_64;
    default:
      return false;
    }
  }

  struct SectionInfo {
    bool IsLoaded = false, IsWritable = false;
    bool IsUnwind = false, IsMergeable = false;
    std::string Unit;
    StringRef Bytes;
    uint64_t EntrySize = 0;
    bool IsStrings = false;
    std::vector<uint64_t> Entries; ///< Offsets of unwind entries.
    std::map<uint64_t, std::string> UnitOfEntry;
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
    S.IsMergeable = (Section.sh_flags & ELF::SHF_MERGE) && Section.sh_entsize;
    S.EntrySize = Section.sh_entsize;
    S.IsStrings = Section.sh_flags & ELF::SHF_STRINGS;
    if (S.IsUnwind)
      return splitUnwindTable(S);
    if (S.IsMergeable)
      return splitMergeable(S);
    LinkUnit &U = Units[S.Unit];
    if (HasBytes && !S.IsWritable)
      U.Size += Section.sh_size;
    U.IsRoot |= Section.sh_type == ELF::SHT_INIT_ARRAY ||
                Section.sh_type == ELF::SHT_FINI_ARRAY ||
                Section.sh_type == ELF::SHT_PREINIT_ARRAY ||
                Section.sh_type == ELF::SHT_NOTE;
    return llvm::Error::success();
  }

  llvm::Error splitUnwindTable(SectionInfo &S) {
    for (uint64_t Offset = 0; Offset + 4 <= S.Bytes.size();) {
      S.Entries.push_back(Offset);
      Offset +=
          uint64_t(support::endian::read32le(S.Bytes.data() + Offset)) + 4;
    }
    return llvm::Error::success();
  }

  /// The bytes of the entry at \p Offset.
  static StringRef getEntry(const SectionInfo &S, uint64_t Offset) {
    if (!S.IsStrings)
      return S.Bytes.substr(Offset / S.EntrySize * S.EntrySize, S.EntrySize);
    for (uint64_t End = Offset; End < S.Bytes.size();) {
      const StringRef Character = S.Bytes.substr(End, S.EntrySize);
      End += Character.size();
      if (Character.find_first_not_of('\0') == StringRef::npos)
        return S.Bytes.substr(Offset, End - Offset);
    }
    return S.Bytes.substr(Offset);
  }

  static std::string nameEntry(const SectionInfo &S, StringRef Entry) {
    return S.Unit + ":" + std::to_string(Entry.size()) + ":" +
           std::to_string(xxh3_64bits(Entry));
  }

  llvm::Error splitMergeable(SectionInfo &S) {
    for (uint64_t Offset = 0; Offset < S.Bytes.size();) {
      const StringRef Entry = getEntry(S, Offset);
      const std::string Name = nameEntry(S, Entry);
      LinkUnit &U = Units[Name];
      U.Size = Entry.size();
      U.IsWeak = U.IsHidden = true;
      U.Defines = {Name};
      Offset += std::max<uint64_t>(1, Entry.size());
    }
    return llvm::Error::success();
  }

  llvm::Error readSymbols(const ELF64LE::Shdr &Table) {
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
      if (S.IsUnwind || S.IsMergeable)
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

  Expected<Target> getTarget(const ELF64LE::Sym &Symbol, StringRef Strings,
                             int64_t Addend) {
    Target T;
    const bool IsDefinedHere =
        Symbol.st_shndx != ELF::SHN_UNDEF && Symbol.st_shndx < Info.size();
    const SectionInfo *S = IsDefinedHere ? &Info[Symbol.st_shndx] : nullptr;
    if (S && S->IsMergeable) {
      uint64_t Offset = Symbol.st_value;
      if (Symbol.getType() == ELF::STT_SECTION)
        Offset += Addend;
      if (Offset < S->Bytes.size())
        return Target{false, nameEntry(*S, getEntry(*S, Offset))};
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

  llvm::Error readRelocations(const ELF64LE::Shdr &Section) {
    SectionInfo &From = Info[Section.sh_info];
    if (!From.IsLoaded)
      return llvm::Error::success();
    auto Relocations = File.relas(Section);
    if (!Relocations)
      return Relocations.takeError();
    auto Table = File.getSection(Section.sh_link);
    if (!Table)
      return Table.takeError();
    auto Strings = File.getStringTableForSymtab(**Table);
    if (!Strings)
      return Strings.takeError();
    for (const auto &R : *Relocations) {
      auto Symbol = File.getRelocationSymbol(R, *Table);
      if (!Symbol)
        return Symbol.takeError();
      if (!*Symbol)
        continue;
      auto T = getTarget(**Symbol, *Strings, R.r_addend);
      if (!T)
        return T.takeError();
      if (From.IsUnwind) {
        describe(From, R.r_offset, **Symbol);
        continue;
      }
      // An address in data that is loaded anywhere is a relative relocation.
      if (From.IsWritable && isAddress(R.getType(false)))
        Units[From.Unit].Size += DynamicRelocationBytes;
      (T->IsLocal ? Units[From.Unit].Units : Units[From.Unit].Uses)
          .push_back(std::move(T->Name));
    }
    return llvm::Error::success();
  }

  /// Gives a frame description to the unit of the function whose address it
  /// starts with.
  void describe(SectionInfo &S, uint64_t Offset, const ELF64LE::Sym &Symbol) {
    auto Next = std::upper_bound(S.Entries.begin(), S.Entries.end(), Offset);
    if (Next == S.Entries.begin() || Symbol.st_shndx >= Info.size())
      return;
    const uint64_t Start = *std::prev(Next);
    const uint64_t End = Next == S.Entries.end() ? S.Bytes.size() : *Next;
    // Splitting trusted the lengths that the table gives.
    if (End > S.Bytes.size())
      return;
    if (Offset != Start + 8)
      return;
    // The last entry of a table is padded to 8 bytes, all others to 4; which
    // function happens to be the last is to make no difference.
    const bool IsPadded =
        Next == S.Entries.end() && End >= Start + 8 &&
        support::endian::read32le(S.Bytes.data() + End - 4) == 0;
    Units[Info[Symbol.st_shndx].Unit].Size +=
        End - Start - (IsPadded ? 4 : 0) + HeaderEntryBytes;
  }

  const ELFFile64 &File;
  ELF64LE::ShdrRange Sections;
  std::vector<SectionInfo> Info;
};

} // namespace

std::string getLinkUnitName(std::string_view Section) {
  for (std::string_view Kind :
       {".text.startup.", ".text.unlikely.", ".text.hot.", ".text.",
        ".gcc_except_table.", ".rodata."})
    if (Section.size() > Kind.size() &&
        Section.substr(0, Kind.size()) == Kind) {
      std::string_view Name = Section.substr(Kind.size());
      // Data keep the section's name: a datum may be called like a function.
      if (Kind == ".rodata." &&
          (Name.substr(0, 3) == "cst" || Name.substr(0, 3) == "str"))
        break;
      return std::string(Name);
    }
  return std::string(Section);
}

Result<ObjectUnits> readLinkUnits(std::string_view Object) {
  auto File = ELFFile64::create(StringRef(Object.data(), Object.size()));
  if (!File)
    return takeError(File.takeError());
  Reader R(*File);
  if (llvm::Error E = R.run())
    return takeError(std::move(E));
  return std::move(R.Units);
}

} // namespace mlgo
