// The text of LLVM's training log
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The training log: the decisions of a compilation, with all that was known
// when each was taken. The format is LLVM's, byte for byte, so its tools read
// our logs and we read those of any clang.
//
// Goals: cheap to write, appended to as the compiler goes, self-describing,
// readable without a schema or a library. Text carries structure, raw bytes
// carry numbers.
//
//   log         = header { context | observation }
//   header      = {"features":[SPEC,...],"score":SPEC,"advice":SPEC} NEWLINE
//   context     = {"context":"NAME"} NEWLINE
//   observation = {"observation":N} NEWLINE
//                 the bytes of each feature, in the order of the header NEWLINE
//                 [{"outcome":N} NEWLINE the bytes of the score NEWLINE]
//
// SPEC is a TensorSpec in JSON. `score` is there if observations are scored,
// and then all are; `advice` if a host answers them (the interactive protocol).
// N counts the observations of its context from 0 and goes on where it was when
// a name comes back: f:0 f:1 g:0 f:2. LLVM also writes contexts that have no
// observation, at which its own reader stops; we read them, and write none.
// White space is nowhere but in the NEWLINEs.
//
// Example, one int64_t feature `x` of shape [1] whose value is 3:
//
//   {"features":[{"name":"x","type":"int64_t","port":0,"shape":[1]}]}
//   {"context":"main.cpp"}
//   {"observation":0}
//   03 00 00 00 00 00 00 00
//
// (the last line stands for eight raw bytes).
//
// Trap: raw bytes may contain a newline, 10 being a popular number. A reader
// must count bytes; splitting at newlines works until it does not. Numbers are
// in the byte order of the machine that wrote them.

#pragma once

#include "mlgo/tensor/TensorSpec.h"

namespace mlgo {
/// The header line of a log or channel, newline included.
std::string formatLogHeader(const std::vector<TensorSpec> &Features,
                            const std::optional<TensorSpec> &Score,
                            const std::optional<TensorSpec> &Advice);

/// The line that begins context \p Name, newline included. What is not UTF-8 in
/// the name is replaced: names come from source paths.
std::string formatLogContext(std::string_view Name);

/// Appends {"observation":\p N} and a newline to \p Text. Like the next, it
/// allocates only if \p Text must grow.
void appendLogObservation(std::string &Text, uint64_t N);

/// Appends {"outcome":\p N} and a newline to \p Text.
void appendLogOutcome(std::string &Text, uint64_t N);
} // namespace mlgo
