// What an allocation costs at run time
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"

namespace mlgo {
/// LLVM's static measure of an allocation: how often instructions of each kind
/// run for each run of the function, by block frequency. Instructions of no
/// kind cost nothing; debug instructions, kills and inline assembly are not
/// counted.
struct AllocationScore {
  double Copies = 0;
  double Loads = 0;       ///< Read memory only.
  double Stores = 0;      ///< Write memory only.
  double LoadStores = 0;  ///< Do both.
  double CheapRemats = 0; ///< Rematerialised, as cheap as a move.
  double ExpensiveRemats = 0;

  AllocationScore &operator+=(const AllocationScore &Other);

  /// The sum, weighted as LLVM's options say; less is better.
  double total() const;
};

/// Scores \p MF after virtual registers have been replaced.
AllocationScore
scoreAllocation(const llvm::MachineFunction &MF,
                const llvm::MachineBlockFrequencyInfo &Frequencies);
} // namespace mlgo
