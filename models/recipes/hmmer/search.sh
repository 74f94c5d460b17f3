# Prints what the program $1 finds with the other arguments, and not how long it
# takes.
"$@" | grep -v '^# CPU time\|^# Mc/sec'
