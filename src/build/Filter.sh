# Words of response files are arguments like others.
quote() { printf '%s\n' "$1" | sed "s/'/'\\\\''/g; 1s/^/'/; \$s/\$/'/"; }
case " $*" in
*" @"*)
  words=
  for argument; do
    if [ "${argument#@}" != "$argument" ] && [ -f "${argument#@}" ]; then
      words="$words $(xargs -r printf '%s\n' <"${argument#@}" | sed "s/'/'\\\\''/g; s/^/'/; s/\$/'/")"
    else
      words="$words $(quote "$argument")"
    fi
  done
  eval "set -- $(printf '%s' "$words" | tr '\n' ' ')" ;;
esac
compile= link=yes level= language= left=$#
while [ "$left" -gt 0 ]; do
  argument=$1; shift; left=$((left - 1))
  case $argument in
  @VALUED@)
    set -- "$@" "$argument"
    [ "$left" -gt 0 ] || continue
    [ "$argument" != -x ] || language=${1#none}
    argument=$1; shift; left=$((left - 1)) ;;
  -O*) level=$argument; continue ;;
  -g|-g[0-9]|-ggdb*|-gdwarf*|-flto*|-Werror*|-fuse-ld=*) continue ;;
  -c|-S|-E|-M|-MM|-fsyntax-only|-r|--precompile) link= ;;
  -x*) language=${argument#-x} language=${language#none} ;;
  -) [ -z "$language" ] || compile=yes ;;
  -*) ;;
  @SOURCE@) compile=yes ;;
  *) [ -z "$language" ] || compile=yes ;;
  esac
  set -- "$@" "$argument"
done
