# mlgo host decides for stock compilers and for our plugin; what goes wrong ends
# in an error and leaves nothing behind.
#
# USAGE: cmake -DMLGO=<program> -DLLVM_22=<folder> -DLLVM_19=<folder>
#          -DPLUGIN=<for 22> -DPOLICIES=<folder> -DSHIPPED=<folder>
#          -DSOURCE=<C++ program> -DWORK=<folder> -P HostCommands.cmake

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/channels")
set(ENV{TMPDIR} "${WORK}/channels")
set(RUN_FOLDER "${WORK}")
set(RUN_PREFIX host --stats)
include("${CMAKE_CURRENT_LIST_DIR}/../RunTool.cmake")

function(expect_same FIRST SECOND)
  file(SHA256 "${WORK}/${FIRST}" A)
  file(SHA256 "${WORK}/${SECOND}" B)
  if(NOT A STREQUAL B)
    message(FATAL_ERROR "${FIRST} and ${SECOND} differ")
  endif()
endfunction()

function(expect_no_channels)
  foreach(TRY RANGE 100)
    file(GLOB LEFT "${WORK}/channels/*")
    if(NOT LEFT)
      return()
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 0.1)
  endforeach()
  message(FATAL_ERROR "left behind: ${LEFT}")
endfunction()

set(OPT ${LLVM_22}/opt -passes=default<Oz> x.bc -o)
set(WITH_PLUGIN ${LLVM_22}/opt -load-pass-plugin=${PLUGIN} -passes=default<Oz>
  x.bc -o)
execute_process(COMMAND ${LLVM_22}/clang++ -Oz -Xclang -disable-llvm-passes
  -emit-llvm -c ${SOURCE} -o x.bc
  WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${OPT} stock.bc
  WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WITH_PLUGIN} plugin.bc
  WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)

# 1. Stock opt: rules, and a model with fewer inputs than the compiler has.
run(0 --policy-rule default --record default.log -- ${OPT} default.bc)
expect("${ERRORS}" "sessions=1 observations=[1-9]")
expect_same(default.bc stock.bc)
run(0 --policy-rule always --record always.log -- ${OPT} always.bc)
run(0 --policy-rule never -- ${OPT} never.bc)
run(0 --model ${POLICIES}/always.mlgo -- ${OPT} model.bc)
expect_same(model.bc always.bc)
run(0 --model ${POLICIES}/never.mlgo -- ${OPT} model.bc)
expect_same(model.bc never.bc)

# 2. clang hands flags on; what is compiled is what opt and clang make of it.
run(0 --policy-rule always -- ${LLVM_22}/clang++ -Oz -c ${SOURCE} -o always.o)
expect("${ERRORS}" "observations=[1-9]")
run(0 --policy-rule always -- ${LLVM_22}/clang++ -O0 -c ${SOURCE} -o zero.o)
expect("${ERRORS}" "sessions=0 observations=0")

# 3. Evictions, in llc and in clang.
run(0 --policy-rule first --record first.log -- ${LLVM_22}/llc stock.bc -o x.s)
expect("${ERRORS}" "sessions=1 observations=[1-9]")
run(0 --policy-rule first --task evict -- ${LLVM_22}/clang++ -O2 -c ${SOURCE}
  -o first.o)
expect("${ERRORS}" "observations=[1-9]")

# 4. Our plugin: the shipped policy decides at the other end of the channel as
#    it does in the compiler.
run(0 --model ${SHIPPED}/inline-size.mlgo -- ${WITH_PLUGIN} hosted.bc)
expect("${ERRORS}" "sessions=1 observations=[1-9]")
expect_same(hosted.bc plugin.bc)

# 5. Logs.
set(RUN_PREFIX log)
run(0 check default.log)
run(0 check first.log)
run(0 compare first.log first.log)
expect("${OUTPUT}" "^[1-9][0-9]* observations of 21 features are equal\n$")
run(1 compare default.log always.log)
expect("${OUTPUT}" "default.log, always.log: feature 38 is {.*}, absent\n$")
run(1 compare default.log absent.log)
set(RUN_PREFIX host --stats)

# 6. Models and rules that cannot answer. The compiler is ended.
run(1 --model ${POLICIES}/needs-more.mlgo -- ${OPT} refused.bc)
expect("${ERRORS}" "needs-more.mlgo: model needs input 'feature_of_the_future'")
run(1 --model ${SHIPPED}/inline-size.mlgo -- ${OPT} refused.bc)
expect("${ERRORS}" "inline-size.mlgo: model needs input '")
run(1 --policy-rule always --task evict -- ${LLVM_22}/llc stock.bc -o no.s)
expect("${ERRORS}" "rule 'always' cannot answer int64_t.1. 'index_to_evict'")
run(1 --policy-rule first --task inline -- ${OPT} refused.bc)
expect("${ERRORS}" "rule 'first' needs an int64_t input 'mask'")
run(1 --policy-rule first -- ${OPT} refused.bc)
expect("${ERRORS}" "does not decide which live range gives up its register, expected one of llc")
run(1 --policy-rule always --record absent/x.log -- ${OPT} refused.bc)
run(1 --model absent.mlgo -- ${OPT} refused.bc)
run(2 -- ${OPT} refused.bc)
expect("${ERRORS}" "expected --model or --policy-rule")
foreach(OUTPUT refused.bc no.s)
  if(EXISTS "${WORK}/${OUTPUT}")
    message(FATAL_ERROR "${OUTPUT} was written by a compiler that was ended")
  endif()
endforeach()
if(LLVM_19)
  run(1 --policy-rule default -- ${LLVM_19}/opt x.bc -o refused.bc)
  expect("${ERRORS}" "stock LLVM 19 cannot send inlining_default")
endif()

# 7. Programs that are no LLVM's: their exit code, garbage, silence.
run(7 --policy-rule always -- sh -c "exit 7")
run(1 --policy-rule always -- no-such-program)
expect("${ERRORS}" "no-such-program: cannot start")
run(1 --policy-rule always -- sh -c
  "echo garbage > '{channel}.out' && sleep 1000")
expect("${ERRORS}" "session 1: byte 0: no training log")
run(1 --policy-rule always --deadline 0.2 -- sleep 1000)
expect("${ERRORS}" "compiler has been silent for 0.2 s")
expect_no_channels()

# 8. A host that is killed leaves nothing, and no compiler that waits for it. It
# has a second to tell who watches over it which programs are to end.
execute_process(COMMAND ${MLGO} host --policy-rule always -- sh -c
  "ls \"\$TMPDIR\"/*/channel.in > seen && sleep 1 && kill -9 $PPID && exec sleep 1000"
  WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE RESULT
  OUTPUT_QUIET ERROR_QUIET TIMEOUT 60)
if(RESULT MATCHES "timeout" OR RESULT EQUAL 0)
  message(FATAL_ERROR "result of a killed host is ${RESULT}")
endif()
file(READ "${WORK}/seen" SEEN)
expect("${SEEN}" "channel.in")
expect_no_channels()
