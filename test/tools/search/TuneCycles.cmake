# Tunes a build for the cycles of its workload: it is instrumented, run, searched
# and measured, with its profile and without; workers find the same.
#
# USAGE: cmake -DMLGO=<program> -DWORK=<folder> -P TuneCycles.cmake

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/app")
set(RUN_FOLDER "${WORK}/app")
include("${CMAKE_CURRENT_LIST_DIR}/../RunTool.cmake")
file(WRITE "${WORK}/app/app.c" [[
#include <stdio.h>
#include <string.h>
static unsigned table[64];
static unsigned mix(unsigned a, unsigned b, unsigned kind) {
  switch (kind) {
  case 0: a = a * 31 + b; table[a & 63] += b; break;
  case 1: a ^= b << 3; table[b & 63] ^= a; break;
  case 2: a += b * b; table[(a + b) & 63] -= a; break;
  case 3: a = (a >> 3) + (b << 5); table[1] = a / (b | 1); break;
  case 4: a = a % (b + 7); table[2] += a; break;
  default: a -= b; break;
  }
  if (table[a & 63] > 1000)
    table[a & 63] = table[b & 63] / 3;
  for (unsigned i = 0; i < (b & 3); ++i)
    a = a * 17 + i;
  return a ^ (a >> 7);
}
static unsigned twice(unsigned a, unsigned b) { return mix(mix(a, b, a & 3), b, 1); }
static unsigned rare(unsigned a) { printf("rare %u\n", a); return mix(a, a, 2); }
int main(int argc, char **argv) {
  unsigned sum = 1;
  if (argc > 1 && !strcmp(argv[1], "fail"))
    return 3;
  for (unsigned i = 0; i < 200000; ++i) {
    sum = twice(sum, i);
    if (i % 50000 == 7)
      sum = rare(sum);
    sum += mix(sum, i, i & 1);
  }
  printf("%u\n", sum);
  return 0;
}
]])
file(WRITE "${WORK}/app/build.sh"
  "set -e\n$CC -O3 -c app.c -o app.o\n$CC -O3 app.o -o app\n"
  "# As builds try what there is.\n$CC -O3 app.o -o have_it\nrm have_it\n")

# The program's runtime is a package of its own.
execute_process(COMMAND clang-22 -O1 -fprofile-generate app.c -o probe
  WORKING_DIRECTORY "${RUN_FOLDER}" RESULT_VARIABLE RESULT ERROR_QUIET)
if(NOT RESULT EQUAL 0)
  message("SKIPPED: no profile runtime; expected Debian's libclang-rt-22-dev")
  return()
endif()

run(2 tune --objective cycles -- sh build.sh)
expect("${ERRORS}" "expected --run COMMAND, the workload")
run(2 tune --run ./app -- sh build.sh)
expect("${ERRORS}" "--run is the workload of --objective cycles")
run(1 tune --objective cycles --run "./app fail" -- sh build.sh)
expect("${ERRORS}" "exit code 3, expected 0")
run(1 tune --objective cycles --run true -- sh build.sh)
expect("${ERRORS}" "'true': no profile was left")

run(0 tune --objective cycles --run ./app --max-growth 10% --pairs 2 --trials 24
  --jobs 2 -o app.decisions --report app.html -- sh build.sh)
expect("${OUTPUT}" "app +app +[1-9][0-9]+ -> +[1-9][0-9]+ cycles")
expect("${ERRORS}" "passes: left out of [0-9]+ functions, after [1-9][0-9]* trials: ")
expect("${OUTPUT}" "with decisions and the profile, against stock with the prof")
expect("${OUTPUT}" "with decisions alone, against stock without a profile")
expect("${OUTPUT}" "bytes of text +[1-9][0-9]* -> +[1-9]")
expect("${OUTPUT}" "time +[+-][0-9.]+ %, 95 % interval")
expect("${OUTPUT}" "-O3 -fprofile-use=[^ \n]*/app.profdata -DMLGO_DECISIONS=[^ ]+ -fpass-plugin=")
expect("${OUTPUT}" "(\n  -O3 -DMLGO_DECISIONS=[^ ]+ -fpass-plugin=[^\n]*/app.decisions[^\n]*\n|A build without)")
if(OUTPUT MATCHES "the output differs")
  message(FATAL_ERROR "the programs print different things:\n${OUTPUT}")
