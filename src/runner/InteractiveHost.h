// Answers what compilers ask
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's end of LLVM's interactive protocol. A compiler sends a training
// log, with an advice in its header, and after each observation it waits for
// the bytes of one advice tensor:
//
//   compiler -> host   header context observation ........ observation ...
//   host -> compiler                              advice               advice
//
// There are no lengths, no version and no end mark: sizes follow from the
// header, and a channel that is closed between two messages has ended.

#pragma once

#include "mlgo/tensor/TrainingLogReader.h"
#include "runner/InteractiveChannel.h"
#include "tensor/TrainingLogLines.h"

namespace mlgo {
/// Who decides. One that fails ends the conversation: the compiler is not
/// answered.
class HostPolicy {
public:
  virtual ~HostPolicy() = default;

  /// A compiler has opened the channel, for one module or for all of its
  /// functions, and says what it will send and what it wants to hear.
  virtual Status start(const std::vector<TensorSpec> &Features,
                       const TensorSpec &Advice) = 0;

  /// Puts the tensor that start() was told of into \p Advice, aligned and zero.
  virtual Status decide(const TrainingLogObservation &O, void *Advice) = 0;
};

struct InteractiveHostOptions {
  /// How long a compiler may say nothing, be it because it compiles or because
  /// it is stuck.
  double DeadlineSeconds = 600;
  /// What the compiler sends is written to this training log, byte for byte;
  /// if it opens the channel more than once, the second part to FILE.2, and so
  /// on. A part appears when it is complete. Empty: nowhere.
  std::string Record;
};

/// Serves compilers that ask through one channel, one after the other. Not
/// thread safe.
class InteractiveHost {
public:
  /// Makes the channel; what its create says about threads and signals holds
  /// here too.
  static Result<std::unique_ptr<InteractiveHost>>
  create(InteractiveHostOptions Options = {});

  ~InteractiveHost();

  InteractiveChannel &channel() { return *Channel; }

  /// Answers with \p Policy until \p HasEnded, which is asked now and then,
  /// says that no compiler is left and all that was said has been answered.
  /// Fails if \p Policy does, if a compiler goes away within a message, if what
  /// it sends is not the protocol and if it is silent for too long; the error
  /// names the byte. The compilers are the caller's: after an error they wait
  /// for ever unless they are ended.
  Status serve(HostPolicy &Policy, const std::function<bool()> &HasEnded);

  /// How often a compiler opened the channel, and what was answered in all.
  uint64_t sessions() const { return NumSessions; }
  uint64_t observations() const { return NumObservations; }

private:
  class Session;

  InteractiveHost() = default;

  InteractiveHostOptions Options;
  std::unique_ptr<InteractiveChannel> Channel;
  uint64_t NumSessions = 0;
  uint64_t NumObservations = 0;
};
} // namespace mlgo
