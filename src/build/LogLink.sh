record=$(mktemp "$MLGO_LINK_LOG.XXXXXX") &&
  printf '%s\0' "$#" "$(pwd -P)" @TOOL@ "$@" >"$record" &&
  cat "$record" >>"$MLGO_LINK_LOG"
rm -f "$record"