endif()

# The page has cycles, what was measured of both kinds of builds, and decisions.
file(READ "${WORK}/app/app.html" PAGE)
foreach(PART "cycles of app, as modelled with the profile: [1-9][0-9]+ instead of"
    "with the profile, bytes of text: [1-9]" "without a profile, bytes of text: "
    "with the profile, time: [+-][0-9.]+ %, 95 % interval"
    "without a profile, time of the processor: " "decisions</th>.*inlining")
  expect("${PAGE}" "${PART}")
endforeach()

# The next build does what is promised, with the same profile.
string(REGEX MATCH "-O3 (-fprofile-use=[^\n]*)" FOUND "${OUTPUT}")
separate_arguments(FLAGS UNIX_COMMAND "${CMAKE_MATCH_1}")
execute_process(COMMAND clang-22 -O3 ${FLAGS} app.c -o again
  WORKING_DIRECTORY "${RUN_FOLDER}" COMMAND_ERROR_IS_FATAL ANY)

# For builds without a profile, and where each build has a folder of its own and
# a copy of the program in front of it.
file(WRITE "${WORK}/app/sorted.sh" [[
set -e
$CC -O3 -c app.c -o app.o
of=out-$(cksum < app.o | tr ' ' -)
mkdir -p $of
$CC -O3 app.o -o $of/app
cp $of/app app
]])
run(2 tune --hide-profile -- sh build.sh)
expect("${ERRORS}" "--hide-profile is about --objective cycles")
run(0 tune --objective cycles --run ./app --hide-profile --pairs 2 --trials 24
  --jobs 2 -o plain.decisions --work .mlgo-plain --report plain.html -- sh sorted.sh)
expect("${OUTPUT}" "app +app +[1-9][0-9]+ -> +[1-9][0-9]+ cycles")
expect("${OUTPUT}" "with decisions alone, against stock without a profile")
expect("${OUTPUT}" "(\n  -O3 -DMLGO_DECISIONS=[^ ]+ -fpass-plugin=[^\n]*/plain.decisions[^\n]*\n|No flags are)")
if(OUTPUT MATCHES "-fprofile-use" OR OUTPUT MATCHES "the output differs")
  message(FATAL_ERROR "not for a build without a profile:\n${OUTPUT}")
endif()
if(OUTPUT MATCHES "a copy of the program that is not among those linked")
  message(FATAL_ERROR "one build was counted twice:\n${OUTPUT}")
endif()
file(READ "${WORK}/app/plain.html" PAGE)
expect("${PAGE}" "without a profile, bytes of text: ")

set(SEARCH search .mlgo-tune/app/corpus --objective cycles
  --profile app.profdata --trials 24)
run(0 ${SEARCH} --jobs 1 -o one.decisions)
run(0 ${SEARCH} --jobs 3 -o three.decisions)
file(READ "${WORK}/app/one.decisions" ONE)
file(READ "${WORK}/app/three.decisions" THREE)
expect("${ONE}" "twice")
if(NOT ONE STREQUAL THREE)
  message(FATAL_ERROR "one worker finds\n${ONE}\nand three find\n${THREE}")
endif()
run(1 search .mlgo-tune/app/corpus --objective cycles -o x.decisions)
expect("${ERRORS}" "there is no profile, expected")
run(1 search .mlgo-tune/app/corpus --objective cycles --profile app.c
  -o x.decisions)
expect("${ERRORS}" "app.c: .*expected a profile that llvm-profdata merged")
run(0 eval --corpus .mlgo-tune/app/corpus --objective cycles
  --profile app.profdata --policy one.decisions)
expect("${OUTPUT}" "app")
