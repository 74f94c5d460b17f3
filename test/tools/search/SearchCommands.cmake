# Tunes a program with its own build, replays what was found, and evaluates it.
#
# USAGE: cmake -DMLGO=<program> -DSOURCE=<C++ program> -DMODEL=<shipped policy>
#          -DWORK=<folder> -P SearchCommands.cmake

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/app")
file(COPY_FILE "${SOURCE}" "${WORK}/app/app.cpp")
file(WRITE "${WORK}/app/build.sh"
  "set -e\n$CXX -c app.cpp -o app.o\n$CXX app.o -o app\n")

set(RUN_FOLDER "${WORK}/app")
include("${CMAKE_CURRENT_LIST_DIR}/../RunTool.cmake")

# 1. Build, extract, search, print the flags.
run(1 tune -o app.decisions)
expect("${ERRORS}" "nothing was built here .*as in mlgo tune -- make")
run(0 tune --trials 250 --jobs 2 -o app.decisions -- sh build.sh)
expect("${OUTPUT}" "app +app +[0-9]+ -> +[0-9]+ bytes  -[0-9]")
string(REGEX REPLACE ".* -> +([0-9]+) bytes.*" "\\1" TUNED "${OUTPUT}")
expect("${OUTPUT}" "-Oz -DMLGO_DECISIONS=[0-9a-f]+ -fpass-plugin=([^ ]+) -Xclang -mllvm -Xclang -mlgo-inline-decisions=[^ ]+ -Xclang -mllvm -Xclang -mlgo-gate-decisions=[^ ]+app.decisions")
string(REGEX MATCH "-DMLGO_DECISIONS=[0-9a-f]+" EDITION "${OUTPUT}")
string(REGEX MATCH "that build will be ([0-9]+) bytes" PROMISED "${OUTPUT}")
set(PROMISED ${CMAKE_MATCH_1})
string(REGEX MATCH "-fpass-plugin=[^ \n]+" PLUGIN "${OUTPUT}")
expect("${PLUGIN}" "/MLGO-22-")
set(CORPUS ".mlgo-tune/app/corpus")
# They decide in all that mlgo tune compiles.
cmake_path(GET MODEL PARENT_PATH MODELS)
set(BESIDE ${MODELS}/regalloc-evict.mlgo ${MODELS}/regalloc-evict-oz.mlgo
  ${MODELS}/gate-oz.mlgo ${MODELS}/gate-os.mlgo)

# Without time for a search it is the policy, whose file has no call sites.
run(0 tune --seconds 0.001 --work short -o short.decisions -- sh build.sh)
expect("${OUTPUT}" "bytes  -[0-9.]+ %  \\(the policy alone: [0-9]+, -")
expect("${OUTPUT}" "0 trials, 0 failed, [0-9]+ s; the budget of seconds")
expect("${ERRORS}" "search: as stock decides: [0-9]+ bytes")
# A cache sees that the file has changed by the flags.
if(OUTPUT MATCHES "${EDITION} ")
  message(FATAL_ERROR "other decisions have the same flag ${EDITION}")
endif()
file(STRINGS "${WORK}/app/short.decisions" LINES REGEX "\t[^\t]+#[0-9]")
if(LINES)
  message(FATAL_ERROR "a search without time decides calls\n${LINES}")
endif()

# Who goes on for too short a time keeps what was found.
run(0 tune --seconds 0.001 -o app.decisions)
expect("${OUTPUT}" "${EDITION} ")
expect("${OUTPUT}" "app +app +[0-9]+ -> +${TUNED} bytes")
# Built again, it is what was promised; padding is the linker's own.
run(0 tune --rebuild -o app.decisions)
string(REGEX MATCH "app +([0-9]+) bytes, as linked" FOUND "${OUTPUT}")
math(EXPR ERROR "${CMAKE_MATCH_1} - ${PROMISED}")
if(ERROR GREATER 64 OR ERROR LESS -64)
  message(FATAL_ERROR "${PROMISED} bytes are promised:\n${OUTPUT}")
endif()

# 2. The same search gives the same file, whatever the number of workers.
run(0 search ${CORPUS} --trials 250 --jobs 1 --beside ${BESIDE}
  -o again.decisions)
