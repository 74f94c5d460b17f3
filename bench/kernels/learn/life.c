// The game of life on a torus, and queens on a board
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <string.h>

#define ROWS 64
#define COLUMNS 96

static unsigned char world[2][ROWS][COLUMNS];
static int current;

static int neighbours(int row, int column) {
  int count = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      if (!dx && !dy)
        continue;
      int y = (row + dy + ROWS) % ROWS;
      int x = (column + dx + COLUMNS) % COLUMNS;
      count += world[current][y][x];
    }
  return count;
}

static int generation(void) {
  int alive = 0;
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < COLUMNS; column++) {
      int n = neighbours(row, column);
      int lives = n == 3 || (n == 2 && world[current][row][column]);
      world[!current][row][column] = (unsigned char)lives;
      alive += lives;
    }
  current = !current;
  return alive;
}

static int place[16];

static int safe(int row) {
  for (int i = 0; i < row; i++) {
    int distance = place[i] - place[row];
    if (!distance || distance == row - i || distance == i - row)
      return 0;
  }
  return 1;
}

static int queens(int row, int size) {
  int solutions = 0;
  if (row == size)
    return 1;
  for (place[row] = 0; place[row] < size; place[row]++)
    if (safe(row))
      solutions += queens(row + 1, size);
  return solutions;
}

int main(void) {
  unsigned noise = 99;
  for (int i = 0; i < ROWS * COLUMNS; i++) {
    noise = noise * 1664525u + 1013904223u;
    world[0][i / COLUMNS][i % COLUMNS] = noise >> 30 == 0;
  }
  int alive = 0;
  for (int i = 0; i < 12; i++)
    alive = generation();
  unsigned hash = 0;
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < COLUMNS; column++)
      hash = hash * 3 + world[current][row][column];
  printf("life %d %u, queens %d\n", alive, hash, queens(0, 8));
  return 0;
}
