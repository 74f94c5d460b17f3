# What tests of commands share. They exit with 77, which ctest counts as skipped,
# where a tool is missing.
set -eu

fail() {
  echo "$(basename "$0")${job:+: $job}: $*" >&2
  exit 1
}

need() {
  for tool in "$@"; do
    command -v "$tool" >/dev/null || {
      echo "SKIPPED: no $tool"
      exit 77
    }
  done
}
