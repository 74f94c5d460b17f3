// Tests of LinkModel
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/LinkModel.h"
#include "corpus/CorpusPrograms.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

LinkUnit unit(uint64_t Size, std::vector<std::string> Defines,
              std::vector<std::string> Uses = {},
              std::vector<std::string> Units = {}, bool IsWeak = false) {
  LinkUnit U;
  U.Size = Size;
  U.Defines = std::move(Defines);
  U.Uses = std::move(Uses);
  U.Units = std::move(Units);
  U.IsWeak = IsWeak;
  return U;
}

/// main calls used and the local helper; idle is called by nobody.
ObjectUnits mainObject() {
  return {{"main", unit(100, {"main"}, {"used"}, {"helper"})},
          {"helper", unit(10, {})},
          {"idle", unit(1000, {"idle"})}};
}

ExportedSymbols exportsOf(const std::string &Flag) {
  CorpusProgram Program;
  Program.Link.push_back({LinkItem::Flag, Flag, {}});
  return ExportedSymbols::of(Program);
}

} // namespace

TEST_CASE("LinkModel: what main does not reach is dropped") {
  LinkModel Link;
  Link.addObject(mainObject(), false);
  Link.addObject({{"used", unit(20, {"used"})}, {"other", unit(7, {"other"})}},
                 false);
  CHECK(Link.size() == 130);
  CHECK(Link.sizesByObject() == std::vector<uint64_t>{110, 20});
}

TEST_CASE("LinkModel: equal entries for unwinding that follow each other are "
          "one") {
  auto Function = [](const std::string &Name, uint32_t Order, uint32_t Entry,
                     std::vector<std::string> Uses = {}) {
    LinkUnit U = unit(100, {Name}, std::move(Uses));
    U.Order = Order;
    U.UnwindEntry = Entry;
    return U;
  };
  LinkModel Link;
  Link.addObject({{"main", Function("main", 3, 7, {"a", "b", "c", "x"})},
                  {"a", Function("a", 1, 7)},
                  {"b", Function("b", 2, 9)},
                  {"c", Function("c", 4, 7)},
                  {"idle", Function("idle", 5, 9)}},
                 false);
  Link.addObject({{"x", Function("x", 1, 7)}}, false);
  // a | b | main c x, over objects; nothing is between what is linked.
  CHECK(Link.size() == 500 + 3 * 8);
  CHECK(Link.sizesByObject() == std::vector<uint64_t>{424, 100});
  const ObjectUnits Equal = {{"b", Function("b", 2, 7)}};
  CHECK(Link.sizeWith({{0, &Equal}}) == 500 + 8);
  const ObjectUnits None = {{"b", unit(108, {"b"})}};
  CHECK(Link.sizeWith({{0, &None}}) == 508 + 8);
  CHECK(Link.size() == 500 + 3 * 8);
}

TEST_CASE("LinkModel: cycles are summed over what is kept") {
  LinkModel Link;
  LinkUnit Main = unit(100, {"main"}, {"used"}), Used = unit(20, {"used"}),
           Other = unit(7, {"other"});
  Main.Cycles = 5;
  Used.Cycles = 1000;
  Other.Cycles = 70;
  Link.addObject({{"main", Main}, {"used", Used}, {"other", Other}}, false);
  CHECK(Link.cost().Cycles == 1005);
  Used.Cycles = 400;
  Main.Uses.push_back("other");
  const ObjectUnits Changed = {{"main", Main}, {"used", Used}};
  const LinkedCost Cost = Link.costWith({{0, &Changed}});
  CHECK(Cost.Cycles == 475);
  CHECK(Cost.Size == 127);
  CHECK(Link.cost().Cycles == 1005);
}

TEST_CASE("LinkModel: copies that are dropped keep the cycles of their calls") {
  LinkUnit Main = unit(100, {"main"}, {"shared", "second"}),
           Second = unit(10, {"second"}, {"shared"}),
           Shared = unit(20, {"shared"}, {}, {}, true);
  Main.Cycles = 5;
  const auto sum = [&](bool Adds, bool Lazy, bool HasSecond) {
    LinkModel Link;
    if (Adds)
      Link.addCyclesOfCopies();
    Shared.Cycles = 1000;
    Link.addObject({{"main", Main}, {"shared", Shared}}, false);
    Shared.Cycles = 70;
    ObjectUnits Other = {{"shared", Shared}};
    if (HasSecond)
      Other.emplace("second", Second);
    Link.addObject(Other, Lazy);
    CHECK((!HasSecond || Link.size() == 130));
    return Link.cost().Cycles;
  };
  CHECK(sum(false, false, true) == 1005);
  CHECK(sum(true, false, true) == 1075);
  CHECK(sum(true, true, true) == 1075);
  // What is in an archive and not needed takes no part.
  CHECK(sum(true, true, false) == 1005);
}

