# Lets the code generator $1 write what the request $2 asks for.
set -eu
"$1" <"$2"
cat shelf.capnp.h shelf.capnp.c++
