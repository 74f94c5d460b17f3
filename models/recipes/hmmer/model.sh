# Prints the model $2, which a run before this one has made, but for its date.
grep -v '^DATE' "$2"
