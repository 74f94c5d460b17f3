# Writes, to the folder named first, an append-only file that a server executes
# when it starts: many commands of many kinds, and at last a shutdown. So the
# server works without a client and without waiting.
use strict;
use warnings;

mkdir $ARGV[0] or die "$ARGV[0]: $!";
open(my $manifest, '>', "$ARGV[0]/appendonly.aof.manifest") or die $!;
print $manifest "file appendonly.aof.1.incr.aof seq 1 type i\n";
close($manifest) or die $!;
open(my $out, '>:raw', "$ARGV[0]/appendonly.aof.1.incr.aof") or die $!;
sub command {
  print $out '*', scalar @_, "\r\n", map { '$' . length . "\r\n$_\r\n" } @_;
}
my $state = 1;
sub random { $state = ($state * 1103515245 + 12345) & 0x7fffffff; ($state >> 8) % $_[0] }

command('SELECT', 0);
for my $i (1 .. 1000) {
  my ($key, $other) = (random(500), random(500));
  command('SET', "string:$key", "value " x (1 + random(30)), 'EX', 100000 + $i);
  command('APPEND', "string:$other", $i);
  command('GETRANGE', "string:$key", 3, 40);
  command('INCRBY', "counter:$other", $key);
  command('RPUSH', 'list:' . $key % 20, "item $i", $other);
  command('LRANGE', 'list:' . $other % 20, -30, -2);
  command('LPOP', 'list:' . $key % 20) if $i % 3 == 0;
  command('SADD', 'set:' . $key % 30, "member $other", $key);
  command('SISMEMBER', 'set:' . $other % 30, "member $key");
  command('HSET', 'hash:' . $key % 40, "field $other", $i, 'last', $key);
  command('HMGET', 'hash:' . $other % 40, 'last', "field $key", 'none');
  command('ZADD', 'scores:' . $key % 10, $other / 4, "player $key");
  command('ZRANGEBYSCORE', 'scores:' . $other % 10, 10, 60, 'WITHSCORES', 'LIMIT', 2, 20);
  command('ZRANK', 'scores:' . $key % 10, "player $key");
  command('SETBIT', 'bits', $key * 97, 1);
  command('PFADD', 'unique', $key, $other);
  command('XADD', 'stream', 'MAXLEN', 500, "$i-1", 'field', $key, 'other', $other);
}
for my $i (0 .. 19) {
  command('SINTERSTORE', 'common', "set:$i", 'set:' . ($i + 1));
  command('ZUNIONSTORE', 'all', 2, 'scores:' . $i % 10, 'scores:' . ($i + 1) % 10);
  command('SORT', "list:$i", 'ALPHA', 'DESC', 'LIMIT', 0, 50);
  command('BITCOUNT', 'bits');
  command('PFCOUNT', 'unique');
  command('XRANGE', 'stream', '-', '+', 'COUNT', 300);
  command('EVAL', "local s = {} for i = 1, ARGV[1] do s[i] = (i * 7) % 31 end " .
                  "table.sort(s) redis.call('SET', KEYS[1], table.concat(s, ',')) " .
                  "return cjson.encode(s)", 1, 'sorted', 500);
}
command('SHUTDOWN', 'NOW');
close($out) or die $!;
