# SPDX-License-Identifier: Apache-2.0
"""Numbers, strings and names, and the bytes and lines of a text."""

# one line (or with \n) each
LINES = r"""
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
