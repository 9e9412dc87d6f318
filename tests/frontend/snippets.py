# SPDX-License-Identifier: Apache-2.0
"""Short texts, most of them wrong, on which our parser and CPython's must
agree: accept or refuse."""

# one line (or with \n) each
LINES = r"""
x = (1
x = [1, 2
x = {1: 2
x = (1]
x = [1)
x = {1)
x = )
]
}
foo(a, b
f(a b)
f(a, b c)
f(a=1, b)
f(**a, b)
f(**a, *b)
f(*a, b, *c, d=1, **e)
f(a=1, *b)
f(a for a in b)
f(a for a in b, 1)
f(1, a for a in b)
f(a for a in b,)
f((a for a in b), 1)
f(a := 1)
f(a.b=1)
f(1=2)
f(True=1)
f(None=1)
f(a=)
f(a=1 for a in b)
f(, a)
f(a,,b)
f(*)
f(**)
f(a=b=c)
class A(: pass
class A(a=1, b): pass
class A(*a, **b): pass
class: pass
class 1: pass
def f: pass
def f(: pass
def f(a b): pass
def f(a, a): pass
def f(a=1, b): pass
def f(a=1, *, b): pass
def f(a, /, b): pass
def f(/, a): pass
def f(a, /, b, /): pass
def f(a, *, /): pass
def f(*a, /): pass
def f(*, a): pass
def f(*): pass
def f(*,): pass
def f(*, **k): pass
def f(*a, *b): pass
def f(*a, *): pass
def f(**a, b): pass
def f(**a, *b): pass
def f(**a, **b): pass
def f(**a,): pass
def f(*a,): pass
def f(*a=1): pass
def f(**a=1): pass
def f(a=): pass
def f(a, (b, c)): pass
def f((a)): pass
def f(a.b): pass
def f(1): pass
def f(None): pass
def f(a:int=1, *b:int, c:int=2, **d:int)->int: pass
def f(*a: *b): pass
def f(a: *b): pass
def f(a) -> : pass
def f(a) -> b, c: pass
def f() pass
def f():
def f()
def (): pass
def 1(): pass
lambda: 1
lambda a, b=1, *c, d, **e: 1
lambda a=1, b: 1
lambda (a): 1
lambda *: 1
lambda *, **k: 1
lambda a:
lambda a: yield
lambda a: (yield)
lambda /: 1
lambda a, /: 1
lambda: x = 1
lambda a, a: 1
if x = 1: pass
if x == 1 pass
if x: pass else: pass
if: pass
if x
if x:
if x := 1: pass
if (x := 1): pass
if (x = 1): pass
while x = 1: pass
while: pass
while x
while True: x = 1; y = 2
for x in y
for x in y:
for in y: pass
for x y: pass
for x of y: pass
for 1 in y: pass
for f() in y: pass
for x.a, y[0], *z in y: pass
for (x, y) in z: pass
for [x, y] in z: pass
for x, in y: pass
for *x in y: pass
for x in *y, z: pass
for x in y: pass; else: pass
for x in (yield): pass
for x in lambda: 1: pass
for x if y in z: pass
for x in y, z: pass
elif x: pass
else: pass
try: pass
try: pass finally: pass
except: pass
finally: pass
with a: pass
with a as b: pass
with a as b, c as d: pass
with (a as b, c as d): pass
with (a as b, c as d,): pass
with (a, b): pass
with (a, b) as c: pass
with (a), (b): pass
with (a): pass
with (a,): pass
with (a, *b): pass
with (*a, b): pass
with (yield): pass
with (a := b): pass
with (a for a in b): pass
with (a as b): pass
with (a as b) as c: pass
with (a as b).c: pass
with (a).b: pass
with (a)(b) as c, d: pass
with a as 1: pass
with a as f(): pass
with a as (b, c): pass
with a as [b, c]: pass
with a as b.c: pass
with a as b[0]: pass
with a as *b: pass
with a, b as c: pass
with: pass
with a
with a as: pass
with () as a: pass
with (): pass
with (a as b, c): pass
with a as b = c: pass
x = = 1
x == = 1
x = 1 = 2
1 = x
x + 1 = 2
f() = 1
(f()) = 1
-x = 1
x and y = 1
not x = 1
x < y = 1
None = 1
True = 1
... = 1
__debug__ = 1
"a" = 1
f"a" = 1
[] = 1
() = 1
{} = 1
{1} = 1
[x, 1] = 1
(x, f()) = 1
[x, y] = 1
x, *y = z
*x, = y
*x = y
*x, *y = z
*x
*x, y
x = *y
x = *y,
(*x)
(*x,)
[*x]
{*x}
{**x}
{**x, 1}
{1, **x}
{*x: 1}
{1: *x}
{1: 2, **x, 3: 4}
{1: 2, 3}
{1, 2: 3}
{1:}
{1: , 2: 3}
{:}
{1: 2 for x in y}
{**x for x in y}
{*x for x in y}
[*x for x in y]
(*x for x in y)
[x, y for x in y]
[(x, y) for x in y]
[x for x in y if z]
[x for x in y if z if w for a in b]
[x for x in y else z]
[x for x in y if z else w]
[x if y else z for x in y]
[x for x in lambda: y, 1]
[x for 1 in y]
[x for f() in y]
[x for x, y in z]
[x for *x, y in z]
[x async for x in y]
[x for x in y async]
[for x in y]
[x for x]
[x for in y]
[x := 1]
[x := 1, y := 2]
[x = 1]
{x := 1}
{x := 1: 2}
{(x := 1): 2}
{1: x := 1}
{1: (x := 1)}
x := 1
(x := 1)
(x := 1, 2)
(x.y := 1)
(x[0] := 1)
((x) := 1)
(f() := 1)
(1 := 1)
x = y := 1
x = (y := 1)
x[y := 1]
x[y := 1, z]
x[y := 1:2]
x[a:b:c]
x[a:b:c:d]
x[:]
x[::]
x[:,:]
x[]
x[,]
x[a,]
x[*a]
x[*a, b]
x[*a:b]
x[a=1]
x[a b]
x[lambda: 1]
x[a if b else c:d]
x.
x.1
x.y.
.x
x..y
x.if
x y
x 1
1 x
1 2
"a" 1
"a" "b"
"a" b"b"
b"a" b"b"
f"a" "b"
f"a" b"b"
x +
+ x
x + * y
x ** ** y
x ** -y
-x ** -y
x not y
x not in y
x is not y
x is is y
not x not
not
x and
or x
x if y
x if y else
x if else y
x if y else z if w else v
x if lambda: y else z
lambda: x if y else z
x if y else lambda: z
x = yield
x = yield y
x = yield from y
x = yield from
x += yield
yield
yield x, y
yield *x, y
yield from x, y
yield from
(yield)
(yield x)
[yield]
[(yield)]
f(yield)
f((yield))
await x
x = await y
await
await await x
await x ** 2
await -x
async def f(): await x
async def f(): return await x
async x
async for x in y: pass
async with x: pass
async while x: pass
async
await = 1
async = 1
x += 1
x, y += 1
(x) += 1
(x, y) += 1
[x] += 1
f() += 1
x.y += 1
x[0] += 1
1 += 1
x += y += 1
x += y = 1
x =+ 1
x @= y
x //= y
x >>= y
x ->= y
x <> y
x ! y
x !
!x
x ? y
x $ y
x ` y
x: int
x: int = 1
x: int = yield
x: int, y: int
x, y: int
(x): int
(x, y): int
[x]: int
x.y: int
x[0]: int
f(): int
1: int
x: int = 1 = 2
x: int += 1
x: yield
x: *y
x: y := 1
x: lambda: 1
(x.y): int = 1
*x: int
del x
del x, y
del x,
del (x, y)
del [x, y]
del (x)
del x.y, z[0]
del ()
del []
del
del f()
del 1
del x + 1
del *x
del *x, y
del (*x, y)
del x = 1
del (x, f())
del x for x in y
return
return x
return x, y
return *x, y
return yield
raise
raise x
raise x from y
raise x, y
raise from y
raise x from
assert x
assert x, y
assert
assert x, y, z
assert x = 1
assert (x, y)
pass x
break x
continue x
global x
global x, y
global
global x.y
global x,
global (x)
global x = 1
nonlocal x
nonlocal
import a
import a.b.c
import a as b
import a.b as c
import a as b.c
import a, b as c
import a,
import (a)
import
import a.
import .a
import a from b
import *
from a import b
from a import b as c
from a import (b)
from a import (b as c, d)
from a import (b, c,)
from a import b, c,
from a import (b,,)
from a import ()
from a import *
from a import (*)
from a import b.c
from . import a
from .. import a
from ... import a
from .... import a
from .a import b
from ...a.b import c
from .a. import b
from a import
from import a
from a
from a import b as
from a import *, b
from a import b, *
print x
print "x"
print
print x, y
exec "x"
print (x) y
print >> x, y
@x
@x def f(): pass
@x\ndef f(): pass
@x.y(z)\ndef f(): pass
@x[0]\ndef f(): pass
@x := y\ndef f(): pass
@(yield)\ndef f(): pass
@x, y\ndef f(): pass
@x\nx = 1
@x\nclass A: pass
@x\nasync def f(): pass
@x\nasync for x in y: pass
@\ndef f(): pass
x;
x;;
;
x; y
x; y;
x; if y: pass
if x: y; z
if x: if y: pass
if x: pass; pass
pass; pass
if x:\npass
if x:\n  pass\n pass
if x:\n  pass\n   pass
 x
  pass
x\n y
if x:\n\ty\n        z
if x:\n        y\n\tz
if x:\n  y\n\tz
if x:\n\ty\n  z
if x:\n    if y:\n\tz
if x:\n  y\nelse:\n z
if x:\n  y\n else:\n z
if x:\n  y\nelif z:\n  w\nelse:\n  v
if x:\n  y\nelse:\n  z\nelif w:\n  v
if x:\n  y\nelse\n  z
if x:\n  y\nelse: z
if x:\n  y\nelse if z:\n  w
if x: # comment\n  y
if x:\n # comment\n  y
if x:\n  y\n # comment\n  z
if x:\n  y\n\n\n  z
for x in y:\n  pass\nelse:\n  pass
while x:\n  pass\nelse:\n  pass
try:\n  pass\nexcept:\n  pass
try:\n  pass\nexcept A:\n  pass
try:\n  pass\nexcept A as b:\n  pass
try:\n  pass\nexcept A, B:\n  pass
try:\n  pass\nexcept (A, B):\n  pass
try:\n  pass\nexcept A as b.c:\n  pass
try:\n  pass\nexcept A as 1:\n  pass
try:\n  pass\nexcept A:\n  pass\nexcept:\n  pass\nelse:\n  pass\nfinally:\n  pass
try:\n  pass\nexcept:\n  pass\nexcept A:\n  pass
try:\n  pass\nelse:\n  pass
try:\n  pass\nelse:\n  pass\nfinally:\n  pass
try:\n  pass\nfinally:\n  pass\nelse:\n  pass
try:\n  pass\nfinally:\n  pass
try:\n  pass\nx
try:\n  pass\n
try:\n  pass\nexcept* A:\n  pass
try:\n  pass\nexcept *A as b:\n  pass
try:\n  pass\nexcept*:\n  pass
try:\n  pass\nexcept* A:\n  pass\nexcept B:\n  pass
try:\n  pass\nexcept A:\n  pass\nexcept* B:\n  pass
try:\n  pass\nexcept A:\n  pass\nexcept\n  pass
match x:\n  case 1:\n    pass
match x:\n  case _:\n    pass
match x:\n  case a:\n    pass
match x:\n  case a.b:\n    pass
match x:\n  case a.b.c():\n    pass
match x:\n  case A(1, b, c=2, d=e):\n    pass
match x:\n  case A(c=2, d):\n    pass
match x:\n  case A(c=2, c=3):\n    pass
match x:\n  case A(a.b=2):\n    pass
match x:\n  case A(*a):\n    pass
match x:\n  case A(1,):\n    pass
match x:\n  case A(,):\n    pass
match x:\n  case [a, *b, c]:\n    pass
match x:\n  case [a, *_, *c]:\n    pass
match x:\n  case a, *b:\n    pass
match x:\n  case *a:\n    pass
match x:\n  case *a,:\n    pass
match x:\n  case (a):\n    pass
match x:\n  case (a,):\n    pass
match x:\n  case ():\n    pass
match x:\n  case []:\n    pass
match x:\n  case (*a):\n    pass
match x:\n  case (*a,):\n    pass
match x:\n  case [*a]:\n    pass
match x:\n  case {}:\n    pass
match x:\n  case {1: a, "b": c, d.e: f, None: g, -1: h, 1+2j: i}:\n    pass
match x:\n  case {1: a, **b}:\n    pass
match x:\n  case {1: a, **b,}:\n    pass
match x:\n  case {**b, 1: a}:\n    pass
match x:\n  case {**_}:\n    pass
match x:\n  case {a: b}:\n    pass
match x:\n  case {1}:\n    pass
match x:\n  case {1: *a}:\n    pass
match x:\n  case -1:\n    pass
match x:\n  case +1:\n    pass
match x:\n  case -a:\n    pass
match x:\n  case --1:\n    pass
match x:\n  case 1+2j:\n    pass
match x:\n  case 1+2:\n    pass
match x:\n  case -1-2j:\n    pass
match x:\n  case 1j+2j:\n    pass
match x:\n  case 2j+1:\n    pass
match x:\n  case 1+2j+3:\n    pass
match x:\n  case "a" "b":\n    pass
match x:\n  case f"a":\n    pass
match x:\n  case b"a":\n    pass
match x:\n  case None | True | False:\n    pass
match x:\n  case 1 | 2 as a:\n    pass
match x:\n  case 1 as _:\n    pass
match x:\n  case 1 as a.b:\n    pass
match x:\n  case 1 as 2:\n    pass
match x:\n  case 1 as a as b:\n    pass
match x:\n  case (1 as a) as b:\n    pass
match x:\n  case (1 | 2):\n    pass
match x:\n  case 1 |:\n    pass
match x:\n  case | 1:\n    pass
match x:\n  case a if b:\n    pass
match x:\n  case a if b := c:\n    pass
match x:\n  case a if b = c:\n    pass
match x:\n  case a if:\n    pass
match x:\n  case:\n    pass
match x:\n  case a\n    pass
match x:\n  case a: pass
match x:\n  case a:
match x:\n  case a:\n  case b:\n    pass
match x:\n  case f():\n    pass
match x:\n  case f()():\n    pass
match x:\n  case a[0]:\n    pass
match x:\n  case a + b:\n    pass
match x:\n  case ...:\n    pass
match x:\n  pass
match x:\npass
match x:
match x: pass
match x:\n  case 1:\n    pass\n  pass
match x, y:\n  case 1, 2:\n    pass
match *x, y:\n  case 1, 2:\n    pass
match *x:\n  case 1:\n    pass
match x,:\n  case 1:\n    pass
match (x):\n  case 1:\n    pass
match [x]:\n  case 1:\n    pass
match {x: y}:\n  case 1:\n    pass
match -x:\n  case 1:\n    pass
match x := y:\n  case 1:\n    pass
match lambda: x:\n  case 1:\n    pass
match yield:\n  case 1:\n    pass
match x if y else z:\n  case 1:\n    pass
match "x":\n  case 1:\n    pass
match not x:\n  case 1:\n    pass
match await x:\n  case 1:\n    pass
match = 1
match.x = 1
match[x] = 1
match(x)
match (x)
match -x
match * x
match, x
match: int
match: int = 1
match[x]: int
match(x).y = 1
match
match x
match in x
match is x
match if x else y
print(match, case, type)
case = 1
case x:
type = 1
type(x)
type[x]
type: int
type.x
type in x
type, x
def match(case, type): pass
import match
class match: pass
for match in case: pass
match match:\n  case case:\n    pass
match case:\n  case match:\n    pass
_ = 1
0
00
0_0
01
0_1
01.5
01e5
01j
09
09.5
0x
0x1
0xg
0x1g
0x_1
0x1_
0x1__2
0o8
0o7
0o78
0o
0b
0b1
0b2
0b12
0B1
0X1F
0O17
1_000
1__000
1_
1_.5
1._5
1.5_
1.5e
1.5e+
1.5e5
1e5
1e_5
1e5_
1e+5
1e
1E5
1j
1J
1.5j
1e5j
1ja
1.
1.e5
.5
.
.e5
1..real
1.real
1 .real
1.0.real
1if x else y
1 if x else y
1or 2
1and 2
1in x
1is x
1not in x
0xfor x in y
0x1for x
1for x in y
1a
1_a
1.a
1e5a
0b1a
1.5.5
1 2
99999999999999999999999999999999999
1e400
'a
"a
'a"
'''a
'''a'
'''a''
'''a'''
'a\nb'
'a\\nb'
'a\\\nb'
'''a\nb'''
r'a\\'
r'a\'
'\'
'\\'
'\x1'
'\x1g'
'\x12'
'\u123'
'\u1234'
'\U0001234'
'\U00012345'
'\U00110000'
'\N{DASH}'
'\N'
'\N{}'
'\N{'
'\q'
'\777'
b'\x1'
b'\x12'
b'\u123'
b'é'
b'\N'
rb'é'
rb'a'
br'a'
bR'a'
ub'a'
ur'a'
u'a'
fr'a'
rf'a'
fb'a'
bu'a'
rr'a'
R'\x'
f''
f'{x}'
f'{x'
f'x}'
f'{}'
f'{ }'
f'{x}}'
f'{{x}'
f'{{x}}'
f'{{{x}}}'
f'{x!r}'
f'{x!s:10}'
f'{x!a}'
f'{x!z}'
f'{x!}'
f'{x!rr}'
f'{x!r:}'
f'{!r}'
f'{:10}'
f'{x:}'
f'{x:10}'
f'{x:{y}}'
f'{x:{y}.{z}}'
f'{x:{y:{z}}}'
f'{x:{y:{z:{w}}}}'
f'{x=}'
f'{x = }'
f'{x=!r}'
f'{x=:10}'
f'{x=!r:10}'
f'{x==y}'
f'{x!=y}'
f'{x>=y}'
f'{x<=y}'
f'{x=y}'
f'{x:=5}'
f'{(x:=5)}'
f'{lambda x: 1}'
f'{(lambda x: 1)}'
f'{x for x in y}'
f'{[x for x in y]}'
f'{{1: 2}}'
f'{ {1: 2} }'
f'{*x}'
f'{*x,}'
f'{**x}'
f'{x, y}'
f'{yield}'
f'{yield x}'
f'{await x}'
f'{x y}'
f'{x +}'
f'{x)}'
f'{(x}'
f'{x]}'
f'{[x}'
f'{f()}'
f'{x["a"]}'
f'{x.y}'
f'{x if y else z}'
f'{not x}'
f'{1 2}'
f'{1=}'
f'{pass}'
f'{x;y}'
f'{a b c}'
f'{x!r=}'
f'{"a"}'
f'''{x}'''
f'''{\nx\n}'''
f'''\n{x}\n'''
f'{x}' 'b' f'{y}'
f'{' '}'
f"{x:%Y-%m-%d}"
f"{x:>{w}}"
f"{'a' 'b'}"
f"{x:{'>'}{10}}"
"""

