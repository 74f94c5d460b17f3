# Exercises the shell: loops, functions, expansions, redirections, traps.
set -eu
f() { local a="$1"; [ "$a" -le 1 ] && echo 1 || echo $((a * $(f $((a - 1))))); }
f 10
i=0; s=0
while [ $i -lt 3000 ]; do i=$((i + 1)); case $i in *7*) continue ;; *00) s=$((s + i)) ;; esac; done
echo $i $s
v=abc.tar.gz; echo "${v%%.*} ${v#*.} ${#v} ${v%.gz} ${u:-none} ${v:+set}"
for w in "a b" c\ d 'e'; do printf '%s|%5d|%x\n' "$w" 42 255; done
set -- x y z; echo "$# $* $2"; shift; echo "$@"
cat <<EOF | while read -r a b; do echo "$b-$a"; done
one $((1 + 2 * 3 % 4)) two
three $(echo four | tr o 0)
EOF
trap 'echo bye' EXIT
(exit 3) || echo $?
IFS=:; for p in $(echo a:b:c); do echo "$p"; done
test -d / && ! test -e /no/such && echo tests; eval 'x=5; echo $x'; getopts ab: o -b 7 && echo "$o $OPTARG"
