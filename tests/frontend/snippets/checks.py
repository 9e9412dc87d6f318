# SPDX-License-Identifier: Apache-2.0
"""What parses and is no program all the same: one line with \\n each."""

LINES = r"""
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
