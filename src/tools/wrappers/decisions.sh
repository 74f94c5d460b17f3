# sum_decisions WORD...: what decides beside the plugin, as a number: variables,
# and the contents of files that they or options among the words name.
sum_decisions() {
  {
    env | LC_ALL=C sort | while IFS= read -r line; do
      case $line in
      MLGO_*_STATS*=* | MLGO_*_RECORD=* | MLGO_*_LOG=* | MLGO_CLANG_STARTED=*) ;;
      MLGO_*=*)
        echo "$line"
        if [ -f "${line#*=}" ]; then
          cksum <"${line#*=}"
        fi
        ;;
      esac
    done
    for word do
      case $word in
      -mlgo-*=*)
        if [ -f "${word#*=}" ]; then
          cksum <"${word#*=}"
        fi
        ;;
      esac
    done
  } | cksum | tr -d ' '
}
