// hostile compilers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/InteractiveHost.h"
#include "support/FileDescriptor.h"
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace {

/// Leaves the answer zero.
struct ZeroPolicy final : mlgo::HostPolicy {
  mlgo::Status start(const std::vector<mlgo::TensorSpec> &,
                     const mlgo::TensorSpec &) override {
    return mlgo::Success();
  }
  mlgo::Status decide(const mlgo::TrainingLogObservation &, void *) override {
    return mlgo::Success();
  }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  mlgo::InteractiveHostOptions Options;
  Options.DeadlineSeconds = 0.01;
  auto Host = mlgo::InteractiveHost::create(Options);
  if (!Host)
    std::abort();
  const std::string Base = (*Host)->channel().base();
  // Answers fit into the FIFO, or nobody takes them.
  const mlgo::FileDescriptor Answers(
      ::open((Base + ".in").c_str(), O_RDWR | O_NONBLOCK));
  const mlgo::FileDescriptor Questions(
      ::open((Base + ".out").c_str(), O_RDWR | O_NONBLOCK));
  (void)!::write(Questions.get(), Data, Size);
  ZeroPolicy Policy;
  (void)(*Host)->serve(Policy, [] { return true; });
  return 0;
}
