// Which set of passes makes each function smallest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "CallCounts.h"
#include "GatePasses.h"
#include "link/LinkModel.h"

namespace mlgo {
/// What one function, or another unit, takes of an object.
struct MeasuredFunction {
  /// Its code, its tables and its unwind rows.
  uint64_t Bytes = 0;
  /// See ExecutedInstructions; 0 if nothing is known.
  uint64_t Executed = 0;
  /// Strings and constants that it refers to, which others may share.
  std::vector<std::pair<std::string, uint64_t>> Constants;
  CallCounts Calls = {};
  /// What its callers may rely on, as KeptRegistersAttribute has it, or
  /// nothing.
  std::string Kept = {};
};

/// An object, by unit. Shared constants are no units of their own here.
using MeasuredObject = std::map<std::string, MeasuredFunction, std::less<>>;

template <typename ArchiveT> void serialize(ArchiveT &A, MeasuredFunction &U) {
  A(U.Bytes, U.Executed, U.Constants, U.Calls, U.Kept);
}

/// \p Units without what only a linker wants to know, with what their functions
/// execute.
MeasuredObject measureObject(
    const ObjectUnits &Units,
    const std::map<std::string, uint64_t, std::less<>> &Executed = {});

/// All bytes of \p Object, shared constants once.
uint64_t sumBytes(const MeasuredObject &Object);

/// What functions cost in trials beside what they cost in one object. A
/// constant that a function refers to counts if nobody refers to it in that
/// object, and is gained if it alone referred to it there.
class GateCosts {
public:
  /// \p Stock must outlive this.
  explicit GateCosts(const MeasuredObject &Stock);

  /// By how many bytes \p Name is larger in \p Trial; none if it is not in
  /// both.
  std::optional<int64_t> change(const std::string &Name,
                                const MeasuredObject &Trial) const;

private:
  uint64_t cost(const MeasuredFunction &Unit,
                const MeasuredFunction &Was) const;

  const MeasuredObject &Stock;
  std::unordered_map<std::string, unsigned> Uses; ///< Of a constant.
};

/// Whether \p Is executes at most \p Slower per cent more than \p Was.
bool isFastEnough(const MeasuredFunction &Was, const MeasuredFunction &Is,
                  unsigned Slower);

/// The units that are larger in \p Object than in \p Stock, or call where those
/// jump.
std::vector<std::string> findGrown(const MeasuredObject &Stock,
                                   const MeasuredObject &Object);
} // namespace mlgo
