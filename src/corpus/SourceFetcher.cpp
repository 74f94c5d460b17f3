// Debian sources in a folder of ours
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/SourceFetcher.h"
#include "mlgo/support/File.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include <algorithm>
#include <sstream>

namespace mlgo {
constexpr unsigned DownloadSeconds = 900;

/// Runs \p Command; a non-zero exit becomes an error that quotes the last
/// lines the program wrote.
static Status runOrExplain(const ChildCommand &Command) {
  ChildOutcome Outcome = MLGO_TRY(runChild(Command));
  if (Outcome.ExitCode == 0)
    return Success();
  std::string Said = Outcome.ErrorOutput;
  while (!Said.empty() && Said.back() == '\n')
    Said.pop_back();
  std::replace(Said.begin(), Said.end(), '\n', ' ');
  if (Said.size() > 400)
    Said = "..." + Said.substr(Said.size() - 400);
  return Error(Command.Arguments[0] + ": exit code " +
               std::to_string(Outcome.ExitCode) +
               (Said.empty() ? "" : ": " + Said));
}

/// Writes the machine's package sources, as lists of source packages, to
/// \p Into.
static Status copySourceLists(const std::string &Into) {
  std::error_code Failure;
  std::vector<fs::path> Lists = {"/etc/apt/sources.list"};
  for (const auto &Entry :
       fs::directory_iterator("/etc/apt/sources.list.d", Failure))
    Lists.push_back(Entry.path());
  size_t Written = 0;
  for (const fs::path &List : Lists) {
    const bool IsStanzas = List.extension() == ".sources";
    if (!fs::exists(List, Failure) ||
        (!IsStanzas && List.extension() != ".list"))
      continue;
    std::string Text = MLGO_TRY(readFile(List.string(), size_t(1) << 20));
    MLGO_TRY(writeFileAtomically(Into + "/" + List.filename().string(),
                                 toSourcePackageList(Text, IsStanzas)));
    ++Written;
  }
  if (!Written)
    return Error(
        "/etc/apt: no package sources found, expected those of Debian");
  return Success();
}

/// The versions that `apt-cache showsrc` lists in \p Text.
static std::vector<std::string> versionsIn(const std::string &Text) {
  const std::string Key = "Version: ";
  std::vector<std::string> Versions;
  std::istringstream In(Text);
  for (std::string Line; std::getline(In, Line);)
    if (Line.rfind(Key, 0) == 0)
      Versions.push_back(Line.substr(Key.size()));
  return Versions;
}

std::string toSourcePackageList(std::string_view Text, bool IsStanzas) {
  std::istringstream In{std::string(Text)};
  std::string Converted, Line;
  while (std::getline(In, Line)) {
    if (IsStanzas && Line.rfind("Types:", 0) == 0)
      Line = "Types: deb-src";
    else if (!IsStanzas &&
             (Line.rfind("deb ", 0) == 0 || Line.rfind("deb\t", 0) == 0))
      Line.insert(3, "-src");
    Converted += Line + '\n';
  }
  return Converted;
}

ChildCommand SourceFetcher::apt(const char *Program,
                                std::vector<std::string> Arguments) const {
  const std::string State = Folder + "/apt";
  ChildCommand Command;
  Command.Arguments = {Program, "-qq", "-o", "Dir::Etc::SourceList=/dev/null",
                       "-o", "Dir::Etc::SourceParts=" + State + "/parts", "-o",
                       "Dir::State::Lists=" + State + "/lists", "-o",
                       "Dir::Cache=" + State + "/cache",
                       // Downloads by root are otherwise made as a user who
                       // need not be able to write here.
                       "-o", "APT::Sandbox::User=root"};
  Command.Arguments.insert(Command.Arguments.end(), Arguments.begin(),
                           Arguments.end());
  Command.Environment = {{"LC_ALL", "C"}};
  Command.DeadlineSeconds = DownloadSeconds;
  return Command;
}

Status SourceFetcher::updateIndex() {
  const std::string State = Folder + "/apt";
  for (const char *Part :
       {"/parts", "/lists/partial", "/cache/archives/partial"})
    MLGO_TRY(makeFolder(State + Part));
  MLGO_TRY(copySourceLists(State + "/parts"));
  return runOrExplain(apt("apt-get", {"update"}));
}

/// A mirror may lack the files of a security update that its index names.
Status SourceFetcher::downloadOther(const Recipe &R, const std::string &Into) {
  // A recipe may name a package that is made of sources of another name.
  ChildOutcome Listed =
      MLGO_TRY(runChild(apt("apt-cache", {"showsrc", R.DebianSource})));
  for (const std::string &Version : versionsIn(Listed.Output)) {
    // What the last attempt left would be unpacked.
    MLGO_TRY(makeEmptyFolder(Into));
    ChildCommand Command = apt("apt-get", {"source", "--download-only",
                                           R.DebianSource + "=" + Version});
    Command.Folder = Into;
    if (runOrExplain(Command))
      return Success();
  }
  return Error(R.DebianSource + ": no version can be downloaded");
}

Status SourceFetcher::download(const Recipe &R, const std::string &Into) {
  std::error_code Failure;
  ChildCommand Command =
      apt("apt-get", {"source", "--download-only", R.DebianSource});
  Command.Folder = Into;
  const bool HadIndex = fs::exists(Folder + "/apt/lists", Failure);
  if (HadIndex && runOrExplain(Command))
    return Success();
  // The index is new or old. A mirror that offers no source packages makes the
  // update fail although the others answered, so only the download counts.
  Status Updated = updateIndex();
  Status Downloaded = runOrExplain(Command);
  if (!Downloaded && downloadOther(R, Into))
    return Success();
  if (!Downloaded && !Updated)
    return Error(Downloaded.error().message() + "; before it " +
                 Updated.error().message());
  return Downloaded;
}

Status SourceFetcher::unpack(const std::string &Into) {
  std::error_code Failure;
  std::string Description;
  for (const auto &Entry : fs::directory_iterator(Into, Failure))
    if (Entry.path().extension() == ".dsc")
      Description = Entry.path().filename().string();
  if (Description.empty())
    return Error(Into + ": no .dsc file after the download");
  ChildCommand Command;
  Command.Arguments = {"dpkg-source", "--no-check", "-x", Description, "tree"};
  Command.Folder = Into;
  Command.Environment = {{"LC_ALL", "C"}};
  Command.DeadlineSeconds = DownloadSeconds;
  return runOrExplain(Command);
}

Result<std::string> SourceFetcher::fetch(const Recipe &R) {
  std::error_code Failure;
  if (!R.LocalSource.empty()) {
    const std::string Local = R.Folder + "/" + R.LocalSource;
    if (!fs::is_directory(Local, Failure))
      return Error(Local + ": no such folder");
    return fs::canonical(Local, Failure).string();
  }
  const std::string Into = Folder + "/sources/" + R.Package;
  const std::string Tree = Into + "/tree";
  if (fs::exists(Into + "/complete", Failure))
    return Tree;
  MLGO_TRY(makeEmptyFolder(Into));
  MLGO_TRY(download(R, Into));
  MLGO_TRY(unpack(Into));
  MLGO_TRY(writeFileAtomically(Into + "/complete", ""));
  return Tree;
}
} // namespace mlgo
