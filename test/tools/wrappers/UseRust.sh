# Builds Rust with mlgo-rustc and cargo, and compares what programs print with
# what stock rustc's print.
#
# USAGE: sh UseRust.sh rust-JOB <folder with mlgo> <folder to work in>
. "$(dirname "$0")/Common.sh"

need cargo clang-22 ld.lld-22
variables=$(mlgo flags --rustc 2>/dev/null) || {
  echo "SKIPPED: no rustc that takes the plugin"
  exit 77
}
case $variables in
*" RUSTC="*)
  RUSTC=${variables##* RUSTC=}
  export RUSTC=${RUSTC%% *}
  ;;
esac
stock=${RUSTC:-rustc}
# A setting of the user's would win.
for variable in $(env | sed -n 's/^\(CARGO_PROFILE_[A-Z_]*\|CARGO_TARGET_DIR\|RUST[A-Z_]*FLAGS\|RUST_BACKTRACE\)=.*/\1/p'); do
  unset "$variable"
done
unset CC CXX RUSTC_WRAPPER RUSTC_BOOTSTRAP
cp -r "$here/rust" "$work/rust"
cd "$work/rust"

# same PROGRAM: prints what stock's program printed.
same() {
  "./$1" >"$work/found" 2>/dev/null || fail "$1: exit code $?"
  cmp "$work/expected" "$work/found" || fail "$1: prints something else"
}

text_of() {
  size "$1" | awk 'NR == 2 { print $1 }'
}

# cargo says what it compiles; nothing is expected of "fresh".
build() {
  state=$1
  shift
  "$@" >"$work/output" 2>&1 || {
    cat "$work/output"
    fail "$*: failed"
  }
  case $state in
  fresh) grep Compiling "$work/output" && fail "$*: built again" ;;
  anew) grep -q "Compiling words" "$work/output" || fail "$*: not built again" ;;
  esac
  return 0
}

# Every kind of link, by rustc alone.
kinds() {
  cd src
  sed '/fast::\|maker::/d' main.rs >plain.rs
  $stock -C opt-level=z plain.rs -o stock
  ./stock >"$work/expected" 2>/dev/null
  for kind in "-C lto=off" "-C codegen-units=4" "-C lto=thin -C opt-level=s" \
    "-C lto=fat" "-C opt-level=3" "-C incremental=steps" \
    "-C linker-plugin-lto -C linker=mlgo-clang -C link-arg=-fuse-ld=lld"; do
    rm -f "$work/counts" program
    # shellcheck disable=SC2086
    MLGO_INLINE_STATS_FILE=$work/counts mlgo-rustc -C opt-level=z $kind \
      plain.rs -o program 2>"$work/output" || {
      cat "$work/output"
      fail "$kind: failed"
    }
    grep -i "warning\|note\|remark" "$work/output" &&
      fail "$kind: warnings"
    same program
    case $kind in
    *level=3*) grep -q unserved=O2 "$work/counts" || fail "$kind: no -O2" ;;
    *) grep -q 'decisions=[1-9]' "$work/counts" || fail "$kind: not decided" ;;
    esac
  done
  # Panics that nobody catches end the program in both.
  code=0
  mlgo-rustc --smallest -C panic=abort plain.rs -o program
  ./program >"$work/found" 2>/dev/null || code=$?
  $stock -C opt-level=z -C panic=abort plain.rs -o stock-abort
  expected_code=0
  ./stock-abort >"$work/expected-abort" 2>/dev/null || expected_code=$?
  [ $code = $expected_code ] || fail "panic=abort: $code, stock $expected_code"
  cmp "$work/found" "$work/expected-abort" || fail "panic=abort"
  # Bytes alone decide in hot loops, unless the user chooses.
  cat >hot.rs <<'END'
