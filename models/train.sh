#!/bin/sh
# Makes the shipped policies again.
#
#   sh models/train.sh MLGO WORK         fits to the labels in models/labels:
#                                        inline-size.mlgo, inline-wasm.mlgo and
#                                        inline-speed.mlgo, and writes the two
#                                        for evictions that count bytes, as they
#                                        ship, byte for byte
#   sh models/train.sh MLGO WORK fresh   from nothing: fetches the packages from
#                                        Debian, labels their decisions by trying
#                                        the opposites, fits, labels around what
#                                        was fitted, fits again, and fits the
#                                        network
#
# MLGO is the mlgo program, WORK a folder that may be reused: what is there is
# not made again, so an interrupted run goes on.
set -eu

mlgo=$1
work=$2
jobs=$(nproc)
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$work"

# What takes time to find out: parts of LLVM's cost, heights and uses.
costly="
    sroa_savings sroa_losses load_elimination call_penalty
    call_argument_setup load_relative_intrinsic lowered_call_arg_setup
    indirect_call_penalty jump_table_penalty case_cluster_penalty
    switch_default_dest_penalty switch_penalty
    unsimplified_common_instructions num_loops dead_blocks
    simplified_instructions constant_offset_ptr_args cold_cc_penalty
    last_call_to_static_bonus nested_inlines nested_inline_cost_estimate
    threshold node_count edge_count callsite_height caller_users callee_users"

# fit MODEL LABELS...: where is the opposite of the stock decision smaller?
# Without what takes time, and with few, flat trees; for $targets. It corrects
# what inlines below a cost of 5, at -Os, too, and leaves calls in loops to the
# threshold of -Os there.
targets="x86-64 aarch64 thumb2 riscv64"
fit() {
  model=$1
  shift
  "$mlgo" fit --kind trees --logs "$@" --target flip --exclude $costly lto_phase \
    call_frequency --trees 150 --leaves 16 --depth 4 --max-bytes 100 \
    --min-child-weight 60 --cut ${cut:-0.15} --seed 1 --levels Oz Os \
    --targets $targets --threshold ${threshold:-5} --loop-threshold 50 \
    -o "$model"
}

# fit_speed MODEL LABELS: the same for -O2, where cycles count more than bytes.
# Calls that run often and that stock inlines stay as they are, and so do all
# where a profile knows how hot a call is: labels were made without one.
fit_speed() {
  model=$1
  shift
  "$mlgo" fit --kind trees --logs "$@" --target flip \
    --exclude node_count edge_count lto_phase call_heat threshold \
    --except inlining_default=1,call_frequency=17.. --where call_heat=0 \
    --trees 300 --leaves 8 --max-bytes 3000 --min-child-weight 20 \
    --column-sample 0.4 --lambda 10 --cut 0.7 --seed 1 --levels O2 --targets x86-64 -o "$model"
}

# Evictions for size: what stock chooses, unless another choice is estimated to
# be more than four bytes better. Nothing is learned. Where registers are dear in
# other ways than on x86-64, functions under much pressure are left to stock.
evict_by_bytes() {
  "$mlgo" fit --task evict --objective size --kind bytes --levels Oz Os "$@"
}
evict_by_bytes --targets x86-64 -o "$work/regalloc-evict-oz.mlgo"
evict_by_bytes --targets aarch64 thumb2 riscv64 --largest-block 150 \
  --instructions-per-call 40 -o "$work/regalloc-evict-risc.mlgo"

