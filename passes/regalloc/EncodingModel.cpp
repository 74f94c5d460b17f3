// How the bytes of instructions depend on registers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EncodingModel.h"
#include "CompressedForms.h"
#include "NarrowForms.h"
#include "OpcodeShapes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace mlgo {
EncodingModel::~EncodingModel() = default;

std::unique_ptr<EncodingModel>
EncodingModel::create(MachineFunction &MF,
                      const AssignableRegisters &Registers) {
  switch (MF.getTarget().getTargetTriple().getArch()) {
  case Triple::riscv64:
    return std::make_unique<CompressedForms>(Registers);
  case Triple::thumb:
    return std::make_unique<NarrowForms>(Registers);
  default:
    return std::make_unique<OpcodeShapes>(MF, Registers);
  }
}

uint16_t EncodingModel::addTable(uint64_t Table) {
  const auto Found = find(Tables, Table);
  if (Found != Tables.end())
    return uint16_t(Found - Tables.begin());
  Tables.push_back(Table);
  return uint16_t(Tables.size() - 1);
}
} // namespace mlgo
