# What mlgo corpus makes of the objects of BuildObjects.cmake.
#
# USAGE: cmake -DMLGO=<program> -DPYTHON=<program> -DREADER=<ReadCorpus.py>
#          -DBUILD=<folder> -DRECIPES=<folder> -DWORK=<folder> -P CorpusCommands.cmake

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")

set(RUN_FOLDER "${BUILD}")
set(RUN_PREFIX corpus)
include("${CMAKE_CURRENT_LIST_DIR}/../RunTool.cmake")

function(read_as_others_do CORPUS)
  if(PYTHON)
    execute_process(COMMAND ${PYTHON} ${READER} "${CORPUS}" ${ARGN}
      COMMAND_ERROR_IS_FATAL ANY)
  endif()
endfunction()

# 1. The same corpus from all kinds of input, whatever the number of workers.
run(0 extract --input compile_commands.json --output_dir "${WORK}/json")
expect("${OUTPUT}" "^2 modules of 4 objects in ")
expect("${ERRORS}" "^mlgo: warning: 2 failed, listed in [^\n]*/failed.txt")
run(0 extract --input params --input-type params --output-dir "${WORK}/params"
  --num_workers 1)
run(0 extract --input aquery.json --input_type bazel_aquery
  --output_dir "${WORK}/aquery" --obj_base_dir "${BUILD}" --jobs 3)
run(0 extract --input . --input_type directory --output_dir "${WORK}/folder")
read_as_others_do("${WORK}/json" main.o sub/twice.o)
foreach(CORPUS params aquery folder)
  foreach(FILE corpus_description.json main.o.bc main.o.cmd sub/twice.o.bc)
    file(SHA256 "${WORK}/json/${FILE}" EXPECTED)
    file(SHA256 "${WORK}/${CORPUS}/${FILE}" FOUND)
    if(NOT FOUND STREQUAL EXPECTED)
      message(FATAL_ERROR "${CORPUS}/${FILE} differs from that of json")
    endif()
  endforeach()
endforeach()
file(READ "${WORK}/json/failed.txt" FAILED)
expect("${FAILED}" "start.o\thas no section .llvmbc")
expect("${FAILED}" "broken.o\tobject: ")

# 2. Filters. Without any module the exit code tells, and the old corpus stays.
run(0 extract --input compile_commands.json --output_dir "${WORK}/json"
  --cmd_filter "^twice.c$")
read_as_others_do("${WORK}/json" sub/twice.o)
run(1 extract --input compile_commands.json --output_dir "${WORK}/json"
  --cmd-filter "^-O3$")
read_as_others_do("${WORK}/json" sub/twice.o)
run(1 extract --input compile_commands.json --thinlto-build local
  --output_dir "${WORK}/none")
expect("${ERRORS}" "exclude each other")
run(1 extract --output_dir "${WORK}/none")
run(1 extract --input params --output_dir "${WORK}/none")
run(1 extract --input . --input_type directory --output_dir "${BUILD}")
expect("${ERRORS}" "has other files but no corpus_description.json")

# 3. Loose bitcode, and corpora of corpora.
run(0 make --input_dir "${WORK}/folder" --output_dir "${WORK}/made"
  --default_args "-cc1 -Oz")
read_as_others_do("${WORK}/made" main.o sub/twice.o)
file(REMOVE_RECURSE "${WORK}/made" "${WORK}/json")
run(0 combine --root_dir "${WORK}")
expect("${OUTPUT}" "^6 modules and 3 programs of 3 corpora in ")
read_as_others_do("${WORK}" aquery/main.o aquery/sub/twice.o folder/main.o
  folder/sub/twice.o params/main.o params/sub/twice.o)

