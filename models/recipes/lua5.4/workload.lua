-- Exercises the interpreter: tables, closures, metatables, coroutines, string
-- patterns, integer and float arithmetic, errors, load, goto, the libraries.

-- 1. Sorting and tables.
local state = 12345
local function random(bound)
  state = (state * 1103515245 + 12345) & 0x7fffffff
  return state % bound
end
local numbers = {}
for i = 1, 2000 do numbers[i] = random(100000) end
table.sort(numbers)
print("sorted", numbers[1], numbers[1000], numbers[2000])
table.sort(numbers, function(a, b) return a > b end)
print("reversed", numbers[1], numbers[1000], numbers[2000])
print("joined", table.concat(numbers, ",", 1, 5), select("#", table.unpack(numbers, 1, 9)))

-- 2. Metatables: a vector type with operators.
local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b) return setmetatable({x = a.x + b.x, y = a.y + b.y}, Vector) end
Vector.__mul = function(a, s) return setmetatable({x = a.x * s, y = a.y * s}, Vector) end
Vector.__eq = function(a, b) return a.x == b.x and a.y == b.y end
Vector.__lt = function(a, b) return a:length() < b:length() end
Vector.__tostring = function(v) return string.format("(%g, %g)", v.x, v.y) end
Vector.__len = function() return 2 end
Vector.__call = function(v, i) return i == 1 and v.x or v.y end
function Vector:length() return math.sqrt(self.x ^ 2 + self.y ^ 2) end
local v = setmetatable({x = 3, y = 4}, Vector)
print("vector", tostring(v + v * 2), v:length(), v == v * 1, v < v * 2, #v, v(2))

-- 3. Coroutines: a generator of permutations.
local function permutations(items, n)
  n = n or #items
  if n <= 1 then coroutine.yield(items) return end
  for i = 1, n do
    items[n], items[i] = items[i], items[n]
    permutations(items, n - 1)
    items[n], items[i] = items[i], items[n]
  end
end
local count = 0
for items in coroutine.wrap(function() permutations({1, 2, 3, 4, 5, 6}) end) do
  count = count + items[1] * items[6]
end
print("permutations", count)

-- 4. Strings and patterns.
local text = ("the quick brown fox jumps over the lazy dog "):rep(50)
local words = {}
for word in text:gmatch("%a+") do words[word] = (words[word] or 0) + 1 end
local names = {}
for word, n in pairs(words) do names[#names + 1] = word .. "=" .. n end
table.sort(names)
print(table.concat(names, " "))
print((text:gsub("(%w+) (%w+)", "%2 %1", 3)):sub(1, 40))
print(string.format("%5d|%-8s|%08.3f|%x|%q|%a", 42, "left", math.pi, 255, "a\nb", 0.5))
print(string.pack(">I4z", 7, "abc"):byte(1, -1))
print(utf8.char(72, 228, 8364), utf8.len("h\u{e4}\u{20ac}"), ("x"):rep(3, "-"))

-- 5. Numbers.
print(7 // 2, -7 // 2, 7 % -3, 7.5 // 2, 1 << 40, ~0, 5 & 3, 5 | 3, 5 ~ 3, 2 ^ 0.5)
print(math.maxinteger + 1 == math.mininteger, math.tointeger(3.0), 10 / 2, 1e15, 0x1p4)
print(tonumber("0x10"), tonumber("10", 2), tonumber("z", 36), tonumber("1e2"), tonumber("x"))

-- 6. Errors, closing variables, goto, load.
print(pcall(error, {code = 1}) == false, select(2, pcall(error, "message", 0)))
print(select(2, xpcall(function() local t = nil; return t.x end, function(m) return "handled: " .. m:match("attempt.*") end)))
do
  local guard <close> = setmetatable({}, {__close = function() print("closed") end})
end
for i = 1, 3 do
  if i == 2 then goto continue end
  io.write(i, " ")
  ::continue::
end
print(load("local a, b = ...; return a * b + 1")(6, 7), load("syntax error here"))

-- 7. Work: sieve, n-queens, matrix product, string building, collection.
local sieve, primes = {}, 0
for i = 2, 60000 do
  if not sieve[i] then
    primes = primes + 1
    for j = i * i, 60000, i do sieve[j] = true end
  end
end
print("primes", primes)
local function queens(n, row, columns, left, right)
  if row > n then return 1 end
  local found = 0
  for c = 1, n do
    if not (columns[c] or left[row + c] or right[row - c + n]) then
      columns[c], left[row + c], right[row - c + n] = true, true, true
      found = found + queens(n, row + 1, columns, left, right)
      columns[c], left[row + c], right[row - c + n] = nil, nil, nil
    end
  end
  return found
end
print("queens", queens(7, 1, {}, {}, {}))
local function matrix(n, f)
  local m = {}
  for i = 1, n do m[i] = {} for j = 1, n do m[i][j] = f(i, j) end end
  return m
end
local a, b = matrix(30, function(i, j) return i + j end), matrix(30, function(i, j) return i * j % 7 end)
local trace = 0
for i = 1, 30 do
  local sum = 0
  for k = 1, 30 do sum = sum + a[i][k] * b[k][i] end
  trace = trace + sum
end
print("trace", trace)
local weak = setmetatable({}, {__mode = "k"})
for i = 1, 1000 do weak[{}] = i end
collectgarbage()
print("weak", next(weak) == nil, os.time({year = 2020, month = 1, day = 1, hour = 12}))
