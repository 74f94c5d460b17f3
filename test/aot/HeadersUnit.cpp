//===- HeadersUnit.cpp - The other translation unit -----------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeadersUnit.h"

int sumInOtherUnit() { return sumOfAnswers(); }
