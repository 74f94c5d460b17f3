# Prints the file $2, which a run before this one has written.
cat "$2"
