// Tests of CodeSetting
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/CodeSetting.h"
#include "CompiledObject.h"
#include "compile/ModulePipeline.h"
#include "support/Archive.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Target/TargetMachine.h"
#include <set>

using namespace mlgo;

namespace {

/// Loops that are vectorised at some levels, calls that are inlined at some,
/// and what unwinding looks at.
constexpr const char *CSource = R"(
extern int puts(const char *);
extern void *get(unsigned long);
__attribute__((cold)) static void fail(const char *Why) { puts(Why); }
static int scale(int X, int By) { return X < 0 ? -X * By : X * By + 3; }
float sum(const float *restrict A, float *restrict B, unsigned N) {
  float S = 0;
  for (unsigned I = 0; I < 1024; ++I) B[I] = A[I] * 2 + N;
  for (unsigned I = 0; I < N; ++I) S += A[I];
  return S;
}
int walk(int *P, int N) {
  int S = 0;
  for (int I = 0; I < N; ++I) {
    if (P[I] > 100) fail("large");
    S += scale(P[I], N) / 10 + scale(I, S) % 7;
  }
  switch (S & 7) {
  case 0: return 12; case 1: return 99; case 2: return -4; case 3: return 1;
  case 4: return scale(S, 2); case 5: return 5; default: break;
  }
  int *Copy = get(sizeof(int) * N);
  for (int I = 0; I < N; ++I) Copy[I] = P[I];
  return S + Copy[N / 2];
}
__attribute__((optnone, noinline)) int plain(int X) { return X + 1; }
)";
constexpr const char *CxxSource = R"(
extern "C" int puts(const char *);
struct Name { Name(const char *); ~Name(); const char *P; };
static Name Global("global");
template <class T> struct List {
  T *Data = nullptr; unsigned Size = 0, Room = 0;
  void push(const T &X) {
    if (Size == Room) grow();
    Data[Size++] = X;
  }
  void grow() {
    T *Old = Data;
    Data = new T[Room = Room * 2 + 4];
    for (unsigned I = 0; I < Size; ++I) Data[I] = Old[I];
    delete[] Old;
  }
  ~List() { delete[] Data; }
};
int check(int X) { if (X > 5) throw X; return X; }
int fill(int N) {
  List<int> L; List<double> D;
  Name Local("local");
  try {
    for (int I = 0; I < N; ++I) { L.push(check(I)); D.push(I * 0.5); }
  } catch (int X) { puts("caught"); return X; }
  return L.Size + int(D.Data[0]);
}
struct Base { virtual ~Base(); virtual int get() const { return 1; } };
struct Derived : Base { int get() const override { return fill(3); } };
int use(const Base &B) { return B.get() + B.get(); }
int both() { Derived D; return use(D); }
)";

using Sections = std::multiset<std::pair<std::string, std::string>>;

/// What is loaded of an object.
Sections readSections(llvm::StringRef Bytes) {
  auto File = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef(Bytes, "object"));
  REQUIRE(bool(File));
  Sections All;
  for (const llvm::object::SectionRef &Section : (*File)->sections())
    if (Section.isText() || Section.isData() || Section.isBerkeleyText())
      All.emplace(llvm::cantFail(Section.getName()).str(),
                  llvm::cantFail(Section.getContents()).str());
  return All;
}

/// The names of those that only one has.
std::string difference(const Sections &A, const Sections &B) {
  std::string Names;
  for (const auto &[One, Other] : {std::pair(&A, &B), {&B, &A}})
    for (const auto &Section : *One)
      if (One->count(Section) != Other->count(Section))
        Names +=
            Section.first + " " + std::to_string(Section.second.size()) + " ";
  return Names;
}

/// Compiles one source at -Oz to bitcode, and in settings to objects.
struct Compilation {
  TemporaryFolder Folder;
  std::string Source;
  std::vector<std::string> Command;

