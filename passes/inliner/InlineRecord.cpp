// Writes every decision to a file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineRecord.h"

namespace mlgo {
bool InlineRecord::onDecision(const InlineDecision &D) {
  Lines += InlineDecisions::formatLine(D.Key, D.Decision);
  Lines.back() = '\t';
  bool IsFirst = true;
  for (size_t I = 0; I < D.Inputs.inputs().size(); ++I) {
    const int64_t Value = *D.Inputs.getTensor<int64_t>(I);
    if (Value == 0)
      continue;
    if (!IsFirst)
      Lines += ' ';
    IsFirst = false;
    Lines += D.Inputs.inputs()[I].name() + "=" + std::to_string(Value);
  }
  Lines += D.IsPolicys ? "\tasked" : "\t";
  Lines += D.StockInlines ? "\tstock=1\n" : "\tstock=0\n";
  return D.Decision;
}
} // namespace mlgo
