// A parser of nested values into a tree, and what it sums to
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NOTHING, BOOLEAN, NUMBER, TEXT, LIST, TABLE };

typedef struct value {
  enum kind kind;
  double number;
  char *text, *key;
  struct value *child, *next;
} value;

static const char *at;
static int faults;

static value *parse(void);

static void skip(void) {
  while (*at == ' ' || *at == '\n' || *at == '\t')
    at++;
}

static char *parse_text(void) {
  size_t used = 0, room = 16;
  char *text = malloc(room);
  for (at++; *at && *at != '"'; at++) {
    char c = *at;
    if (c == '\\') {
      at++;
      c = *at == 'n' ? '\n' : *at == 't' ? '\t' : *at;
    }
    if (used + 1 >= room)
      text = realloc(text, room *= 2);
    text[used++] = c;
  }
  text[used] = 0;
  if (*at)
    at++;
  return text;
}

static double parse_number(void) {
  double number = 0, scale = 1;
  int negative = *at == '-';
  for (at += negative; isdigit((unsigned char)*at); at++)
    number = number * 10 + (*at - '0');
  if (*at == '.')
    for (at++; isdigit((unsigned char)*at); at++)
      number += (*at - '0') * (scale /= 10);
  return negative ? -number : number;
}

static void parse_children(value *v, char end) {
  value **last = &v->child;
  at++;
  for (skip(); *at && *at != end; skip()) {
    char *key = NULL;
    if (end == '}') {
      key = parse_text();
      skip();
      if (*at++ != ':')
        faults++;
    }
    *last = parse();
    (*last)->key = key;
    last = &(*last)->next;
    skip();
    if (*at == ',')
      at++;
    else if (*at != end)
      faults++;
  }
  if (*at)
    at++;
}

static value *parse(void) {
  value *v = calloc(1, sizeof *v);
  skip();
  switch (*at) {
  case '{':
    v->kind = TABLE;
    parse_children(v, '}');
    break;
  case '[':
    v->kind = LIST;
    parse_children(v, ']');
    break;
  case '"':
    v->kind = TEXT;
    v->text = parse_text();
    break;
  case 't':
    v->kind = BOOLEAN;
    v->number = 1;
    at += 4;
    break;
  case 'f':
    v->kind = BOOLEAN;
    at += 5;
    break;
  case 'n':
    at += 4;
    break;
  default:
    v->kind = NUMBER;
    if (!isdigit((unsigned char)*at) && *at != '-') {
      faults++;
      at++;
    }
    v->number = parse_number();
  }
  return v;
}

static double sum(const value *v, int depth) {
  double total = v->kind == TEXT ? (double)strlen(v->text) : v->number;
  for (const value *c = v->child; c; c = c->next)
    total += sum(c, depth + 1) / (c->key && !strcmp(c->key, "half") ? 2 : 1);
  return total + depth;
}

static void release(value *v) {
  while (v) {
    value *next = v->next;
    release(v->child);
    free(v->text);
    free(v->key);
    free(v);
    v = next;
  }
}

int main(void) {
  char *text = malloc(200000), *end = text + sprintf(text, "[");
  for (int i = 0; i < 700; i++)
    end +=
        sprintf(end,
                "%s{\"id\": %d, \"half\": %d.%d, \"name\": \"no \\\"%d\\\"\","
                " \"tags\": [true, null, [-%d, %d], false]}",
                i ? ",\n" : "", i, i % 90, i % 8 * 125, i * i, i, i * 3);
  strcpy(end, "]");
  double total = 0;
  for (int i = 0; i < 3; i++) {
    at = text;
    value *v = parse();
    total += sum(v, 0);
    release(v);
  }
  printf("json %d %d %.2f\n", (int)(end - text), faults, total);
  free(text);
  return 0;
}
