// Tests of InstructionBytes and models of encodings
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The target's encoder says how long instructions of x86-64 are: differences
// have to be the modelled ones, whatever registers they have. On other targets
// these are some of the rules in the manuals.

#include "InstructionBytes.h"
#include "TargetInstructions.h"
#include "compile/ModulePipeline.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include <catch2/catch.hpp>

using namespace llvm;
using namespace mlgo;

namespace {
constexpr unsigned NumNumbers = 16; // Of x86-64.

/// A function of one instruction whose registers are virtual.
class OneInstruction {
public:
  explicit OneInstruction(const char *Features = "",
                          const char *Target = "x86_64-pc-linux-gnu") {
    SMDiagnostic Failure;
    M = parseAssemblyString("target triple = \"" + std::string(Target) +
                                "\"\ndefine void @f() \"target-features\"=\"" +
                                Features + "\" { ret void }\n",
                            Failure, Context);
    REQUIRE(M);
    TM = std::move(*createTargetMachine(*M));
    M->setDataLayout(TM->createDataLayout());
    MMI = std::make_unique<MachineModuleInfo>(TM.get());
    MF = &MMI->getOrCreateMachineFunction(*M->getFunction("f"));
    TII = MF->getSubtarget().getInstrInfo();
    TRI = MF->getSubtarget().getRegisterInfo();
    Block = MF->CreateMachineBasicBlock();
    MF->push_back(Block);
    MF->getRegInfo().freezeReservedRegs();
    Registers.emplace(M->getTargetTriple(), *TRI);
    Model = EncodingModel::create(*MF, *Registers);
    Bytes.emplace(*Model, *Registers);
    Encoder.reset(TM->getTarget().createMCCodeEmitter(*TII, MMI->getContext()));
  }

  /// The instruction \p Name; immediates are \p Constant, displacements \p
  /// Offset, scales \p Scale, or there is no index.
  void build(const char *Name, int64_t Constant = 3, int64_t Offset = 0,
             unsigned Scale = 0) {
    Block->clear();
    const auto Opcode = TargetInstructions(*TII).find(Name);
    INFO(Name);
    REQUIRE(Opcode);
    const MCInstrDesc &Desc = TII->get(*Opcode);
    auto Builder = BuildMI(*Block, Block->end(), DebugLoc(), Desc);
    std::optional<unsigned> Memory;
    for (unsigned I = 0; I < Desc.getNumOperands(); ++I) {
      const bool IsMemory =
          M->getTargetTriple().isX86() &&
          Desc.operands()[I].OperandType == MCOI::OPERAND_MEMORY;
      if (IsMemory && !Memory)
        Memory = I;
      const unsigned Part = IsMemory ? I - *Memory : 0;
      const int Tied = Desc.getOperandConstraint(I, MCOI::TIED_TO);
      const MCOperandInfo &Operand = Desc.operands()[I];
      if (Operand.isOptionalDef() || (Operand.isPredicate() && I > 0 &&
                                      Desc.operands()[I - 1].isPredicate()))
        Builder.addReg(Register());
      else if (Operand.isPredicate())
        Builder.addImm(14); // Always.
      else if (IsMemory && Part == 1)
        Builder.addImm(Scale ? Scale : 1);
      else if (IsMemory && Part == 3)
        Builder.addImm(Offset);
      else if (IsMemory && (Part == 4 || (Part == 2 && !Scale)))
        Builder.addReg(Register());
      else if (Tied >= 0)
        Builder.addReg(Builder->getOperand(Tied).getReg());
      else if (const TargetRegisterClass *Class = TII->getRegClass(Desc, I))
        Builder.addReg(MF->getRegInfo().createVirtualRegister(Class),
                       I < Desc.getNumDefs() ? unsigned(RegState::Define) : 0u);
      else
        Builder.addImm(Constant);
    }
  }

