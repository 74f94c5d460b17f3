#!/bin/sh
# What inference and builds cost: prints tables, writes a JSON for
# compare-bench.py. Called by cmake/run.sh; run in the top folder.
#
#   sh bench/run-bench.sh BUILD RESULT.json
#
# MLGO_BENCH_FILES   PACKAGE:SOURCE of the files to compile, instead of ten; the
#                    first three at all levels
# MLGO_BENCH_CORPORA a folder of corpora, fetched with --keep-builds
# MLGO_ONNXRUNTIME   path of a libonnxruntime.so; without it, it is left out
set -eu
build=$1
result=$2
corpora=${MLGO_BENCH_CORPORA:-$build/bench/corpora}
files=${MLGO_BENCH_FILES:-lua5.4:src/lparser.c zlib:deflate.c snappy:snappy.cc
  lua5.4:src/lcode.c flac:src/libFLAC/stream_encoder.c
  lmdb:libraries/liblmdb/mdb.c leveldb:db/db_impl.cc leveldb:db/version_set.cc
  libjsoncpp:src/lib_json/json_value.cpp pugixml:src/pugixml.cpp}
program=${MLGO_BENCH_PROGRAM-snappy}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# What is there is not fetched again.
"$build/src/tools/mlgo" corpus fetch lua5.4 zlib lmdb flac leveldb snappy \
  libjsoncpp pugixml --into "$corpora" --keep-builds >&2

# The questions of a real compilation are what trees are timed with.
plugin=$(cd "$build" && pwd)/passes/inliner/MLGOInliner-22.so
module=$(find "$corpora/lua5.4/corpus" -name '*lparser*.bc' | head -n 1)
mkdir "$work/log"
clang-22 -cc1 -emit-obj -w -Oz -x ir "$module" -o /dev/null \
  -fpass-plugin="$plugin" -load "$plugin" \
  -mllvm -mlgo-inline-mode=development \
  -mllvm -mlgo-inline-training-log="$work/log"
MLGO_QUESTIONS=$(find "$work/log" -name '*.log' | head -n 1)
export MLGO_QUESTIONS

"$build/bench/inference/inference-bench" --benchmark_min_time=0.1 \
  --benchmark_out="$work/inference.json" >&2
python3 bench/inference-table.py "$work/inference.json"
echo
# shellcheck disable=SC2086 # Names without blanks.
python3 bench/build-levels.py "$corpora" "$build" $files \
  ${program:+--program "$program"} --json "$work/cost.json"
python3 - "$work/inference.json" "$work/cost.json" "$work/result.json" <<'END'
import json, sys
inference, cost = (json.load(open(path)) for path in sys.argv[1:3])
json.dump({"inference": inference, **cost}, open(sys.argv[3], "w"), indent=1)
END
mv "$work/result.json" "$result"
echo "result in $result" >&2
