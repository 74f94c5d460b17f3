// A console as boards have it: numbers, memory, checksums, until "halt".
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t Memory[4096];

static char *skipBlanks(char *At) {
  while (*At == ' ' || *At == '\t')
    ++At;
  return At;
}

static char *cutWord(char **At) {
  char *Word = *At = skipBlanks(*At);
  while (**At && **At != ' ' && **At != '\t')
    ++*At;
  if (**At)
    *(*At)++ = 0;
  return Word;
}

static int hexDigit(char C) {
  if (C >= '0' && C <= '9')
    return C - '0';
  if (C >= 'a' && C <= 'f')
    return C - 'a' + 10;
  return C >= 'A' && C <= 'F' ? C - 'A' + 10 : -1;
}

static int parseNumber(char **At, uint32_t *Number) {
  const char *Word = cutWord(At);
  if (!*Word)
    return 0;
  if (Word[0] == '0' && (Word[1] | 32) == 'x') {
    for (*Number = 0, Word += 2; *Word; ++Word) {
      if (hexDigit(*Word) < 0)
        return 0;
      *Number = *Number << 4 | hexDigit(*Word);
    }
    return 1;
  }
  for (*Number = 0; *Word; ++Word) {
    if (*Word < '0' || *Word > '9')
      return 0;
    *Number = *Number * 10 + (*Word - '0');
  }
  return 1;
}

static int parseRange(char **At, uint32_t *From, uint32_t *Count) {
  return parseNumber(At, From) && parseNumber(At, Count) &&
         *From <= sizeof(Memory) && *Count <= sizeof(Memory) - *From;
}

static uint32_t crc32(const uint8_t *Bytes, uint32_t Count) {
  uint32_t Sum = ~0u;
  while (Count--) {
    Sum ^= *Bytes++;
    for (int Bit = 0; Bit < 8; ++Bit)
      Sum = Sum >> 1 ^ (Sum & 1 ? 0xedb88320u : 0);
  }
  return ~Sum;
}

static uint32_t adler32(const uint8_t *Bytes, uint32_t Count) {
  uint32_t A = 1, B = 0;
  while (Count--) {
    A = (A + *Bytes++) % 65521;
    B = (B + A) % 65521;
  }
  return B << 16 | A;
}

static void dump(uint32_t From, uint32_t Count) {
  for (uint32_t Row = From; Row < From + Count; Row += 16) {
    printf("%04x ", (unsigned)Row);
    for (uint32_t I = Row; I < Row + 16 && I < From + Count; ++I)
      printf(" %02x", Memory[I]);
    putchar('\n');
  }
}

static void sift(uint8_t *Bytes, uint32_t Root, uint32_t Count) {
  for (uint32_t Child; (Child = 2 * Root + 1) < Count; Root = Child) {
    if (Child + 1 < Count && Bytes[Child] < Bytes[Child + 1])
      ++Child;
    if (Bytes[Root] >= Bytes[Child])
      return;
    const uint8_t Kept = Bytes[Root];
    Bytes[Root] = Bytes[Child];
    Bytes[Child] = Kept;
  }
}

static void sortBytes(uint8_t *Bytes, uint32_t Count) {
  for (uint32_t I = Count / 2; I-- > 0;)
    sift(Bytes, I, Count);
  while (Count > 1) {
    const uint8_t Kept = Bytes[--Count];
    Bytes[Count] = Bytes[0];
    Bytes[0] = Kept;
    sift(Bytes, 0, Count);
  }
}

static int obey(char *At) {
  const char *Word = cutWord(&At);
  uint32_t From, Count, Value;
  if (!strcmp(Word, "halt"))
    return 0;
  if (!strcmp(Word, "help") || !*Word) {
    puts("fill FROM COUNT VALUE, dump, sum, sort FROM COUNT, halt");
  } else if (!parseRange(&At, &From, &Count)) {
    printf("%s: expected FROM and COUNT in %u bytes\n", Word,
           (unsigned)sizeof(Memory));
  } else if (!strcmp(Word, "dump")) {
    dump(From, Count);
  } else if (!strcmp(Word, "sum")) {
    printf("crc32 %08lx adler32 %08lx\n",
           (unsigned long)crc32(Memory + From, Count),
           (unsigned long)adler32(Memory + From, Count));
  } else if (!strcmp(Word, "sort")) {
    sortBytes(Memory + From, Count);
  } else if (!strcmp(Word, "fill") && parseNumber(&At, &Value)) {
    for (uint32_t I = 0; I < Count; ++I, Value = Value * 1103515245 + 12345)
      Memory[From + I] = Value >> 16;
  } else {
    printf("%s: unknown, or a number is missing\n", Word);
  }
  return 1;
}

int main(void) {
  static char Line[128];
  while (fgets(Line, sizeof(Line), stdin)) {
    Line[strcspn(Line, "\r\n")] = 0;
    if (!obey(Line))
      break;
  }
  puts("halted");
  // The debugger or emulator, if there is one, ends.
  register uint32_t Operation __asm("r0") = 0x18;
  register uint32_t Reason __asm("r1") = 0x20026;
  __asm volatile("bkpt 0xab" : : "r"(Operation), "r"(Reason));
  return 0;
}
