# Runs a command and kills two of its workers, each while it works: what
# failed three times is given up.
#
# USAGE: sh KillWorkers.sh <command>...; exits as it does, and prints how many
# workers were killed.
"$@" &
main=$!
killed=0
# The first child that has a child itself: its trials run in processes that it
# starts, so that it waits while it works.
worker() {
  for process in $(ps -o pid= --ppid $main); do
    [ -n "$(ps -o pid= --ppid "$process")" ] && echo "$process"
  done | head -n 1
}
while [ $killed -lt 2 ] && kill -0 $main 2>/dev/null; do
  found=$(worker)
  if [ -n "$found" ] && kill -9 "$found" 2>/dev/null; then
    killed=$((killed + 1))
  else
    sleep 0.01
  fi
done
echo "killed $killed workers"
wait $main
