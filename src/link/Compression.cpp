// How small bytes become
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Compression.h"
#include <lzma.h>
#include <zlib.h>

namespace mlgo {
Result<uint64_t> measureXz(const std::string &Bytes) {
  std::string Packed(lzma_stream_buffer_bound(Bytes.size()), '\0');
  size_t Length = 0;
  const lzma_ret Done = lzma_easy_buffer_encode(
      LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64, nullptr,
      reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size(),
      reinterpret_cast<uint8_t *>(Packed.data()), &Length, Packed.size());
  if (Done != LZMA_OK)
    return Error("liblzma: cannot compress, code " + std::to_string(Done));
  return Length;
}

Result<uint64_t> measureGzip(const std::string &Bytes) {
  constexpr int GzipWindowBits = 15 + 16, MemoryLevel = 8;
  z_stream Stream = {};
  if (deflateInit2(&Stream, Z_BEST_COMPRESSION, Z_DEFLATED, GzipWindowBits,
                   MemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK)
    return Error("zlib: cannot begin to compress");
  std::string Packed(deflateBound(&Stream, Bytes.size()), '\0');
  Stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Bytes.data()));
  Stream.avail_in = static_cast<uInt>(Bytes.size());
  Stream.next_out = reinterpret_cast<Bytef *>(Packed.data());
  Stream.avail_out = static_cast<uInt>(Packed.size());
  const int Done = deflate(&Stream, Z_FINISH);
  const uint64_t Length = Stream.total_out;
  deflateEnd(&Stream);
  if (Done != Z_STREAM_END)
    return Error("zlib: cannot compress, code " + std::to_string(Done));
  return Length;
}
} // namespace mlgo