#[no_mangle]
pub fn smooth(width: usize, from: &[f32], to: &mut [f32], weight: f32) {
    for x in 1..width {
        to[x] = from[x] + weight * (from[x - 1] - 2.0 * from[x]);
    }
}
END
  for variable in MLGO_ANY=1 MLGO_GATE_HOT=guard; do
    rm -f "$work/left-out"
    env "$variable" MLGO_GATE_RECORD="$work/left-out" mlgo-rustc --smallest \
      -C opt-level=z --crate-type=lib --emit=obj hot.rs
    case $variable,$(grep -c "smooth.licm" "$work/left-out") in
    MLGO_ANY=1,[1-9]* | MLGO_GATE_HOT=guard,0) ;;
    *) fail "$variable: $(cat "$work/left-out")" ;;
    esac
  done
  # Other decisions reach what incremental compilation keeps.
  mlgo-rustc -C opt-level=z -C incremental=steps plain.rs -o program
  MLGO_INLINE_MODE=default MLGO_REGALLOC_MODE=default \
    mlgo-rustc -C opt-level=z -C incremental=steps plain.rs -o after
  MLGO_INLINE_MODE=default MLGO_REGALLOC_MODE=default \
    mlgo-rustc -C opt-level=z -C incremental=new plain.rs -o apart
  objdump -d --no-show-raw-insn after | tail -n +4 >after.text
  objdump -d --no-show-raw-insn apart | tail -n +4 >apart.text
  cmp after.text apart.text || fail "incremental: decisions of before"
  # Another LLVM: refused.
  printf '#!/bin/sh\necho "release: 1.0.0"\necho "LLVM version: 22.1.0"\n' >rustc
  chmod +x rustc
  if mlgo-rustc ./rustc -C opt-level=z plain.rs >"$work/output" 2>&1; then
    fail "a rustc with an LLVM of its own is taken"
  fi
  grep -q "mlgo-rustc: error: ./rustc: found rustc 1.0.0 with an LLVM of its own, 22.1.0" \
    "$work/output" || fail "no word about the other LLVM: $(cat "$work/output")"
}

# cargo: macros and scripts, a small std beside a crate at opt-level=3, and nothing
# stale.
cargo_builds() {
  build anew cargo build --release --offline
  release=target/release/words
  $release >"$work/expected" 2>/dev/null
  grep -q "^3 false$" "$work/expected" || fail "a stable rustc takes features"
  stock_text=$(text_of $release)
  export RUSTC_WRAPPER="$bin/mlgo-rustc" CARGO_CACHE_RUSTC_INFO=0
  MLGO_INLINE_STATS_FILE=$work/counts build anew cargo build --release --offline
  same $release
  grep -q "module=words.* decisions=[1-9]" "$work/counts" || fail "not decided"
  grep "module=maker\|module=build_script" "$work/counts" &&
    fail "scripts or macros were decided"
  [ "$(text_of $release)" -lt "$stock_text" ] || fail "not smaller than stock"
  MLGO_INLINE_SMALL_STD=1 build anew cargo build --release --offline
  same $release
  [ "$(text_of $release)" -lt $((stock_text * 96 / 100)) ] || fail "std is large"
  # Without LTO, which takes its time.
  export CARGO_PROFILE_RELEASE_LTO=off
  build anew cargo build --release --offline
  build fresh cargo build --release --offline
  MLGO_INLINE_MODE=default build anew cargo build --release --offline
  printf '# mlgo inline decisions\n' >"$work/file"
  MLGO_INLINE_REWARD_MODEL=$work/file build anew cargo build --release --offline
  MLGO_INLINE_REWARD_MODEL=$work/file build fresh cargo build --release --offline
  echo >>"$work/file"
  MLGO_INLINE_REWARD_MODEL=$work/file build anew cargo build --release --offline
  # What is not optimised, checked or asked is not ours.
  rm -f "$work/counts"
  MLGO_INLINE_STATS_FILE=$work/counts build anew cargo build --offline
  MLGO_INLINE_STATS_FILE=$work/counts build any cargo check --release --offline
  [ ! -e "$work/counts" ] || fail "the plugin is asked in debug builds or checks"
  # Another plugin, which cargo's own cache notices by the wrapper.
  unset CARGO_CACHE_RUSTC_INFO
  mkdir -p "$work/tree/a/b" "$work/tree/passes/all"
  for hash in 0123456789abcdef fedcba9876543210; do
    sed "s/MLGO-22-[0-9a-f]*/MLGO-22-$hash/g" "$bin/mlgo-rustc" \
      >"$work/tree/a/b/mlgo-rustc"
    chmod +x "$work/tree/a/b/mlgo-rustc"
    plugin=$(sed -n 's|^plugin=.*self%/\*}/\(.*\)")$|\1|p' "$work/tree/a/b/mlgo-rustc")
    mkdir -p "$(dirname "$work/tree/a/b/$plugin")"
    cp "$bin"/../../passes/all/MLGO-22.so "$work/tree/a/b/$plugin"
    RUSTC_WRAPPER=$work/tree/a/b/mlgo-rustc build anew cargo build --release --offline
    RUSTC_WRAPPER=$work/tree/a/b/mlgo-rustc build fresh cargo build --release --offline
  done
  same $release
}