# texts that need care with their bytes
TEXTS = [
    "", "\n", "\n\n", "#", "# x", "# x\n", " ", "  \n", "\t\n", "\f\n", "\f", "x\f=\f1\n", "\fx = 1\n", " \fx = 1\n",
    "if x:\n\f  y\n", "if x:\n  \f  y\n", "x = 1\r\ny = 2\r\n", "x = 1\ry = 2\r", "x = 'a\r\nb'\n", "x = '''a\r\nb'''\n",
    "\\\n", "\\", "x = 1 \\\n", "x = 1 + \\\n2\n", "x = 1 \\ \n+ 2\n", "x = \\\n\n1\n", "x \\\n= 1", "\\\nx = 1\n",
    "  \\\nx = 1\n", "if x:\n  \\\n  y\n", "if x:\n\\\n  y\n", "if x:\n  y\n\\\n  z\n", "if x:\n  y\n\\\nz\n", "x = 1 \\",
    "x = 1 # \\\ny = 2\n", "'a\\", "'a\\\n", "'a\\\n'", "x = (1,\n2)\n", "x = (1,\n\n# c\n2)\n", "x = (\n", "x = (\n1\n",
    "x = [\n1,\n2\n", "foo(\n  a\n  b\n)\n", "def f(\n  a,\n  b\n):\n  pass\n", "if (x and\n    y):\n  z\n", "if (x and\n    y:\n  z\n",
    "x = {\n'a': 1,\n'b': 2\n'c': 3\n}\n", "x = [1,\n2,\n3\n4]\n", "\ufeffx = 1\n", "x = \ufeff1\n", "é = 1\n", "名前 = 'x'\n", "x = é\n",
    "€ = 1\n", "x = 1€\n", "x = “a”\n", "x = 3 × 4\n", "x\u00a0= 1\n", "x\u200b = 1\n", "x = '\u200b'\n", "µ = 1\n", "x² = 1\n", "ª = 1\n",
    "x·y = 1\n", "·x = 1\n", "x = 'é'\n", "b'é'\n", "# é\n", "x = 1\x01\n", "x = '\x01'\n", "\x0cx\n", "x\x0b= 1\n", "x = 1\x1a\n",
    "x = 1\x00\n", "'\x00'\n", "# -*- coding: utf-8 -*-\nx = 1\n", "#!/bin/x\n# coding=utf-8\nx = 1\n", "# coding: nonsense\nx = 1\n",
    "x = 1\n\n# coding: nonsense\n", "\n# coding: nonsense\n", "# coding: latin-1\nx = 1\n", "x\n# coding: nonsense\n",
    "if x:\n" + "".join(" " * i + "if x:\n" for i in range(1, 98)) + " " * 98 + "pass\n",
    "".join(" " * i + "if x:\n" for i in range(0, 99)) + " " * 99 + "pass\n",
    "".join(" " * i + "if x:\n" for i in range(0, 100)) + " " * 100 + "pass\n",
    "(" * 199 + "1" + ")" * 199, "(" * 200 + "1" + ")" * 200, "(" * 201 + "1" + ")" * 201, "[" * 150 + "]" * 150, "[" * 201 + "]" * 201,
    "f" + "(" * 100 + ")" * 100, "x" + "[0]" * 100, "x" + ".a" * 100, "x = " + "-" * 50 + "1", "x = " + "not " * 50 + "1",
    "if a: pass\n" + "elif b: pass\n" * 500, "x = 1" + " + 1" * 900, "x = 1" + " and 1" * 2000, "x = 1" + " < 1" * 2000,
    "async def f():\n  async with a as b, c: pass\n", "async def f():\n  [x async for x in y]\n", "async def f():\n  return [await x for x in y]\n",
    "async def f():\n  async for x in y:\n    pass\n  else:\n    pass\n", "def f():\n  yield\n  x = yield\n  return (yield)\n",
    "class A(B, metaclass=C):\n  x: int = 1\n  def f(self): pass\n", "def f():\n  global x\n  nonlocal y\n", "x = [\n  i\n  for i in range(3)\n  if i\n]\n",
    "try:\n  pass\nexcept (A,\n        B) as e:\n  pass\n", "while 1:\n  if x: break\n  else: continue\n", "x = yield from y\n",
    "if 1:\n  pass\n  # comment\n# comment\nelse:\n  pass\n", "def f():\n\n  # c\n\n  pass\n\n\n\nx\n", "def f():\n  '''doc'''\n", "if x:\n  pass\n\n \n\t\n  pass\n",
    "if x:\n  pass\n#\n  pass\n", "if x:\n pass\n  \n pass", "if 1:\n  x\n  if 2:\n    y\n z\n", "if 1:\n    x\n  y\n", "  x\ny\n", "if 1:\n  x\n    y\n",
    "for x in y:\n  z\n w\n", "def f():\n  x\n   y\n", "class A:\n\n  pass\n x\n", "if 1:\n\tx\n\ty\n", "if 1:\n \tx\n \ty\n", "if 1:\n \tx\n\ty\n", "if 1:\n\tx\n \ty\n",
]

