// Parses the file named first, walks it, changes it and prints it in both
// forms; then what is wrong with broken texts, and conversions.

#include "tinyxml2.h"

#include <cstdio>
#include <string>

using namespace tinyxml2;

namespace {

class Outline : public XMLVisitor {
public:
  bool VisitEnter(const XMLElement &Element,
                  const XMLAttribute *Attribute) override {
    std::printf("%*s%s", 2 * Depth++, "", Element.Name());
    for (; Attribute; Attribute = Attribute->Next())
      std::printf(" %s=%s", Attribute->Name(), Attribute->Value());
    std::printf(" line %d\n", Element.GetLineNum());
    return true;
  }
  bool VisitExit(const XMLElement &) override { return --Depth >= 0; }
  bool Visit(const XMLText &Text) override {
    std::printf("%*stext %s%s\n", 2 * Depth, "", Text.Value(),
                Text.CData() ? " raw" : "");
    return true;
  }
  bool Visit(const XMLComment &Comment) override {
    std::printf("%*scomment %s\n", 2 * Depth, "", Comment.Value());
    return true;
  }

private:
  int Depth = 0;
};

void change(XMLDocument &Document) {
  XMLElement *Root = Document.RootElement();
  double Sum = 0;
  for (XMLElement *Book = Root->FirstChildElement("book"); Book;
       Book = Book->NextSiblingElement("book")) {
    XMLElement *Price = Book->FirstChildElement("price");
    Sum += Price ? Price->DoubleText() : 0;
    Book->SetAttribute("pages", Price ? Price->IntText() * 7 : 0);
    Book->SetAttribute("cheap", Price && Price->FloatText() < 30);
    Book->DeleteAttribute("lang");
  }
  XMLElement *Note = Document.NewElement("note");
  Note->SetText("<added> & \"escaped\" \xc3\xa9");
  Root->InsertFirstChild(Note);
  Root->InsertEndChild(Note->DeepClone(&Document));
  Root->DeleteChild(Root->LastChildElement("book"));
  std::printf("sum %.2f\n", Sum);
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 2)
    return 2;
  XMLDocument Document(true, COLLAPSE_WHITESPACE);
  std::printf("%s\n", XMLDocument::ErrorIDToName(Document.LoadFile(Argv[1])));
  Outline Each;
  Document.Accept(&Each);
  if (!Document.RootElement())
    return 1;
  change(Document);
  for (bool Compact : {true, false}) {
    XMLPrinter Printer(nullptr, Compact);
    Document.Print(&Printer);
    std::printf("%d\n%s\n", Printer.CStrSize(), Printer.CStr());
  }
  for (const char *Wrong : {"<a>", "<a></b>", "<a x=1/>", "", "<!-- ", "<a/><",
                            "<a x='1' x='2'/>", "<?xml?><?xml?>", "&#x41;"}) {
    XMLDocument Broken;
    Broken.Parse(Wrong);
    std::printf("%s: %s line %d\n", Wrong, Broken.ErrorName(),
                Broken.ErrorLineNum());
  }
  std::string Large = "<all>";
  for (int I = 0; I < 3000; ++I)
    Large += "<item id='" + std::to_string(I * 7919 % 3001) +
             "' f='0.5e2'>&lt;text&#x41; &amp; " + std::to_string(I) +
             "</item><!-- c --><e/>";
  Large += "</all>";
  XMLDocument Much;
  Much.Parse(Large.c_str(), Large.size());
  int64_t Sum = 0;
  double Reals = 0;
  for (const XMLElement *Item = Much.RootElement()->FirstChildElement("item");
       Item; Item = Item->NextSiblingElement("item")) {
    Sum += Item->Int64Attribute("id") * 3 + Item->GetText()[0];
    Reals += Item->DoubleAttribute("f");
  }
  XMLPrinter Printer(nullptr, true);
  Much.Print(&Printer);
  std::printf("%lld %g %d\n", static_cast<long long>(Sum), Reals,
              Printer.CStrSize());
}
