// From bytes to a FlatBuffer that is safe
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ModelFileBuffer.h"
#include "mlgo/model/ModelFile.h"
#include "model/ModelFileChecksum.h"
#include <cstring>

namespace mlgo {
Result<const file::Model *> openModelBuffer(const std::vector<uint8_t> &Bytes) {
  constexpr size_t Prefix = sizeof(uint32_t);
  if (Bytes.size() < 3 * Prefix)
    return Error("file ends after " + std::to_string(Bytes.size()) +
                 " bytes, expected a model file of at least 12");
  if (std::memcmp(&Bytes[2 * Prefix], file::ModelIdentifier(), 4) != 0)
    return Error("not a model file: identifier is not MLGO");
  const size_t Declared =
      flatbuffers::ReadScalar<uint32_t>(Bytes.data()) + Prefix;
  if (Declared != Bytes.size())
    return Error("file is " + std::to_string(Bytes.size()) +
                 " bytes, expected " + std::to_string(Declared) +
                 ": it is truncated or has something appended");
  flatbuffers::Verifier Verifier(Bytes.data(), Bytes.size());
  if (!file::VerifySizePrefixedModelBuffer(Verifier))
    return Error("structure is damaged: FlatBuffers verification failed");
  const file::Model *Root = file::GetSizePrefixedModel(Bytes.data());
  if (Root->version() != ModelFileVersion)
    return Error("format version is " + std::to_string(Root->version()) +
                 ", expected " + std::to_string(ModelFileVersion));
  const uint8_t *Field = checksumField(Root);
  const uint64_t Sum =
      Field ? modelFileChecksum(Bytes.data(), Bytes.size(),
                                static_cast<size_t>(Field - Bytes.data()))
            : ~Root->checksum();
  if (Sum != Root->checksum())
    return Error("checksum does not match: the file was changed");
  return Root;
}
} // namespace mlgo
