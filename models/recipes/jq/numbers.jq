# Work: a sieve, sorting, recursion, strings and large objects.
def sieve($n): reduce range(2; $n) as $i ([range($n)];
  if .[$i] != 0 and $i * $i < $n
  then reduce range($i * $i; $n; $i) as $j (.; .[$j] = 0) else . end)
  | map(select(. > 1));
def collatz: [recurse(if . == 1 then empty elif . % 2 == 0 then . / 2 else 3 * . + 1 end)];
def fib: if . < 2 then . else (. - 1 | fib) + (. - 2 | fib) end;
(sieve(3000) | length, .[-3:]),
([range(1; 200) | collatz | length] | max),
(15 | fib),
([range(2000) | . * 7919 % 2003] | sort | unique | [length, .[0], .[-1]]),
([range(1500) | {key: "k\(. * 31 % 997)", value: .}] | from_entries | [length, .k5, (keys | .[10])]),
([range(500) | tostring] | join(",") | [length, (split(",") | map(tonumber) | add)]),
([range(300) | {a: (. % 7), b: (. % 11)}] | group_by(.a, .b) | map(length) | [length, add]),
([1, 2.5, 1e100, -0.001, 1e-5, 3.0, 100000000000000000000] | tojson),
([1.5, 2, 9] | map(floor, sqrt, pow(.; 2), log10) | map(. * 1000 | floor)),
([limit(50; repeat("ab"))] | add | test("x") | not)?,
({} | .a.b[3].c = 1 | tojson), ([[1, 2], [3, 4]] | combinations | tojson)
