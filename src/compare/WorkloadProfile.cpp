// What a package's programs execute
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/WorkloadProfile.h"
#include "compare/ProgramRunner.h"
#include "compare/WorkloadPlace.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include <algorithm>

namespace mlgo {
constexpr unsigned MergeSeconds = 600;

/// Profiles know static functions by the name of their file. Each build has a
/// folder of its own, so that only its last part is the same.
const Strings NamesWithoutFolders = {"-mllvm",
                                     "-static-func-full-module-prefix=false"};

void instrument(BuildRequest &Request) {
  // Threads of a workload count together. A program that runs out of room for
  // values complains, which a build that runs it may take for a failure.
  const Strings Flags = {"-fprofile-generate", "-fprofile-update=atomic",
                         "-mllvm", "-vp-counters-per-site=16"};
  Request.VariantFlags.insert(Request.VariantFlags.end(), Flags.begin(),
                              Flags.end());
  Request.VariantLinkFlags = {"-fprofile-generate"};
  // Tools that the build makes and runs are no workload.
  Request.Environment.emplace_back("LLVM_PROFILE_FILE", "/dev/null");
}

Strings useProfileFlags(const std::string &Profile) {
  Strings Flags = {"-fprofile-use=" + Profile};
  Flags.insert(Flags.end(), NamesWithoutFolders.begin(),
               NamesWithoutFolders.end());
  return Flags;
}

Strings leanProfileOptions() {
  return {"-pgo-cold-func-opt=minsize", "-profile-summary-cutoff-cold=990000"};
}

Status mergeProfiles(const std::string &Folder, const std::string &Profile,
                     unsigned Major) {
  Strings Raw;
  std::error_code Failure;
  for (const auto &Entry : fs::directory_iterator(Folder, Failure))
    Raw.push_back(Entry.path().string());
  if (Raw.empty())
    return Error("no profile was left, expected a run to its end of a program "
                 "that the build linked");
  std::sort(Raw.begin(), Raw.end());
  ChildCommand Merge;
  Merge.Arguments = {"llvm-profdata-" + std::to_string(Major), "merge", "-o",
                     Profile};
  Merge.Arguments.insert(Merge.Arguments.end(), Raw.begin(), Raw.end());
  Merge.DeadlineSeconds = MergeSeconds;
  const ChildOutcome Outcome = MLGO_TRY(runChild(Merge));
  if (Outcome.ExitCode != 0)
    return Error(Merge.Arguments[0] + ": exit code " +
                 std::to_string(Outcome.ExitCode) + ": " +
                 Outcome.ErrorOutput.substr(0, 300));
  return Success();
}

Status recordWorkload(const Recipe &R, const BuildRequest &Wanted,
                      const std::string &Profile) {
  BuildRequest Request = Wanted;
  Request.VariantFlags.assign(NamesWithoutFolders.begin(),
                              NamesWithoutFolders.end());
  instrument(Request);
  MLGO_TRY(buildPackage(R, Request).in("instrumented build"));
  MLGO_TRY(runWorkloads(R, Request, Profile));
  std::error_code Ignored;
  fs::remove_all(Request.Folder, Ignored);
  return Success();
}

Status runWorkloads(const Recipe &R, const BuildRequest &Request,
                    const std::string &Profile) {
  const std::string Raw = Request.Folder + "/profiles";
  MLGO_TRY(makeEmptyFolder(Raw));
  // The same names wherever all of this is.
  const WorkloadPlace Place = MLGO_TRY(WorkloadPlace::create());
  Recipe Here = R;
  Here.Folder = MLGO_TRY(Place.link("recipe", R.Folder));
  const std::string Build = MLGO_TRY(Place.link("build", Request.Folder));
  ProgramRunner Runner(Here, Request.Settings.target(),
                       MLGO_TRY(Place.link("source", Request.SourceTree)),
                       Place.name("run"));
  for (const ProgramRecipe &Program : Here.Programs)
    MLGO_TRY(
        Runner.profile(Program, Build, Build + "/profiles", Request.LLVMMajor)
            .in(Program.Name + ": instrumented run"));
  std::error_code Failure;
  fs::create_directories(fs::path(Profile).parent_path(), Failure);
  const std::string Unfinished = Profile + ".unfinished";
  MLGO_TRY(mergeProfiles(Raw, Unfinished, Request.LLVMMajor));
  fs::rename(Unfinished, Profile, Failure);
  if (Failure)
    return Error(Profile + ": cannot write: " + Failure.message());
  return Success();
}
} // namespace mlgo
