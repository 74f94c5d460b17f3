// A scanner of a small language, with a table of names
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum token { END, NAME, NUMBER, STRING, KEYWORD, OPERATOR, COMMENT, KINDS };

static const char *const keywords[] = {"if",    "else",  "while", "return",
                                       "int",   "char",  "for",   "struct",
                                       "break", "const", NULL};
static const char *const operators[] = {"<<=", "==", "<=", ">=", "!=", "&&",
                                        "||",  "++", "--", "->", "+=", NULL};

struct scanner {
  const char *at;
  const char *start;
  int line;
};

static int is_keyword(const char *text, size_t length) {
  for (int i = 0; keywords[i]; i++)
    if (strlen(keywords[i]) == length && !strncmp(keywords[i], text, length))
      return 1;
  return 0;
}

static enum token next(struct scanner *s) {
  while (isspace((unsigned char)*s->at))
    if (*s->at++ == '\n')
      s->line++;
  s->start = s->at;
  if (!*s->at)
    return END;
  if (isalpha((unsigned char)*s->at) || *s->at == '_') {
    while (isalnum((unsigned char)*s->at) || *s->at == '_')
      s->at++;
    return is_keyword(s->start, (size_t)(s->at - s->start)) ? KEYWORD : NAME;
  }
  if (isdigit((unsigned char)*s->at)) {
    while (isxdigit((unsigned char)*s->at) || *s->at == 'x' || *s->at == '.')
      s->at++;
    return NUMBER;
  }
  if (*s->at == '"') {
    for (s->at++; *s->at && *s->at != '"'; s->at++)
      if (*s->at == '\\')
        s->at++;
    if (*s->at)
      s->at++;
    return STRING;
  }
  if (s->at[0] == '/' && s->at[1] == '*') {
    const char *end = strstr(s->at + 2, "*/");
    s->at = end ? end + 2 : s->at + strlen(s->at);
    return COMMENT;
  }
  for (int i = 0; operators[i]; i++)
    if (!strncmp(s->at, operators[i], strlen(operators[i]))) {
      s->at += strlen(operators[i]);
      return OPERATOR;
    }
  s->at++;
  return OPERATOR;
}

static const char sample[] =
    "/* counts */ int count_%d(struct list *l, const char *what) {\n"
    "  int n = 0x%x; for (n += 1; l != 0 && n <= 4096; l = l->next)\n"
    "    if (l->value == \"a \\\" b\" || l->size << 2 >= 77) { n++; break; }\n"
    "    else while (n-- > 3) other_function(n, what, 3.25);\n"
    "  return n;\n}\n\n";

int main(void) {
  enum { COPIES = 150 };
  char *text = malloc(COPIES * (sizeof sample + 30)), *end = text;
  for (int i = 0; i < COPIES; i++)
    end += sprintf(end, sample, i, i * 77u);
  unsigned counts[KINDS] = {0}, hash = 0;
  struct scanner s = {text, text, 1};
  for (enum token t; (t = next(&s)) != END;) {
    counts[t]++;
    for (const char *p = s.start; p < s.at; p++)
      hash = (hash ^ (unsigned char)*p) * 16777619u;
  }
  printf("tokens %d lines %u %u %u %u %u %u %u\n", s.line, counts[NAME],
         counts[NUMBER], counts[STRING], counts[KEYWORD], counts[OPERATOR],
         counts[COMMENT], hash);
  free(text);
  return 0;
}
