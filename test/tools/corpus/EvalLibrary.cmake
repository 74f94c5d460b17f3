# mlgo eval of a corpus whose modules have no main().
#
# USAGE: cmake -DMLGO=<program> -DCLANG=<program> -DWORK=<folder> -P EvalLibrary.cmake

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/bitcode")
set(RUN_FOLDER "${WORK}")
set(RUN_PREFIX "")
include("${CMAKE_CURRENT_LIST_DIR}/../RunTool.cmake")

# What is weak is all that this library has.
file(WRITE "${WORK}/lib.c" "static int add(int X, int Y) { return X + Y; }\n"
  "__attribute__((weak)) int twice(int X) { return add(X, X); }\n")
execute_process(COMMAND ${CLANG} -Oz -Xclang -disable-llvm-passes -emit-llvm -c
  lib.c -o bitcode/lib.bc WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
run(0 corpus make --input_dir bitcode --output_dir weak --default_args "-cc1 -Oz")
set(EVAL eval --policy threshold=25 --corpus weak)

# As a corpus that does not know its programs is measured.
run(0 ${EVAL})
expect("${OUTPUT}" "weak +weak +C +threshold=25 +[1-9]")
file(WRITE "${WORK}/weak/programs.json" "{\"programs\": [{\"name\": "
  "\"lib\", \"language\": \"C\", \"link\": [{\"module\": \"lib\"}]}]}")
run(1 ${EVAL})
string(REGEX REPLACE "\n *" " " ERRORS "${ERRORS}")
expect("${ERRORS}" "mlgo: error: weak/lib: has no bytes: nothing of its \
modules is reached from main\\(\\); expected a program, or --as-library")
run(0 ${EVAL} --as-library)
expect("${OUTPUT}" "weak +weak +C +threshold=25 +[1-9]")
