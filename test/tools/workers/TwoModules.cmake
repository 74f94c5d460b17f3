# A corpus of one program of two modules, so that work can go different ways.

# make_corpus(<folder> <C++ program>)
function(make_corpus FOLDER SOURCE)
  file(MAKE_DIRECTORY "${FOLDER}")
  file(WRITE "${FOLDER}/more.cpp"
    "#include <map>\n#include <string>\n"
    "int count(const std::string &Text) {\n"
    "  std::map<char, int> Counts;\n  for (char C : Text) ++Counts[C];\n"
    "  return static_cast<int>(Counts.size());\n}\n")
  foreach(MODULE "app;${SOURCE}" "more;${FOLDER}/more.cpp")
    list(GET MODULE 0 NAME)
    list(GET MODULE 1 FILE)
    execute_process(COMMAND clang++-22 -Oz -Xclang -disable-llvm-passes
      -emit-llvm -c "${FILE}" -o "${FOLDER}/${NAME}.o.bc"
      COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  file(WRITE "${FOLDER}/corpus_description.json"
    "{\"has_thinlto\": false, \"modules\": [\"app.o\", \"more.o\"]}")
  file(WRITE "${FOLDER}/programs.json"
    "{\"programs\": [{\"name\": \"app\", \"language\": \"C++\", \"link\": "
    "[{\"module\": \"app.o\"}, {\"module\": \"more.o\"}]}]}")
endfunction()
