// The other translation unit
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HeadersUnit.h"

int sumInOtherUnit() { return sumOfAnswers(); }
