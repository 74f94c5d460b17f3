// Who decides beside inlining in trials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/TrialBeside.h"
#include "evaluate/inline/TrialAllocation.h"
#include "evaluate/inline/TrialGates.h"
#include "mlgo/model/ModelFile.h"
#include "task/Task.h"

namespace mlgo {
Status prepareTrialsBeside(const std::vector<std::string> &Models) {
  // Every trial asks. What failed is nobody's.
  static std::optional<std::vector<std::string>> Prepared;
  if (Prepared == Models)
    return Success();
  Prepared.reset();
  std::vector<std::string> Gates, Others;
  for (const std::string &Path : Models) {
    const Model M = MLGO_TRY(loadModel(Path));
    ((*findTask("gate"))->isCalled(M.Task) ? Gates : Others).push_back(Path);
  }
  MLGO_TRY(prepareTrialGates(Gates));
  MLGO_TRY(prepareTrialAllocation(Others));
  Prepared = Models;
  return Success();
}
} // namespace mlgo