if [ "${3:-}" != fresh ]; then
  mkdir -p "$work/shipped-labels" "$work/shipped-labels-os" \
    "$work/shipped-labels-wasm" "$work/shipped-labels-speed"
  tar -xJf "$here/labels/inline-oz.tar.xz" -C "$work/shipped-labels"
  tar -xJf "$here/labels/inline-os.tar.xz" -C "$work/shipped-labels-os"
  tar -xJf "$here/labels/inline-wasm.tar.xz" -C "$work/shipped-labels-wasm"
  tar -xJf "$here/labels/inline-speed.tar.xz" -C "$work/shipped-labels-speed"
  fit "$work/inline-size.mlgo" "$work"/shipped-labels/* \
    "$work"/shipped-labels-os/*
  targets=wasm32 threshold=-30
  fit "$work/inline-wasm.mlgo" "$work"/shipped-labels-wasm/*
  # Fits to those in counts/ and without-profile/ were not better.
  fit_speed "$work/inline-speed.mlgo" \
    "$work/shipped-labels-speed/counts-that-drift"
  exit 0
fi

training="leveldb taglib yaml-cpp graphite2 libjsoncpp snappy pugixml fmtlib
  lua5.4 flac zlib bzip2 lmdb protobuf-c libwebp xz-utils zstd opus libxml2
  libjpeg-turbo sqlite3 exiv2 openexr catch2 botan harfbuzz"
validation="libsodium redis spdlog uchardet"

for package in $training $validation; do
  "$mlgo" corpus fetch "$package" --into "$work/corpora" --jobs "$jobs"
done

# label FOLDER POLICY SITES: tries opposites around a policy, in $packages and
# $settings.
label() {
  for package in ${packages:-$training}; do
    "$mlgo" labels "$work/corpora/$package" -o "$1" --policy "$2" \
      --sites "$3" --together 6 --settings ${settings:-built} --jobs "$jobs"
  done
}

label "$work/labels/stock" stock 80
[ -e "$work/first.mlgo" ] || fit "$work/first.mlgo" "$work/labels/stock"
label "$work/labels/first" "$work/first.mlgo" 40
[ -e "$work/second.mlgo" ] ||
  fit "$work/second.mlgo" "$work/labels/stock" "$work/labels/first"
label "$work/labels/second" "$work/second.mlgo" 30

# What full LTO sees: whole programs.
for package in $training; do
  whole="$work/corpora/$package/corpus/whole"
  [ -e "$whole/corpus_description.json" ] ||
    "$mlgo" corpus whole-program "$work/corpora/$package/corpus" \
      --jobs "$jobs" || continue
  "$mlgo" labels "$whole" -o "$work/labels/whole" --sites 120 \
    --together 4 --jobs "$jobs"
done
[ -e "$work/third.mlgo" ] || fit "$work/third.mlgo" "$work"/labels/*

# At -Os, with and without unwind tables: labels around that. They help at -Oz,
# too.
packages="leveldb lua5.4 taglib yaml-cpp libjsoncpp graphite2 zlib snappy
  pugixml muparser less flac cppunit zeromq3 soundtouch googletest minisat2
  cmark mawk jansson libpng1.6 djvulibre draco qhull exiv2 openexr harfbuzz
  glslang xapian-core"
for package in $packages; do
  "$mlgo" corpus fetch "$package" --into "$work/corpora" --jobs "$jobs"
done
settings="Os Os-no-unwind-tables"
label "$work/labels-os" "$work/third.mlgo" 40
fit "$work/inline-size.mlgo" "$work"/labels/* "$work/labels-os"

# On WebAssembly, of what builds there: labels around what costs less than -30,
# by a policy that leaves all as it is because no score is above its cut, then
# twice around what was fitted. Copies pay there only when no call is left in
# any module.
targets=wasm32
threshold=-30
fit_wasm() { [ -e "$1" ] || fit "$@"; }
label_wasm() {
  for package in zlib cmark pugixml snappy libjsoncpp jansson muparser \
    soundtouch meshoptimizer libwebp draco tiff; do
    "$mlgo" corpus fetch "$package" --target wasm32 \
      --into "$work/corpora-wasm" --jobs "$jobs"
    "$mlgo" labels "$work/corpora-wasm/$package" -o "$1" --policy "$2" \
      --sites 60 --together 200 --jobs "$jobs"
  done
}
cut=1000 && fit_wasm "$work/wasm-start.mlgo" "$work"/labels/stock && cut=
label_wasm "$work/labels-wasm/1-threshold-30" "$work/wasm-start.mlgo"
fit_wasm "$work/wasm-first.mlgo" "$work"/labels-wasm/*
label_wasm "$work/labels-wasm/2-first" "$work/wasm-first.mlgo"
fit_wasm "$work/wasm-second.mlgo" "$work"/labels-wasm/*
label_wasm "$work/labels-wasm/3-second" "$work/wasm-second.mlgo"
fit "$work/inline-wasm.mlgo" "$work"/labels-wasm/*
threshold=

# At -O2: what the packages' own workloads execute, under decisions that do not
# see a profile.
speed="libjsoncpp yaml-cpp lua5.4 minisat2 leveldb graphite2 zlib meshoptimizer
  pugixml taglib jansson bzip2 mawk libpng1.6 json-c lmdb bc qhull zopfli cmark
  xz-utils protobuf-c libtasn1-6 byacc libdeflate libexif libonig less libidn2
  brotli tidy-html5 pcre2 nettle opus gawk flac libxml2 tiff libzip jemalloc"
for package in $speed; do
  "$mlgo" corpus fetch "$package" --profile --into "$work/corpora-speed" \
    --jobs "$jobs"
  "$mlgo" labels "$work/corpora-speed/$package" --objective cycles \
    --hide-profile --size-price 0.3 --sites 8 -o "$work/labels-speed" \
    --jobs "$jobs"
done
fit_speed "$work/inline-speed.mlgo" "$work/labels-speed"

# A network that decides as the stock heuristic does.
for package in $training $validation; do
  "$mlgo" labels "$work/corpora/$package" --traces -o "$work/traces" \
    --jobs "$jobs"
done
"$mlgo" fit --kind network --logs "$work/traces" --target default \
  --programs $training $validation --validation $validation \
  --max-examples 100000 --epochs 3 --hidden 16 8 --seed 1 \
  -o "$work/inline-oz-imitation.mlgo"
