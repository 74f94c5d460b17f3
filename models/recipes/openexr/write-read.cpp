// Writes small images with each compression, reads them back, prints checksums.

#include <ImfArray.h>
#include <ImfChannelList.h>
#include <ImfHeader.h>
#include <ImfInputFile.h>
#include <ImfOutputFile.h>
#include <ImfRgbaFile.h>
#include <ImfStringAttribute.h>
#include <ImfTestFile.h>
#include <ImfTiledRgbaFile.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>

using namespace OPENEXR_IMF_NAMESPACE;

namespace {

constexpr int Width = 97, Height = 61;

void paint(Array2D<Rgba> &Pixels) {
  for (int Y = 0; Y < Height; ++Y)
    for (int X = 0; X < Width; ++X)
      Pixels[Y][X] = Rgba(X * 0.01f, Y * 0.02f, float((X * Y) % 17) / 4,
                          (X ^ Y) & 8 ? 1.0f : 0.5f);
}

unsigned long long checksum(const Array2D<Rgba> &Pixels) {
  unsigned long long Sum = 14695981039346656037u;
  for (int Y = 0; Y < Height; ++Y)
    for (int X = 0; X < Width; ++X)
      for (half Value :
           {Pixels[Y][X].r, Pixels[Y][X].g, Pixels[Y][X].b, Pixels[Y][X].a})
        Sum = (Sum ^ Value.bits()) * 1099511628211u;
  return Sum;
}

void scanLines(const std::string &Name, Compression Kind) {
  Array2D<Rgba> Pixels(Height, Width);
  paint(Pixels);
  Header Head(Width, Height);
  Head.compression() = Kind;
  Head.insert("comment", StringAttribute("written by a program"));
  {
    RgbaOutputFile File(Name.c_str(), Head, WRITE_RGBA);
    File.setFrameBuffer(&Pixels[0][0], 1, Width);
    File.writePixels(Height);
  }
  Array2D<Rgba> Back(Height, Width);
  std::memset(&Back[0][0], 0, sizeof(Rgba) * Width * Height);
  RgbaInputFile File(Name.c_str());
  File.setFrameBuffer(&Back[0][0], 1, Width);
  File.readPixels(0, Height - 1);
  std::printf(
      "scan %d: %016llx, %s\n", static_cast<int>(Kind), checksum(Back),
      File.header().typedAttribute<StringAttribute>("comment").value().c_str());
}

void tiles(const std::string &Name, LevelMode Mode) {
  Array2D<Rgba> Pixels(Height, Width);
  paint(Pixels);
  {
    TiledRgbaOutputFile File(Name.c_str(), Width, Height, 16, 16, Mode,
                             ROUND_DOWN, WRITE_RGBA);
    for (int L = 0; L < File.numLevels(); ++L) {
      File.setFrameBuffer(&Pixels[0][0], 1, Width);
      File.writeTiles(0, File.numXTiles(L) - 1, 0, File.numYTiles(L) - 1, L);
    }
  }
  Array2D<Rgba> Back(Height, Width);
  TiledRgbaInputFile File(Name.c_str());
  File.setFrameBuffer(&Back[0][0], 1, Width);
  File.readTiles(0, File.numXTiles() - 1, 0, File.numYTiles() - 1);
  std::printf("tiles %d: %d levels, %016llx\n", static_cast<int>(Mode),
              File.numLevels(), checksum(Back));
}

} // namespace

int main() {
  for (int Kind = 0; Kind < NUM_COMPRESSION_METHODS; ++Kind)
    scanLines("scan.exr", static_cast<Compression>(Kind));
  tiles("tiles.exr", ONE_LEVEL);
  tiles("tiles.exr", MIPMAP_LEVELS);
  bool IsTiled = false;
  std::printf("file %d tiled %d\n", isOpenExrFile("tiles.exr", IsTiled),
              IsTiled);
  try {
    RgbaInputFile Missing("missing.exr");
  } catch (const std::exception &E) {
    std::printf("%s\n", E.what());
  }
}
