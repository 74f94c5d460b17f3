//===- ModuleServers.h - Modules kept ready to be compiled ------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_INLINE_MODULESERVERS_H
#define MLGO_EVALUATE_INLINE_MODULESERVERS_H

#include "evaluate/inline/InlineTrials.h"

#include "mlgo/support/ServerProcess.h"

#include <functional>
#include <string>
#include <vector>

namespace mlgo {

/// A process for each module that was asked for lately, which has it parsed and
/// ready for its first decision. Not thread safe; the caller must have no other
/// threads when requests run.
class ModuleServers {
public:
  /// \p Paths name bitcode files. At most \p Jobs processes compile at a time,
  /// and at most \p MaxAlive modules are kept; the one that was not asked for
  /// longest goes first.
  ModuleServers(std::vector<std::string> Paths, unsigned Jobs, size_t MaxAlive,
                InlineTrialOptions Options);

  /// Runs all requests and hands the answers, with the request's index, to \p
  /// Done in the order in which they come. Several may concern one module. Jobs
  /// of the requests are set here.
  /// A server that dies fails its request alone and is started anew for the
  /// next.
  void run(std::vector<ModuleRequest> Requests,
           const std::function<void(size_t, Result<ModuleTrials>)> &Done);

  /// While \p TheShouldStop is true no request begins any more; what was asked
  /// fails.
  void stopWhen(std::function<bool()> TheShouldStop) {
    ShouldStop = std::move(TheShouldStop);
  }

  bool isStopping() const { return ShouldStop && ShouldStop(); }

  const std::vector<std::string> &paths() const { return Paths; }

private:
  struct Server {
    ServerProcess Process;
    uint64_t LastUse = 0;
    size_t Request = 0; ///< That is being answered.
    bool IsBusy = false;
  };

  Status start(size_t Module);
  void makeRoom();
  Status begin(const ModuleRequest &Request, size_t Index);
  void await(std::vector<size_t> &Busy,
             const std::function<void(size_t, Result<ModuleTrials>)> &Done);

  const std::vector<std::string> Paths;
  const unsigned Jobs;
  const size_t MaxAlive;
  const InlineTrialOptions Options;
  std::vector<Server> Servers; ///< By module.
  uint64_t Clock = 0;
  std::function<bool()> ShouldStop;
};

} // namespace mlgo

#endif // MLGO_EVALUATE_INLINE_MODULESERVERS_H
