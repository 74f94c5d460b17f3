# Labels passes of a small program, learns from that, and compiles with it.
#
# USAGE: cmake -DMLGO=<program> -DCLANG=<program> -DPLUGIN=<file> -DSOURCE=<file>
#   -DWORK=<folder> -P TrainGates.cmake

file(REMOVE_RECURSE "${WORK}")
set(RUN_FOLDER "${WORK}")
include("${CMAKE_CURRENT_LIST_DIR}/../RunTool.cmake")

foreach(NAME first second)
  set(CORPUS "${WORK}/${NAME}/corpus")
  file(MAKE_DIRECTORY "${CORPUS}")
  execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND "${CLANG}" -Oz -emit-llvm
    -Xclang -disable-llvm-passes -c "${SOURCE}" -o "${CORPUS}/${NAME}.o.bc")
  file(WRITE "${CORPUS}/${NAME}.o.cmd" "-cc1")
  file(WRITE "${CORPUS}/corpus_description.json"
    "{\"has_thinlto\": false, \"modules\": [\"${NAME}.o\"]}")
endforeach()

# The same labels for any number of workers; what is there is not made again.
run(0 labels first second --task gate -o labels --jobs 2)
expect("${ERRORS}" "second: 1 of 1 modules, [1-9][0-9]* decisions, 0 failed")
run(0 labels first second --task gate -o again --jobs 1)
foreach(LOG first/first second/second)
  execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND ${CMAKE_COMMAND}
    -E compare_files "${WORK}/labels/${LOG}.o.log" "${WORK}/again/${LOG}.o.log")
endforeach()
run(1 labels first --task gate -o labels --level Os)
expect("${ERRORS}" "has labels of settings built")
run(0 labels first --task gate -o labels-os --level Os)
run(0 log stats labels/first/first.o.log)
expect("${OUTPUT}" "executed_flipped")

# Both are one program, so that what is learned of one holds for the other.
run(0 fit --task gate --logs labels --trees 30 --min-child-weight 1
  --min-bytes 0.2 --cut 0 -o learned.mlgo)
run(0 model info learned.mlgo)
expect("${OUTPUT}" "task: gate")
# Conditions name passes or give their numbers.
foreach(PASSES "pass=indvars;licm" "pass=11;16")
  list(POP_BACK PASSES LAST)
  run(0 fit --task gate --logs labels --trees 30 --min-child-weight 1
    --min-bytes 0.2 --cut 0 --except ${PASSES} pass=${LAST} --priced pass=${LAST}
    -o fitted.mlgo)
  file(RENAME "${WORK}/fitted.mlgo" "${WORK}/${LAST}.mlgo")
endforeach()
execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND ${CMAKE_COMMAND}
  -E compare_files "${WORK}/licm.mlgo" "${WORK}/16.mlgo")
run(1 fit --task gate --logs labels --where pass=licmm -o fitted.mlgo)
expect("${ERRORS}" "condition is 'pass=licmm', expected a number, or a name")
foreach(MODEL ";-mllvm;-mlgo-gate-mode=default"
    ";-mllvm;-mlgo-gate-model=${WORK}/learned.mlgo")
  execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND "${CLANG}" -Oz
    "-fpass-plugin=${PLUGIN}" ${MODEL} -c "${SOURCE}" -o "${WORK}/x.o")
  file(SIZE "${WORK}/x.o" BYTES)
  list(APPEND SIZES ${BYTES})
endforeach()
list(GET SIZES 0 STOCK)
list(GET SIZES 1 LEARNED)
if(NOT LEARNED LESS STOCK)
  message(FATAL_ERROR "${LEARNED} bytes with the policy, ${STOCK} without")
endif()

# Around the policy; a policy of another task.
run(0 labels first --task gate -o around --policy learned.mlgo)
run(1 labels first --task gate -o other --policy
  "${CMAKE_CURRENT_LIST_DIR}/../../../models/inline-size.mlgo")
run(1 search first --task gate -o found.txt)
expect("${ERRORS}" "mlgo-gate-effort")
run(1 fit --task gate --kind start -o start.mlgo)
expect("${ERRORS}" "expected labels to fit")
