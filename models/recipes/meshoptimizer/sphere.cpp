// Makes a sphere of triangles, and optimises, simplifies, splits, encodes and
// decodes it; prints what each step leaves.

#include "meshoptimizer.h"

#include <cmath>
#include <cstdio>
#include <vector>

namespace {

struct Vertex {
  float X, Y, Z;
};

constexpr unsigned Rows = 60, Columns = 90;

void show(const char *What, const void *Bytes, size_t Size) {
  auto *At = static_cast<const unsigned char *>(Bytes);
  unsigned Sum = 2166136261u;
  for (size_t I = 0; I < Size; ++I)
    Sum = (Sum ^ At[I]) * 16777619u;
  std::printf("%s: %zu bytes, %08x\n", What, Size, Sum);
}

} // namespace

int main() {
  std::vector<Vertex> Points;
  std::vector<unsigned> Indices;
  for (unsigned Row = 0; Row <= Rows; ++Row)
    for (unsigned Column = 0; Column <= Columns; ++Column) {
      const float A = 3.14159265f * static_cast<float>(Row) / Rows;
      const float B = 6.28318531f * static_cast<float>(Column) / Columns;
      Points.push_back(
          {std::sin(A) * std::cos(B), std::cos(A), std::sin(A) * std::sin(B)});
      const unsigned At = Row * (Columns + 1) + Column;
      if (Row < Rows && Column < Columns)
        Indices.insert(Indices.end(), {At, At + Columns + 1, At + 1, At + 1,
                                       At + Columns + 1, At + Columns + 2});
    }
  std::vector<unsigned> Remap(Points.size());
  const size_t Count =
      meshopt_generateVertexRemap(Remap.data(), Indices.data(), Indices.size(),
                                  Points.data(), Points.size(), sizeof(Vertex));
  meshopt_remapIndexBuffer(Indices.data(), Indices.data(), Indices.size(),
                           Remap.data());
  std::vector<Vertex> Unique(Count);
  meshopt_remapVertexBuffer(Unique.data(), Points.data(), Points.size(),
                            sizeof(Vertex), Remap.data());
  std::vector<unsigned> Order(Indices.size());
  meshopt_optimizeVertexCache(Order.data(), Indices.data(), Indices.size(),
                              Count);
  show("cache", Order.data(), Order.size() * sizeof(unsigned));
  meshopt_optimizeOverdraw(Order.data(), Order.data(), Order.size(),
                           &Unique[0].X, Count, sizeof(Vertex), 1.05f);
  meshopt_optimizeVertexFetch(Unique.data(), Order.data(), Order.size(),
                              Unique.data(), Count, sizeof(Vertex));
  const auto Cache =
      meshopt_analyzeVertexCache(Order.data(), Order.size(), Count, 16, 0, 0);
  std::printf("acmr %g atvr %g\n", Cache.acmr, Cache.atvr);
  std::vector<unsigned> Fewer(Order.size());
  float Error = 0;
  Fewer.resize(meshopt_simplify(Fewer.data(), Order.data(), Order.size(),
                                &Unique[0].X, Count, sizeof(Vertex),
                                Order.size() / 5, 0.01f, 0, &Error));
  show("simplified", Fewer.data(), Fewer.size() * sizeof(unsigned));
  std::vector<unsigned> Strip(meshopt_stripifyBound(Order.size()));
  Strip.resize(
      meshopt_stripify(Strip.data(), Order.data(), Order.size(), Count, ~0u));
  show("strip", Strip.data(), Strip.size() * sizeof(unsigned));
  std::vector<unsigned char> Bytes(
      meshopt_encodeIndexBufferBound(Order.size(), Count));
  Bytes.resize(meshopt_encodeIndexBuffer(Bytes.data(), Bytes.size(),
                                         Order.data(), Order.size()));
  show("indices", Bytes.data(), Bytes.size());
  meshopt_decodeIndexBuffer(Fewer.data(), Fewer.size() / 3 * 3,
                            sizeof(unsigned), Bytes.data(), Bytes.size());
  Bytes.resize(meshopt_encodeVertexBufferBound(Count, sizeof(Vertex)));
  Bytes.resize(meshopt_encodeVertexBuffer(
      Bytes.data(), Bytes.size(), Unique.data(), Count, sizeof(Vertex)));
  show("vertices", Bytes.data(), Bytes.size());
  meshopt_decodeVertexBuffer(Points.data(), Count, sizeof(Vertex), Bytes.data(),
                             Bytes.size());
  show("decoded", Points.data(), Count * sizeof(Vertex));
  std::vector<meshopt_Meshlet> Parts(
      meshopt_buildMeshletsBound(Order.size(), 64, 124));
  std::vector<unsigned> Used(Parts.size() * 64);
  std::vector<unsigned char> Triangles(Parts.size() * 124 * 3);
  const size_t Built = meshopt_buildMeshlets(
      Parts.data(), Used.data(), Triangles.data(), Order.data(), Order.size(),
      &Unique[0].X, Count, sizeof(Vertex), 64, 124, 0.5f);
  std::printf("%zu parts\n", Built);
}
