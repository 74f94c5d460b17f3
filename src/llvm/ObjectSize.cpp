//===- ObjectSize.cpp - What an object adds to a linked program -----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/llvm/ObjectSize.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"

#include <algorithm>
#include <optional>
#include <vector>

using namespace llvm;
using namespace llvm::object;

namespace mlgo {
namespace {

using ELFFile64 = ELFFile<ELF64LE>;

mlgo::Error takeError(llvm::Error E) {
  return mlgo::Error("object: " + toString(std::move(E)));
}

/// Measures one file; keeps what is needed to resolve groups and relocations.
class Measurer {
public:
  explicit Measurer(const ELFFile64 &File) : File(File) {}

  Result<ObjectSize> run() {
    Expected<ELF64LE::ShdrRange> Headers = File.sections();
    if (!Headers)
      return takeError(Headers.takeError());
    Sections = *Headers;
    GroupOf.resize(Sections.size());
    for (const auto &Section : Sections)
      if (Section.sh_type == ELF::SHT_GROUP)
        if (llvm::Error E = readGroup(Section))
          return takeError(std::move(E));
    for (size_t I = 0; I < Sections.size(); ++I)
      if (llvm::Error E = measure(I))
        return takeError(std::move(E));
    return std::move(Size);
  }

private:
  llvm::Error readGroup(const ELF64LE::Shdr &Group) {
    auto Members = File.getSectionContentsAsArray<ELF64LE::Word>(Group);
    if (!Members)
      return Members.takeError();
    auto Symbols = File.getSection(Group.sh_link);
    if (!Symbols)
      return Symbols.takeError();
    auto Signature = File.getSymbol(*Symbols, Group.sh_info);
    if (!Signature)
      return Signature.takeError();
    auto Strings = File.getStringTableForSymtab(**Symbols);
    if (!Strings)
      return Strings.takeError();
    auto Name = (*Signature)->getName(*Strings);
    if (!Name)
      return Name.takeError();
    // The first word is the group's flags.
    for (size_t I = 1; I < Members->size(); ++I)
      if ((*Members)[I] < GroupOf.size())
        GroupOf[(*Members)[I]] = Name->str();
    return llvm::Error::success();
  }

  llvm::Error measure(size_t Index) {
    const auto &Section = Sections[Index];
    if (!(Section.sh_flags & ELF::SHF_ALLOC) ||
        (Section.sh_flags & ELF::SHF_WRITE) ||
        Section.sh_type == ELF::SHT_NOBITS)
      return llvm::Error::success();
    auto Name = File.getSectionName(Section);
    if (!Name)
      return Name.takeError();
    if (*Name == ".eh_frame")
      return measureUnwindTable(Index);
    Size[GroupOf[Index]] += Section.sh_size;
    return llvm::Error::success();
  }

  /// Gives each frame description to the group of the function that it covers:
  /// the section named by the relocation of its first address.
  llvm::Error measureUnwindTable(size_t Index) {
    auto Bytes = File.getSectionContents(Sections[Index]);
    if (!Bytes)
      return Bytes.takeError();
    std::map<uint64_t, size_t> Targets;
    if (llvm::Error E = readTargets(Index, Targets))
      return E;
    for (uint64_t Offset = 0; Offset + 8 <= Bytes->size();) {
      const uint64_t Length =
          support::endian::read32le(Bytes->data() + Offset) + 4;
      auto Target = Targets.find(Offset + 8);
      Size[Target == Targets.end() ? "" : GroupOf[Target->second]] += Length;
      Offset += Length;
    }
    return llvm::Error::success();
  }

  /// Offset in section \p Index -> section that the relocation there points to.
  llvm::Error readTargets(size_t Index, std::map<uint64_t, size_t> &Targets) {
    for (const auto &Section : Sections) {
      if (Section.sh_type != ELF::SHT_RELA || Section.sh_info != Index)
        continue;
      auto Relocations = File.relas(Section);
      if (!Relocations)
        return Relocations.takeError();
      auto Symbols = File.getSection(Section.sh_link);
      if (!Symbols)
        return Symbols.takeError();
      for (const auto &R : *Relocations) {
        auto Symbol = File.getRelocationSymbol(R, *Symbols);
        if (!Symbol)
          return Symbol.takeError();
        if (*Symbol && (*Symbol)->st_shndx < GroupOf.size())
          Targets[R.r_offset] = (*Symbol)->st_shndx;
      }
    }
    return llvm::Error::success();
  }

  const ELFFile64 &File;
  ELF64LE::ShdrRange Sections;
  std::vector<std::string> GroupOf; ///< By section; "" if in none.
  ObjectSize Size;
};

} // namespace

Result<ObjectSize> measureObject(std::string_view Object) {
  Expected<ELFFile64> File =
      ELFFile64::create(StringRef(Object.data(), Object.size()));
  if (!File)
    return takeError(File.takeError());
  return Measurer(*File).run();
}

void countGroups(const ObjectSize &Object, GroupCounts &Counts) {
  for (const auto &[Group, Bytes] : Object)
    if (!Group.empty())
      ++Counts[Group];
}

double linkedShare(const ObjectSize &Object, const GroupCounts &Counts) {
  double Share = 0;
  for (const auto &[Group, Bytes] : Object) {
    auto Count = Group.empty() ? Counts.end() : Counts.find(Group);
    Share += double(Bytes) /
             (Count == Counts.end() ? 1 : std::max(1u, Count->second));
  }
  return Share;
}

} // namespace mlgo