  Compilation(const std::string &Text, bool IsCxx, const std::string &Triple) {
    Source = IsCxx ? "x.cc" : "x.c";
    REQUIRE(writeFileAtomically(Folder.file(Source), Text));
    Command = {"clang-22",
               "--target=" + Triple,
               "-mno-outline",
               "-Wno-unused-command-line-argument",
               "-ffunction-sections",
               "-fdata-sections",
               "-c",
               Source};
    run({"-Oz", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-o", "x.bc"});
  }

  void run(const std::vector<std::string> &Flags) {
    std::vector<std::string> All = Command;
    All.insert(All.end(), Flags.begin(), Flags.end());
    runTool(Folder, All);
  }

  Sections byClang(const CodeSetting &S) {
    std::vector<std::string> Flags = {std::string("-") + nameOf(S.Level), "-o",
                                      "x.o"};
    if (S.DropsUnwindTables)
      Flags.push_back("-fno-asynchronous-unwind-tables");
    run(Flags);
    auto Object = readFile(Folder.file("x.o"));
    REQUIRE(Object);
    return readSections(*Object);
  }

  Sections byUs(const CodeSetting &S) {
    llvm::LLVMContext Ctx;
    auto M = loadModule(Ctx, Folder.file("x.bc"));
    REQUIRE(M);
    auto TM = createTargetMachine(**M);
    REQUIRE(TM);
    const CodeLevel Level = applyCodeSetting(**M, S);
    runPipeline(**M, **TM, Level, nullptr);
    llvm::SmallVector<char, 0> Object;
    REQUIRE(generateObject(**M, **TM, Object));
    return readSections({Object.data(), Object.size()});
  }
};

} // namespace

TEST_CASE("CodeSetting: -O3 is told by the command line beside the bitcode") {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("m.bc");
  llvm::LLVMContext Ctx;
  REQUIRE(writeFileAtomically(Folder.file("m.ll"),
                              "define void @f() {\n  ret void\n}\n"));
  auto M = loadModule(Ctx, Folder.file("m.ll"));
  REQUIRE(M);
  CHECK(applyCodeSetting(**M, {}, Path) == CodeLevel::O2);
  using namespace std::string_literals;
  REQUIRE(writeFileAtomically(Folder.file("m.cmd"), "-cc1\0-O3\0-o\0"s));
  CHECK(applyCodeSetting(**M, {}, Path) == CodeLevel::O3);
  CHECK(applyCodeSetting(**M, {}) == CodeLevel::O2);
  CHECK(applyCodeSetting(**M, {CodeLevel::Os}, Path) == CodeLevel::Os);
}

TEST_CASE("CodeSetting: modules of -Oz become what clang makes in others") {
  const auto Settings = parseCodeSettings({"mixed"});
  REQUIRE(Settings);
  for (const char *Triple : {"x86_64-linux-gnu", "aarch64-linux-gnu",
                             "thumbv7a-linux-gnueabihf", "riscv64-linux-gnu"})
    for (const bool IsCxx : {false, true}) {
      Compilation C(IsCxx ? CxxSource : CSource, IsCxx, Triple);
      std::set<Sections> Different;
      for (const CodeSetting &S : *Settings) {
        INFO(Triple << " " << IsCxx << " " << formatCodeSetting(S));
        const Sections Clang = C.byClang(S);
        CHECK(difference(C.byUs(S), Clang) == "");
        Different.insert(Clang);
      }
      // Else there was nothing to get wrong.
      // The unwind tables of ARM do not depend on flags.
      CHECK(Different.size() == (Triple[0] == 't' ? 2 : 4));
    }
}

TEST_CASE("CodeSetting: bitcode is written in a setting") {
  Compilation C(CSource, false, "x86_64-linux-gnu");
  const std::string From = C.Folder.file("x.bc"), To = C.Folder.file("y.bc");
  auto Level = writeInSetting(From, {}, To);
  REQUIRE(Level);
  CHECK(*Level == CodeLevel::Oz);
  CHECK_FALSE(readFile(To));
  Level = writeInSetting(From, {CodeLevel::Os, true}, To);
  REQUIRE(Level);
  CHECK(*Level == CodeLevel::Os);
  llvm::LLVMContext Ctx;
  auto M = loadModule(Ctx, To);
  REQUIRE(M);
  CHECK(getBuiltLevel(**M) == CodeLevel::Os);
  const llvm::Function *Walk = (*M)->getFunction("walk");
  CHECK_FALSE(Walk->hasMinSize());
  CHECK(Walk->hasOptSize());
  CHECK_FALSE(Walk->hasFnAttribute(llvm::Attribute::UWTable));
  CHECK((*M)->getUwtable() == llvm::UWTableKind::None);
  CHECK_FALSE((*M)->getFunction("plain")->hasOptSize());
  CHECK(applyCodeSetting(**M, {CodeLevel::Oz, false}) == CodeLevel::Oz);
  CHECK(Walk->hasMinSize());
  CHECK_FALSE((*M)->getFunction("plain")->hasMinSize());
  CHECK_FALSE(writeInSetting(C.Folder.file("none.bc"), {}, To));
}

TEST_CASE("CodeSetting: names") {
  CHECK(formatCodeSetting({}) == "built");
  CHECK(formatCodeSettings(*parseCodeSettings({"mixed"})) ==
        "Oz,Os,Oz-no-unwind-tables,Os-no-unwind-tables");
  for (const char *Name : {"built", "Oz", "Os-no-unwind-tables"}) {
    auto S = parseCodeSetting(Name);
    REQUIRE(S);
    CHECK(formatCodeSetting(*S) == Name);
    CodeSetting Read;
    REQUIRE(fromBytes(toBytes(*S), Read));
    CHECK(Read == *S);
  }
  CHECK_FALSE(parseCodeSetting("O2"));
  CHECK(*parseCodeLevel("O3") == CodeLevel::O3);
  CHECK_FALSE(parseCodeLevel("built"));
  auto Twice = parseCodeSettings({"Os", "Os"});
  REQUIRE_FALSE(Twice);
  CHECK(Twice.error().message() == "setting Os is there twice");
  CHECK_FALSE(parseCodeSettings({"Os", "mixed"}));
}
