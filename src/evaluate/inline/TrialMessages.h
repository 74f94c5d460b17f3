// What trials tell each other
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A trial's units are made bytes once, in its process, and read once, by who
// links them; all between pass bytes on.

#pragma once

#include "compile/FunctionHash.h"
#include "evaluate/inline/InlineTrials.h"

namespace mlgo {
/// Units as bytes, by name.
using EncodedUnits = std::map<std::string, std::string, std::less<>>;

EncodedUnits encodeUnits(const ObjectUnits &Units);
/// False if the bytes are not units.
bool decodeUnits(const EncodedUnits &Encoded, ObjectUnits &Units);

/// What the process of a trial found.
struct TrialFound {
  std::string Failure; ///< Empty: it succeeded.
  EncodedUnits Units;
  std::vector<TrialSite> Sites; ///< What a whole trial decided.
};

/// The message of a move that cannot be tried.
std::string failedMove(const std::string &Why);

/// What a whole trial leaves for the trials after it.
struct TrialKnowledge {
  /// By function that was there after inlining.
  std::vector<std::pair<std::string, FunctionHasher::Hash>> Hashes;
  /// The same with LTO, before attributes were inferred.
  std::vector<std::pair<std::string, FunctionHasher::Hash>> EarlyHashes;
  /// Caller and callee of every call that was inlined.
  std::vector<std::pair<std::string, std::string>> Inlined;
  /// The function in which each of the trial's sites lies, in their order.
  std::vector<std::string> CallersOfSites;
  std::string Attributes; ///< From saveAttributes, after inlining.
};

/// The answer to a request. Units that several policies' trials have are in it
/// once.
class TrialAnswer {
public:
  std::string Failure;            ///< Empty, unless nothing could be tried.
  std::vector<std::string> Moves; ///< The bytes of a TrialFound each.

  void addPolicy(TrialFound Found);

  std::string bytes() const { return toBytes(*this); }

  /// All units decoded.
  static Result<ModuleTrials> read(std::string_view Bytes);

  template <typename ArchiveT>
  friend void serialize(ArchiveT &A, TrialAnswer &T) {
    A(T.Failure, T.Units, T.Variants, T.Policies, T.Moves);
  }

private:
  struct Policy {
    std::string Failure;
    size_t Variant = 0;
    std::vector<TrialSite> Sites;

    template <typename ArchiveT> friend void serialize(ArchiveT &A, Policy &P) {
      A(P.Failure, P.Variant, P.Sites);
    }
  };

  using Unit = std::pair<std::string, std::string>;
  std::vector<Unit> Units; ///< Different ones.
  /// Lists of units, by number; different from each other.
  std::vector<std::vector<size_t>> Variants;
  std::vector<Policy> Policies;
  std::map<Unit, size_t> NumberOf;                 ///< Numbers of units.
  std::map<std::vector<size_t>, size_t> VariantOf; ///< Numbers of lists.
};

template <typename ArchiveT> void serialize(ArchiveT &A, TrialSite &S) {
  A(S.Key, S.Decision, S.StockDecision, S.Inputs, S.Count);
}

template <typename ArchiveT> void serialize(ArchiveT &A, TrialFound &F) {
  A(F.Failure, F.Units, F.Sites);
}

template <typename ArchiveT> void serialize(ArchiveT &A, TrialKnowledge &K) {
  A(K.Hashes, K.EarlyHashes, K.Inlined, K.CallersOfSites, K.Attributes);
}

template <typename ArchiveT> void serialize(ArchiveT &A, InlineDecisions &D) {
  InlineDecisions::Map Sites;
  if constexpr (ArchiveT::IsReading) {
    A(Sites);
    D = InlineDecisions(std::move(Sites));
  } else {
    A(D.sites());
  }
}

template <typename ArchiveT> void serialize(ArchiveT &A, InlinePolicy &P) {
  A(P.Model, P.Decisions, P.ModelBytes, P.Thresholds, P.Beside);
}

template <typename ArchiveT>
void serialize(ArchiveT &A, InlineTrialOptions &O) {
  A(O.TrialSeconds, O.TrialMegabytes, O.Exact, O.WholeAnew, O.Deadline,
    O.FaultKey, O.Fault);
}

/// But for what the scheduler has to know, see TrialRequest.
template <typename ArchiveT> void serialize(ArchiveT &A, ModuleRequest &R) {
  A(R.Options, R.Policies, R.SharedBegin, R.SharedEnd, R.Moves, R.WantsFirst,
    R.Alike, R.WithInputs);
}

/// In the process of a module: reads the next request, its policies complete.
/// False if the other end is gone; \p Shared, which this keeps, are policies
/// that requests refer to.
bool receiveRequest(int Pipe, std::vector<InlinePolicy> &Shared,
                    Result<ModuleRequest> &Request);
} // namespace mlgo
