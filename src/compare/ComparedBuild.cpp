// A build that was made twice
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/ComparedBuild.h"

namespace mlgo {
Status ComparedBuild::add(const std::string &Name, ProgramLanguage Language,
                          const std::string &Stock, const std::string &Variant,
                          bool Compress) {
  LinkedSizes Sizes;
  Sizes.Package = std::filesystem::current_path().filename().string();
  Sizes.Program = Name;
  Sizes.Language = Language;
  Sizes.Stock = MLGO_TRY(measureProgram(Stock, Summary.LLVMMajor, Compress));
  Sizes.Variant =
      MLGO_TRY(measureProgram(Variant, Summary.LLVMMajor, Compress));
  Sizes.StockBytes = Sizes.Stock.Text;
  Sizes.VariantBytes = Sizes.Variant.Text;
  Package.Programs.push_back(std::move(Sizes));
  StockFiles.push_back(Stock);
  VariantFiles.push_back(Variant);
  return Success();
}

void ComparedBuild::shortenNames() {
  std::map<std::string, int> Uses;
  const auto nameOf = [](const LinkedSizes &Program) {
    return std::filesystem::path(Program.Program).filename().string();
  };
  for (const LinkedSizes &Program : Package.Programs)
    ++Uses[nameOf(Program)];
  for (LinkedSizes &Program : Package.Programs)
    if (const std::string Name = nameOf(Program); Uses[Name] == 1)
      Program.Program = Name;
}
} // namespace mlgo