  /// A copy between registers of the class of operand \p I of \p Name.
  void buildCopy(const char *Name, unsigned I) {
    const auto Opcode = TargetInstructions(*TII).find(Name);
    REQUIRE(Opcode);
    const auto *Class = TII->getRegClass(TII->get(*Opcode), I);
    MachineRegisterInfo &MRI = MF->getRegInfo();
    Block->clear();
    BuildMI(*Block, Block->end(), DebugLoc(), TII->get(TargetOpcode::COPY),
            MRI.createVirtualRegister(Class))
        .addReg(MRI.createVirtualRegister(Class));
  }

  /// The virtual registers of the instruction.
  SmallVector<unsigned, 4> ranges() const {
    SmallVector<unsigned, 4> Found;
    for (const MachineOperand &MO : Block->front().operands())
      if (MO.isReg() && MO.getReg().isVirtual() &&
          !is_contained(Found, MO.getReg().virtRegIndex()))
        Found.push_back(MO.getReg().virtRegIndex());
    return Found;
  }

  /// Gives registers the \p Numbers, the rest 1. False if one cannot have it.
  bool assign(ArrayRef<unsigned> Numbers) {
    VRM.emplace();
    VRM->init(*MF);
    Registers->begin(*MF);
    const auto Ranges = ranges();
    for (unsigned I = 0; I < Ranges.size(); ++I) {
      const Register Reg = Register::index2VirtReg(Ranges[I]);
      const auto &Row = Registers->row(*MF->getRegInfo().getRegClass(Reg));
      const MCRegister To = Row[I < Numbers.size() ? Numbers[I] : 1];
      if (!To)
        return false;
      VRM->assignVirt2Phys(Reg, To);
    }
    return true;
  }

  int modelled() {
    Model->begin(*MF);
    REQUIRE(Bytes->read(*MF, *VRM));
    return Bytes->numInstructions() ? Bytes->bytesOf(0) : 0;
  }

  int encoded() const {
    const MachineInstr &MI = Block->front();
    MCInst Inst;
    Inst.setOpcode(MI.getOpcode());
    for (const MachineOperand &MO : MI.explicit_operands())
      if (!MO.isReg())
        Inst.addOperand(MCOperand::createImm(MO.getImm()));
      else if (MO.getReg().isVirtual())
        Inst.addOperand(MCOperand::createReg(VRM->getPhys(MO.getReg())));
      else
        Inst.addOperand(MCOperand::createReg(MO.getReg().asMCReg()));
    SmallVector<char, 16> Text;
    SmallVector<MCFixup, 4> Fixups;
    Encoder->encodeInstruction(Inst, Text, Fixups, MF->getSubtarget());
    return int(Text.size());
  }

  InstructionBytes &bytes() { return *Bytes; }
  unsigned numNumbers() const { return Registers->numNumbers(); }

private:
  LLVMContext Context;
  std::unique_ptr<Module> M;
  std::unique_ptr<TargetMachine> TM;
  std::unique_ptr<MachineModuleInfo> MMI;
  MachineFunction *MF = nullptr;
  const TargetInstrInfo *TII = nullptr;
  const TargetRegisterInfo *TRI = nullptr;
  MachineBasicBlock *Block = nullptr;
  std::optional<AssignableRegisters> Registers;
  std::unique_ptr<EncodingModel> Model;
  std::optional<InstructionBytes> Bytes;
  std::optional<VirtRegMap> VRM;
  std::unique_ptr<MCCodeEmitter> Encoder;
};

/// Compares all pairs of registers of the first two operands, and of the last
/// two, with the encoder.
unsigned compare(OneInstruction &One) {
  unsigned Compared = 0;
  REQUIRE(One.assign({}));
  const int Offset = One.encoded() - One.modelled();
  for (const bool Late : {false, true})
    for (unsigned A = 0; A < NumNumbers; ++A)
      for (unsigned B = 0; B < NumNumbers; ++B) {
        const size_t Count = One.ranges().size();
        SmallVector<unsigned, 4> Numbers(std::max<size_t>(Count, 2), 1);
        Numbers[Late ? Numbers.size() - 2 : 0] = A;
        Numbers[Late ? Numbers.size() - 1 : 1] = B;
        if (!One.assign(Numbers))
          continue;
        CAPTURE(A, B, Late);
        CHECK(One.encoded() - One.modelled() == Offset);
        ++Compared;
      }
  return Compared;
}
} // namespace

