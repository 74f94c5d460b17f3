// Reads JSON from standard input, queries, changes and writes it in each style.

#include <json/json.h>

#include <iostream>
#include <memory>
#include <sstream>

int main() {
  Json::Value Root;
  Json::CharReaderBuilder Reader;
  Reader["collectComments"] = true;
  std::string Errors;
  std::cout << Json::parseFromStream(Reader, std::cin, &Root, &Errors) << ' '
            << Errors << '\n';
  double Sum = 0;
  for (Json::Value &Record : Root["records"]) {
    Sum += Record.get("score", 0).asDouble();
    Record["rank"] = static_cast<int>(Sum);
    Record.removeMember("secret");
  }
  Root["sum"] = Sum;
  Root["big"] = Json::Value(Json::LargestUInt(1) << 63);
  Root["list"].append(true);
  Root["list"].append(Json::nullValue);
  Root["list"].insert(0, "first");
  Root.setComment(std::string("// written by a program"), Json::commentBefore);
  std::cout << Json::Path(".records[1].name").resolve(Root) << '\n';
  for (const std::string &Name : Root.getMemberNames())
    std::cout << Name << ' ' << Root[Name].type() << ' ' << Root[Name].size()
              << '\n';
  Json::StreamWriterBuilder Writer;
  Writer["indentation"] = "  ";
  Writer["precision"] = 6;
  std::cout << Json::writeString(Writer, Root) << '\n';
  Writer["indentation"] = "";
  Writer["emitUTF8"] = true;
  std::cout << Json::writeString(Writer, Root) << '\n';
  std::cout << Json::FastWriter().write(Root)
            << Json::StyledWriter().write(Root);
  std::unique_ptr<Json::CharReader> Strict([] {
    Json::CharReaderBuilder Builder;
    Json::CharReaderBuilder::strictMode(&Builder.settings_);
    return Builder.newCharReader();
  }());
  for (std::string Wrong : {"{\"a\":}", "[1,2", "nul", "{\"a\":1 \"b\":2}",
                            "[1e999]", "\"\\ud800\"", "[01]", "// c\n[1]"}) {
    Json::Value Value;
    Errors.clear();
    std::cout << Strict->parse(Wrong.data(), Wrong.data() + Wrong.size(),
                               &Value, &Errors)
              << ' ' << Errors << '\n';
  }
  try {
    std::cout << Root["sum"].asInt() << ' ' << Root["list"].asInt() << '\n';
  } catch (const Json::Exception &E) {
    std::cout << E.what() << '\n';
  }
}
