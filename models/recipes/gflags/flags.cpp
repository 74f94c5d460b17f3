// Flags of all types: parsed from arguments, a file and texts, validated,
// changed, listed, described and written again.

#include <gflags/gflags.h>

#include <cstdio>
#include <string>
#include <vector>

DEFINE_bool(loud, false, "whether to shout");
DEFINE_int32(number, 7, "a number");
DEFINE_uint32(natural, 8, "a number that is not negative");
DEFINE_int64(large, int64_t(1) << 40, "a large number");
DEFINE_uint64(larger, ~uint64_t(0), "a larger number");
DEFINE_double(real, 0.5, "a real number");
DEFINE_string(text, "none",
              "a text, with a long description that has to be "
              "wrapped over several lines where it is shown");

namespace {

bool isSmall(const char *, int32_t Number) { return Number < 1000; }

void show(const char *When) {
  std::printf("%s: %d %d %u %lld %llu %g %s\n", When, FLAGS_loud, FLAGS_number,
              FLAGS_natural, static_cast<long long>(FLAGS_large),
              static_cast<unsigned long long>(FLAGS_larger), FLAGS_real,
              FLAGS_text.c_str());
}

} // namespace

DEFINE_validator(number, &isSmall);

int main(int Argc, char **Argv) {
  gflags::SetUsageMessage("flags [options] words");
  gflags::SetVersionString("1.2");
  gflags::ParseCommandLineFlags(&Argc, &Argv, true);
  show("arguments");
  for (int I = 1; I < Argc; ++I)
    std::printf("rest %s\n", Argv[I]);
  for (const char *Text : {"12", "-5", "0x1f", "1e3", "5000", "x", ""})
    for (const char *Name : {"number", "natural", "real", "loud", "none"})
      std::printf("%s=%s: %s", Name, Text,
                  gflags::SetCommandLineOption(Name, Text).c_str());
  show("changed");
  {
    gflags::FlagSaver Saver;
    gflags::SetCommandLineOptionWithMode("text", "kept",
                                         gflags::SET_FLAG_IF_DEFAULT);
    gflags::ReadFlagsFromString("--large=3\n# comment\n--real=2.5\n", "flags",
                                false);
    show("within");
  }
  show("after");
  std::vector<gflags::CommandLineFlagInfo> All;
  for (int Round = 0; Round < 50; ++Round)
    gflags::GetAllFlags(&All);
  for (const gflags::CommandLineFlagInfo &Each : All)
    if (Each.filename.find("flags.cpp") != std::string::npos)
      std::printf("%s\n", gflags::DescribeOneFlag(Each).c_str());
  std::string Value;
  for (int I = 0; I < 3000; ++I) {
    gflags::SetCommandLineOption("number", std::to_string(I % 1100).c_str());
    gflags::GetCommandLineOption("number", &Value);
  }
  std::printf("%s %s\n%s", Value.c_str(), gflags::VersionString(),
              gflags::ProgramUsage());
  std::printf("\n%zu\n", gflags::CommandlineFlagsIntoString().size());
  gflags::ShutDownCommandLineFlags();
}
