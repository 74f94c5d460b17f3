// Bitcode and flags within an object
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/EmbeddedBitcode.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Object/MachO.h"
#include "llvm/Object/ObjectFile.h"

using namespace llvm;
using namespace llvm::object;

namespace mlgo {
static mlgo::Error broken(llvm::Error E) {
  return mlgo::Error("object: " + toString(std::move(E)));
}

/// The section's name as users write it.
static Expected<std::string> nameOf(const ObjectFile &File,
                                    const SectionRef &S) {
  Expected<StringRef> Name = S.getName();
  if (!Name)
    return Name.takeError();
  if (const auto *MachO = dyn_cast<MachOObjectFile>(&File))
    return (MachO->getSectionFinalSegmentName(S.getRawDataRefImpl()) + "," +
            *Name)
        .str();
  return Name->str();
}

/// The contents of the only section of that name.
static Result<std::optional<std::string_view>>
findSection(const ObjectFile &File, const std::string &Wanted) {
  std::optional<std::string_view> Found;
  for (const SectionRef &S : File.sections()) {
    Expected<std::string> Name = nameOf(File, S);
    if (!Name)
      return broken(Name.takeError());
    if (*Name != Wanted)
      continue;
    if (Found)
      return mlgo::Error("has several sections " + Wanted + ", expected one");
    Expected<StringRef> Contents = S.getContents();
    if (!Contents)
      return broken(Contents.takeError());
    Found = std::string_view(Contents->data(), Contents->size());
  }
  return Found;
}

/// How often a bitcode file begins in \p Bitcode. A linker aligns sections.
static size_t countFiles(std::string_view Bitcode) {
  size_t Files = 0;
  for (size_t At = 0; At + 4 <= Bitcode.size(); At += 4)
    Files += Bitcode.compare(At, 4, "BC\xC0\xDE") == 0;
  return Files;
}

static Status checkBitcode(std::string_view Bitcode,
                           const std::string &Section) {
  const std::string Has = "section " + Section + " has " +
                          std::to_string(Bitcode.size()) +
                          (Bitcode.size() == 1 ? " byte" : " bytes");
  const auto *Bytes = reinterpret_cast<const unsigned char *>(Bitcode.data());
  // LLVM looks at four bytes, whatever the end is.
  if (Bitcode.size() < 4 || !isBitcode(Bytes, Bytes + Bitcode.size()))
    return mlgo::Error(Has + " that are no bitcode, expected a build with "
                             "-Xclang -fembed-bitcode=all");
  auto Contents = getBitcodeFileContents(
      MemoryBufferRef(StringRef(Bitcode.data(), Bitcode.size()), Section));
  const std::string Failure = Contents ? "" : toString(Contents.takeError());
  // Concatenated files are broken bitcode to LLVM; say what really happened.
  const size_t Modules =
      Failure.empty() ? Contents->Mods.size() : countFiles(Bitcode);
  if (Modules > 1)
    return mlgo::Error("section " + Section + " has " +
                       std::to_string(Modules) +
                       " modules, expected one; were objects merged?");
  if (!Failure.empty() || Modules == 0)
    return mlgo::Error(Has + " of broken bitcode: " +
                       (Failure.empty() ? "no module" : Failure));
  return Success();
}

Result<std::optional<EmbeddedBitcode>>
findEmbeddedBitcode(std::string_view Object, const BitcodeSections &Sections) {
  const MemoryBufferRef Buffer(StringRef(Object.data(), Object.size()), "");
  if (identify_magic(Buffer.getBuffer()) == file_magic::bitcode)
    return mlgo::Error("is bitcode itself, expected an object; was it compiled "
                       "with -flto?");
  auto File = ObjectFile::createObjectFile(Buffer);
  if (!File)
    return broken(File.takeError());
  auto Bitcode = MLGO_TRY(findSection(**File, Sections.Bitcode));
  auto Command = MLGO_TRY(findSection(**File, Sections.Command));
  if (!Bitcode && !Command)
    return std::optional<EmbeddedBitcode>();
  if (!Bitcode || !Command)
    return mlgo::Error("section " +
                       (Bitcode ? Sections.Command : Sections.Bitcode) +
                       " is missing, expected a build with -Xclang "
                       "-fembed-bitcode=all");
  MLGO_TRY(checkBitcode(*Bitcode, Sections.Bitcode));
  return std::optional<EmbeddedBitcode>({*Bitcode, *Command});
}
} // namespace mlgo
