// The policy for passes as a pass plugin.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE:
//   clang-22 -Oz -fpass-plugin=MLGOGate-22.so -mllvm -mlgo-gate-effort=8 -c x.c

#include "CodeGate.h"
#include "GateSessions.h"
#include "GateStages.h"
#include "PluginEntry.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace mlgo {
static bool isWanted(const GateOptions &Options) {
  return Options.usesBuiltIn() ||
         PluginKit::isWanted(getGateKit().task().policy(), Options) ||
         !Options.Decisions.empty() || !Options.Record.empty() ||
         Options.makesTrials() || !Options.Labels.empty();
}

static bool isWantedNow() { return isWanted(getGateOptions()); }

static void finishSession(Module &M) {
  if (!PluginKit::isTrial())
    finishGateSession(M);
}

static void addToPassBuilder(PassBuilder &PB) {
  if (isWantedNow())
    addGateStages(PB);
}

/// Flags are added on load, so that the command line knows them.
const bool Installed =
    getGateKit().isInstalled() && onPassBuilder(addToPassBuilder) &&
    addCodeGate({isWantedNow, startGateSession, finishSession});
} // namespace mlgo
