//===- TrialMessages.h - What trials tell each other ------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_INLINE_TRIALMESSAGES_H
#define MLGO_EVALUATE_INLINE_TRIALMESSAGES_H

#include "evaluate/inline/InlineTrials.h"

#include "mlgo/llvm/FunctionHash.h"
#include "mlgo/support/ByteStream.h"
#include "mlgo/support/MessagePipe.h"

#include <string>
#include <utility>
#include <vector>

namespace mlgo {

/// What a whole trial leaves for the trials after it.
struct TrialKnowledge {
  /// By function that was there after inlining.
  std::vector<std::pair<std::string, FunctionHasher::Hash>> Hashes;
  /// Of LTO: the same before attributes were inferred.
  std::vector<std::pair<std::string, FunctionHasher::Hash>> EarlyHashes;
  /// Caller and callee of every call that was inlined.
  std::vector<std::pair<std::string, std::string>> Inlined;
  /// The function in which each of the trial's sites lies, in their order.
  std::vector<std::string> CallersOfSites;
  std::string Attributes; ///< From saveAttributes, after inlining.
};

void encode(ByteWriter &Out, const InlinePolicy &Policy);
void encode(ByteWriter &Out, const ModuleRequest &Request);
ModuleRequest decodeModuleRequest(ByteReader &In);

/// An answer: \p Failure, or the trials.
std::string encodeAnswer(const std::string &Failure,
                         const ModuleTrials &Trials);
Result<ModuleTrials> decodeAnswer(std::string_view Bytes);

void encode(ByteWriter &Out, const WholeTrial &Trial);
WholeTrial decodeWholeTrial(ByteReader &In);

void encode(ByteWriter &Out, const MoveTrial &Trial);
MoveTrial decodeMoveTrial(ByteReader &In);

void encode(ByteWriter &Out, const TrialKnowledge &Knowledge);
TrialKnowledge decodeTrialKnowledge(ByteReader &In);

} // namespace mlgo

#endif // MLGO_EVALUATE_INLINE_TRIALMESSAGES_H