TEST_CASE("LinkModel: in a library everything visible is kept") {
  LinkModel Link(std::vector<std::string>{});
  Link.addObject({{"f", unit(1, {"f"}, {"inline"})},
                  {"inline", unit(2, {"inline"}, {}, {}, true)},
                  {"unused", unit(4, {"unused"}, {}, {}, true)},
                  {"local", unit(8, {})}},
                 false);
  // Nothing refers to the weak one, but the compiler has left it.
  CHECK(Link.size() == 7);
  // Another's that is strong goes before it.
  Link.addObject({{"unused", unit(16, {"unused"})}}, false);
  CHECK(Link.size() == 19);
}

TEST_CASE("LinkModel: in a library weak functions go with their last use") {
  LinkModel Link(std::vector<std::string>{});
  LinkUnit Constant = unit(32, {"constant"}, {}, {}, true);
  Constant.IsHidden = true;
  Link.addObject({{"f", unit(1, {"f"}, {"inline"})},
                  {"inline", unit(2, {"inline"}, {}, {}, true)},
                  {"constant", Constant}},
                 false);
  CHECK(Link.size() == 3);
  const ObjectUnits Inlined = {{"f", unit(4, {"f"})}};
  CHECK(Link.sizeWith({{0, &Inlined}}) == 4);
}

TEST_CASE("LinkModel: of weak definitions the first is kept, once") {
  LinkModel Link;
  Link.addObject({{"main", unit(1, {"main"}, {"f", "g"})},
                  {"f", unit(10, {"f"}, {}, {}, true)}},
                 false);
  Link.addObject(
      {{"g", unit(2, {"g"}, {"f"})}, {"f", unit(1000, {"f"}, {}, {}, true)}},
      false);
  CHECK(Link.size() == 13);
  // A strong definition goes before a weak one.
  Link.addObject({{"f", unit(5, {"f"})}}, false);
  CHECK(Link.size() == 8);
}

TEST_CASE("LinkModel: roots count in objects that are linked") {
  LinkUnit Constructor = unit(50, {});
  Constructor.IsRoot = true;
  const ObjectUnits Member = {{".init_array", Constructor},
                              {"used", unit(20, {"used"})}};
  LinkModel With, Without;
  With.addObject(mainObject(), false);
  With.addObject(Member, true);
  CHECK(With.size() == 180);
  Without.addObject({{"main", unit(1, {"main"})}}, false);
  Without.addObject(Member, true);
  CHECK(Without.size() == 1);
  // Not a member of an archive: linked in any case.
  Without.addObject(Member, false);
  CHECK(Without.size() == 51);
}

TEST_CASE("LinkModel: a symbol of a shared library costs its entries once") {
  LinkModel Link;
  Link.addObject({{"main", unit(1, {"main"}, {"puts", "f"})},
                  {"f", unit(2, {"f"}, {"puts"})}},
                 false);
  const uint64_t Import = 16 + 24 + 24 + 2 + sizeof("puts");
  CHECK(Link.size() == 3 + Import);
  CHECK(Link.sizesByObject()[0] == 3 + Import);
}

TEST_CASE("LinkModel: what is exported is kept and costs its entries") {
  ObjectUnits Main = mainObject();
  Main["idle"].Uses = {"puts"};
  Main["text"] = unit(7, {"text"}, {}, {}, true);
  Main["secret"] = unit(50000, {"secret"});
  Main["text"].IsHidden = Main["secret"].IsHidden = true;
  const ObjectUnits Other = {{"used", unit(20, {"used"})},
                             {"spare", unit(5, {"spare"})}};
  LinkModel Link({"main"}, exportsOf("-rdynamic"));
  Link.addObject(Main, false);
  Link.addObject(Other, true);
  // A member of an archive that nothing refers to takes no part.
  Link.addObject({{"far", unit(100000, {"far"})}}, true);
  const uint64_t Import = 16 + 24 + 24 + 2 + sizeof("puts");
  const uint64_t Names =
      sizeof("main") + sizeof("idle") + sizeof("used") + sizeof("spare");
  // As lld: .dynsym, .gnu.version, .gnu.hash without its least size.
  const uint64_t Tables = 4 * (24 + 2) + Names + 4 * 4;
  CHECK(Link.size() == 1135 + Import + Tables);
  CHECK(Link.sizesByObject() ==
        std::vector<uint64_t>{
            1110 + Import + 2 * 26 + sizeof("main") + sizeof("idle") + 8,
            25 + 2 * 26 + sizeof("used") + sizeof("spare") + 8, 0});
  LinkModel Named({"main"}, exportsOf("-Wl,--export-dynamic-symbol=spare"));
  Named.addObject(Main, false);
  Named.addObject(Other, true);
  CHECK(Named.size() == 130 + 5 + 26 + sizeof("spare") + 4);
}

