# Writes two seconds of stereo music-like sound to the file named first: 16-bit
# little-endian samples at 48 kHz of three gliding notes, echo and some noise.
use strict;
use warnings;

open(my $out, '>:raw', $ARGV[0]) or die "$ARGV[0]: $!";
my ($state, @past, @phase) = (12345);
for my $i (0 .. 95999) {
  my $value = 0;
  for my $note (0 .. 2) {
    my $pitch = (220, 277, 330)[$note] * (1 + ($i % 24000) / 96000);
    $phase[$note] += 6.283185307 * $pitch / 48000;
    $value += 5000 * sin($phase[$note]) * (1 - ($i % 12000) / 14000);
  }
  $state = ($state * 1103515245 + 12345) & 0x7fffffff;
  $value += ($state >> 16) % 200 - 100 + 0.4 * ($past[($i + 7200) % 9600] // 0);
  $past[$i % 9600] = $value;
  my $other = 0.7 * $value + 0.3 * ($past[($i + 9000) % 9600] // 0);
  print $out pack('s<s<', map { $_ > 32767 ? 32767 : $_ < -32768 ? -32768 : int }
                  $value, $other);
}
close($out) or die "$ARGV[0]: $!";
