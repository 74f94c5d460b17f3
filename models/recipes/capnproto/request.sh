# Keeps what the program $1 hands to code generators for the schema $2 as $3.
set -eu
"$1" compile --src-prefix="${2%/*}" -o- "$2" >"$3"
cksum <"$3"
