// Asks another process
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler's end of LLVM's interactive protocol, so that a host written for
// LLVM serves mlgo. There are two FIFOs. Through the outbound one goes a
// training log: its header, which names the advice, on set-up; an observation
// for each decision, with a context line before the first of each module or
// function. The host
// answers every observation with the bytes of one advice, in the inbound FIFO,
// and with nothing else.
//
// The compiler opens the inbound FIFO first; a host that opens the outbound one
// first without O_NONBLOCK or O_RDWR is served as well.

#pragma once

#include "mlgo/runner/MLModelRunner.h"
#include "support/DeadlineIO.h"
#include <memory>

namespace mlgo {
/// Where the host is, and what is expected of it.
struct InteractiveHostAddress {
  std::string InboundPath;  ///< The FIFO that answers come from.
  std::string OutboundPath; ///< The FIFO that observations go to.
  /// How long the host may take to come, and then for each answer.
  double DeadlineSeconds = 60;
  /// If not 0, the advice is one int64_t of at least 0 and less than this, and
  /// anything else is garbage.
  int64_t AdviceBound = 0;
  /// Kept as long as the channel is open; for whoever shares it.
  std::shared_ptr<void> Lease;
  /// Called when the host has failed, once it was met; may be empty.
  std::function<void()> OnFailure;

  /// The FIFOs \p Base.in and \p Base.out, as LLVM's options name them.
  static InteractiveHostAddress at(const std::string &Base);
};

/// A policy in another process. Unlike LLVM's runner it waits for nothing
/// longer than the deadline, and a host that has gone away is an error at once.
/// After the first failure nobody is asked any more: evaluate() answers with
/// zeros, hasAbstained() is true and failure() says why.
class InteractiveModelRunner final : public MLModelRunner {
public:
  /// Meets the host and sends the header for \p Inputs and \p Advice. Fails if
  /// there are no such FIFOs and if nobody comes within the deadline.
  static Result<std::unique_ptr<InteractiveModelRunner>>
  create(std::vector<TensorSpec> Inputs, TensorSpec Advice,
         InteractiveHostAddress Host);

  static bool classof(const MLModelRunner *R) {
    return R->getKind() == Kind::Interactive;
  }

  /// The observations that follow are of the context \p Name, which the host is
  /// told with the first of them; they are counted for each name.
  void switchContext(std::string_view Name) override;

  bool hasAbstained() const override { return Failure.has_value(); }
  const Error *failure() const override {
    return Failure ? &*Failure : nullptr;
  }

private:
  InteractiveModelRunner(std::vector<TensorSpec> Inputs, TensorSpec Advice,
                         InteractiveHostAddress Host);

  const void *evaluateUntyped() override;
  void send(const std::string &Text, Deadline Until);
  void receiveAdvice(Deadline Until);
  /// Gives up for good.
  void fail(const std::string &Path, const std::string &What);
  std::string afterDeadline() const;

  const TensorSpec AdviceSpec;
  InteractiveHostAddress Host;
  FileDescriptor Inbound, Outbound;
  FileDescriptor OutboundReader; ///< Never read from.
  TensorBuffer Advice;
  std::string Received; ///< One advice, and room for what is too much.
  std::string Message;  ///< Reused for all observations.
  std::string Context;  ///< A line that the next observation begins with.
  std::map<std::string, uint64_t, std::less<>> Counts; ///< By context.
  uint64_t *Count;                                     ///< The current one.
  std::optional<Error> Failure;
};
} // namespace mlgo
