# Prints what the program makes of a grammar. In which order it tells of rules
# is a matter of the compiler.
"$@" 2>/dev/null