TEST_CASE("Differences are the encoder's", "[regalloc]") {
  OneInstruction One;
  for (const char *Name :
       {"MOV64rr",     "MOV32rr",  "MOV16rr",  "MOV8rr",     "ADD64rr",
        "ADD32rr",     "AND8rr",   "XOR16rr",  "MOVZX32rr8", "MOVZX32rr16",
        "MOVSX32rr8",  "MOV32ri",  "MOV64ri",  "MOV8ri",     "IMUL32rri",
        "IMUL64rr",    "SHL8ri",   "SHR32rCL", "SETCCr",     "CMOV32rr",
        "BT64rr",      "TEST8rr",  "NEG8r",    "INC32r",     "BSWAP32r",
        "BSWAP64r",    "PUSH64r",  "POP64r",   "CALL64r",    "JMP64r",
        "SHLD32rri8",  "MOVAPSrr", "ADDPSrr",  "CVTSI2SDrr", "CVTTSD2SIrr",
        "MOVDI2PDIrr", "PSHUFDri"}) {
    INFO(Name);
    One.build(Name);
    CHECK(compare(One) > 50);
  }
}

TEST_CASE("Addresses differ as the encoder says", "[regalloc]") {
  OneInstruction One;
  for (const int64_t Offset : {0, 8, 1000})
    for (const unsigned Scale : {0, 4})
      for (const char *Name :
           {"MOV64rm", "MOV32mr", "MOV8mr", "ADD32rm", "CMP64mi32",
            "MOVSX64rm32", "MOVAPSrm", "MOVSDmr", "INC32m"}) {
        INFO(Name << " " << Offset << " " << Scale);
        One.build(Name, 3, Offset, Scale);
        CHECK(compare(One) > 50);
      }
}

TEST_CASE("Prefixes of two bytes are short", "[regalloc]") {
  OneInstruction One("+avx2");
  for (const char *Name : {"VADDPSrm", "VMOVAPSrm", "VMOVAPSmr", "VSUBPDrr",
                           "VPERM2F128rri", "VPSHUFBrr", "VPSHUFDri"}) {
    INFO(Name);
    One.build(Name);
    CHECK(compare(One) > 50);
  }
}

TEST_CASE("Short forms belong to the accumulator", "[regalloc]") {
  OneInstruction One;
  const auto Saved = [&](const char *Name, int64_t Constant) {
    One.build(Name, Constant);
    REQUIRE(One.assign({1, 1}));
    const int Usual = One.modelled();
    REQUIRE(One.assign({0, 0}));
    return Usual - One.modelled();
  };
  CHECK(Saved("ADD32ri", 1000) == 1);
  CHECK(Saved("ADD32ri", 100) == 0); // It has a form for bytes.
  CHECK(Saved("TEST32ri", 100) == 1);
  CHECK(Saved("CMP8ri", 100) == 1);
  CHECK(Saved("CMP64ri32", 1000) == 1);
  CHECK(Saved("XOR16ri", 1000) == 1);
  CHECK(Saved("MOV32ri", 1000) == 0);
  CHECK(Saved("MOVSX64rr32", 0) == 1);
  CHECK(Saved("MOVSX32rr16", 0) == 2);
}

TEST_CASE("Copies that do nothing cost nothing", "[regalloc]") {
  OneInstruction One;
  const auto Cost = [&](const char *Name, unsigned A, unsigned B) {
    One.buildCopy(Name, 0);
    REQUIRE(One.assign({A, B}));
    return std::pair(One.modelled(), One.bytes().executions(0));
  };
  CHECK(Cost("MOV64rr", 3, 3) == std::pair(0, 0));
  CHECK(Cost("MOV64rr", 3, 12) == std::pair(3, 1));
  CHECK(Cost("MOV32rr", 9, 9) == std::pair(0, 0));
  CHECK(Cost("MOV32rr", 3, 9) == std::pair(3, 1));
  CHECK(Cost("MOV32rr", 3, 1) == std::pair(2, 1));
  CHECK(Cost("MOVAPSrr", 3, 1) == std::pair(3, 1));
  CHECK(Cost("MOVAPSrr", 3, 8) == std::pair(4, 1));
}

