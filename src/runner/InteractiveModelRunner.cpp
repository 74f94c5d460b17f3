// Asks another process
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/InteractiveModelRunner.h"
#include "tensor/TrainingLogFormat.h"
#include <cstdio>
#include <cstring>

namespace mlgo {
InteractiveHostAddress InteractiveHostAddress::at(const std::string &Base) {
  InteractiveHostAddress Host;
  Host.InboundPath = Base + ".in";
  Host.OutboundPath = Base + ".out";
  return Host;
}

Result<std::unique_ptr<InteractiveModelRunner>>
InteractiveModelRunner::create(std::vector<TensorSpec> Inputs,
                               TensorSpec Advice, InteractiveHostAddress Host) {
  assert((Host.AdviceBound == 0 ||
          (Advice.isElementType<int64_t>() && Advice.getElementCount() == 1)) &&
         "only one int64_t has bounds");
  const Deadline Until = Deadline::after(Host.DeadlineSeconds);
  std::unique_ptr<InteractiveModelRunner> Runner(new InteractiveModelRunner(
      std::move(Inputs), std::move(Advice), std::move(Host)));
  auto Inbound =
      MLGO_TRY(openFIFO(Runner->Host.InboundPath, FIFOEnd::Read, Until));
  auto Outbound =
      MLGO_TRY(openFIFO(Runner->Host.OutboundPath, FIFOEnd::Write, Until));
  // A reader of our own, so that writing to a host that is gone raises no
  // signal; that it is gone, the inbound FIFO tells.
  auto Held =
      MLGO_TRY(openFIFO(Runner->Host.OutboundPath, FIFOEnd::Read, Until));
  Runner->Inbound = std::move(Inbound);
  Runner->OutboundReader = std::move(Held);
  Runner->Outbound = std::move(Outbound);
  Runner->send(
      formatLogHeader(Runner->inputs(), std::nullopt, Runner->AdviceSpec),
      Until);
  if (Runner->Failure)
    return *Runner->Failure;
  return Runner;
}

InteractiveModelRunner::InteractiveModelRunner(std::vector<TensorSpec> Inputs,
                                               TensorSpec TheAdvice,
                                               InteractiveHostAddress Host)
    : MLModelRunner(Kind::Interactive, std::move(Inputs)),
      AdviceSpec(std::move(TheAdvice)), Host(std::move(Host)),
      Advice(AdviceSpec), Received(Advice.size() + 1, '\0'),
      Count(&Counts[""]) {
  size_t Size = std::strlen("{\"observation\":18446744073709551615}\n\n");
  for (size_t I = 0; I < inputs().size(); ++I) {
    setUpBufferForTensor(I, nullptr);
    Size += inputs()[I].getTotalTensorBufferSize();
  }
  Message.reserve(Size);
}

void InteractiveModelRunner::switchContext(std::string_view Name) {
  auto Known = Counts.find(Name);
  if (Known == Counts.end())
    Known = Counts.emplace(std::string(Name), 0).first;
  Count = &Known->second;
  // LLVM's reader of logs cannot go on after a context without observations.
  Context = formatLogContext(Name);
}

const void *InteractiveModelRunner::evaluateUntyped() {
  if (Failure)
    return Advice.data();
  // One message is one write, and one time that the host wakes up.
  Message = std::exchange(Context, std::string());
  appendLogObservation(Message, (*Count)++);
  for (size_t I = 0; I < inputs().size(); ++I)
    Message.append(static_cast<const char *>(getTensorUntyped(I)),
                   inputs()[I].getTotalTensorBufferSize());
  Message.push_back('\n');
  const Deadline Until = Deadline::after(Host.DeadlineSeconds);
  send(Message, Until);
  if (!Failure)
    receiveAdvice(Until);
  return Advice.data();
}

void InteractiveModelRunner::send(const std::string &Text, Deadline Until) {
  const IOOutcome Sent = writeAllToHeldPipe(Outbound.get(), Text.data(),
                                            Text.size(), Until, Inbound.get());
  switch (Sent.Ended) {
  case IOOutcome::Kind::Done:
    return;
  case IOOutcome::Kind::Closed:
    return fail(Host.OutboundPath, "the host closed the channel");
  case IOOutcome::Kind::Expired:
    return fail(Host.OutboundPath,
                "the host reads nothing more" + afterDeadline());
  case IOOutcome::Kind::Failed:
    return fail(Host.OutboundPath, std::string("cannot write: ") +
                                       std::strerror(Sent.ErrorNumber));
  }
}

void InteractiveModelRunner::receiveAdvice(Deadline Until) {
  const size_t Size = Advice.size();
  const IOOutcome Got =
      readAtLeast(Inbound.get(), Received.data(), Size, Received.size(), Until);
  auto Found = [&] {
    return ": found " + std::to_string(Got.Moved) +
           " bytes of an answer, expected " + std::to_string(Size);
  };
  switch (Got.Ended) {
  case IOOutcome::Kind::Done:
    break;
  case IOOutcome::Kind::Closed:
    return fail(Host.InboundPath, "the host closed the channel" + Found());
  case IOOutcome::Kind::Expired:
    return fail(Host.InboundPath, "no answer" + afterDeadline() + Found());
  case IOOutcome::Kind::Failed:
    return fail(Host.InboundPath,
                std::string("cannot read: ") + std::strerror(Got.ErrorNumber));
  }
  if (Got.Moved > Size)
    return fail(Host.InboundPath, "the host answers with more than the " +
                                      std::to_string(Size) +
                                      " bytes that are expected");
  if (Host.AdviceBound) {
    int64_t Value;
    std::memcpy(&Value, Received.data(), sizeof(Value));
    if (Value < 0 || Value >= Host.AdviceBound)
      return fail(Host.InboundPath, "the host answers " +
                                        std::to_string(Value) +
                                        ", expected at least 0 and less than " +
                                        std::to_string(Host.AdviceBound));
  }
  std::memcpy(Advice.data(), Received.data(), Size);
}

void InteractiveModelRunner::fail(const std::string &Path,
                                  const std::string &What) {
  Failure = Error(Path + ": " + What);
  Advice.clear();
  // A host that still waits learns that nothing more will come.
  Inbound.close();
  Outbound.close();
  OutboundReader.close();
  if (Host.OnFailure)
    Host.OnFailure();
  Host.Lease.reset();
}

std::string InteractiveModelRunner::afterDeadline() const {
  char Seconds[32];
  std::snprintf(Seconds, sizeof(Seconds), "%g", Host.DeadlineSeconds);
  return std::string(" within ") + Seconds + " seconds";
}
} // namespace mlgo
