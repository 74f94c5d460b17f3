# Prints the features in $2, which a run before this one has made.
od -A n -t x4 "$2"
