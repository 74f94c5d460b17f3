//===- AllocationTargets.cpp - Targets that advisors were proved on -------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocationTargets.h"

using namespace llvm;

namespace mlgo {

Status checkProvedTarget(const Triple &Target) {
  switch (Target.getArch()) {
  case Triple::x86_64:
  case Triple::aarch64:
    return Success();
  default:
    return Error("found the target " + Target.str() +
                 ", expected x86_64 or aarch64");
  }
}

} // namespace mlgo
