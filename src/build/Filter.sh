compile= link=yes level= left=$#
while [ "$left" -gt 0 ]; do
  argument=$1; shift; left=$((left - 1))
  case $argument in
  @VALUED@)
    set -- "$@" "$argument"
    [ "$left" -gt 0 ] || continue
    argument=$1; shift; left=$((left - 1)) ;;
  -O*) level=$argument; continue ;;
  -g|-g[0-9]|-ggdb*|-gdwarf*|-flto*|-Werror*|-fuse-ld=*) continue ;;
  -c|-S|-E|-M|-MM|-fsyntax-only) link= ;;
  *.c|*.cc|*.cpp|*.cxx|*.c++|*.C) compile=yes ;;
  esac
  set -- "$@" "$argument"
done
