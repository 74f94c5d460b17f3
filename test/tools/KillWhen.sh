# Runs a command until it and what it has started have computed for some seconds,
# and then ends it. Of a processor: what has been done by then depends little on
# what else the machine does.
#
# USAGE: sh KillWhen.sh <seconds> <signal> main | group | child <command>...
#
# The signal goes to the command, to all that it has started, or to one child.
# Exits as the command does.
seconds=$1 signal=$2 whom=$3
shift 3
# Of all that lives and of what it has waited for, in hundredths of seconds.
computed() {
  for process in $(ps -s $main -o pid=); do
    cat "/proc/$process/stat" 2>/dev/null
  done | sed 's/.*) //' |
    awk '{ sum += $12 + $13 + $14 + $15 } END { print sum + 0 }'
}
setsid "$@" &
main=$!
while kill -0 $main 2>/dev/null && [ "$(computed)" -lt $((seconds * 100)) ]; do
  sleep 0.02
done
case $whom in
main) kill -"$signal" $main ;;
group) kill -"$signal" -$main ;;
child) kill -"$signal" "$(ps -o pid= --ppid $main | head -n 1)" ;;
esac 2>/dev/null
wait $main
