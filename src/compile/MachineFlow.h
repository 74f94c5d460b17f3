// How often blocks of machine code run
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/FlowCounts.h"
#include <optional>

namespace llvm {
class MachineBasicBlock;
class MachineBlockFrequencyInfo;
class MachineFunction;
} // namespace llvm

namespace mlgo {
/// How often each block of a function runs, which is found step by step.
class MachineFlow {
public:
  /// Nothing is known but that \p MF is entered \p Entry times. \p Frequencies
  /// say how often the rest runs. \p MF outlives this.
  MachineFlow(const llvm::MachineFunction &MF,
              const llvm::MachineBlockFrequencyInfo &Frequencies, double Entry);

  bool isKnown(unsigned Block) const { return IsKnown[Block]; }
  double runs(unsigned Block) const { return Runs[Block]; }
  /// Changes how often a block seems to run that is not known.
  void guess(unsigned Block, double To) { Runs[Block] = To; }
  void set(unsigned Block, double To) {
    Runs[Block] = To;
    IsKnown[Block] = true;
  }

  /// Finds what follows from what is known.
  void complete();

  /// Completes the rest by how likely branches are. Returns all runs.
  const std::vector<double> &spread();

private:
  /// How much has to be known of a block's neighbours.
  enum class Evidence { Sure, Both, Any };

  bool deriveAll(Evidence Enough);
  bool isSureToFollow(const llvm::MachineBasicBlock &MBB) const;
  std::optional<double>
  runsByPredecessors(const llvm::MachineBasicBlock &MBB) const;
  std::optional<double>
  runsBySuccessors(const llvm::MachineBasicBlock &MBB) const;
  void limitExits(const std::vector<bool> &IsSure);

  const llvm::MachineFunction &MF;
  const double Entry;
  std::vector<double> Runs; ///< By number of block.
  std::vector<bool> IsKnown;
  BlockGraph Successors;
  std::vector<double> Modelled; ///< What frequencies say.
};
} // namespace mlgo
