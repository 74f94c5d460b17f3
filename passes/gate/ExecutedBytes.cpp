// How much code a function is guessed to execute.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ExecutedBytes.h"
#include "llvm/LinkUnits.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetOptions.h"

using namespace llvm;

namespace mlgo {
using object::BBAddrMap;
using object::PGOAnalysisMap;

/// Of one function; the first block is its entry.
static uint64_t sumExecutedBytes(const BBAddrMap &Map,
                                 const PGOAnalysisMap &Runs) {
  double Sum = 0, Entry = 0;
  size_t I = 0;
  for (const BBAddrMap::BBRangeEntry &Range : Map.getBBRanges())
    for (const BBAddrMap::BBEntry &Block : Range.BBEntries) {
      if (I >= Runs.BBEntries.size())
        return 0;
      const auto Frequency =
          static_cast<double>(Runs.BBEntries[I++].BlockFreq.getFrequency());
      if (I == 1)
        Entry = std::max(Frequency, 1.0);
      Sum += Frequency * Block.Size;
    }
  return Entry > 0 ? static_cast<uint64_t>(16 * Sum / Entry) : 0;
}

void addBlockFrequencies(TargetOptions &Options) {
  Options.BBAddrMap = true;
  auto &Known = cl::getRegisteredOptions();
  if (const auto Found = Known.find("pgo-analysis-map"); Found != Known.end())
    Found->second->addOccurrence(0, "pgo-analysis-map", "bb-freq");
}

std::map<std::string, uint64_t, std::less<>>
readExecutedBytes(std::string_view Object) {
  std::map<std::string, uint64_t, std::less<>> Bytes;
  auto File = object::ObjectFile::createELFObjectFile(
      MemoryBufferRef({Object.data(), Object.size()}, "trial"));
  if (!File) {
    consumeError(File.takeError());
    return Bytes;
  }
  const auto &ELF = cast<object::ELFObjectFileBase>(**File);
  for (const object::SectionRef &Section : ELF.sections()) {
    auto Name = Section.getName();
    if (!Name) {
      consumeError(Name.takeError());
      continue;
    }
    if (!Section.isText())
      continue;
    std::vector<PGOAnalysisMap> Runs;
    auto Maps = ELF.readBBAddrMap(Section.getIndex(), &Runs);
    if (!Maps) {
      consumeError(Maps.takeError());
      continue;
    }
    for (size_t I = 0; I < std::min(Maps->size(), Runs.size()); ++I)
      if (!(*Maps)[I].BBRanges.empty())
        Bytes[getLinkUnitName({Name->data(), Name->size()})] +=
            sumExecutedBytes((*Maps)[I], Runs[I]);
  }
  return Bytes;
}
} // namespace mlgo
