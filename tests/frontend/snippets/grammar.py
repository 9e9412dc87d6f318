# SPDX-License-Identifier: Apache-2.0
"""Statements and expressions, right and wrong: one line (or with \\n) each."""

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
"""
