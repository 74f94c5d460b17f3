# Counts words, and tries what a shell can do: loops, patterns, arithmetic,
# functions, pipes and documents. All tools are the program itself.
self=$(readlink /proc/$$/exe)
for tool in awk cut find head paste sort tr uniq wc; do
  alias $tool="$self $tool"
done
count() {
  tr -cs 'A-Za-z' '\n' <"$1" | tr 'A-Z' 'a-z' | sort | uniq -c | sort -rn |
    head -n 20
}
count "$1"
fib() { if [ $1 -lt 2 ]; then echo $1; else
  echo $(($(fib $(($1 - 1))) + $(fib $(($1 - 2))))); fi; }
for number in 1 2 3 5 8; do
  printf '%3d %04x %s\n' $number $((number * number)) "$(fib $number)"
done
set -- one 'two three' "four
five"
while [ $# -gt 0 ]; do
  case $1 in
  t*) echo "${1#two } ${1%e*} ${#1}" ;;
  *[!a-z]*) echo odd ;;
  *) echo "${1:-none}" ;;
  esac
  shift
done
cat <<END | cut -d: -f2 | paste -s -
a:1:$((7 % 4))
b:2:$((1 << 10))
END
find "$0" -name '*.sh' -exec "$self" wc -l {} + | awk '{ print $1 }'
