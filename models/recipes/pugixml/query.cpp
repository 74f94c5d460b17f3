// Parses standard input, queries it with XPath, changes it and writes it out.

#include "pugixml.hpp"

#include <iostream>
#include <sstream>

namespace {

struct Counter : pugi::xml_tree_walker {
  int Elements = 0;
  bool for_each(pugi::xml_node &Node) override {
    Elements += Node.type() == pugi::node_element;
    return true;
  }
};

} // namespace

int main() {
  pugi::xml_document Document;
  const pugi::xml_parse_result Parsed = Document.load(std::cin);
  std::cout << Parsed.description() << ' ' << Parsed.offset << '\n';
  Counter Count;
  Document.traverse(Count);
  std::cout << Count.Elements << " elements\n";
  for (const char *Query :
       {"//book[price > 30]/title", "//book[position() mod 2 = 1]/@id",
        "//author[starts-with(., 'K')]/ancestor::book",
        "//book[contains(title, 'the')]", "//*[@lang]", "/library/*[last()]"})
    for (const pugi::xpath_node &Node : Document.select_nodes(Query))
      std::cout << Query << ": "
                << (Node.attribute() ? Node.attribute().value()
                                     : Node.node().child_value())
                << '\n';
  for (const char *Query :
       {"sum(//price)", "count(//book)", "string-length(//title[1])",
        "translate(//title[2], 'abc', 'ABC')", "round(sum(//price) div 7)"})
    std::cout << Query << " = "
              << pugi::xpath_query(Query).evaluate_string(Document) << '\n';
  try {
    pugi::xpath_query Wrong("//book[");
  } catch (const pugi::xpath_exception &E) {
    std::cout << E.what() << '\n';
  }
  pugi::xml_node Root = Document.document_element();
  for (pugi::xml_node Book : Root.children("book"))
    Book.append_attribute("pages").set_value(
        Book.child("price").text().as_int() * 7);
  Root.remove_child(Root.first_child());
  Root.append_child("note").text().set("<added> & \"escaped\"");
  Root.prepend_copy(Root.last_child()).set_name("copied");
  std::ostringstream Raw;
  Document.save(Raw, "", pugi::format_raw);
  std::cout << Raw.str() << '\n';
  Document.save(std::cout, "  ",
                pugi::format_default | pugi::format_indent_attributes);
}
