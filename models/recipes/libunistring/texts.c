/* Normalises, folds, breaks, compares and converts texts of several scripts. */

#include <unicase.h>
#include <uniconv.h>
#include <unictype.h>
#include <unilbrk.h>
#include <uniname.h>
#include <uninorm.h>
#include <unistdio.h>
#include <unistr.h>
#include <uniwbrk.h>
#include <uniwidth.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const texts[] = {
    "The quick (\"brown\") fox can't jump 32.3 feet, right?",
    "Stra\xc3\x9f"
    "e \xc3\x84rger \xc4\xb0stanbul \xef\xac\x81ne "
    "\xce\xa3\xce\xaf\xcf\x83\xcf\x85\xcf\x86\xce\xbf\xcf\x82",
    "e\xcc\x81\xcc\xa3 \xe1\xb8\x9b\xcc\xa3 \xea\xb0\x81 \xe2\x84\xab "
    "\xd9\x84\xd8\xa7",
    "\xe6\xbc\xa2\xe5\xad\x97\xe3\x81\x8b\xe3\x81\xaa "
    "\xe0\xb8\xa0\xe0\xb8\xb2\xe0\xb8\xa9\xe0\xb8\xb2 \xf0\x9f\x98\x80",
};

static void show(const char *what, const uint8_t *text, size_t length) {
  printf("%s %zu %.*s\n", what, length, (int)length, (const char *)text);
}

int main(void) {
  for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); ++i) {
    const uint8_t *text = (const uint8_t *)texts[i];
    const size_t n = strlen(texts[i]);
    size_t length;
    uninorm_t forms[] = {UNINORM_NFC, UNINORM_NFD, UNINORM_NFKC, UNINORM_NFKD};
    for (int f = 0; f < 4; ++f)
      show("form", u8_normalize(forms[f], text, n, NULL, &length), length);
    show("upper", u8_toupper(text, n, "tr", NULL, NULL, &length), length);
    show("lower", u8_tolower(text, n, NULL, NULL, NULL, &length), length);
    show("title", u8_totitle(text, n, "nl", NULL, NULL, &length), length);
    show("fold", u8_casefold(text, n, NULL, UNINORM_NFC, NULL, &length),
         length);
    char *breaks = malloc(n);
    u8_wordbreaks(text, n, breaks);
    for (size_t j = 0; j < n; ++j)
      putchar(breaks[j] ? '|' : '.');
    printf(" width %d\n", u8_width(text, n, "UTF-8"));
    printf("lines %d\n",
           u8_width_linebreaks(text, n, 20, 0, 0, NULL, "UTF-8", breaks));
    uint32_t *wide = u8_to_u32(text, n, NULL, &length);
    for (size_t j = 0; j < length; ++j) {
      char name[UNINAME_MAX];
      const uc_general_category_t category = uc_general_category(wide[j]);
      printf("%04x %s %s %d %d %s\n", (unsigned)wide[j],
             uc_general_category_name(category), uc_script(wide[j])->name,
             uc_combining_class(wide[j]), uc_is_property_alphabetic(wide[j]),
             unicode_character_name(wide[j], name) ? name : "-");
    }
    uint16_t *half = u32_to_u16(wide, length, NULL, &length);
    printf("utf-16 %zu, valid %d\n", length, u16_check(half, length) == NULL);
    for (size_t k = 0; k < sizeof(texts) / sizeof(*texts); ++k) {
      int order;
      u8_casecmp(text, n, (const uint8_t *)texts[k], strlen(texts[k]), NULL,
                 UNINORM_NFKC, &order);
      printf("%d ", order);
    }
    free(breaks);
    putchar('\n');
  }
  uint8_t text[200];
  u8_snprintf(text, sizeof(text), "%08.3f|%-6d|%U|%x", 3.14159, 42, texts[2],
              255);
  printf("%s\n", (const char *)text);
  return 0;
}
