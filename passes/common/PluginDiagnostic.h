//===- PluginDiagnostic.h - What a plugin tells the user --------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_COMMON_PLUGINDIAGNOSTIC_H
#define MLGO_PASSES_COMMON_PLUGINDIAGNOSTIC_H

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"

#include <string>
#include <utility>

namespace mlgo {

/// A message of a plugin that goes through LLVM's own diagnostics, so that the
/// compiler prints, counts and fails for it as for its own.
class PluginDiagnostic final : public llvm::DiagnosticInfo {
public:
  PluginDiagnostic(std::string Text, llvm::DiagnosticSeverity Severity)
      : DiagnosticInfo(kind(), Severity), Text(std::move(Text)) {}

  void print(llvm::DiagnosticPrinter &Printer) const override {
    Printer << Text;
  }

private:
  static int kind() {
    static const int Kind = llvm::getNextAvailablePluginDiagnosticKind();
    return Kind;
  }
  const std::string Text;
};

} // namespace mlgo

#endif // MLGO_PASSES_COMMON_PLUGINDIAGNOSTIC_H
