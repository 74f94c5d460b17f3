# Counts, sorts and formats the words of its input; works on numbers and texts.
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }
function sorted(list, n,   i, j, t) {
  for (i = 2; i <= n; i++)
    for (j = i; j > 1 && list[j - 1] > list[j]; j--) {
      t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
    }
}
BEGIN { FS = "[ .,!]+"; OFS = "|" }
/market|garden/ { matched++ }
NR % 50 == 0 { $2 = toupper($2); print NR, NF, substr($0, 1, 30) }
{
  for (i = 1; i <= NF; i++) if ($i != "") { count[tolower($i)]++; total++ }
  letters += gsub(/[aeiou]/, "&")
}
END {
  for (word in count) names[++n] = word
  sorted(names, n)
  for (i = 1; i <= n; i++) printf "%-10s %5d %6.2f%%\n", names[i], count[names[i]], 100 * count[names[i]] / total
  print matched, letters, n, fib(18), length("text"), index("banana", "nan")
  print substr("abcdef", 3, 2), sprintf("%x %o %e %c", 255, 8, 1234.5, 65), 2 ^ 10 % 7, int(-3.7)
  k = split("a:b:c", parts, ":"); print k, parts[3], match("foobar", /o+/), RSTART, RLENGTH
  for (i = 0; i < 20000; i++) { key = i * 7919 % 1009; sum[key] += i; if (!(i % 3)) delete sum[key] }
  for (key in sum) left++
  x = "aaa"; sub(/a/, "b", x); print left, x, sin(0), exp(0), log(1), sqrt(2), atan2(0, -1)
  while (y++ < 5) { if (y == 2) continue; if (y == 4) break; printf "%d ", y }
  print "" ; exit 0
}