# 4. Counts, with and without a module that cannot be read.
run(0 info "${WORK}/folder" --json)
string(JSON CALLS GET "${OUTPUT}" call_sites)
string(JSON FUNCTIONS GET "${OUTPUT}" functions)
string(JSON PROGRAM GET "${OUTPUT}" programs 0 name)
if(NOT "${FUNCTIONS} ${CALLS} ${PROGRAM}" STREQUAL "3 1 folder")
  message(FATAL_ERROR "info says\n${OUTPUT}")
endif()
file(WRITE "${WORK}/folder/main.o.bc" "broken")
run(0 info "${WORK}/folder")
expect("${OUTPUT}" "1 module cannot be read and is not counted:\n  [^\n]*main.o.bc: ")
run(1 info "${WORK}/none")

# 5. Whole programs.
run(0 whole-program "${WORK}/params")
read_as_others_do("${WORK}/params/whole" params)
run(0 info "${WORK}/params/whole" --json)
string(JSON CALLS GET "${OUTPUT}" call_sites)
# The other one is inlined before the link.
if(NOT CALLS EQUAL 1)
  message(FATAL_ERROR "whole program has ${CALLS} call sites, expected 1")
endif()
run(1 whole-program "${WORK}/folder" --program folder)
expect("${ERRORS}" "no program could be merged")

# 6. A package built here: its programs are those that the build linked.
run(0 fetch tiny --recipes "${RECIPES}" --into "${WORK}/fetched")
expect("${OUTPUT}" "^tiny: 3 modules in [^\n]*/fetched/tiny/corpus\n$")
read_as_others_do("${WORK}/fetched/tiny/corpus" programs/own.o/own.c.o square.o
  tiny.o)
file(READ "${WORK}/fetched/tiny/corpus/programs.json" PROGRAMS)
foreach(I RANGE 1)
  set(FOUND "")
  string(JSON NAME GET "${PROGRAMS}" programs ${I} name)
  string(JSON COUNT LENGTH "${PROGRAMS}" programs ${I} link)
  math(EXPR LAST "${COUNT} - 1")
  foreach(J RANGE ${LAST})
    string(JSON MODULE GET "${PROGRAMS}" programs ${I} link ${J} module)
    list(APPEND FOUND ${MODULE})
  endforeach()
  list(APPEND ALL "${NAME}: ${FOUND}")
endforeach()
if(NOT "${ALL}" STREQUAL
   "tiny: tiny.o;square.o;own: programs/own.o/own.c.o;square.o")
  message(FATAL_ERROR "programs are ${ALL}")
endif()
run(0 fetch tiny --recipes "${RECIPES}" --into "${WORK}/fetched")
expect("${OUTPUT}" "^tiny: complete already\n$")
# 7. The same for another machine, if its Debian packages are installed.
if(EXISTS /usr/aarch64-linux-gnu/include/c++)
  run(0 fetch tiny --target aarch64 --recipes "${RECIPES}"
    --into "${WORK}/fetched-aarch64")
  expect("${OUTPUT}" "^tiny: 3 modules in [^\n]*/tiny/corpus\n$")
  file(READ "${WORK}/fetched-aarch64/tiny/corpus/programs.json" PROGRAMS)
  expect("${PROGRAMS}" "\"flag\": ?\"--target=aarch64-linux-gnu\"")
  file(STRINGS "${WORK}/fetched-aarch64/tiny/corpus/tiny.o.cmd" COMMAND)
  expect("${COMMAND}" "aarch64-unknown-linux-gnu")
  execute_process(COMMAND ${MLGO} eval --link --policy threshold=25
    --corpus "${WORK}/fetched-aarch64/tiny/corpus"
    OUTPUT_VARIABLE OUTPUT ERROR_VARIABLE ERRORS RESULT_VARIABLE EXIT)
  if(NOT EXIT EQUAL 0 OR NOT OUTPUT MATCHES "tiny +tiny +C +threshold")
    message(FATAL_ERROR "eval of tiny: ${EXIT} ${OUTPUT}${ERRORS}")
  endif()
