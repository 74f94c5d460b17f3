// hostile hosts
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/InteractiveChannel.h"
#include "runner/InteractiveModelRunner.h"
#include "support/FileDescriptor.h"
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  using namespace mlgo;
  // Makes the FIFOs; nobody listens there.
  auto Channel = InteractiveChannel::create();
  if (!Channel)
    std::abort();
  auto Address = InteractiveHostAddress::at((*Channel)->base());
  Address.DeadlineSeconds = 0.01;
  Address.AdviceBound = 2;
  FileDescriptor Answers(
      ::open(Address.InboundPath.c_str(), O_RDWR | O_NONBLOCK));
  (void)!::write(Answers.get(), Data, Size);
  const FileDescriptor Questions(
      ::open(Address.OutboundPath.c_str(), O_RDWR | O_NONBLOCK));
  auto Runner = InteractiveModelRunner::create(
      {TensorSpec::createSpec<int64_t>("x", {1})},
      TensorSpec::createSpec<int64_t>("advice", {1}), Address);
  if (!Runner)
    return 0;
  Answers.close(); // The host goes away behind its last word.
  (*Runner)->switchContext("context");
  for (int I = 0; I < 8 && !(*Runner)->failure(); ++I)
    (void)(*Runner)->evaluate<int64_t>();
  return 0;
}
