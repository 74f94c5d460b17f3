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
  case Triple::thumb:
  case Triple::riscv32:
  case Triple::riscv64:
    return Success();
  default:
    return Error("found the target " + Target.str() +
                 ", expected x86-64, AArch64, Thumb or RISC-V");
  }
}

Status checkBuiltInPolicies(const Triple &Target) {
  if (Target.getArch() == Triple::x86_64)
    return Success();
  return Error("the policies that ship are for x86-64, found " + Target.str());
}

} // namespace mlgo
