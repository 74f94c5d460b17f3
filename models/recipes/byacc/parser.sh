# Prints the parser that the byacc $1 makes of the grammar $2. byacc removes a
# file before it writes it, so that /dev/stdout would be gone.
"$1" -v -d -o parser.tab.c "$2" && cat parser.tab.c
