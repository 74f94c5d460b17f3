// How a build linked its programs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/LinkLog.h"
#include "build/CompilerWrapper.h"
#include "corpus/CorpusPrograms.h"
#include "link/LinkerCommand.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "support/Text.h"

namespace mlgo {
namespace {
/// What a flag with its value in the next argument is to a link.
bool takesIgnoredValue(std::string_view Flag) {
  return isAnyOf(Flag,
                 {"-x", "-I", "-D", "-U", "-isystem", "-iquote", "-idirafter",
                  "-include", "-MF", "-MT", "-MQ", "-Xclang", "-mllvm",
                  "-Xpreprocessor", "-Xassembler", "--param"});
}

/// Walks over the arguments of one command.
class LineParser {
public:
  explicit LineParser(const LinkCommand &Command) : Folder(Command.Folder) {
    Line.IsCxx = Command.Compiler.find("++") != Command.Compiler.npos;
    for (const std::string &Argument : Command.Arguments)
      expand(Argument);
  }

  std::optional<LinkLine> run() {
    std::string Output = "a.out";
    for (Next = 0; Next < Arguments.size() && MakesProgram; ++Next) {
      const std::string &Argument = Arguments[Next];
      if (Argument == "-o")
        Output = value();
      else if (startsWith(Argument, "-o"))
        Output = Argument.substr(2);
      else if (Argument == "-target")
        addFlag("--target=" + value());
      else if (takesIgnoredValue(Argument))
        ++Next;
      else if (startsWith(Argument, "-") && Argument != "-")
        addFlag(Argument);
      else
        addFile(Argument);
    }
    const bool HasInput = std::any_of(
        Line.Inputs.begin(), Line.Inputs.end(),
        [](const LinkInput &I) { return I.Kind == LinkInput::File; });
    if (!MakesProgram || !(HasInput || !Line.Obstacle.empty()))
      return std::nullopt;
    Line.Output = absolute(Output);
    return std::move(Line);
  }

private:
  void expand(const std::string &Argument) {
    if (!startsWith(Argument, "@")) {
      Arguments.push_back(Argument);
      return;
    }
    Result<std::string> Text = readFile(absolute(Argument.substr(1)));
    Result<Strings> Read =
        Text ? splitFlags(*Text) : Result<Strings>(Text.error());
    if (Read)
      Arguments.insert(Arguments.end(), Read->begin(), Read->end());
    else
      Line.Obstacle = "its response file is gone: " + Read.error().message();
  }

  std::string absolute(const std::string &Path) const {
    return (fs::path(Folder) / Path).lexically_normal().string();
  }

  std::string value() {
    return ++Next < Arguments.size() ? Arguments[Next] : "";
  }

  void addFile(const std::string &File) {
    const std::string Extension = fs::path(File).extension().string();
    if (isAnyOf(Extension, {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".s",
                            ".S", ".m", ".mm", ".ll", ".bc"}))
      Line.Obstacle = "compiles " + File + " while linking";
    else
      Line.Inputs.push_back({LinkInput::File, absolute(File), WholeArchive});
  }

  void addFlag(const std::string &Flag) {
    if (isAnyOf(Flag, {"-r", "-c", "-S", "-E"})) {
      MakesProgram = false;
    } else if (Flag == "-shared") {
      Line.IsShared = true;
    } else if (Flag == "-Xlinker") {
      addLinkerFlag(value());
    } else if (isAnyOf(Flag, {"-u", "-z", "-T", "-e"})) {
      addLinkerFlag(Flag + "," + value());
    } else if (startsWith(Flag, "-Wl,")) {
      addLinkerFlag(Flag.substr(4));
    } else if (startsWith(Flag, "-L")) {
      Line.SearchFolders.push_back(
          absolute(Flag.size() > 2 ? Flag.substr(2) : value()));
    } else if (startsWith(Flag, "-l")) {
      Line.Inputs.push_back({LinkInput::Library,
                             Flag.size() > 2 ? Flag.substr(2) : value(),
                             WholeArchive});
    } else if (isLinkFlag(Flag)) {
      Line.IsStatic |=
          startsWith(Flag, "-static") && !startsWith(Flag, "-static-lib");
      Line.Inputs.push_back({LinkInput::Flag, Flag, false});
    }
    // All others are for compilations, or, as the choice of linker, ours.
  }

