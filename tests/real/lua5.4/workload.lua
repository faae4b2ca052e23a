-- SPDX-License-Identifier: MIT
-- Closures, coroutines, metatables, errors through C, strings, sorting, collection.
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print("fib", fib(15))

local Point = {}
Point.__index = Point
Point.__add = function(a, b) return setmetatable({ x = a.x + b.x }, Point) end
Point.__lt = function(a, b) return a.x < b.x end
Point.__tostring = function(p) return "point " .. p.x end
local list = {}
for i = 1, 200 do list[i] = setmetatable({ x = (i * 7919) % 211 }, Point) end
table.sort(list)
print(tostring(list[1] + list[200]), #list)

local producer = coroutine.wrap(function()
  for i = 1, 20 do coroutine.yield(i * i) end
  error("done")
end)
local sum = 0
for _ = 1, 20 do sum = sum + producer() end
print("sum", sum, pcall(producer))

local failures = 0
for i = 1, 30 do
  local ok = pcall(string.rep, i % 3 == 0 and {} or "x", 2)
  if not ok then failures = failures + 1 end
end
print("failures", failures, select("#", table.unpack({ 1, 2, 3 })))

local words = {}
for word in ("the quick brown fox jumps over the lazy dog "):rep(20):gmatch("%a+") do
  words[#words + 1] = word:upper():reverse()
end
print(#words, table.concat(words, ",", 1, 5), ("%5.2f|%-4d|%q"):format(3.14159, 42, "a\nb"))

local chunk = assert(load("local t = {} for i = 1, 50 do t[i] = i .. '' end return #t"))
print(chunk(), string.pack("<i4", 77):byte(1, -1))
collectgarbage()
print(collectgarbage("count") > 0, utf8.char(228, 8364), math.tointeger(3.0))
