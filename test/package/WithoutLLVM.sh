# What a project that fetches mlgo has built, and what of the rest needs no LLVM.
# Usage, in the project's build: sh WithoutLLVM.sh CMAKE MODEL
set -eu
cmake=$1 model=$2
./consumer "$model"
more=$(find _deps -type f -name mlgo -o -name libmlgo.a -o -name 'Corpus*.o')
test -z "$more"

tool=_deps/mlgo-build/src/tools/mlgo
"$cmake" -DMLGO_BUILD_TOOLS=ON .
"$cmake" --build . --target mlgo-tool
"$tool" model verify "$model"
{ "$tool" tune -- make 2>&1 && exit 1; } | grep 'run.sh trainer builds'
if ldd "$tool" | grep -E 'xgboost|mpi|LLVM'; then exit 1; fi

"$cmake" -DMLGO_BUILD_TRAINER=ON .
"$cmake" --build . --target mlgo
# The next run begins as a new project's would.
"$cmake" -DMLGO_BUILD_TOOLS=OFF -DMLGO_BUILD_TRAINER=OFF .
rm -r "$tool" _deps/mlgo-build/src/tools/share _deps/mlgo-build/src/libmlgo.a
