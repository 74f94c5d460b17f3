# Exercises the interpreter: lists, dictionaries, strings, arithmetic of large
# numbers, patterns, objects, coroutines, errors, clocks and channels.

proc random {bound} {
  global state
  set state [expr {($state * 1103515245 + 12345) & 0x7fffffff}]
  return [expr {$state % $bound}]
}
set state 12345

# Lists and sorting.
set numbers {}
for {set i 0} {$i < 3000} {incr i} {lappend numbers [random 100000]}
set sorted [lsort -integer $numbers]
puts "sorted [lrange $sorted 0 4] [lindex $sorted end]"
puts "unique [llength [lsort -unique -integer $numbers]]"
puts "found [lsearch -integer -sorted $sorted [lindex $sorted 700]]"
puts [lmap {a b} {1 2 3 4 5 6} {expr {$a * $b}}]
puts [lreverse [lreplace [linsert {a b c d} 2 x y] 0 0]]

# Dictionaries and arrays.
foreach n $numbers {dict incr counts [expr {$n % 17}]}
dict for {key value} $counts {lappend pairs $key=$value}
puts [lsort -dictionary $pairs]
array set table [concat {*}[lmap n [lrange $numbers 0 499] {list k$n $n}]]
puts "array [array size table] [llength [array names table k1*]]"
puts [dict get [dict merge {a 1 b {c 2}} {b {d 3}}] b d]

# Strings and patterns.
set text [string repeat "The quick brown fox, 42 lazy dogs; " 40]
puts [regexp -all -inline {\m[a-z]{4}\M} [string range $text 0 80]]
puts [regsub -all {(\w+) (\w+)} [string range $text 0 30] {\2 \1}]
puts "[string map {quick slow fox snail} [string range $text 0 18]]|[string toupper abc]|[string trim "  x "]"
puts [format {%5d|%-8s|%08.3f|%x|%e|%c} 42 left 3.14159 255 12345.678 65]
puts [scan "12 apples 0x1f" "%d %s %x"]
puts [split "a,b,,c" ,]/[join {x y z} -]/[string match {*[0-9]z} 7z]
binary scan [binary format Sua3f 513 abc 1.5] H* hex
puts $hex
puts [encoding convertto utf-8 \u20ac\u00e4 ][string length [encoding convertfrom utf-8 \xc3\xa4]]

# Arithmetic, also beyond 64 bits.
proc factorial {n} {expr {$n < 2 ? 1 : $n * [factorial [expr {$n - 1}]]}}
puts [factorial 60]
puts [expr {2 ** 200 % 1000007}] 
puts "[expr {int(sqrt(2) * 1000)}] [expr {-7 / 2}] [expr {-7 % 3}] [expr {round(2.5)}] [expr {1e3 == 1000}]"

# Procedures, upvar, apply, namespaces, ensembles.
proc swap {one two} {upvar $one a $two b; lassign [list $a $b] b a}
set x 1; set y 2; swap x y
puts "$x $y [apply {{n} {expr {$n ** 2}}} 12]"
namespace eval shapes {
  namespace export *
  namespace ensemble create
  proc area {w h} {expr {$w * $h}}
  proc border {w h} {expr {2 * ($w + $h)}}
}
puts "[shapes area 3 4] [shapes border 3 4]"

# Objects and coroutines.
oo::class create Account {
  variable Balance
  constructor {start} {set Balance $start}
  method add {amount} {
    if {$amount < 0} {throw {BANK NEGATIVE} "negative amount $amount"}
    incr Balance $amount
    return [self]
  }
  method balance {} {return $Balance}
}
oo::class create Savings {
  superclass Account
  method balance {} {expr {[next] * 105 / 100}}
}
Savings create mine 100
puts [[[mine add 50] add 25] balance]
try {mine add -1} trap {BANK NEGATIVE} message {puts "caught: $message"}
coroutine squares apply {{} {yield; for {set i 1} {1} {incr i} {yield [expr {$i * $i}]}}}
puts [list [squares] [squares] [squares]]
puts [catch {expr {1 / 0}} message]:$message

# Work: sieve, queens, evaluation of built code, trace, clock.
proc sieve {n} {
  set flags [lrepeat [expr {$n + 1}] 1]
  set count 0
  for {set i 2} {$i <= $n} {incr i} {
    if {![lindex $flags $i]} continue
    incr count
    for {set j [expr {$i * $i}]} {$j <= $n} {incr j $i} {lset flags $j 0}
  }
  return $count
}
puts "primes [sieve 20000]"
proc queens {n row columns} {
  if {$row == $n} {return 1}
  set found 0
  for {set c 0} {$c < $n} {incr c} {
    set ok 1
    for {set r 0} {$r < $row} {incr r} {
      set other [lindex $columns $r]
      if {$other == $c || abs($other - $c) == $row - $r} {set ok 0; break}
    }
    if {$ok} {incr found [queens $n [expr {$row + 1}] [concat $columns $c]]}
  }
  return $found
}
puts "queens [queens 6 0 {}]"
set program "set total 0\n"
for {set i 0} {$i < 300} {incr i} {append program "incr total $i\n"}
puts "eval [eval $program]"
trace add variable watched write {apply {{name args} {upvar $name v; puts "watched $v"}}}
set watched 7
puts [clock format 86400 -format {%Y-%m-%d %H:%M:%S %j %a} -timezone :UTC]
interp create child
puts [child eval {info commands pu?s}][interp eval child {expr {6 * 7}}]
interp delete child