endif()
# With what the programs execute, by which decisions are judged that do not see
# it; without, that is said.
execute_process(COMMAND ${MLGO} eval --objective cycles --hide-profile
  --policy threshold=25 --corpus "${WORK}/fetched/tiny"
  OUTPUT_VARIABLE OUTPUT ERROR_VARIABLE ERRORS RESULT_VARIABLE EXIT)
expect("${EXIT}${ERRORS}" "^1.*/workload.profdata: there is no profile, expected")
execute_process(COMMAND ${MLGO} eval --task evict --objective cycles
  --policy stock --corpus "${WORK}/fetched/tiny"
  OUTPUT_VARIABLE OUTPUT ERROR_VARIABLE ERRORS RESULT_VARIABLE EXIT)
expect("${EXIT}${ERRORS}" "^1mlgo: error: [^\n]*/workload.profdata: there is no profile, expected")
run(0 fetch tiny --profile --recipes "${RECIPES}" --into "${WORK}/profiled")
expect("${OUTPUT}" "^tiny: 3 modules in [^\n]*/profiled/tiny/corpus\n$")
file(READ "${WORK}/profiled/tiny/corpus/programs.json" PROGRAMS)
if(PROGRAMS MATCHES "-fprofile")
  message(FATAL_ERROR "programs are linked with instrumentation:\n${PROGRAMS}")
endif()
file(STRINGS "${WORK}/profiled/tiny/corpus/tiny.o.cmd" COMMAND)
expect("${COMMAND}" "-O2")
foreach(HIDES "" "--hide-profile")
  execute_process(COMMAND ${MLGO} eval --objective cycles ${HIDES}
    --policy threshold=-1000 --corpus "${WORK}/profiled/tiny"
    OUTPUT_VARIABLE OUTPUT ERROR_VARIABLE ERRORS RESULT_VARIABLE EXIT)
  if(NOT EXIT EQUAL 0 OR NOT OUTPUT MATCHES "tiny +tiny +C +threshold=-1000 +[1-9]")
    message(FATAL_ERROR "eval of tiny's cycles: ${EXIT} ${OUTPUT}${ERRORS}")
  endif()
endforeach()
foreach(HIDES "" "--hide-profile")
  execute_process(COMMAND ${MLGO} eval --task evict --objective cycles ${HIDES}
    --policy stock --corpus "${WORK}/profiled/tiny"
    OUTPUT_VARIABLE OUTPUT ERROR_VARIABLE ERRORS RESULT_VARIABLE EXIT)
  expect("${EXIT}${OUTPUT}${ERRORS}" "^0.*tiny +[1-9][0-9]* +[1-9][0-9]* ")
endforeach()
execute_process(COMMAND ${MLGO} labels --objective cycles --hide-profile
  --size-price 0.1 "${WORK}/profiled/tiny" -o "${WORK}/labels"
  OUTPUT_VARIABLE OUTPUT ERROR_VARIABLE ERRORS RESULT_VARIABLE EXIT)
expect("${EXIT}${OUTPUT}${ERRORS}" "^0.*3 of 3 modules")
run(1 fetch broken --recipes "${RECIPES}" --into "${WORK}/fetched")
expect("${ERRORS}" "1 of 1 packages failed\n  broken: build: ")
# 8. Nothing is learnt from a package that is for tests.
file(COPY "${RECIPES}/tiny" DESTINATION "${WORK}/recipes")
file(READ "${WORK}/recipes/tiny/recipe.json" RECIPE)
string(REPLACE "\"example\"" "\"test\"" RECIPE "${RECIPE}")
file(WRITE "${WORK}/recipes/tiny/recipe.json" "${RECIPE}")
run(1 fetch tiny --recipes "${WORK}/recipes" --into "${WORK}/tested")
expect("${ERRORS}" "tiny: the recipe's role is test, expected ")
run(2 fetch --role test --recipes "${WORK}/recipes" --into "${WORK}/tested")
expect("${ERRORS}" "--role: test not in")
