# Trains a policy on one program, prolongs the run, and names what is wrong.
#
# USAGE: cmake -DMLGO=<program> -DSOURCE=<C++ program> -DMODEL=<policy>
#          -DWORK=<folder> -P TrainCommands.cmake

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/app")
file(COPY_FILE "${SOURCE}" "${WORK}/app/app.cpp")
file(WRITE "${WORK}/app/build.sh"
  "set -e\n$CXX -c app.cpp -o app.o\n$CXX app.o -o app\n")
file(WRITE "${WORK}/app/train.json" "{
  // Few numbers, so that few candidates see something.
  \"start-model\": \"${MODEL}\",
  \"training-corpora\": [\".mlgo-tune/app/corpus\"],
  \"validation-corpora\": [\".mlgo-tune/app/corpus\"],
  \"parameters\": [\"base\", \"blocks:3\"],
  \"pairs\": 2, \"sigma\": 0.8,
  \"generations\": 4, \"validation-interval\": 2
}")

set(RUN_FOLDER "${WORK}/app")
include("${CMAKE_CURRENT_LIST_DIR}/../RunTool.cmake")

function(expect_same FIRST SECOND)
  file(SHA256 "${WORK}/app/${FIRST}" A)
  file(SHA256 "${WORK}/app/${SECOND}" B)
  if(NOT A STREQUAL B)
    message(FATAL_ERROR "${FIRST} and ${SECOND} differ")
  endif()
endfunction()

run(0 tune --trials 1 -o app.decisions -- sh build.sh)

# 1. A run writes a model, its state, its numbers and its picture.
run(0 train train.json -o whole.mlgo)
expect("${OUTPUT}" "done after generation 4\n.*whole.mlgo: validation ")
run(0 model verify whole.mlgo)
file(STRINGS "${WORK}/app/whole.mlgo.csv" ROWS)
list(LENGTH ROWS COUNT)
if(NOT COUNT EQUAL 6)
  message(FATAL_ERROR "metrics have ${COUNT} lines, expected 6")
endif()

# 2. Neither where it works nor interruptions change a byte.
run(0 train train.json --jobs 2 -o forked.mlgo)
expect_same(whole.mlgo forked.mlgo)
run(0 train train.json --workers in-process --generations 2 -o parts.mlgo)
run(1 train train.json -o parts.mlgo)
expect("${ERRORS}" "parts.mlgo.checkpoint: a training checkpoint is there")
run(0 train train.json --resume -o parts.mlgo)
expect_same(whole.mlgo parts.mlgo)

# 3. Of another training.
run(1 train train.json --sigma 0.5 --resume -o parts.mlgo)
expect("${ERRORS}" "found 'sigma 0.8', expected 'sigma 0.5'")

# 4. Configurations.
run(0 train train.json --show --seed 9 --training-packages zlib,lua5.4)
string(JSON SEED GET "${OUTPUT}" seed)
string(JSON PACKAGE GET "${OUTPUT}" training-packages 1)
if(NOT "${SEED} ${PACKAGE}" STREQUAL "9 lua5.4")
  message(FATAL_ERROR "the configuration is\n${OUTPUT}")
endif()
run(1 train train.json --pairs many -o never.mlgo)
expect("${ERRORS}" "key 'pairs' is \"many\", expected a whole number")
run(2 train train.json)
expect("${ERRORS}" "key 'output' is empty")
run(1 train no-such.json -o never.mlgo)
file(WRITE "${WORK}/app/unknown.json" "{\"sigmas\": 1}")
run(1 train unknown.json -o never.mlgo)
expect("${ERRORS}" "unknown.json: key 'sigmas' is unknown, expected one of")
if(EXISTS "${WORK}/app/never.mlgo")
  message(FATAL_ERROR "a run that failed has written a model")
endif()
