// Spells the words of standard input with the dictionary that the argument
// names: suggestions, stems, analyses, generated forms, words added at run time.

#include "hunspell.hxx"

#include <iostream>
#include <string>
#include <vector>

namespace {

void show(const char *What, const std::vector<std::string> &Words) {
  if (Words.empty())
    return;
  std::cout << "  " << What << ':';
  for (const std::string &Word : Words)
    std::cout << " [" << Word << ']';
  std::cout << '\n';
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 2)
    return 2;
  const std::string Name = Argv[1];
  Hunspell Speller((Name + ".aff").c_str(), (Name + ".dic").c_str());
  std::cout << Speller.get_dict_encoding() << ' ' << Speller.get_langnum()
            << '\n';
  Speller.add("Mornng");
  Speller.add_with_affix("glove", "stone");
  Speller.remove("wall");
  for (std::string Word; std::cin >> Word;) {
    int Info = 0;
    std::string Root;
    std::cout << Word << ' ' << Speller.spell(Word, &Info, &Root) << ' ' << Info
              << ' ' << Root << '\n';
    show("suggest", Speller.suggest(Word));
    show("suffix", Speller.suffix_suggest(Word));
    show("stem", Speller.stem(Word));
    show("analyze", Speller.analyze(Word));
    show("generate", Speller.generate(Word, "gardens"));
  }
  for (const char *Word : {"gloves", "gloved", "walls", "unwinds", "reopened",
                           "stonehouse", "gardengarden", "houses'"})
    std::cout << Word << ' ' << Speller.spell(Word) << '\n';
  std::string Text = "zu\xcc\x88rich";
  Speller.input_conv(Text, Text);
  std::cout << Text << '\n';
}