# mlgo run, which finds rustc and says what was not covered.
run() {
  release=target/release/words
  cargo build --release --offline >"$work/output" 2>&1
  $release >"$work/expected" 2>/dev/null
  stock_text=$(text_of $release)
  build anew mlgo run -- cargo build --release --offline
  same $release
  for words in "inlining    [1-9][0-9]* decisions" "evictions   [1-9]" \
    "linked      $release: [0-9]* bytes of text" \
    "LTO         2 files left to the link, which rustc does itself"; do
    grep -q "$words" "$work/output" || fail "not said: $words: $(cat "$work/output")"
  done
  [ "$(grep -c "linked  " "$work/output")" = 1 ] || fail "more than one program"
  build fresh mlgo run -- cargo build --release --offline
  build anew mlgo run --smallest -- cargo build --release --offline
  same $release
  grep -q -e "--smallest has a price" "$work/output" || fail "no price"
  [ "$(text_of $release)" -lt $((stock_text * 93 / 100)) ] || fail "not small"
  # Functions have the names that Rust gives them.
  build any mlgo run --record "$work/record" -- sh -c 'touch src/main.rs && cargo build --release --offline'
  mlgo why "$work/record" main >"$work/output" 2>&1 ||
    fail "mlgo why: $(cat "$work/output")"
  grep -q "^words::main .* decided calls" "$work/output" ||
    fail "names are not Rust's: $(cat "$work/output")"
  # Another rustc in PATH.
  mkdir -p "$work/other"
  printf '#!/bin/sh\nexit 1\n' >"$work/other/rustc"
  chmod +x "$work/other/rustc"
  if env -u RUSTC PATH="$work/other:$PATH" mlgo flags --rustc >"$work/output" 2>&1; then
    grep -q "instead of $work/other/rustc: found no rustc that runs" "$work/output" ||
      fail "the other rustc is not named: $(cat "$work/output")"
  fi
  if RUSTC=$work/other/rustc mlgo flags --rustc >"$work/output" 2>&1; then
    fail "a rustc that does not run is taken"
  fi
  RUSTC_WRAPPER=sccache mlgo run -- sh -c ': cargo' 2>"$work/output"
  grep -q "not used    RUSTC_WRAPPER=sccache" "$work/output" ||
    fail "no word about sccache: $(cat "$work/output")"
  RUSTC=$work/other/rustc mlgo run -- sh -c ': cargo' 2>"$work/output"
  grep -q "not covered Rust: $work/other/rustc: found no rustc" "$work/output" ||
    fail "no word about the other rustc: $(cat "$work/output")"
}

# mlgo compare, in a copy: what is there stays as it is.
compare() {
  cp -r ../rust "../a crate" && cd "../a crate"
  if ! CARGO_TARGET_DIR=$work/elsewhere \
    CARGO_PROFILE_RELEASE_LTO=thin mlgo compare --level Oz --work "$work/compared" \
    --run "target/release/words 2>/dev/null" --report "$work/page.html" -- \
    cargo build --release --offline >"$work/output" 2>"$work/said"; then
    fail "mlgo compare: $(cat "$work/said")"
  fi
  grep -q "^a crate  *words  *Rust .* -[0-9]*\.[0-9]*% " "$work/output" ||
    fail "not smaller, or not Rust: $(cat "$work/output")"
  # Functions of both builds are the same, although their symbols have hashes.
  for words in '<span class="fn">words::main</span>' "passes left out: [a-z]" \
    "[0-9] → [0-9,]* bytes<"; do
    grep -q -e "$words" "$work/page.html" || fail "no '$words' on the page"
  done
  grep -q "inlining    [1-9][0-9]* decisions" "$work/said" ||
    fail "not decided: $(cat "$work/said")"
  [ ! -e target ] && [ ! -e "$work/elsewhere" ] || fail "files stay"
  # Both sides would be the same.
  if RUSTC_WRAPPER=mlgo-rustc mlgo compare --work "$work/compared" -- \
    cargo build --release --offline >"$work/output" 2>"$work/said"; then
    fail "a build that has the plugin already is compared"
  fi
  grep -q "compiles with a plugin already" "$work/said" ||
    fail "no word about the plugin: $(cat "$work/said")"
}