file(SHA256 "${WORK}/app/app.decisions" TUNED_FILE)
# Those about passes, which tune has searched, too, are behind.
file(READ "${WORK}/app/app.decisions" FIRST)
file(READ "${WORK}/app/again.decisions" SECOND)
string(REGEX REPLACE "# mlgo-gate-decisions 1\n.*" "" FIRST "${FIRST}")
if(NOT FIRST STREQUAL SECOND)
  message(FATAL_ERROR "the decisions depend on the number of workers")
endif()

# However short it is, it begins where the shipped policy, or stock, ends.
run(0 eval --corpus ${CORPUS} --policy ${MODEL} --json)
string(JSON POLICY GET "${OUTPUT}" programs 0 bytes 0)
string(REGEX REPLACE "\\.[0-9]+$" "" POLICY "${POLICY}")
run(0 search ${CORPUS} --trials 1 -o begun.decisions)
expect("${OUTPUT}" "\\(the policy alone: ${POLICY}, ")
run(0 search ${CORPUS} --seconds 0.001 -o begun.decisions)
run(0 eval --corpus ${CORPUS} --policy begun.decisions --json)
string(JSON BYTES GET "${OUTPUT}" programs 0 bytes 0)
if(BYTES GREATER POLICY)
  message(FATAL_ERROR "a short search gives ${BYTES} bytes, the policy ${POLICY}")
endif()

