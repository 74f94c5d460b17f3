// How wrong learned sizes of functions are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: native-size-error MODEL EVERY FOLDER...
//
// For every EVERY-th function of the bitcode in each FOLDER, as simplified as
// it is when its callers are about to inline it: what the estimator MODEL says,
// and what code generation makes of it. A line a folder.

#include "IR2NativeEstimator.h"
#include "NativeSize.h"
#include "compile/ModulePipeline.h"
#include "mlgo/llvm/PassAnalyses.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

using namespace llvm;

namespace {

struct Sizes {
  double Estimated, Real;
};

/// What the inliner's own pipeline does to a function before its callers come.
void simplify(Module &M, TargetMachine &TM) {
  mlgo::PassAnalyses Analyses;
  PassBuilder PB(&TM);
  Analyses.registerAll(PB);
  FunctionPassManager FPM = PB.buildFunctionSimplificationPipeline(
      OptimizationLevel::Oz, ThinOrFullLTOPhase::None);
  for (Function &F : M)
    if (!F.isDeclaration())
      FPM.run(F, Analyses.Functions);
}

void compareModule(const std::string &Path, unsigned Every,
                   mlgo::IR2NativeEstimator &Estimator,
                   std::vector<Sizes> &Found) {
  LLVMContext Ctx;
  auto M = mlgo::loadModule(Ctx, Path);
  if (!M)
    return;
  auto TM = mlgo::createTargetMachine(**M);
  if (!TM)
    return;
  simplify(**M, **TM);
  unsigned Index = 0;
  for (Function &F : **M) {
    if (F.isDeclaration() || ++Index % Every != 0)
      continue;
    const auto Estimated = Estimator.getNativeSize(F);
    const auto Real = mlgo::measureFunction(F);
    if (Estimated && Real && *Real > 0)
      Found.push_back({double(*Estimated), double(*Real)});
  }
}

void print(const std::string &Name, const std::vector<Sizes> &Found) {
  std::vector<double> Errors;
  double Estimated = 0, Real = 0, XX = 0, YY = 0, XY = 0;
  for (const Sizes &S : Found) {
    Errors.push_back(std::abs(S.Estimated - S.Real) / S.Real);
    Estimated += S.Estimated;
    Real += S.Real;
  }
  if (Errors.empty())
    return;
  const double N = double(Found.size());
  for (const Sizes &S : Found) {
    const double X = S.Estimated - Estimated / N, Y = S.Real - Real / N;
    XX += X * X;
    YY += Y * Y;
    XY += X * Y;
  }
  std::sort(Errors.begin(), Errors.end());
  std::printf("%-12s %6zu functions, real %9.0f, estimated %9.0f (%+6.1f%%), "
              "error: median %5.1f%%, 90th percentile %6.1f%%, correlation "
              "%.3f\n",
              Name.c_str(), Found.size(), Real, Estimated,
              100 * (Estimated / Real - 1), 100 * Errors[Errors.size() / 2],
              100 * Errors[Errors.size() * 9 / 10], XY / std::sqrt(XX * YY));
  std::fflush(stdout);
}

} // namespace

int main(int Argc, char **Argv) {
  const int Every = Argc > 2 ? std::atoi(Argv[2]) : 0;
  if (Argc < 4 || Every < 1) {
    std::fprintf(stderr, "usage: native-size-error MODEL EVERY FOLDER...\n");
    return 2;
  }
  auto Estimator = mlgo::IR2NativeEstimator::create(Argv[1]);
  if (!Estimator) {
    std::fprintf(stderr, "%s\n", Estimator.error().message().c_str());
    return 1;
  }
  for (int I = 3; I < Argc; ++I) {
    std::vector<std::string> Paths;
    std::error_code Ignored;
    for (const auto &Entry :
         std::filesystem::recursive_directory_iterator(Argv[I], Ignored))
      if (Entry.path().extension() == ".bc")
        Paths.push_back(Entry.path().string());
    std::sort(Paths.begin(), Paths.end());
    std::vector<Sizes> Found;
    for (const std::string &Path : Paths)
      compareModule(Path, unsigned(Every), **Estimator, Found);
    print(Argv[I], Found);
  }
  return 0;
}
