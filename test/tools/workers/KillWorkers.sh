# Runs a command and kills three of its workers, each while it computes.
#
# USAGE: sh KillWorkers.sh <command>...; exits as it does, and prints how many
# workers were killed.
"$@" &
main=$!
killed=0
while [ $killed -lt 3 ] && kill -0 $main 2>/dev/null; do
  worker=$(ps -o pid=,stat= --ppid $main | awk '$2 ~ /^R/ { print $1; exit }')
  if [ -n "$worker" ] && kill -9 "$worker" 2>/dev/null; then
    killed=$((killed + 1))
  else
    sleep 0.01
  fi
done
echo "killed $killed workers"
wait $main
