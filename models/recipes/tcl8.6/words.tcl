# Counts the words of the file named first; prints the most frequent ones.
set file [open [lindex $argv 0]]
foreach line [split [read $file] \n] {
  foreach word [regexp -all -inline {[[:alpha:]]+} $line] {
    incr count([string tolower $word])
  }
}
close $file
foreach word [array names count] {lappend rows [list $count($word) $word]}
foreach row [lrange [lsort -index 1 $rows] 0 9] {puts $row}
foreach row [lrange [lsort -integer -decreasing -index 0 [lsort -index 1 $rows]] 0 9] {puts $row}
