// Who wins at noughts and crosses, and numbers in squares
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <string.h>

struct board {
  char cells[9];
  int moves;
};

static const unsigned char lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8},
                                          {0, 3, 6}, {1, 4, 7}, {2, 5, 8},
                                          {0, 4, 8}, {2, 4, 6}};
static long visited;

static char winner(const struct board *b) {
  for (int i = 0; i < 8; i++) {
    char first = b->cells[lines[i][0]];
    if (first && first == b->cells[lines[i][1]] &&
        first == b->cells[lines[i][2]])
      return first;
  }
  return 0;
}

static int search(struct board *b, char player, int alpha, int beta) {
  visited++;
  char won = winner(b);
  if (won)
    return won == player ? 10 - b->moves : b->moves - 10;
  if (b->moves == 9)
    return 0;
  for (int i = 0; i < 9; i++) {
    if (b->cells[i])
      continue;
    b->cells[i] = player;
    b->moves++;
    int score = -search(b, player == 'x' ? 'o' : 'x', -beta, -alpha);
    b->cells[i] = 0;
    b->moves--;
    if (score > alpha)
      alpha = score;
    if (alpha >= beta)
      break;
  }
  return alpha;
}

static int fits(int grid[9][9], int row, int column, int digit) {
  for (int i = 0; i < 9; i++) {
    if (grid[row][i] == digit || grid[i][column] == digit)
      return 0;
    if (grid[row / 3 * 3 + i / 3][column / 3 * 3 + i % 3] == digit)
      return 0;
  }
  return 1;
}

static int fill(int grid[9][9], int at) {
  while (at < 81 && grid[at / 9][at % 9])
    at++;
  if (at == 81)
    return 1;
  for (int digit = 1; digit <= 9; digit++) {
    visited++;
    if (!fits(grid, at / 9, at % 9, digit))
      continue;
    grid[at / 9][at % 9] = digit;
    if (fill(grid, at + 1))
      return 1;
  }
  grid[at / 9][at % 9] = 0;
  return 0;
}

int main(void) {
  struct board b;
  int grid[9][9] = {{0}};
  int sum = 0;
  for (int i = 0; i < 9; i++) {
    memset(&b, 0, sizeof b);
    b.cells[i] = 'x';
    b.moves = 1;
    sum = sum * 3 + search(&b, 'o', -100, 100);
  }
  for (int i = 0; i < 9; i++)
    grid[i][i * 4 % 9] = i + 1;
  int solved = fill(grid, 0);
  for (int i = 0; i < 9; i++)
    sum = sum * 7 % 100003 + grid[i][8 - i];
  printf("tictactoe %d %ld %d\n", solved, visited, sum);
  return 0;
}