TEST_CASE("LinkModel: exporting, references bring members even if dropped") {
  // helper is local and unused, but its object refers to what it needs.
  ObjectUnits Main = mainObject();
  Main["main"].Units = {};
  Main["helper"].Uses = {"far"};
  LinkModel Link({"main"}, exportsOf("-Wl,-E"));
  Link.addObject({{"used", unit(20, {"used"})}}, false);
  Link.addObject(Main, false);
  const uint64_t Before = Link.size();
  Link.addObject({{"far", unit(3, {"far"})}}, true);
  CHECK(Link.size() == Before + 3 + 26 + sizeof("far") + 4);
  // Weak definitions of members that take no part do not count.
  Link.addObject({{"weak", unit(9000, {"weak"}, {}, {}, true)}}, true);
  Link.addObject({{"weak", unit(1, {"weak"}, {}, {}, true)}}, false);
  CHECK(Link.size() < Before + 1000);
}

TEST_CASE("LinkModel: exporting, a change drops what nothing needs any more") {
  const uint64_t Shared = 26 + sizeof("shared");
  const ObjectUnits Whole = {{"main", unit(100, {"main"}, {"shared"})},
                             {"shared", unit(30, {"shared"}, {}, {}, true)},
                             {"instance", unit(4, {"instance"}, {}, {}, true)}};
  LinkModel Link({"main"}, exportsOf("-rdynamic"));
  Link.addObject(Whole, false);
  const uint64_t Size = Link.size();
  // Inlined, its definition goes; an instantiation is there without a use.
  const ObjectUnits Changed = {{"main", unit(110, {"main"})}};
  CHECK(Link.sizeWith({{0, &Changed}}) + 30 + Shared + 4 == Size + 10);
  ObjectUnits Rest = Whole;
  Rest.erase("shared");
  Rest["main"] = Changed.at("main");
  LinkModel Exact({"main"}, exportsOf("-rdynamic"));
  Exact.addObject(Rest, false);
  CHECK(Exact.size() == Link.sizeWith({{0, &Changed}}));
  CHECK(Link.size() == Size);
  // A changed instantiation stays one.
  const ObjectUnits Instance = {
      {"instance", unit(8, {"instance"}, {}, {}, true)}};
  CHECK(Link.sizeWith({{0, &Instance}}) == Size + 4);
}

TEST_CASE("LinkModel: changes are tried without being made") {
  LinkModel Link;
  Link.addObject(mainObject(), false);
  Link.addObject({{"used", unit(20, {"used"})}}, false);
  const ObjectUnits First = {{"main", unit(90, {"main"}, {"fresh"})},
                             {"fresh", unit(3, {"fresh"}, {"used"})}};
  const ObjectUnits Second = {{"used", unit(40, {"used"})}};
  CHECK(Link.sizeWith({{0, &First}, {1, &Second}}) == 133);
  CHECK(Link.sizeWith({{1, &Second}}) == 150);
  CHECK(Link.size() == 130);
  Link.setObject(1, Second);
  CHECK(Link.size() == 150);
}

TEST_CASE("LinkModel: units survive a pipe, and cut-off bytes are noticed") {
  ObjectUnits Units = mainObject();
  Units["idle"].IsRoot = Units["helper"].IsWeak = true;
  Units["main"].IsHidden = true;
  const std::string Bytes = toBytes(Units);
  ObjectUnits Read;
  CHECK(fromBytes(Bytes, Read));
  CHECK(Read == Units);
  for (size_t Size = 0; Size < Bytes.size(); ++Size)
    CHECK_FALSE(fromBytes(std::string_view(Bytes).substr(0, Size), Read));
}
