// A matcher of patterns that goes back
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <string.h>

static int match_here(const char *pattern, const char *text, const char **end);

// One character against a class, a dot, an escape or itself.
static int match_one(const char *p, int c) {
  if (!c)
    return 0;
  switch (*p) {
  case '.':
    return 1;
  case '\\':
    if (p[1] == 'd')
      return c >= '0' && c <= '9';
    return p[1] == c;
  case '[': {
    int invert = p[1] == '^', found = 0;
    for (p += 1 + invert; *p && *p != ']'; p++)
      if (p[1] == '-' && p[2] != ']') {
        found |= c >= p[0] && c <= p[2];
        p += 2;
      } else
        found |= *p == c;
    return found != invert;
  }
  default:
    return *p == c;
  }
}

static const char *after(const char *p) {
  if (*p == '\\')
    return p + 2;
  if (*p == '[') {
    while (*p != ']')
      p++;
  }
  return p + 1;
}

static int match_many(const char *one, const char *rest, const char *text,
                      const char **end, int least) {
  const char *t = text;
  while (match_one(one, *t))
    t++;
  for (; t >= text + least; t--)
    if (match_here(rest, t, end))
      return 1;
  return 0;
}

static int match_here(const char *p, const char *text, const char **end) {
  for (;;) {
    if (!*p || (*p == '$' && !p[1] && !*text)) {
      *end = text;
      return 1;
    }
    const char *rest = after(p);
    if (*rest == '*' || *rest == '+')
      return match_many(p, rest + 1, text, end, *rest == '+');
    if (*rest == '?') {
      if (match_one(p, *text) && match_here(rest + 1, text + 1, end))
        return 1;
      p = rest + 1;
      continue;
    }
    if (!match_one(p, *text))
      return 0;
    p = rest;
    text++;
  }
}

static int search(const char *pattern, const char *text, const char **begin,
                  const char **end) {
  if (*pattern == '^') {
    *begin = text;
    return match_here(pattern + 1, text, end);
  }
  do {
    *begin = text;
    if (match_here(pattern, text, end))
      return 1;
  } while (*text++);
  return 0;
}

static const char *const patterns[] = {
    "[a-z]+@[a-z]+[.]com",      "\\d+-\\d+", "^a.*b.*c$", "x*y?z+[^q]",
    "[0-9]+[.][0-9]*e[+-]?\\d", "(.*)",      "o+[a-m]*d"};

int main(void) {
  char text[80];
  unsigned matches = 0, places = 0, i = 0;
  for (; i < 700; i++) {
    snprintf(text, sizeof text, "a%u xx%xz to ood%d@mail%c.com %u.%ue-%u (b) c",
             i, i * 91, 7, "ab.c"[i % 4], i * 3, i, i % 9);
    for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++) {
      const char *begin, *end;
      if (search(patterns[k], text, &begin, &end)) {
        matches++;
        places = places * 17 + (unsigned)(begin - text) +
                 (unsigned)(end - begin) * 100;
      }
    }
  }
  printf("regex %u %u\n", matches, places);
  return 0;
}