# A corpus of what fat LTO has merged, and labels of it.
corpus() {
  cd src
  sed '/fast::\|maker::/d' main.rs >plain.rs
  mkdir saved
  $stock -C opt-level=z -C lto=fat -C codegen-units=1 -C save-temps plain.rs \
    --out-dir saved
  mlgo corpus make --input-dir saved --output-dir words
  mlgo corpus info words >"$work/output"
  grep -q "^plain  *1 " "$work/output" || fail "info: $(cat "$work/output")"
  mlgo eval --corpus words --policy stock --json >"$work/output"
  # What rustc itself has made of it, but for machine code that it links with.
  modelled=$(sed -n 's/.*"baseline_bytes": *\([0-9]*\).*/\1/p' "$work/output" | head -n 1)
  made=$(text_of saved/plain)
  awk -v a="${modelled:-0}" -v b="$made" 'BEGIN { exit !(a > b * 0.97 && a < b * 1.01) }' ||
    fail "modelled as $modelled bytes, rustc makes $made"
  mlgo labels words -o labels --sites 4 --policy "$here/../../../models/inline-size.mlgo" \
    --jobs 1 >"$work/output" 2>&1
  grep -q "words: 1 of 1 modules, 4 decisions, 0 failed trials" "$work/output" ||
    fail "labels: $(cat "$work/output")"
}

# Decisions that a search found reach the functions that they are about, although
# cargo renames them, and build what they promised.
tune() {
  cargo build --release --offline >"$work/output" 2>&1
  release=target/release/words
  $release >"$work/expected" 2>/dev/null
  stock_text=$(text_of $release)
  mlgo tune --trials 40 --jobs 2 -o words.decisions -- \
    cargo build --release --offline >"$work/output" 2>"$work/said" ||
    fail "mlgo tune: $(cat "$work/said")"
  grep -q "linked without the plugin: $stock_text bytes" "$work/said" ||
    fail "$stock_text bytes are stock's: $(cat "$work/said")"
  sed -n 's/^ *env /env /p' "$work/output" >"$work/advised"
  MLGO_INLINE_STATS_FILE=$work/counts build anew sh "$work/advised"
  same $release
  text=$(text_of $release)
  grep -q " matched=[1-9]" "$work/counts" || fail "not found: $(cat "$work/counts")"
  build fresh sh "$work/advised"
  rm -rf target
  mlgo tune --rebuild -o words.decisions >"$work/output" 2>"$work/said" ||
    fail "mlgo tune --rebuild: $(cat "$work/said")"
  grep -q "^words  *$text bytes, as linked" "$work/output" ||
    fail "rebuilt otherwise than $text bytes: $(cat "$work/output")"
  mlgo run --oz -- cargo build --release --offline >"$work/output" 2>&1
  policies=$(text_of $release)
  [ "$text" -lt "$policies" ] ||
    fail "$text bytes, by the policies $policies"
  # What a build by cargo cannot have.
  for option in "--report page.html" "--objective cycles --run true" "--train own.mlgo"; do
    # shellcheck disable=SC2086
    if mlgo tune $option -- cargo build --release >"$work/output" 2>"$work/said"; then
      fail "$option is taken"
    fi
    grep -q "does not know builds by cargo" "$work/said" ||
      fail "$option: $(cat "$work/said")"
  done
  if mlgo tune --trials 1 -- cargo build --offline >"$work/output" 2>"$work/said"; then
    fail "a debug build is tuned"
  fi
  grep -q "no program with fat LTO.*cargo build --release" "$work/said" ||
    fail "debug build: $(cat "$work/said")"
}

case $job in
rust-tune) tune ;;
rust-compare) compare ;;
rust-corpus) corpus ;;
rust-kinds) kinds ;;
rust-cargo) cargo_builds ;;
rust-run) run ;;
esac
