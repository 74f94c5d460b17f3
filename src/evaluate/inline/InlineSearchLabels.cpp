// What a search learned of calls
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/InlineSearchLabels.h"
#include "evaluate/inline/LabelLog.h"

namespace mlgo {
void InlineSearchLabels::begin() {
  Problem.keepInputs(false);
  for (size_t Module = 0; Module < Problem.numModules(); ++Module)
    for (const TrialSite *Site : Problem.sitesOf(Module))
      Sites[Site->Key].Site = *Site;
}

void InlineSearchLabels::add(const SearchLabel &Label) {
  auto Known = Sites.find(Label.Key);
  if (Known == Sites.end())
    return;
  Measured &M = Known->second;
  const double Delta =
      Label.Decision != M.Site.StockDecision ? Label.Delta : -Label.Delta;
  M.Sum += Delta;
  ++M.Count;
  M.Growing += Delta >= 0;
  M.Shrinking += Delta < 0;
}

Status InlineSearchLabels::write(const std::string &Path,
                                 const std::string &Context) const {
  std::vector<Label> Labels;
  for (const auto &[Key, M] : Sites) {
    if (M.Count == 0)
      continue;
    const uint64_t Agreeing = M.Sum < 0 ? M.Shrinking : M.Growing;
    Labels.push_back({&M.Site, M.Sum / double(M.Count),
                      static_cast<int64_t>(100 * Agreeing / (M.Count + 1))});
  }
  return writeLabelLog(Path, Context, Labels);
}
} // namespace mlgo
