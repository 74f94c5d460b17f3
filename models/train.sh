#!/bin/sh
# Retrains the shipped policies from nothing: fetches the training packages from
# Debian, labels decisions by trying their opposites, and fits.
#
#   sh models/train.sh MLGO WORK
#
# MLGO is the mlgo program, WORK a folder that may be reused: what is there is
# not made again, so an interrupted run goes on. The results are
# WORK/inline-oz.mlgo and WORK/inline-oz-imitation.mlgo.
set -eu

mlgo=$1
work=$2
jobs=$(nproc)

# C++ and C, see the card in models/README.md.
training="leveldb taglib yaml-cpp graphite2 libjsoncpp snappy pugixml fmtlib
  lua5.4 flac zlib bzip2 lmdb protobuf-c libwebp"
validation="libsodium redis spdlog uchardet"

for package in $training $validation; do
  "$mlgo" corpus fetch "$package" --into "$work/corpora" --jobs "$jobs"
done

"$mlgo" label --corpora "$work/corpora" --traces "$work/traces" \
  --labels "$work/labels" --sites 60 --work 300000 --seed 1 --jobs "$jobs" \
  $training
"$mlgo" label --corpora "$work/corpora" --traces "$work/traces" \
  --jobs "$jobs" $validation

# The policy: where is the opposite of the stock decision smaller?
"$mlgo" imitate --kind trees --logs "$work/labels" --target flip \
  --programs $training --exclude node_count edge_count --seed 1 \
  -o "$work/inline-oz.mlgo"

# A network that decides as the stock heuristic does.
"$mlgo" imitate --kind network --logs "$work/traces" --target default \
  --programs $training $validation --validation $validation \
  --max-examples 100000 --epochs 3 --hidden 16 8 --seed 1 \
  -o "$work/inline-oz-imitation.mlgo"
