# Writes the clauses of ten queens on a board to the file named first.
use strict;
use warnings;

my ($n, @clauses) = (10);
for my $row (0 .. $n - 1) {
  push @clauses, join ' ', map { $row * $n + $_ + 1 } 0 .. $n - 1;
  for my $column (0 .. $n - 1) {
    for my $other ($row .. $n - 1) {
      for my $c (0 .. $n - 1) {
        next if $other == $row && $c <= $column;
        push @clauses, -($row * $n + $column + 1) . ' ' . -($other * $n + $c + 1)
          if $other == $row || $c == $column || abs($c - $column) == $other - $row;
      }
    }
  }
}
open(my $out, '>', $ARGV[0]) or die "$ARGV[0]: $!";
print $out 'p cnf ', $n * $n, ' ', scalar(@clauses), "\n";
print $out "$_ 0\n" for @clauses;
close($out) or die "$ARGV[0]: $!";
