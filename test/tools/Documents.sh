# Manual pages without warnings, completions that complete.
#
# USAGE: sh Documents.sh <folder of documents>
set -eu

folder=$1
fail() {
  echo "Documents.sh: $*" >&2
  exit 1
}

for page in mlgo mlgo-tune mlgo-corpus-fetch; do
  [ -s "$folder/man/man1/$page.1" ] || fail "no page $page"
done
if command -v groff >/dev/null; then
  for page in "$folder"/man/man1/*.1; do
    warnings=$(groff -ww -man -Tutf8 "$page" 2>&1 >/dev/null)
    [ -z "$warnings" ] || fail "$warnings"
  done
fi
if command -v mandoc >/dev/null; then
  # A date would make other bytes of the same text.
  mandoc -T lint -W warning "$folder"/man/man1/*.1 | grep -v 'missing date' &&
    fail "mandoc warns"
fi

if command -v bash >/dev/null; then
  bash -c '
    . "$1/bash-completion/completions/mlgo"
    complete_line() {
      COMP_WORDS=("$@")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      COMPREPLY=()
      _mlgo
      echo "${COMPREPLY[*]}"
    }
    expect() {
      local expected=$1
      shift
      found=$(complete_line "$@")
      [[ $found == $expected ]] || {
        echo "Documents.sh: $* completes to $found, expected $expected" >&2
        exit 1
      }
    }
    cd "$1"
    expect "compare corpus" mlgo co
    expect "fetch" mlgo corpus fe
    expect "--seconds" mlgo tune --sec
    expect "Oz Os O2 O3" mlgo tune --level ""
    expect "print" mlgo log p
    expect "man" mlgo tune -o ma
    expect "*--trial-seconds*" mlgo search --
    expect "*true*" mlgo run --oz -- tru
  ' bash "$folder" || exit 1
fi
if command -v zsh >/dev/null; then
  zsh -n "$folder/zsh/site-functions/_mlgo" || fail "zsh cannot read its file"
fi