/// Whether \p Name has the short form with registers of \p Numbers.
static bool isShort(OneInstruction &One, const char *Name,
                    ArrayRef<unsigned> Numbers, int64_t Constant = 0) {
  INFO(Name);
  One.build(Name, Constant);
  REQUIRE(One.ranges().size() == Numbers.size());
  REQUIRE(One.assign(Numbers));
  const int Bytes = One.modelled();
  CHECK((Bytes == 0 || Bytes == -2));
  return Bytes != 0;
}

TEST_CASE("Compressed instructions take some registers", "[regalloc]") {
  OneInstruction One("+c,+m,+64bit", "riscv64-linux-gnu");
  CHECK(isShort(One, "LW", {10, 15}, 4));
  CHECK(isShort(One, "LD", {8, 9}, 248));
  CHECK(isShort(One, "SD", {8, 9}, 8));
  CHECK_FALSE(isShort(One, "LW", {16, 15}, 4));
  CHECK_FALSE(isShort(One, "LW", {10, 7}, 4));
  CHECK_FALSE(isShort(One, "LW", {10, 15}, 5));
  CHECK_FALSE(isShort(One, "LD", {8, 9}, 256));
  CHECK(isShort(One, "ADD", {20, 20, 31}));
  CHECK(isShort(One, "ADD", {20, 31, 20}));
  CHECK_FALSE(isShort(One, "ADD", {8, 9, 10}));
  CHECK(isShort(One, "AND", {8, 8, 10}));
  CHECK(isShort(One, "AND", {8, 10, 8}));
  CHECK(isShort(One, "SUB", {8, 8, 10}));
  CHECK_FALSE(isShort(One, "SUB", {8, 10, 8}));
  CHECK_FALSE(isShort(One, "AND", {18, 18, 10}));
  CHECK(isShort(One, "SLLI", {18, 18}, 3));
  CHECK(isShort(One, "SRLI", {15, 15}, 3));
  CHECK_FALSE(isShort(One, "SRLI", {18, 18}, 3));
  CHECK(isShort(One, "ADDI", {28, 28}, -32));
  CHECK_FALSE(isShort(One, "ADDI", {28, 28}, 32));
  CHECK_FALSE(isShort(One, "MUL", {8, 8, 9}));
}

TEST_CASE("Without compressed instructions only copies depend on registers",
          "[regalloc]") {
  OneInstruction One("+m,+64bit", "riscv64-linux-gnu");
  CHECK_FALSE(isShort(One, "ADD", {8, 8, 9}));
  CHECK_FALSE(isShort(One, "LW", {8, 9}, 4));
  One.buildCopy("ADD", 0);
  REQUIRE(One.assign({10, 11}));
  CHECK(One.modelled() == 4);
  REQUIRE(One.assign({10, 10}));
  CHECK(One.modelled() == 0);
}