# 3. The tuned program does what the stock one does.
foreach(KIND stock tuned)
  set(FLAGS "")
  if(KIND STREQUAL tuned)
    set(FLAGS ${PLUGIN} -mllvm -mlgo-inline-decisions=app.decisions
      -mllvm -mlgo-inline-stats)
  endif()
  execute_process(COMMAND clang++-22 -Oz ${FLAGS} app.cpp -o ${KIND}
    WORKING_DIRECTORY "${WORK}/app" ERROR_VARIABLE STATS
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ./${KIND} WORKING_DIRECTORY "${WORK}/app"
    OUTPUT_VARIABLE ${KIND} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
expect("${STATS}" "decisions=([0-9]+) .*matched=[1-9]")
if(NOT stock STREQUAL tuned)
  message(FATAL_ERROR "the tuned program prints\n${tuned}\nnot\n${stock}")
endif()

# 4. Evaluation, really linked.
run(0 eval --corpus ${CORPUS} --policy app.decisions --link --csv sizes.csv
  --columns code,gzip)
expect("${OUTPUT}" "\napp, as linked:\npackage .* code +change +gzip +change")
expect("${OUTPUT}" "geometric means: code -[0-9.]+%, gzip ")
expect("${OUTPUT}" "app +app +C\\+\\+ +app +[0-9]+ +[0-9]+ +-[0-9.]+%")
expect("${OUTPUT}" "as linked:\n +C\\+\\+ +1 program:  geometric mean -")
file(READ "${WORK}/app/sizes.csv" CSV)
expect("${CSV}" "^package,program,language,policy,[^\n]*\n+app,app,C\\+\\+,app,")
run(2 eval --corpus ${CORPUS} --policy app.decisions --columns code)
expect("${ERRORS}" "--columns shows parts of linked programs")
# Modelled sizes are not taken for linked ones when there is no compiler.
execute_process(COMMAND ${CMAKE_COMMAND} -E env PATH=/nonexistent
  ${MLGO} eval --corpus ${CORPUS} --policy app.decisions --link
  WORKING_DIRECTORY "${WORK}/app" OUTPUT_VARIABLE OUTPUT ERROR_VARIABLE OUTPUT
  RESULT_VARIABLE CODE)
if(NOT CODE EQUAL 1)
  message(FATAL_ERROR "exit code ${CODE} without a compiler:\n${OUTPUT}")
endif()
expect("${OUTPUT}" "cannot link programs: .*clang-22.* lld-22 to be installed")
run(0 eval --corpus ${CORPUS} --policy app.decisions --beside ${BESIDE}
  --json)
string(JSON BYTES GET "${OUTPUT}" programs 0 bytes 0)
if(NOT BYTES EQUAL TUNED)
  message(FATAL_ERROR "replayed decisions give ${BYTES} bytes, found ${TUNED}")
endif()
run(0 eval --corpus ${CORPUS} --policy stock --json)
string(JSON BYTES GET "${OUTPUT}" programs 0 baseline_bytes)
string(JSON SAME GET "${OUTPUT}" programs 0 bytes 0)
if(NOT BYTES EQUAL SAME)
  message(FATAL_ERROR "stock is ${SAME} bytes, as baseline ${BYTES}")
endif()

# Of full LTO, what is searched is what the linker compiles.
run(0 corpus whole-program ${CORPUS} --output_dir whole)
run(0 search whole --trials 60 -o whole.decisions)
run(0 eval --corpus whole --policy whole.decisions --link --json)
string(JSON BEFORE GET "${OUTPUT}" programs 0 baseline_bytes)
string(JSON AFTER GET "${OUTPUT}" programs 0 bytes 0)
string(REGEX REPLACE "\\.[0-9]+$" "" BEFORE "${BEFORE}")
string(REGEX REPLACE "\\.[0-9]+$" "" AFTER "${AFTER}")
math(EXPR MODELLED "${AFTER} - ${BEFORE}")
string(JSON BEFORE GET "${OUTPUT}" programs 0 linked_baseline_bytes)
string(JSON AFTER GET "${OUTPUT}" programs 0 linked_bytes 0)
string(REGEX REPLACE "\\.[0-9]+$" "" BEFORE "${BEFORE}")
string(REGEX REPLACE "\\.[0-9]+$" "" AFTER "${AFTER}")
math(EXPR LINKED "${AFTER} - ${BEFORE}")
# A few bytes of padding are the linker's own.
math(EXPR ERROR "${LINKED} - ${MODELLED}")
if(NOT LINKED LESS 0 OR ERROR GREATER 32 OR ERROR LESS -32)
  message(FATAL_ERROR "linked ${LINKED} bytes, as modelled ${MODELLED}")
endif()

# 5. Labels of single flips, and of a search.
run(0 labels ${CORPUS} -o labels --sites 10)
run(0 log check labels/app/app.o.log)
run(0 search ${CORPUS} --trials 60 -o short.decisions --labels labels)
run(0 log check labels/app/search.log)

# Each is drawn for a level, and for unwind tables or not.
run(0 labels ${CORPUS} -o mixed --sites 10 --settings mixed)
run(0 log check mixed/app/app.o.log)
run(1 labels ${CORPUS} -o mixed --sites 10 --level Os)
expect("${ERRORS}" "mixed/app: has labels of settings Oz,Os,Oz-no-unwind-")
run(2 labels ${CORPUS} -o mixed --settings Os --level Os)
run(0 search ${CORPUS} --level Os --no-unwind-tables --trials 60
  -o os.decisions)
expect("${OUTPUT}" "app +app +[0-9]+ -> +[0-9]+ bytes  -[0-9]")
run(0 eval --corpus ${CORPUS} --policy os.decisions --level Os
  --no-unwind-tables --link --json)
foreach(SIZE baseline_bytes linked_baseline_bytes)
  string(JSON BEFORE GET "${OUTPUT}" programs 0 ${SIZE})
  string(REPLACE "baseline_" "" SIZE ${SIZE})
  string(JSON AFTER GET "${OUTPUT}" programs 0 ${SIZE} 0)
  if(NOT AFTER LESS BEFORE)
    message(FATAL_ERROR "${SIZE} at -Os is ${AFTER}, before ${BEFORE}")
  endif()
endforeach()

# 6. What is wrong is said, and nothing is lost.
file(WRITE "${WORK}/app/other.decisions"
  "# mlgo-inline-decisions 1\n1\tnobody\tnothing\tnothing#0\n")
run(1 search ${CORPUS} --start other.decisions -o app.decisions)
expect("${ERRORS}" "other.decisions: none of its 1 sites is among")
run(1 eval --corpus ${CORPUS} --policy absent.mlgo)
run(1 eval --corpus absent --policy stock)
expect("${ERRORS}" "absent: there is no corpus_description.json")
run(1 search ${CORPUS} --trials 60 -o /dev/full)
run(2 search ${CORPUS})
expect("${ERRORS}" "--output is required")
file(SHA256 "${WORK}/app/app.decisions" AFTER)
if(NOT TUNED_FILE STREQUAL AFTER)
  message(FATAL_ERROR "app.decisions was changed by a failed search")
endif()
file(WRITE "${WORK}/app/${CORPUS}/app.o.bc" "not bitcode")
run(0 eval --corpus ${CORPUS} --policy stock)
expect("${OUTPUT}" "left out: [^\n]*app.o.bc: ")
