# Builds the objects of test/inputs/corpus anew, and what names them to the corpus
# commands: compile_commands.json, linker parameters and the output of bazel
# aquery.
#
# USAGE: cmake -DSOURCES=<folder> -DBUILD=<folder> -DCLANG=<program>
#          -P BuildObjects.cmake

file(REMOVE_RECURSE "${BUILD}")
file(MAKE_DIRECTORY "${BUILD}/sub")

function(compile SOURCE OBJECT)
  execute_process(COMMAND ${CLANG} -Oz -ffunction-sections -fdata-sections
    -Xclang -fembed-bitcode=all -c "${SOURCES}/${SOURCE}" -o "${OBJECT}"
    WORKING_DIRECTORY "${BUILD}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

compile(main.c main.o)
compile(twice.c sub/twice.o)
compile(start.s start.o)
file(WRITE "${BUILD}/broken.o" "not an object")

set(COMMANDS "")
foreach(OBJECT main.o sub/twice.o start.o broken.o)
  list(APPEND COMMANDS "{\"directory\": \"${BUILD}\", \"file\": \"x\",
    \"command\": \"clang -c x -o ${OBJECT}\"}")
endforeach()
list(JOIN COMMANDS ",\n" COMMANDS)
file(WRITE "${BUILD}/compile_commands.json" "[${COMMANDS}]\n")
file(WRITE "${BUILD}/params"
  "-o\nprogram\nmain.o\nsub/twice.o\nstart.o\nbroken.o\n-lm\n")
file(WRITE "${BUILD}/aquery.json" "{\"actions\": [{\"mnemonic\": \"CppLink\",
  \"arguments\": [\"clang\", \"-o\", \"program\", \"main.o\", \"sub/twice.o\",
  \"start.o\", \"broken.o\"]}]}\n")
