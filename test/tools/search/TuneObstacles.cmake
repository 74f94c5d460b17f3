# Builds that cannot be tuned as they are: what keeps them from it is said.
#
# USAGE: cmake -DMLGO=<program> -DWORK=<folder> -P TuneObstacles.cmake

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/app")
file(WRITE "${WORK}/app/app.c" "int main(void) { return 0; }\n")
set(RUN_FOLDER "${WORK}/app")
include("${CMAKE_CURRENT_LIST_DIR}/../RunTool.cmake")

# refused(<words of the message> <command>...)
function(refused WORDS)
  run(1 tune --trials 1 -- ${ARGN})
  expect("${ERRORS}" "${WORDS}")
endfunction()

find_program(REAL NAMES clang-22 clang)
set(BUILD "$CC -c app.c -o app.o && $CC app.o -o app")
refused("nothing was built, it says 'ninja: no work to do.'"
  sh -c "echo ninja: no work to do.")
refused("the command names a compiler by its path, CC=${REAL}; expected a name"
  sh -c "CC=${REAL} && ${BUILD}")
file(WRITE "${WORK}/app/Makefile" "CC = ${REAL}\napp: app.c\n\t$(CC) -c app.c\n"
  "\t$(CC) app.o -o app\n")
refused("Makefile names a compiler by its path, CC=${REAL}" make -B)
file(REMOVE "${WORK}/app/Makefile")
file(WRITE "${WORK}/app/tree/CMakeCache.txt"
  "CMAKE_C_COMPILER:FILEPATH=${REAL}\n")
refused("tree/CMakeCache.txt was configured with ${REAL} and keeps it" true)
file(REMOVE_RECURSE "${WORK}/app/tree")
find_program(OTHER NAMES clang-19 gcc-12 gcc-13 gcc-14)
if(OTHER)
  cmake_path(GET OTHER FILENAME NAME)
  string(REPLACE "$CC" ${NAME} COMMAND "${BUILD}")
  refused("the build compiles with ${NAME}; expected " sh -c "${COMMAND}")
endif()
refused("was everything up to date\\?" true)
refused("exit code 3, see " sh -c "exit 3")

# Archives alone are a library.
file(WRITE "${WORK}/app/lib.c" "static int twice(int X) { return 2 * X; }\n"
  "int f(int X) { return twice(X) + 1; }\nint g(int X) { return twice(f(X)); }\n")
set(BUILD "$CC -c lib.c -o lib.o && ar rcs lib.a lib.o")
refused("A build of archives alone is tuned with --as-library" sh -c "${BUILD}")
run(0 tune --trials 20 --as-library -- sh -c "${BUILD}")
expect("${OUTPUT}" "app +app +[1-9][0-9]* -> +[1-9][0-9]* bytes")
