// Loads standard input, looks things up, changes them, emits them again.

#include <yaml-cpp/yaml.h>

#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace {

struct Server {
  std::string Name;
  int Port = 0;
  std::vector<std::string> Roles;
};

void walk(const YAML::Node &Node, int Depth) {
  const std::string Indent(2 * static_cast<size_t>(Depth), ' ');
  if (Node.IsScalar())
    std::cout << Indent << "scalar " << Node.Scalar() << " tag " << Node.Tag()
              << '\n';
  else if (Node.IsSequence())
    for (const YAML::Node &Each : Node)
      walk(Each, Depth + 1);
  else if (Node.IsMap())
    for (const auto &Each : Node) {
      std::cout << Indent << Each.first.as<std::string>() << ":\n";
      walk(Each.second, Depth + 1);
    }
}

} // namespace

namespace YAML {
template <> struct convert<Server> {
  static Node encode(const Server &S) {
    Node Encoded;
    Encoded["name"] = S.Name;
    Encoded["port"] = S.Port;
    Encoded["roles"] = S.Roles;
    return Encoded;
  }
  static bool decode(const Node &From, Server &S) {
    if (!From.IsMap() || !From["name"])
      return false;
    S.Name = From["name"].as<std::string>();
    S.Port = From["port"].as<int>(80);
    if (From["roles"])
      S.Roles = From["roles"].as<std::vector<std::string>>();
    return true;
  }
};
} // namespace YAML

int main() {
  const std::string Text{std::istreambuf_iterator<char>(std::cin), {}};
  for (YAML::Node &Document :
       *new std::vector<YAML::Node>(YAML::LoadAll(Text))) {
    walk(Document, 0);
    if (Document["servers"]) {
      auto Servers = Document["servers"].as<std::vector<Server>>();
      for (Server &Each : Servers)
        Each.Port += 1000;
      Document["servers"] = Servers;
      Document["count"] = Servers.size();
      Document.remove("comment");
    }
    YAML::Emitter Out;
    Out.SetIndent(4);
    Out << Document;
    std::cout << Out.c_str() << '\n';
  }
  YAML::Emitter Out;
  Out << YAML::BeginMap << YAML::Key << "flow" << YAML::Value << YAML::Flow
      << std::vector<int>{1, 2, 3} << YAML::Key << "text" << YAML::Value
      << YAML::Literal << "line one\nline two" << YAML::Key << "quoted"
      << YAML::Value << YAML::DoubleQuoted << "tab\t" << YAML::Comment("why")
      << YAML::Key << "numbers" << YAML::Value
      << std::map<std::string, double>{{"pi", 3.25}, {"e", 2.5}}
      << YAML::EndMap;
  std::cout << Out.c_str() << '\n';
  for (const char *Wrong :
       {"a: [1, 2", "a: b: c", "\t- x", "&a *b", "{a, b: }"})
    try {
      std::cout << YAML::Dump(YAML::Load(Wrong)) << '\n';
    } catch (const YAML::Exception &E) {
      std::cout << E.what() << '\n';
    }
}
