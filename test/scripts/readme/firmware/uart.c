// The board's serial line, a PL011, as C's streams.
#include <stdint.h>
#include <stdio.h>

static volatile uint32_t *const UART = (volatile uint32_t *)0x4000c000;
enum { Data = 0x00 / 4, Flags = 0x18 / 4, Empty = 1 << 4, Full = 1 << 5 };

static int put(char C, FILE *To) {
  while (UART[Flags] & Full)
    ;
  return UART[Data] = (unsigned char)C;
}

static int get(FILE *From) {
  while (UART[Flags] & Empty)
    ;
  return UART[Data] & 0xff;
}

static FILE Line = FDEV_SETUP_STREAM(put, get, NULL, _FDEV_SETUP_RW);
FILE *const stdin = &Line;
FILE *const stdout = &Line;
FILE *const stderr = &Line;
