#!/bin/sh
# Makes the shipped policies again.
#
#   sh models/train.sh MLGO WORK         fits to the labels in models/labels:
#                                        inline-size.mlgo, inline-wasm.mlgo,
#                                        inline-speed.mlgo and gate-*.mlgo, and
#                                        writes the two for evictions that count
#                                        bytes, as they ship, byte for byte
#   sh models/train.sh MLGO WORK fresh [PART]...
#                                        from nothing: fetches the packages from
#                                        Debian, labels their decisions by trying
#                                        the opposites, fits, labels around what
#                                        was fitted, fits again, evolves
#                                        evictions, and fits the network; of the
#                                        parts speed, evictions, size, network,
#                                        passes and wasm, all unless named
#
# MLGO is the mlgo program, WORK a folder that may be reused: what is there is
# not made again, so an interrupted run goes on.
set -eu

mlgo=$1
work=$2
jobs=$(nproc)
here=$(cd "$(dirname "$0")" && pwd)

# A wrong word is found before hours are spent.
expect() {
  case " $2 " in
  *" $1 "*) ;;
  *)
    echo "train.sh: error: found '$1'; expected $2" >&2
    exit 2
    ;;
  esac
}
all="speed evictions size network passes wasm"
how=${3:-}
[ $# -le 3 ] && parts=$all || { shift 3 && parts=$*; }
expect "${how:-fresh}" fresh
for part in $parts; do expect "$part" "$all"; done
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

# fit MODEL LABELS...: where is the opposite of the heuristic's decision smaller?
# Without what takes time, and with few, flat trees. It corrects what inlines
# below $threshold, at -Os, too, and leaves calls in loops to the threshold of
# -Os there.
fit() {
  model=$1
  shift
  "$mlgo" fit --kind trees --logs "$@" --target flip --exclude $costly lto_phase \
    call_frequency --trees 150 --leaves 16 --depth 4 --max-bytes 100 \
    --min-child-weight 60 --cut ${cut:-0.15} --seed 1 --levels Oz Os \
    --targets $targets --threshold $threshold --loop-threshold 50 ${limits:-} \
    -o "$model"
}

# For x86-64 and what decides alike, and for WebAssembly.
for_size() { targets="x86-64 aarch64 thumb2 riscv64" threshold=-10; }
for_wasm() { targets=wasm32 threshold=-30; }

# fit_size LABELS...: what ships is surer of what it inverts than the policies
# that labels are made around, and leaves exported functions of C to stock.
fit_size() {
  cut=0.5 limits="--leave-exported 1"
  fit "$work/inline-size.mlgo" "$@"
  cut= limits=
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
    --trees 600 --leaves 16 --learning-rate 0.05 --column-sample 0.3 \
    --subsample 0.6 --max-bytes 3000 --min-child-weight 20 --lambda 10 \
    --cut 0.28 --seed 3 --levels O2 --targets x86-64 --growth 10 -o "$model"
}

# fit_gates LEVEL LABELS: without which pass is a function smaller? Small
# trees, and few: what passes do to each other is not in the labels. What is left
# out says how much of a module is there, which differs from trial to trial. At
# -Os, where loops are vectorized and unrolled, indvars, instsimplify and licm
# always run: without them some functions grow several times over, and others
# become slow; so does loop-reduce, of which there are no labels. It and a frame
# pointer have to save half as many per cent of a function's bytes as they make
# the function execute more, at -Os twice as many. Seeds are
# those that do best on the validation programs: 0.07 % smaller than the worst of
# five at -Oz, and at -Os 2 % fewer instructions at worst than the other of two.
fit_gates() {
  level=$1 labels=$2
  set -- --speed-price 0.5 --seed 2
  if [ "$level" = Os ]; then
    set -- --speed-price 2 --seed 1 --except pass=indvars \
      pass=instsimplify pass=licm pass=loop-reduce
  fi
  "$mlgo" fit --task gate --kind trees --logs "$labels" --target flip --trees 160 \
    --priced pass=frame-pointer-elimination pass=loop-reduce \
    --leaves 15 --column-sample 0.4 --min-child-weight 40 --min-bytes 0.2 \
    --max-bytes 64 --widen 0 --cut 0 \
    --exclude uses is_local defined_calls \
    --levels "$level" --targets x86-64 aarch64 thumb2 riscv64 "$@" \
    -o "$work/gate-$(echo "$level" | tr O o).mlgo"
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

if [ -z "$how" ]; then
  for name in inline-size inline-wasm inline-speed gate-oz gate-os; do
    mkdir -p "$work/shipped-labels/$name"
    tar -xJf "$here/labels/$name.tar.xz" -C "$work/shipped-labels/$name"
  done
  shipped=$work/shipped-labels
  for_size && fit_size "$shipped"/inline-size/*
  for_wasm && fit "$work/inline-wasm.mlgo" "$shipped"/inline-wasm/*
  fit_speed "$work/inline-speed.mlgo" "$shipped/inline-speed"
  fit_gates Oz "$shipped/gate-oz"
  fit_gates Os "$shipped/gate-os"
  exit 0
fi

# fetch CORPORA PACKAGES...: modules of packages, with $options of corpus fetch.
fetch() {
  into=$1
  shift
  for package in "$@"; do
    "$mlgo" corpus fetch "$package" ${options:-} --into "$into" --jobs "$jobs"
  done
}

# label FOLDER POLICY FLAGS...: tries other decisions around a policy in
# $packages of $corpora.
label() {
  folder=$1 policy=$2
  shift 2
  for package in $packages; do
    "$mlgo" labels "$corpora/$package" -o "$folder" --policy "$policy" \
      --jobs "$jobs" "$@"
  done
}

# rounds NAME FLAGS...: labels around what costs less than $threshold, by a
# policy that leaves all as it is because no score is above its cut; around what
# was fitted to these; around what was fitted to both.
rounds() {
  labels=$work/labels/$1
  shift
  options="--target ${targets%% *}" && fetch "$corpora" $packages && options=
  "$mlgo" labels "$corpora/zlib" -o "$labels-start" --policy stock --sites 60 \
    --jobs "$jobs"
  cut=1000 && fit "$labels-start.mlgo" "$labels-start" && cut=
  label "$labels/1-threshold" "$labels-start.mlgo" "$@"
  fit "$labels-first.mlgo" "$labels"/1-*
  label "$labels/2-first" "$labels-first.mlgo" "$@"
  fit "$labels-second.mlgo" "$labels"/[12]-*
  label "$labels/3-second" "$labels-second.mlgo" "$@"
}

# At -O2: what the packages' own workloads execute, under decisions that do not
# see a profile. Not lua5.4, whose tables are in the order of addresses, and
# leveldb, whose threads race: their counts are others each time.
workloads="libjsoncpp yaml-cpp minisat2 graphite2 zlib meshoptimizer
  pugixml taglib jansson bzip2 mawk libpng1.6 json-c lmdb bc qhull zopfli
  cmark xz-utils protobuf-c libtasn1-6 byacc libdeflate libexif libonig less
  libidn2 brotli tidy-html5 pcre2 nettle opus gawk flac libxml2 tiff libzip
  jemalloc"

# label_speed CORPORA PACKAGES...: labels of decisions at -O2.
label_speed() {
  options=--profile && fetch "$@" && options=
  into=$1
  shift
  for package in "$@"; do
    "$mlgo" labels "$into/$package" --objective cycles --hide-profile \
      --size-price 0.6 --sites 16 -o "$work/labels-speed" --jobs "$jobs"
  done
}

make_speed() {
  label_speed "$work/corpora-speed" $workloads
  label_speed "$work/corpora-speed-more" libogg openexr ncurses exiv2 snappy \
    libwebp libjpeg-turbo glpk zstd tcc bullet
  fit_speed "$work/inline-speed.mlgo" "$work/labels-speed"
}

# Evictions at -O2: from weights of one digit, by the same workloads.
make_evictions() {
  options=--profile
  fetch "$work/corpora-speed" $workloads
  fetch "$work/corpora-speed-validation" expat jq uchardet hunspell re2 \
    libsodium redis spdlog
  options=
  "$mlgo" fit --task evict --objective cycles --kind start --levels O2 \
    --targets x86-64 -o "$work/regalloc-evict-start.mlgo"
  "$mlgo" train "$here/regalloc-evict.train.json" \
    --start-model "$work/regalloc-evict-start.mlgo" \
    --training-corpora "$work/corpora-speed" \
    --validation-corpora "$work/corpora-speed-validation" --jobs "$jobs" \
    --resume -o "$work/regalloc-evict-trained.mlgo"
  # Ciphers and hashes load and store more than with stock's choices.
  "$mlgo" model scope "$work/regalloc-evict-trained.mlgo" --levels O2 \
    --targets x86-64 --largest-block 80 -o "$work/regalloc-evict.mlgo"
}

# What inlining for size and the network learn from.
sizes="snappy leveldb libjsoncpp pugixml taglib yaml-cpp soundtouch cppunit
  muparser minisat2 googletest graphite2 zeromq3 lua5.4 zlib bzip2 cmark nettle
  zstd flac jansson libpng1.6 less mawk"

# A copy of a function pays when no call of it is left in any module. Labels
# around stock's decisions help at -Os.
make_size() {
  for_size
  corpora=$work/corpora packages=$sizes
  rounds size --sites 60 --together 100 --only-together
  label "$labels/4-stock" stock --sites 60 --together 100 --only-together
  fit_size "$labels"/*
}

# A network that decides as the stock heuristic does, in the same packages.
make_network() {
  validation="libsodium redis spdlog uchardet"
  fetch "$work/corpora" $sizes $validation
  for package in $sizes $validation; do
    "$mlgo" labels "$work/corpora/$package" --traces -o "$work/traces" \
      --jobs "$jobs"
  done
  "$mlgo" fit --kind network --logs "$work/traces" --target default \
    --programs $sizes $validation --validation $validation \
    --max-examples 100000 --epochs 3 --hidden 16 8 --seed 1 \
    -o "$work/inline-oz-imitation.mlgo"
}

# Passes that are left out: labels around stock, in twelve modules of each
# package, beside the other policies. Nettle has most of the ciphers.
make_passes() {
  corpora=$work/corpora
  packages="bc brotli byacc bzip2 c-ares cmark dash flac gawk graphite2
    jansson json-c less leveldb libconfig libdeflate libevent libexif libidn2
    libjpeg-turbo libjsoncpp libogg libpng1.6 libtasn1-6 libvorbis libwebp lmdb
    lua5.4 mawk meshoptimizer minisat2 muparser opus pcre2 protobuf-c pugixml
    qhull snappy soundtouch speex tcc tiff xz-utils yaml-cpp zlib zopfli zstd"
  fetch "$corpora" $packages nettle
  label "$work/labels/gate" stock --task gate --modules 12
  "$mlgo" labels "$corpora/nettle" -o "$work/labels/gate" --task gate \
    --modules 40 --jobs "$jobs"
  fit_gates Oz "$work/labels/gate"
  packages="$packages nettle"
  label "$work/labels/gate-os" stock --task gate --modules 12 --level Os
  fit_gates Os "$work/labels/gate-os"
}

make_wasm() {
  for_wasm
  corpora=$work/corpora-wasm
  packages="cmark pugixml snappy libjsoncpp jansson muparser soundtouch zlib
    meshoptimizer tiff libwebp draco"
  rounds wasm --sites 60 --together 200
  fit "$labels-third.mlgo" "$labels"/[123]-*
  label "$labels/4-third-Os" "$labels-third.mlgo" --level Os --sites 60 \
    --together 200
  fit "$work/inline-wasm.mlgo" "$labels"/*
}

for part in $parts; do
  "make_$part"
done