# what parses and is no program all the same
CHECKS = r"""
return
def f(): return
class A: return
class A:\n  def f(self): return
lambda: (yield)
yield
class A: yield
def f(): yield
def f(): [(yield) for x in y]
def f(): ((yield) for x in y)
def f(): [x for x in (yield)]
await x
def f(): await x
def f(): [await x for x in y]
def f(): (await x for x in y)
async def f(): [await x for x in y]
async def f(): lambda: await x
async def f(): yield from x
def f(): [x async for x in y]
def f(): (x async for x in y)
async def f(): [x async for x in y]
async def f(): [[x async for x in y] for y in z]
def f():\n  async for x in y: pass
def f():\n  async with x: pass
break
continue
if x: break
while x: break
while x:\n  if y: continue
while x: pass\nelse: break
for x in y:\n  def f(): break
for x in y:\n  class A: continue
for x in y:\n  for z in w: pass\n  else: break
for x in y:\n  try: break\n  finally: continue
for x in y:\n  with z: continue
def f():\n  try: pass\n  except* A: return
for x in y:\n  try: pass\n  except* A: break
try: pass\nexcept* A:\n  for x in y: break
try: pass\nexcept* A:\n  def f(): return
def f(a, a): pass
def f(a, *, a): pass
def f(a, /, *a): pass
def f(a, **a): pass
def f(*a, b, **a): pass
lambda a, a: 1
def f(a, b, c, d): pass
def f(a):\n  global a
def f(a):\n  nonlocal a
nonlocal a
f(a=1, a=2)
f(a=1, **b, c=2, a=3)
class A(b=1, b=2): pass
*x
x = *y
x = *y,
x = [*y]
x[*y]
x[*y, 1]
f(*y)
print(*x, *y)
class A(*b): pass
*x = y
[*x] = y
*x, = y
*x, *y = z
[*x, [*y]] = z
*x, (*y, *z) = w
for *x in y: pass
for *x, y in z: pass
for x in *y: pass
for x in *y, z: pass
with a as *b: pass
with a as (*b, c): pass
[x for *x in y]
[x for *x, y in z]
return *x
def f(): return *x, y
def f(): return *x
def f(): yield *x
def f(): yield *x, y
del *x
f"{*x}"
f"{*x,}"
x: *y
def f(*a: *b): pass
def f(a: *b): pass
if *x: pass
x if *y else z
not *x
*x + y
__debug__ = 1
x.__debug__ = 1
f(__debug__=1)
def f(__debug__): pass
def __debug__(): pass
class __debug__: pass
for __debug__ in x: pass
import __debug__
del __debug__
(__debug__ := 1)
with x as __debug__: pass
try: pass\nexcept: pass\nexcept A: pass
try: pass\nexcept A: pass\nexcept: pass
try: pass\nexcept A as __debug__: pass
from a import *
def f(): from a import *
class A: from a import *
"""


def snippets():
    for line in LINES.strip("\n").split("\n"):
        yield line
        expanded = line.replace("\\n", "\n")
        if expanded != line:
            yield expanded
    for line in CHECKS.strip("\n").split("\n"):
        yield line.replace("\\n", "\n")
    yield from TEXTS
