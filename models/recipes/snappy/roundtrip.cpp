// Compresses standard input whole, in pieces and repeated; checks each way
// back.

#include "snappy-sinksource.h"
#include "snappy.h"

#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

int main() {
  std::string Text{std::istreambuf_iterator<char>(std::cin), {}};
  for (size_t Size :
       {size_t(0), size_t(1), size_t(100), Text.size(), Text.size() * 40}) {
    std::string Input;
    while (Input.size() < Size)
      Input += Text.substr(0, Size - Input.size());
    std::string Compressed, Back;
    snappy::Compress(Input.data(), Input.size(), &Compressed);
    const bool Valid =
        snappy::IsValidCompressedBuffer(Compressed.data(), Compressed.size());
    const bool Whole =
        snappy::Uncompress(Compressed.data(), Compressed.size(), &Back);
    snappy::ByteArraySource Source(Compressed.data(), Compressed.size());
    std::string Sunk(Input.size() + 1, '\0');
    snappy::UncheckedByteArraySink Sink(&Sunk[0]);
    const size_t Length = snappy::UncompressAsMuchAsPossible(&Source, &Sink);
    std::string Broken = Compressed.substr(0, Compressed.size() / 2);
    std::printf("%zu -> %zu valid %d whole %d same %d sunk %d broken %d\n",
                Input.size(), Compressed.size(), Valid, Whole, Back == Input,
                Length == Input.size(),
                snappy::Uncompress(Broken.data(), Broken.size(), &Back));
  }
}
