// The programs that a build left, and copies of them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/KeptBuild.h"
#include "mlgo/support/File.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include <algorithm>
#include <functional>

namespace mlgo {
/// Whether \p File is \p Program under another name: a symbolic link to it, or
/// a copy.
static bool isSame(const fs::path &File, const fs::path &Program) {
  std::error_code Failure;
  if (fs::is_symlink(File, Failure))
    return fs::equivalent(File, Program, Failure);
  if (File.filename() != Program.filename() ||
      !fs::is_regular_file(File, Failure) ||
      fs::equivalent(File, Program, Failure))
    return false;
  return haveSameBytes(File.string(), Program.string());
}

/// Adds what is \p Program in \p Folder to \p Names.
static void addOtherNames(const fs::path &Folder, const fs::path &Program,
                          std::vector<std::string> &Names) {
  std::error_code Failure;
  for (fs::directory_iterator I(Folder, Failure), E; !Failure && I != E;
       I.increment(Failure))
    if (isSame(I->path(), Program))
      Names.push_back(I->path().string());
}

/// What is \p Program in its folder and, if that is below the current one, in
/// those between: where a build sorts objects into folders, another name says
/// which program is meant.
static std::vector<std::string> findOtherNames(const fs::path &Program) {
  std::vector<std::string> Names;
  std::error_code Failure;
  const fs::path Here = fs::current_path(Failure);
  fs::path Folder =
      fs::absolute(Program, Failure).lexically_normal().parent_path();
  addOtherNames(Folder, Program, Names);
  const auto [End, At] =
      std::mismatch(Here.begin(), Here.end(), Folder.begin(), Folder.end());
  while (End == Here.end() && Folder != Here) {
    Folder = Folder.parent_path();
    addOtherNames(Folder, Program, Names);
  }
  return Names;
}

/// Makes \p Name what \p Make makes of a new file; a program that runs is not
/// changed.
static Status replace(
    const std::string &Name,
    const std::function<void(const std::string &, std::error_code &)> &Make) {
  const std::string New = Name + ".mlgo-new";
  std::error_code Failure;
  fs::remove(New, Failure);
  Make(New, Failure);
  if (!Failure)
    fs::rename(New, Name, Failure);
  if (Failure)
    return Error(Name + ": cannot write: " + Failure.message());
  return Success();
}

KeptBuild findPlaces(const std::vector<LinkCommand> &Links) {
  KeptBuild Places;
  for (const LinkCommand &Command : Links) {
    const auto Line = parseLinkLine(Command);
    std::error_code Failure;
    if (Line && !isProbe(*Line) && fs::is_regular_file(Line->Output, Failure))
      Places.push_back({Line->Output, findOtherNames(Line->Output), ""});
  }
  return Places;
}

Result<KeptBuild> keepBuild(const std::vector<LinkCommand> &Links,
                            const std::string &Folder) {
  MLGO_TRY(makeEmptyFolder(Folder));
  KeptBuild Kept = findPlaces(Links);
  for (size_t I = 0; I < Kept.size(); ++I) {
    Kept[I].Copy = Folder + "/" + std::to_string(I);
    std::error_code Failure;
    fs::copy_file(Kept[I].Place, Kept[I].Copy, Failure);
    if (Failure)
      return Error(Kept[I].Place + ": cannot copy: " + Failure.message());
  }
  return Kept;
}

Status installBuild(const KeptBuild &Build) {
  for (const KeptProgram &P : Build) {
    const auto AddCopy = [&](const std::string &New, std::error_code &Failure) {
      fs::copy_file(P.Copy, New, Failure);
    };
    MLGO_TRY(replace(P.Place, AddCopy));
    for (const std::string &Name : P.OtherNames) {
      std::error_code Ignored;
      if (!fs::is_symlink(Name, Ignored)) {
        MLGO_TRY(replace(Name, AddCopy));
        continue;
      }
      const fs::path Target = fs::relative(
          fs::absolute(P.Place), fs::path(Name).parent_path(), Ignored);
      MLGO_TRY(replace(Name, [&](const std::string &New, std::error_code &Why) {
        fs::create_symlink(Target, New, Why);
      }));
    }
  }
  return Success();
}
} // namespace mlgo
