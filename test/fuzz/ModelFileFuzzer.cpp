// hostile model files
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ModelFileChecksum.h"
#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo_generated.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace {

/// Makes the checksum right where that can be found, so that what lies behind
/// its test is reached.
void repairChecksum(std::string &Bytes) {
  using namespace mlgo;
  auto *Data = reinterpret_cast<uint8_t *>(Bytes.data());
  flatbuffers::Verifier Verifier(Data, Bytes.size());
  if (Bytes.size() < 12 || !file::VerifySizePrefixedModelBuffer(Verifier))
    return;
  auto *Root = flatbuffers::GetMutableRoot<file::Model>(Data + 4);
  if (const uint8_t *Field = checksumField(Root))
    Root->mutate_checksum(modelFileChecksum(Data, Bytes.size(),
                                            static_cast<size_t>(Field - Data)));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Bytes(reinterpret_cast<const char *>(Data), Size);
  repairChecksum(Bytes);
  auto Model = mlgo::parseModel(Bytes, "file");
  if (!Model)
    return 0;
  auto Loaded = mlgo::LoadedModel::create(std::move(*Model));
  if (Loaded)
    Loaded->Run();
  return 0;
}
