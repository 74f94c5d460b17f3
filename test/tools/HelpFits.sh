# Every command's --help has an example, at most 40 lines, and fits in 80 columns;
# all options that it leaves out are explained by --help-all.
#
# USAGE: sh HelpFits.sh <mlgo>
set -eu

mlgo=$1
faults=0

fault() {
  echo "HelpFits.sh: $*" >&2
  faults=1
}

commands() {
  "$mlgo" "$@" --help | awk '/^Commands.*:/ { f = 1; next } /^$/ { f = 0 }
    f && /^  [a-z]/ { print $1 }'
}

check() {
  help=$("$mlgo" "$@" --help)
  lines=$(echo "$help" | wc -l)
  [ "$lines" -le 40 ] || fault "mlgo $* --help has $lines lines, expected 40" \
    "at most: name rare options in src/tools/help/Additions.cpp"
  echo "$help" | awk 'length > 80' | grep . &&
    fault "mlgo $* --help has lines of more than 80 columns"
  echo "$help" | grep -A1 '^Example:$' | grep -q mlgo ||
    fault "mlgo $* --help has no example"
  all=$("$mlgo" "$@" --help-all)
  # What is said of an option stands to its right, or below a long one.
  echo "$all" | awk '
    open && !(substr($0, 1, 26) ~ /^ +$/ && substr($0, 27, 1) != "[") { print open }
    { open = "" }
    /^  -/ && substr($0, 25, 2) != "  " { open = $0 }
    /^  -/ && substr($0, 25, 3) == "  [" { print }' | grep . &&
    fault "mlgo $* --help-all has options without a word"
  for option in $(echo "$help" | sed -n '/^More, with/,/^$/s/More, with --help-all://p' |
    tr -d ,); do
    echo "$all" | grep -q "^  \(-., \)\?$option\b" ||
      fault "mlgo $* --help-all does not explain $option"
  done
}

check
for command in $(commands); do
  check "$command"
  for below in $(commands "$command"); do
    check "$command" "$below"
  done
done
exit $faults
