// Shapes texts in several scripts, measures and outlines the glyphs.

#include <hb-ot.h>
#include <hb.h>

#include <cstdio>
#include <cstring>
#include <initializer_list>

namespace {

void addPoint(unsigned long long &Sum, float X, float Y) {
  Sum = (Sum ^ static_cast<unsigned>(static_cast<int>(X * 4)) ^
         static_cast<unsigned long long>(static_cast<int>(Y * 4)) << 20) *
        1099511628211u;
}

void moveOrLineTo(hb_draw_funcs_t *, void *Sum, hb_draw_state_t *, float X,
                  float Y, void *) {
  addPoint(*static_cast<unsigned long long *>(Sum), X, Y);
}

void quadraticTo(hb_draw_funcs_t *, void *Sum, hb_draw_state_t *, float CX,
                 float CY, float X, float Y, void *) {
  addPoint(*static_cast<unsigned long long *>(Sum), CX, CY);
  addPoint(*static_cast<unsigned long long *>(Sum), X, Y);
}

void shape(hb_font_t *Font, hb_draw_funcs_t *Draw, const char *Text) {
  hb_buffer_t *Buffer = hb_buffer_create();
  hb_buffer_add_utf8(Buffer, Text, -1, 0, -1);
  hb_buffer_guess_segment_properties(Buffer);
  hb_feature_t Features[2];
  hb_feature_from_string("kern", -1, &Features[0]);
  hb_feature_from_string("smcp=1", -1, &Features[1]);
  hb_shape(Font, Buffer, Features, 2);
  unsigned Count = 0;
  const hb_glyph_info_t *Glyphs = hb_buffer_get_glyph_infos(Buffer, &Count);
  const hb_glyph_position_t *Places =
      hb_buffer_get_glyph_positions(Buffer, &Count);
  unsigned long long Sum = 14695981039346656037u;
  int Advance = 0;
  for (unsigned I = 0; I < Count; ++I) {
    hb_font_get_glyph_shape(Font, Glyphs[I].codepoint, Draw, &Sum);
    hb_glyph_extents_t Box;
    if (hb_font_get_glyph_extents(Font, Glyphs[I].codepoint, &Box))
      addPoint(Sum, static_cast<float>(Box.width),
               static_cast<float>(Box.height));
    Advance += Places[I].x_advance + Places[I].y_offset;
  }
  char Line[2000];
  hb_buffer_serialize_glyphs(Buffer, 0, Count, Line, sizeof(Line), nullptr,
                             Font, HB_BUFFER_SERIALIZE_FORMAT_TEXT,
                             HB_BUFFER_SERIALIZE_FLAG_DEFAULT);
  std::printf("%u glyphs, advance %d, outlines %016llx %s\n", Count, Advance,
              Sum, Line);
  hb_buffer_destroy(Buffer);
}

} // namespace

int main(int Argc, char **Argv) {
  hb_draw_funcs_t *Draw = hb_draw_funcs_create();
  hb_draw_funcs_set_move_to_func(Draw, moveOrLineTo, nullptr, nullptr);
  hb_draw_funcs_set_line_to_func(Draw, moveOrLineTo, nullptr, nullptr);
  hb_draw_funcs_set_quadratic_to_func(Draw, quadraticTo, nullptr, nullptr);
  for (int I = 1; I < Argc; ++I) {
    hb_blob_t *Blob = hb_blob_create_from_file_or_fail(Argv[I]);
    if (!Blob)
      return 1;
    hb_face_t *Face = hb_face_create(Blob, 0);
    hb_font_t *Font = hb_font_create(Face);
    std::printf("%u glyphs, %u units\n", hb_face_get_glyph_count(Face),
                hb_face_get_upem(Face));
    hb_variation_t Bold{HB_TAG('w', 'g', 'h', 't'), 650};
    hb_font_set_variations(Font, &Bold, 1);
    for (const char *Text :
         {"AVATAR fi ffl Word.", "\u00e9\u0301\u1ec7 A\u030a",
          "\u0627\u0644\u0633\u0644\u0627\u0645 \u0639\u0644\u064a\u0643\u0645",
          "\u0928\u092e\u0938\u094d\u0924\u0947",
          "\u05e9\u05c1\u05dc\u05d5\u05dd", "\uac00\u1100\u1161\u11a8",
          "\u0e01\u0e33\u0e31\u0e49", "\u1780\u17d2\u1798\u17c2\u179a",
          "\u1019\u103c\u1014\u103a\u1019\u102c"})
      shape(Font, Draw, Text);
    hb_font_destroy(Font);
    hb_face_destroy(Face);
    hb_blob_destroy(Blob);
  }
  hb_draw_funcs_destroy(Draw);
}