  void addLinkerFlag(const std::string &Flag) {
    if (isAnyOf(Flag, {"--whole-archive", "-whole-archive"}))
      WholeArchive = true;
    else if (isAnyOf(Flag, {"--no-whole-archive", "-no-whole-archive"}))
      WholeArchive = false;
    else if (isAnyOf(Flag, {"-r", "--relocatable"}))
      MakesProgram = false;
    else if (isAnyOf(Flag, {"-shared", "--shared"}))
      Line.IsShared = true;
    else if (const std::string Script = versionScript(Flag); !Script.empty())
      addFlagOfLinker("--version-script=" + absolute(Script));
    else if (startsWith(Flag, "-T") || startsWith(Flag, "--script"))
      Line.Obstacle = "uses a linker script";
    // lld needs no groups, and lazy objects may not stand in one.
    else if (!isAnyOf(Flag, {"--gc-sections", "--start-group", "--end-group",
                             "-(", "-)"}) &&
             isLinkFlag("-Wl," + Flag))
      addFlagOfLinker(Flag);
  }

  void addFlagOfLinker(const std::string &Flag) {
    Line.Inputs.push_back({LinkInput::Flag, "-Wl," + Flag, false});
  }

  /// The file of \p Flag if that is --version-script, which may stand in two
  /// -Wl,... or -Xlinker.
  std::string versionScript(const std::string &Flag) {
    for (const std::string Name : {"--version-script", "-version-script"}) {
      if (startsWith(Flag, Name + "=") || startsWith(Flag, Name + ","))
        return Flag.substr(Name.size() + 1);
      if (Flag != Name)
        continue;
      const std::string Next = value();
      if (Next == "-Xlinker")
        return value();
      return startsWith(Next, "-Wl,") ? Next.substr(4) : Next;
    }
    return "";
  }

  std::string Folder;
  Strings Arguments;
  size_t Next = 0;
  bool WholeArchive = false, MakesProgram = true;
  LinkLine Line;
};
} // namespace

Result<std::vector<LinkCommand>> parseLinkLog(std::string_view Text) {
  std::vector<LinkCommand> Commands;
  auto Take = [&Text](std::string &Field) {
    const size_t End = Text.find('\0');
    if (End == Text.npos)
      return false;
    Field = std::string(Text.substr(0, End));
    Text.remove_prefix(End + 1);
    return true;
  };
  while (!Text.empty()) {
    const Error Short("link log: record " +
                      std::to_string(Commands.size() + 1) + " is cut short");
    LinkCommand Command;
    std::string Count;
    if (!Take(Count) || !Take(Command.Folder) || !Take(Command.Compiler))
      return Short;
    if (Count.empty() || Count.size() > 9 ||
        Count.find_first_not_of("0123456789") != Count.npos)
      return Error("link log: record " + std::to_string(Commands.size() + 1) +
                   " does not begin with a number of arguments");
    for (int Left = std::stoi(Count); Left > 0; --Left) {
      Command.Arguments.emplace_back();
      if (!Take(Command.Arguments.back()))
        return Short;
    }
    Commands.push_back(std::move(Command));
  }
  return Commands;
}

std::optional<LinkLine> parseLinkLine(const LinkCommand &Command) {
  return LineParser(isLinkerCommand(Command) ? toCompilerCommand(Command)
                                             : Command)
      .run();
}

bool isProbe(const LinkLine &Line) {
  const fs::path Output = Line.Output;
  const auto Folder = std::find(Output.begin(), Output.end(), "CMakeFiles");
  if (Folder != Output.end() || Output.filename() == "conftest")
    return true;
  std::error_code Failure;
  if (fs::exists(Output, Failure))
    return false;
  return Line.Inputs.empty() ||
         std::any_of(Line.Inputs.begin(), Line.Inputs.end(),
                     [&](const LinkInput &Input) {
                       return Input.Kind == LinkInput::File &&
                              !fs::exists(Input.Text, Failure);
                     });
}
} // namespace mlgo
