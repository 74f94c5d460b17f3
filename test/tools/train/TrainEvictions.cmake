# Trains an eviction policy on a loop that runs out of registers.
#
# USAGE: cmake -DMLGO=<program> -DWORK=<folder> -P TrainEvictions.cmake

file(REMOVE_RECURSE "${WORK}")

# A corpus of a function of as many values as VALUES says.
function(make_corpus NAME VALUES)
  set(LOADS "")
  set(BODY "")
  math(EXPR LAST "${VALUES} - 1")
  foreach(I RANGE ${LAST})
    math(EXPR NEXT "${I} + 1")
    math(EXPR OTHER "(${I} * 7 + 3) % ${VALUES}")
    string(APPEND LOADS
      "%a${I} = getelementptr i64, ptr %p, i64 ${I}\n"
      "%v${I} = load volatile i64, ptr %a${I}\n")
    string(APPEND BODY
      "%x${I} = mul i64 %s${I}, %v${I}\n"
      "%s${NEXT} = add i64 %x${I}, %v${OTHER}\n")
  endforeach()
  set(CORPUS "${WORK}/${NAME}/corpus")
  file(WRITE "${CORPUS}/loop.o.bc" "target triple = \"x86_64-pc-linux-gnu\"
define i64 @loop(ptr %p, i64 %n) {
entry:
${LOADS}br label %loop
loop:
%i = phi i64 [0, %entry], [%next, %loop]
%s0 = phi i64 [0, %entry], [%s${VALUES}, %loop]
${BODY}%next = add i64 %i, 1
%done = icmp eq i64 %next, %n
br i1 %done, label %exit, label %loop
exit:
ret i64 %s${VALUES}
}
")
  file(WRITE "${CORPUS}/loop.o.cmd" "-cc1")
  file(WRITE "${CORPUS}/corpus_description.json"
    "{\"has_thinlto\": false, \"modules\": [\"loop.o\"]}")
endfunction()
make_corpus(small 17)
make_corpus(medium 19)
make_corpus(large 24)
file(WRITE "${WORK}/train.json" "{
  \"task\": \"regalloc-evict\",
  \"start-model\": \"start.mlgo\",
  \"training-corpora\": [\".\"], \"training-packages\": [\"small\", \"medium\"],
  \"validation-corpora\": [\"large\"],
  \"parameters\": [\"weights\"], \"scale-floor\": 1,
  \"algorithm\": \"cma\", \"pairs\": 3, \"sigma\": 0.5,
  \"generations\": 4, \"validation-interval\": 2
}")

set(RUN_FOLDER "${WORK}")
include("${CMAKE_CURRENT_LIST_DIR}/../RunTool.cmake")

# The start decides as stock.
run(0 fit --task evict --kind start -o start.mlgo)
run(0 eval --task evict --corpus . --packages small,large --policy start.mlgo)
expect("${OUTPUT}" "2 packages: geometric mean [+]0.00%, worst [+]0.00%")

# What estimates bytes needs no training, decides otherwise than stock, and is
# of evictions alone.
run(0 fit --task evict --objective size --kind bytes -o bytes.mlgo)
run(0 eval --task evict --objective size --corpus . --packages large
  --policy bytes.mlgo)
expect("${OUTPUT}" "worst [+-]0.([1-9][0-9]|0[1-9])%")
run(1 fit --kind bytes -o inline.mlgo)
expect("${ERRORS}" "there is no policy by bytes, expected task evict")
run(2 fit --logs labels --largest-block 150 -o never.mlgo)
expect("${ERRORS}" "--largest-block is for task evict, found task inline")

# What single choices change is learned in bytes.
run(0 labels small medium --task evict --objective size --problems 20
  --choices 4 -o tried)
run(0 fit --task evict --objective size --logs tried --trees 5
  --min-child-weight 1 --cut 2 --levels Oz --targets x86-64 -o fitted-bytes.mlgo)
run(0 model verify fitted-bytes.mlgo)
run(0 model info fitted-bytes.mlgo)
expect("${OUTPUT}" "levels: ..Oz..\ntargets: ..x86-64..\n.*cut: 2")
run(0 eval --task evict --objective size --corpus . --packages small
  --policy fitted-bytes.mlgo)
expect("${OUTPUT}" "1 packages: geometric mean")

# Neither jobs nor interruptions change a byte.
run(0 train train.json -o whole.mlgo)
expect("${OUTPUT}" "done after generation 4\n.*whole.mlgo: validation 0 -> ")
run(0 model verify whole.mlgo)
run(0 train train.json --jobs 2 --generations 2 -o parts.mlgo)
run(0 train train.json --jobs 2 --resume -o parts.mlgo)
foreach(SUFFIX "")
  file(SHA256 "${WORK}/whole.mlgo${SUFFIX}" WHOLE)
  file(SHA256 "${WORK}/parts.mlgo${SUFFIX}" PARTS)
  if(NOT WHOLE STREQUAL PARTS)
    message(FATAL_ERROR "whole.mlgo${SUFFIX} and parts.mlgo${SUFFIX} differ")
  endif()
endforeach()
# Candidates have decided otherwise than stock.
file(STRINGS "${WORK}/whole.mlgo.csv" ROWS)
list(GET ROWS 2 FIRST)
if(FIRST MATCHES "^1,0,0,0,0,0,")
  message(FATAL_ERROR "no candidate differs from stock: ${FIRST}")
endif()
run(0 eval --task evict --corpus . --packages small --policy whole.mlgo
  --functions 2)
expect("${OUTPUT}" "1 packages: .*\nsmall .*%  loop\n")

run(1 train train.json --training-packages none -o never.mlgo)
expect("${ERRORS}" "training corpora: no modules")

# Labels, what is fitted to them, and a search whose decisions can be replayed.
run(0 labels --task evict . --packages small -o labels --problems 3)
run(0 log check labels/small/loop.o.log)
run(0 fit --task evict --logs labels --trees 3 --min-child-weight 1
  -o fitted.mlgo)
run(0 model verify fitted.mlgo)
run(2 fit --task evict --logs labels --where default=1 -o never.mlgo)
expect("${ERRORS}" "--where is for tasks with two choices")
run(2 fit --task evict --logs labels --threshold 5 -o never.mlgo)
expect("${ERRORS}" "--threshold is for task inline")
run(0 search --task evict small --trials 60 -o first.decisions)
expect("${OUTPUT}" "small +functions +[0-9]+ -> +[0-9]+ score ")
run(0 search --task evict small --trials 60 --workers in-process
  -o second.decisions)
file(SHA256 "${WORK}/first.decisions" FIRST)
file(SHA256 "${WORK}/second.decisions" SECOND)
if(NOT FIRST STREQUAL SECOND)
  message(FATAL_ERROR "the decisions depend on the workers")
endif()
run(0 search --task evict small --start first.decisions --trials 20
  --objective size -o third.decisions)
run(1 search --task evict small --objective cycles -o no.decisions)
expect("${ERRORS}" "small/corpus/workload.profdata: there is no profile, expected")
run(1 labels --task inlining . -o no)
expect("${ERRORS}" "task is 'inlining', expected one of inline, evict")
