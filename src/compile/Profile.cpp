// What a program executed
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/Profile.h"
#include "llvm/IR/ProfileSummary.h"
#include "llvm/ProfileData/InstrProfReader.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace mlgo {
Result<ProfileSummary> readProfile(const std::string &Path) {
  const auto Files = vfs::getRealFileSystem();
  auto Reader = IndexedInstrProfReader::create(Path, *Files);
  if (!Reader)
    return mlgo::Error(Path + ": " + toString(Reader.takeError()) +
                       ", expected a profile that llvm-profdata merged");
  if (!(*Reader)->isIRLevelProfile() || (*Reader)->hasCSIRLevelProfile())
    return mlgo::Error(Path + ": is a profile of another kind, expected one of "
                              "a program built with -fprofile-generate");
  const llvm::ProfileSummary &S = (*Reader)->getSummary(/*UseCS=*/false);
  return ProfileSummary{S.getNumFunctions(), S.getTotalCount()};
}
} // namespace mlgo
