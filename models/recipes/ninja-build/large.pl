# Writes a build of layers, each made of some of the one before, to the file
# named first.
use strict;
use warnings;

open(my $out, '>', $ARGV[0]) or die "$ARGV[0]: $!";
print $out "flags = -O2 -Wall\nrule make\n  command = make \$flags \$in -o \$out",
  " -DNAME=\$name\n  description = MAKE \$out\n  deps = gcc\n",
  "  depfile = \$out.d\n";
print $out "build layer0/file$_.x: make\n  name = leaf$_\n" for 0 .. 59;
for my $layer (1 .. 12) {
  for my $i (0 .. 59) {
    my @from = map { 'layer' . ($layer - 1) . "/file$_.x" }
      ($i, ($i * 7 + 3) % 60, ($i + 11) % 60);
    print $out "build layer$layer/file$i.x: make $from[0] | $from[1] || ",
      "$from[2]\n  name = n${layer}_$i\n", $i % 5 ? '' : "  flags = -O0 \$flags\n";
  }
}
print $out 'build everything: phony ', join(' ', map { "layer12/file$_.x" } 0 .. 59),
  "\ndefault everything\n";
close($out) or die "$ARGV[0]: $!";
