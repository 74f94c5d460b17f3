// A loop without calls. Size alone leaves out what its rounds need.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

void smooth(int width, int height, float weight, const float *from, float *to) {
  for (int y = 1; y + 1 < height; ++y)
    for (int x = 1; x + 1 < width; ++x)
      to[y * width + x] =
          from[y * width + x] +
          weight * (from[(y - 1) * width + x] + from[(y + 1) * width + x] -
                    2 * from[y * width + x - 1]);
}