TEST_CASE("Narrow instructions take some registers", "[regalloc]") {
  OneInstruction One("+thumb-mode,+v7", "thumbv7a-linux-gnueabihf");
  CHECK(isShort(One, "t2LDRi12", {0, 7}, 124));
  CHECK_FALSE(isShort(One, "t2LDRi12", {0, 7}, 128));
  CHECK_FALSE(isShort(One, "t2LDRi12", {0, 7}, 2));
  CHECK_FALSE(isShort(One, "t2LDRi12", {8, 7}, 4));
  CHECK(isShort(One, "t2STRBi12", {1, 2}, 31));
  CHECK_FALSE(isShort(One, "t2STRBi12", {1, 2}, 32));
  CHECK(isShort(One, "t2LDRHs", {1, 2, 3}, 0));
  CHECK_FALSE(isShort(One, "t2LDRHs", {1, 2, 3}, 1));
  CHECK(isShort(One, "t2ADDrr", {0, 1, 2}));
  CHECK(isShort(One, "t2ADDrr", {9, 9, 2}));
  CHECK(isShort(One, "t2ADDrr", {9, 2, 9}));
  CHECK_FALSE(isShort(One, "t2ADDrr", {0, 1, 9}));
  CHECK(isShort(One, "t2SUBrr", {0, 1, 2}));
  CHECK_FALSE(isShort(One, "t2SUBrr", {9, 9, 2}));
  CHECK(isShort(One, "t2ADDri", {0, 1}, 7));
  CHECK(isShort(One, "t2ADDri", {1, 1}, 255));
  CHECK_FALSE(isShort(One, "t2ADDri", {0, 1}, 8));
  CHECK_FALSE(isShort(One, "t2ADDri", {1, 1}, 256));
  CHECK(isShort(One, "t2ORRrr", {0, 1, 0}));
  CHECK_FALSE(isShort(One, "t2ORRrr", {0, 1, 2}));
  CHECK(isShort(One, "t2LSLrr", {0, 0, 1}));
  CHECK_FALSE(isShort(One, "t2LSLrr", {0, 1, 0}));
  CHECK(isShort(One, "t2MOVi", {7}, 255));
  CHECK_FALSE(isShort(One, "t2MOVi", {8}, 1));
  CHECK(isShort(One, "t2CMPri", {7}, 255));
  CHECK_FALSE(isShort(One, "t2CMPri", {12}, 0));
}

TEST_CASE("A short form's profile is what each number costs", "[regalloc]") {
  const auto Check = [](OneInstruction &One, const char *Name) {
    INFO(Name);
    for (const std::array<unsigned, 3> Numbers :
         {std::array{8u, 8u, 9u}, {9u, 8u, 10u}, {9u, 7u, 9u}, {6u, 5u, 5u}}) {
      One.build(Name, 4);
      const auto Ranges = One.ranges();
      REQUIRE(One.assign(ArrayRef(Numbers).take_front(Ranges.size())));
      const int Now = One.modelled();
      if (One.bytes().numInstructions() == 0)
        continue;
      for (const unsigned Range : Ranges) {
        const unsigned Number = One.bytes().place(Range).Number;
        const auto Profile = One.bytes().profile(Range);
        for (unsigned N = 0; N < One.numNumbers(); ++N) {
          CAPTURE(N, Number);
          One.bytes().setNumber(Range, N);
          CHECK(One.bytes().bytesOf(0) - Now == Profile[N] - Profile[Number]);
        }
        One.bytes().setNumber(Range, Number);
      }
    }
  };
  OneInstruction Compressed("+c,+64bit", "riscv64-linux-gnu"),
      Narrow("+thumb-mode,+v7", "thumbv7a-linux-gnueabihf");
  for (const char *Name : {"LW", "ADD", "AND", "SUB", "ADDI", "SRLI"})
    Check(Compressed, Name);
  for (const char *Name : {"t2LDRi12", "t2ADDrr", "t2ADDri", "t2ORRrr"})
    Check(Narrow, Name);
}

TEST_CASE("A profile is what each number costs", "[regalloc]") {
  OneInstruction One;
  for (const char *Name : {"MOV32rm", "ADD8rr", "CMP32ri"}) {
    INFO(Name);
    One.build(Name, 1000);
    const auto Ranges = One.ranges();
    for (unsigned I = 0; I < Ranges.size(); ++I) {
      REQUIRE(One.assign({9, 2}));
      const int Now = One.modelled();
      const unsigned Number = One.bytes().place(Ranges[I]).Number;
      const auto Profile = One.bytes().profile(Ranges[I]);
      for (unsigned N = 0; N < NumNumbers; ++N) {
        One.bytes().setNumber(Ranges[I], N);
        CHECK(One.bytes().bytesOf(0) - Now == Profile[N] - Profile[Number]);
      }
    }
  }
}
