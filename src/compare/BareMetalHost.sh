# Starts qemu's board with a program as if that were started. What words may
# not have there is written as %HH.
list=
for word in "$0" "$@"; do
  case $word in
  *[%,\ ]*) word=$(printf '%s.' "$word" |
    sed 's/%/%25/g; s/ /%20/g; s/,/%2C/g'); word=${word%.} ;;
  esac
  list="$list,arg=$word"
done
exec qemu-system-arm -M mps2-an385 \
  -nic user,restrict=on -display none -monitor none \
  -serial none -semihosting-config "enable=on,target=native$list" -kernel @IMAGE@
