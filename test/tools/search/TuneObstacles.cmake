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

find_program(GCC NAMES gcc-12 gcc-13 gcc-14)
set(BUILD "$CC -c app.c -o app.o && $CC app.o -o app")
refused("nothing was built, it says 'ninja: no work to do.'"
  sh -c "echo ninja: no work to do.")
if(GCC)
  refused("the command names a compiler by its path, CC=${GCC}; expected a name"
    sh -c "CC=${GCC} && ${BUILD}")
  file(WRITE "${WORK}/app/Makefile" "CC = ${GCC}\napp: app.c\n\t$(CC) -c app.c\n"
    "\t$(CC) app.o -o app\n")
  refused("Makefile names a compiler by its path, CC=${GCC}" make -B)
  file(REMOVE "${WORK}/app/Makefile")
  file(WRITE "${WORK}/app/tree/CMakeCache.txt"
    "CMAKE_C_COMPILER:FILEPATH=${GCC}\n")
  refused("tree/CMakeCache.txt was configured with ${GCC} and keeps it" true)
  file(REMOVE_RECURSE "${WORK}/app/tree")
endif()
find_program(OTHER NAMES clang-19 gcc-12 gcc-13 gcc-14)
if(OTHER)
  cmake_path(GET OTHER FILENAME NAME)
  string(REPLACE "$CC" ${NAME} COMMAND "${BUILD}")
  refused("the build compiles with ${NAME}; expected " sh -c "${COMMAND}")
endif()
find_program(OTHER_CLANG clang-19)
if(OTHER_CLANG)
  refused("the build compiles with clang-19; expected --llvm 19"
    sh -c "CC=${OTHER_CLANG} && ${BUILD}")
endif()
refused("was everything up to date\\?" true)
refused("exit code 3, see " sh -c "exit 3")

# A result of no bytes is none.
file(WRITE "${WORK}/app/hidden.c" "int add(int X) { return X + 1; }\n"
  "int twice(int X) { return add(add(X)); }\n")
refused("the programs have no bytes: nothing of the modules is reached"
  sh -c "$CC -fvisibility=hidden -fPIC -c hidden.c -o hidden.o && $CC -shared hidden.o -o libhidden.so")
file(REMOVE "${WORK}/app/hidden.o" "${WORK}/app/libhidden.so")

# Archives alone are a library.
file(WRITE "${WORK}/app/lib.c" "static int twice(int X) { return 2 * X; }\n"
  "int f(int X) { return twice(X) + 1; }\nint g(int X) { return twice(f(X)); }\n")
set(BUILD "$CC -c lib.c -o lib.o && ar rcs lib.a lib.o")
refused("A build of archives alone is tuned with --as-library" sh -c "${BUILD}")
run(0 tune --trials 20 --as-library -- sh -c "${BUILD}")
expect("${OUTPUT}" "app +app +[1-9][0-9]* -> +[1-9][0-9]* bytes")

# A clang that is named by its path, with the level and the linker of the build,
# in two steps or one; it is built again as it was found, and so every time.
find_program(REAL NAMES clang-22)
file(WRITE "${WORK}/app/main.c" "int f(int), g(int);\n"
  "int main(int Count, char **Values) { return f(Count) + g(Count) == 0; }\n")
foreach(BUILD
    "CC=${REAL} && $CC -O2 -g -c lib.c && $CC -c -Werror main.c && $CC -flto lib.o main.o -o by-path"
    "${REAL} -O3 main.c lib.c -o by-path")
  run(0 tune --trials 20 --rebuild -- sh -c "${BUILD}")
  expect("${OUTPUT}" "app +by-path +[1-9][0-9]* -> +[1-9][0-9]* bytes")
  expect("${OUTPUT}" "by-path +[1-9][0-9]* bytes, as linked")
  run(0 tune --rebuild)
  expect("${OUTPUT}" "by-path +[1-9][0-9]* bytes, as linked")
endforeach()

# What the command does not link again is said, with what to do.
file(WRITE "${WORK}/app/once.sh" "[ ! -f done ] || exit 0
touch done
$CC -c lib.c && $CC -c main.c && $CC lib.o main.o -o once
")
run(0 tune --trials 20 -- sh once.sh)
run(1 tune --rebuild)
string(REGEX REPLACE "[\n ]+" " " ERRORS "${ERRORS}")
expect("${ERRORS}" "once: not linked again.*tune --rebuild -- and a command")
