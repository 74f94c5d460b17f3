// Which set of passes makes each function smallest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_PASSES_GATE_GATECHOICE_H
#define MLGO_PASSES_GATE_GATECHOICE_H

#include "GatePasses.h"

#include "link/LinkModel.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mlgo {

/// What one function, or another unit, takes of an object.
struct MeasuredUnit {
  /// Its code, its tables and its unwind rows.
  uint64_t Bytes = 0;
  /// Strings and constants that it refers to, which others may share.
  std::vector<std::pair<std::string, uint64_t>> Constants;
};

/// An object, by unit. Shared constants are no units of their own here.
using MeasuredObject = std::map<std::string, MeasuredUnit, std::less<>>;

template <typename ArchiveT> void serialize(ArchiveT &A, MeasuredUnit &U) {
  A(U.Bytes, U.Constants);
}

/// \p Units without what only a linker wants to know.
MeasuredObject measureObject(const ObjectUnits &Units);

/// All bytes of \p Object, shared constants once.
uint64_t sumBytes(const MeasuredObject &Object);

/// For each function of \p Stock that is smaller in one of \p Trials, the
/// number of the trial where it is smallest, the first of equals. A constant
/// that a function refers to counts if nobody refers to it in \p Stock, and is
/// gained if it alone referred to it there. A trial that failed is empty.
std::map<std::string, size_t>
chooseTrials(const MeasuredObject &Stock,
             const std::vector<MeasuredObject> &Trials);

/// The units that are larger in \p Object than in \p Stock.
std::vector<std::string> findGrown(const MeasuredObject &Stock,
                                   const MeasuredObject &Object);

} // namespace mlgo

#endif // MLGO_PASSES_GATE_GATECHOICE_H
