// What all plugins do alike
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PluginKit.h"
#include "mlgo/support/File.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace mlgo {
namespace {
/// Set where a process has one thread.
bool IsTrial = false;

class PluginDiagnostic final : public DiagnosticInfo {
public:
  PluginDiagnostic(std::string Text, DiagnosticSeverity Severity)
      : DiagnosticInfo(kind(), Severity), Text(std::move(Text)) {}

  void print(DiagnosticPrinter &Printer) const override { Printer << Text; }

private:
  static int kind() {
    static const int Kind = getNextAvailablePluginDiagnosticKind();
    return Kind;
  }
  const std::string Text;
};

/// Hashes a module's name and code: files of one name, and one file compiled in
/// several ways, make modules that differ.
uint64_t hashModule(const Module &M) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  OS << M.getModuleIdentifier() << '\0';
  WriteBitcodeToFile(M, OS);
  return xxh3_64bits(StringRef(Bytes.data(), Bytes.size()));
}

bool hasPolicy(const PolicySpec &Spec, const TaskOptions &Options) {
  return Options.hasPolicy() && (Options.Mode != RunnerMode::Release ||
                                 !Options.Model.empty() || Spec.BuiltIn);
}
} // namespace

void PluginKit::beginTrial() { IsTrial = true; }

bool PluginKit::isTrial() { return IsTrial; }

TaskOptions PluginKit::readOptions(OptionReader &Reader) const {
  TaskOptions Options;
  static_cast<RunnerOptions &>(Options) = RunnerOptions::read(Reader);
  Options.StatsFile = Reader.text("stats-file");
  Options.Stats = Reader.flag("stats");
  Options.IsStrict = PluginFlags::isStrict();
  if (IsTrial) {
    Options.TrainingLog.clear();
    Options.StatsFile.clear();
    Options.Stats = false;
    if (Options.Mode == RunnerMode::Interactive)
      Options.Mode = RunnerMode::Default;
  }
  Options.Fault = Reader.fault();
  return Options;
}

TaskOptions PluginKit::readOptions() const {
  OptionReader Reader = Flags.reader();
  return readOptions(Reader);
}

bool PluginKit::isWanted(const PolicySpec &Spec, const TaskOptions &Options) {
  return Options.Fault || hasPolicy(Spec, Options) ||
         !Options.TrainingLog.empty() || Options.wantsStatistics();
}

std::unique_ptr<mlgo::MLModelRunner>
PluginKit::createRunner(LLVMContext &Context, const PolicySpec &Spec,
                        TaskOptions Options) {
  if (!hasPolicy(Spec, Options))
    Options.Mode = RunnerMode::Default;
  auto Runner = Options.Fault ? RunnerResult(*Options.Fault)
                              : mlgo::createRunner(Spec, Options);
  if (Runner)
    return std::move(*Runner);
  reportPolicy(Context, Runner.error(), Options);
  return nullptr;
}

std::optional<DecisionLog>
PluginKit::openLog(Module &M, const TaskOptions &Options,
                   const mlgo::MLModelRunner &Runner,
                   const DecisionLogOptions &Columns) {
  std::string File = Options.TrainingLog;
  if (sys::fs::is_directory(File))
    File += "/" + getLogName(M.getModuleIdentifier(), hashModule(M));
  auto Log = DecisionLog::create(File, Runner, T.Decision.Spec, Columns);
  if (Log)
    return std::move(*Log);
  fail(M.getContext(), Log.error());
  return std::nullopt;
}

void PluginKit::closeLog(LLVMContext &Context, DecisionLog Log) {
  if (Status Closed = Log.close(); !Closed)
    fail(Context, Closed.error());
}

void PluginKit::writeStatistics(const TaskOptions &Options, std::string Module,
                                const std::string &Counts) const {
  for (char &C : Module)
    if (static_cast<unsigned char>(C) <= ' ')
      C = '_';
  const std::string Line =
      "mlgo-" + T.Prefix + "-stats module=" + Module + " " + Counts + "\n";
  if (Options.Stats)
    errs() << Line;
  if (Options.StatsFile.empty())
    return;
  if (Status Appended = appendToFile(Options.StatsFile, "", Line); !Appended)
    errs() << "mlgo " << T.Prefix
           << ": statistics: " << Appended.error().message() << "\n";
}

void PluginKit::fail(LLVMContext &Context, const mlgo::Error &E) {
  if (!HasFailed.exchange(true))
    Context.diagnose(
        PluginDiagnostic("mlgo " + T.Prefix + ": " + E.message(), DS_Error));
}

std::string PluginKit::describe(const mlgo::Error &E,
                                const char *Instead) const {
  return "mlgo " + T.Prefix + ": " + E.message() + "; " + Instead;
}

void PluginKit::warn(LLVMContext &Context, const mlgo::Error &E,
                     const char *Instead) {
  if (!HasWarned.exchange(true))
    Context.diagnose(PluginDiagnostic(describe(E, Instead), DS_Warning));
}

void PluginKit::note(const mlgo::Error &E, const char *Instead) {
  const std::lock_guard Lock(NotedMutex);
  // Clang drops notes that follow no warning.
  if (Noted.insert(Instead).second)
    errs() << "note: " << describe(E, Instead) << '\n';
}

void PluginKit::reportPolicy(LLVMContext &Context, const mlgo::Error &E,
                             const TaskOptions &Options) {
  if (Options.IsStrict)
    fail(Context, E);
  else
    warn(Context, E);
}

void PluginKit::reportAbstention(LLVMContext &Context, const mlgo::Error &E,
                                 const TaskOptions &Options) {
  const bool IsNamed =
      !Options.Model.empty() || Options.Mode == RunnerMode::Interactive;
  if (IsNamed)
    return reportPolicy(Context, E, Options);
  remark(Context, E);
}

bool PluginKit::isInRustc() {
  static const bool IsIt =
      sys::path::filename(sys::fs::getMainExecutable(nullptr, nullptr))
          .starts_with("rustc");
  return IsIt;
}

void PluginKit::remark(LLVMContext &Context, const mlgo::Error &E) {
  if (!isInRustc() && !HasRemarked.exchange(true))
    Context.diagnose(PluginDiagnostic("mlgo " + T.Prefix + ": " + E.message() +
                                          "; stock decides",
                                      DS_Remark));
}
} // namespace mlgo
