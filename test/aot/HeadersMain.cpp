// Generated headers in two translation units
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HeadersUnit.h"

int main() { return sumOfAnswers() == sumInOtherUnit() ? 0 : 1; }
