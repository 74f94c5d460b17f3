#!/bin/sh
# Makes the shipped policies again.
#
#   sh models/train.sh MLGO WORK         fits WORK/inline-oz.mlgo to the labels in
#                                        models/labels: the shipped bytes
#   sh models/train.sh MLGO WORK fresh   from nothing: fetches the packages from
#                                        Debian, labels their decisions by trying
#                                        the opposites, fits both policies
#
# MLGO is the mlgo program, WORK a folder that may be reused: what is there is
# not made again, so an interrupted run goes on.
set -eu

mlgo=$1
work=$2
jobs=$(nproc)
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$work"

# Where is the opposite of the stock decision smaller?
fit_policy() {
  "$mlgo" imitate --kind trees --logs "$1" --target flip \
    --exclude node_count edge_count --seed 1 -o "$work/inline-oz.mlgo"
}

if [ "${3:-}" != fresh ]; then
  mkdir -p "$work/shipped-labels"
  tar -xJf "$here/labels/inline-oz.tar.xz" -C "$work/shipped-labels"
  fit_policy "$work/shipped-labels"
  exit 0
fi

training="leveldb taglib yaml-cpp graphite2 libjsoncpp snappy pugixml fmtlib
  lua5.4 flac zlib bzip2 lmdb protobuf-c libwebp"
validation="libsodium redis spdlog uchardet"

for package in $training $validation; do
  "$mlgo" corpus fetch "$package" --into "$work/corpora" --jobs "$jobs"
done

for package in $training; do
  "$mlgo" search "$work/corpora/$package" --labels "$work/labels" --sites 100 \
    --jobs "$jobs"
done
for package in $training $validation; do
  "$mlgo" search "$work/corpora/$package" --traces "$work/traces" \
    --jobs "$jobs"
done
fit_policy "$work/labels"

# A network that decides as the stock heuristic does.
"$mlgo" imitate --kind network --logs "$work/traces" --target default \
  --programs $training $validation --validation $validation \
  --max-examples 100000 --epochs 3 --hidden 16 8 --seed 1 \
  -o "$work/inline-oz-imitation.mlgo"
