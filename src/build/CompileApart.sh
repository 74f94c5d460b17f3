# Calls itself for each source. Folders have the same names in each build of
# the same commands. What configure scripts only try stays as it is, and so do
# commands whose words depend on their order or name files after the program.
case "$MLGO_OBJECTS $* " in
" "*|*" -x"*|*" -MD "*|*" -MMD "*|*conftest.*|*testfile.*|*sanitycheck*|*CompilerId*|*CMakeScratch*) apart= ;;
*) apart=$compile$link ;;
esac
if [ "$apart" = yesyes ]; then
  folder=$MLGO_OBJECTS/$(printf '%s\0' "$(pwd -P)" "$@" | cksum | tr ' ' -)
  sources= objects= left=$#
  while [ "$left" -gt 0 ]; do
    argument=$1; shift; left=$((left - 1))
    case $argument in
    @VALUED@)
      set -- "$@" "$argument"
      [ "$left" -gt 0 ] || continue
      argument=$1; shift; left=$((left - 1)) ;;
    -*) ;;
    @SOURCE@)
      sources="$sources $(quote "$argument")"
      continue ;;
    esac
    set -- "$@" "$argument"
  done
  mkdir -p "$folder" || exit
  count=0
  eval "for source in $sources; do
    count=\$((count + 1))
    object=\$folder/\$count-\$(basename -- \"\$source\").o
    sh \"\$0\" \"\$@\" \$level -c \"\$source\" -o \"\$object\" || exit
    objects=\"\$objects \$(quote \"\$object\")\"
  done"
  eval "set -- $objects \"\$@\""
  compile=
fi
