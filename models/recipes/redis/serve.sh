# Starts the server $1 on a socket, sends it commands with the client $2, and
# prints the answers.
set -eu
"$1" --port 0 --unixsocket "$PWD/socket" --save '' --appendonly yes \
  --dir "$PWD" --loglevel warning >/dev/null 2>&1 &
server=$!
tries=0
while [ ! -S socket ] && [ $tries -lt 200 ]; do
  sleep 0.05
  tries=$((tries + 1))
done
"$2" -s "$PWD/socket" <"$3"
"$2" -s "$PWD/socket" shutdown nosave || true
wait $server
echo "server ended with $?"
