#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Operands that do something besides having a value, in every place of every
expression that the compiler may know the value of, against CPython: that each
is evaluated, once, and in the order that is written.

    test_effects.py PORTKERN [BACKENDS]

FORMS are statements with operands in `<...>`; `<!...>` must be known. Each is
run with all operands noted by a device function (`call`), with all noted and of
a value that is known (`known`), with all counted by := (`counted`), and with one
at a time assigned by := (`walrus`) or counted up to its value (`counting`)."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import warnings

import numpy as np

HEAD = """import math
from collections import namedtuple
from numba import cuda, int32, float32
import numpy as np

P = namedtuple("P", "x y")
T = (5, 6, 7, 8, 9, 10)
TABLE = {"x": {3: 4, "t": (1, 2)}, 2: 7}


class Constants:
    PAIR = (3, 4)


@cuda.jit(device=True)
def t(log, k, v):
    n = log[0]
    log[0] = n + 1
    log[1 + n] = k
    return v


@cuda.jit(device=True)
def f(x, y=4, z=1):
    return x * 100 + y * 10 + z


@cuda.jit(device=True)
def g(x, *rest):
    return x * 10 + len(rest)


@cuda.jit(device=True)
def none(log, k):
    t(log, k, 0)

"""

FORMS = """
r = <3> * <0>
r = <0> * <x>
r = <3> + <4> * <5> - <1>
r = <7> // <2> % <2>
r = <2> ** <3>
r = <x> ** <0>
r = <1> << <3> | <1> & <6> ^ <2>
r = -<3> + ~<1> + +<2>
r = not <2>
r = not <0>
r = <3> is None
r = <3> is not None
r = None is <3>
r = <3> == None
r = <3> == <4>
r = <3> < <4>
r = <1> < <2> < <3>
r = <5> < <2> < <3>
r = <1> < <x> < <3> < <4>
r = <3> in (<1>, <2>, <3>)
r = <3> not in (<1>, <x>)
r = <3> in range(<1>, <9>, <2>)
r = <2> in a
r = "a" == ("b" if <1> is None else "a")
r = <0> and <3>
r = <1> and <3>
r = <0> or <3>
r = <1> or <3> or <4>
r = <1> > <2> and <3>
r = <x> > 1 and <3> > 2
r = <1> is None or <3>
r = <1> is None and <3>
r = <1> is not None and <3>
r = <1> is None or <2> is None or <7>
r = 3 if <x> and (<1>, <2>) else 4
r = 3 if (<0> or (<1>, <2>)) and not (<0> and a[<1>:<2>]) else 4
r = 3 if (<1>, <2>) and () or <x> else 4
r = 3 if ((<1>, <2>) if <x> else <3>) and "a" else 4
r = not (<x> and (<1>, <2>))
r = bool(<x> and (<1>, <2>) or a[<1>:<2>])
r = 5 if <6> > 99 else 4
r = 5 if <6> else 4
r = <1> if <6> > 99 else <4>
r = <1> if <x> > 1 else <4>
r = <1> if <3> is None else <4>
r = (<4> if <1> > 2 else <5>) * <2>
r = len((<1>, <2>))
r = len((<1>, <2>, <3>)[<!1>:])
r = len(T[<!1>:<!4>:<!2>])
r = len(range(<1>, <9>, <3>))
r = (<1>, <2>)[<1>]
r = (<1>, <x>)[0]
r = (<1>, <x>)[-<1>]
r = (<1>, <2>, <3>)[1:][0]
r = T[<2>]
r = TABLE["x"][3] * <2>
r = TABLE["x"][<!3>]
r = TABLE["x"]["t"][<1>]
r = TABLE[<!2>] + TABLE["x"]["t"][<!1>]
r = Constants.PAIR[<1>]
r = Constants.PAIR[<!1>] * 2
r = (T + (<1>,))[<6>]
r = ((<1>, <2>) == (<1>, <2>))
r = ((<1>, <2>) < (<1>, <3>))
r = a[<1>]
r = a[(<1>)]
r = a[<1>:<3>][<0>]
r = a[<0>:<4>:<2>].size
r = c[<1>, <2>]
r = c[<1>][<2>]
r = c[<0>:<2>, <1>][<1>]
r = isinstance(<3>, int)
r = isinstance(<3.5>, (int, float))
r = int(<3>) + float(<4>) + bool(<1>)
r = int32(<3>) + float32(<4>)
r = np.int64(<3>) * np.float64(<2>)
r = bool((<1>, <2>))
r = complex(<1>, <2>).imag
r = complex(<1>, <2>).conjugate().imag
r = (<3>).real + (<4>).imag
r = (<3> + 0j).real
r = min(<3>, <2>, <4>)
r = max((<3>, <2>))
r = sum((<3>, <2>), <1>)
r = abs(-<3>)
r = pow(<2>, <3>)
r = divmod(<7>, <2>)[<1>]
r = round(<3.7>)
r = round(<3.75>, <1>)
r = math.sqrt(<4>)
r = math.pow(<2>, <3>)
r = math.atan2(<1>, <2>)
r = math.floor(<2.5>)
r = math.isnan(<2.5>)
r = np.sum(a, dtype=type(<2>))
r = np.sum(a * <2>)
r = np.maximum(<1>, <2>)
r = np.add(<1>, <2>)
r = np.where(<1> > 2, <3>, <4>)
r = f(<1>, <2>)
r = f(<1>, z=<2>, y=<3>)
r = f(z=<2>, y=<3>, x=<1>)
r = f(z=<2>, x=f(y=<1>, x=<1>))
r = f(*(<1>, <2>), z=<3>)
r = f(<1>, *(<2>, <3>))
r = f(*(<2>, <3>), <1>)
r = g(<1>, <2>, <3>)
r = g(<1>)
r = P(<1>, <2>).y
r = P(y=<1>, x=<2>).y
r = P(<1>, <2>)[<0>]
r = len(P(<1>, <2>))
r = a.reshape((<2>, <2>))[<1>, <0>]
r = a.shape[<0>]
r = c.shape[<1>]
r = c.ndim + <1>
r = none(log, <3>) is None
r = none(log, <3>) is not None or <2>
r = hasattr(<1>, "real")
r = getattr(<1>, "real")
r = getattr(<1>, "nothing", <2>)
r = type(<1>)(<2>)
if <1> > 2: r = 1
if <3> > 2: r = 1
if <3> is None: r = 1
if x < 2 and <3> > 4: r = 1
if x > 9: r = 1
elif <3> > 4: r = 2
elif <5> > 4: r = 3
else: r = <4>
if x > 9: r = 1
elif <3> is None: r = 2
else: r = <4>
while <0>: r = 2
while <1> > 2: r = 2
while <1> is None: r = 2
for i in range(<1>, <3>): r += i
for i in (<1>, <2>): r += i
for i in (<1>, <2.5>): r += i
for i in (): r += <1>
for i in zip((<1>, <2>), (<3>, <4>)): r += i[0] * i[1]
for i, j in enumerate((<1>, <2>), <5>): r += i * j
assert <3> > 2
assert <3>
assert <3> is not None
assert (<3>, 1)
assert isinstance(<3>, int)
assert x > 0, <3>
r, s = <3>, <4>
r = s = <3> * <0>
r += <3> * <0>
r *= <0>
r = p[<0>][<!'x'>]
r = p['x'][<0>]
p[<0>][<!'x'>] = <3>
p['x'][<0>] += <3>
p[<0>].x = <3>
print(<3>, <4>, sep="-")
print("a" if <1> is None else "b", <2>)
print(f"{<3>} {<4>}", sep="," if <1> is None else ";")
a[<1>] = <3>
a[<1>] += <3>
a[<1>:<3>] = <2>
a[<1>], a[<2>] = <3>, <4>
c[<1>] = (<3>, <4>, <5>)
c[<0>, <1>:] += <3>
P(<1>, <2>)
<3> is None
len((<1>, <2>))
<1> > 2 and <3>
r = (lambda y: y * <2>)(<3>)
r = (lambda y=<2>: y)()
cuda.atomic.add(a, <1>, <3>)
r = cuda.atomic.add(a, <1>, <3>) * 0
r = cuda.atomic.add(a, <1>, <3>) is None
r = len((cuda.atomic.max(a, <1>, <30>), 1))
r = (cuda.atomic.add(a, <1>, <3>), 4)[1]
r = 4 if cuda.atomic.add(a, <1>, <3>) is None else 5
r = isinstance(cuda.atomic.add(a, <1>, <3>), int)
r = cuda.local.array(<!3>, int32).size
r = cuda.local.array((<!3>, <!2>), dtype=int32).size
r = cuda.fma(<2.0>, <3.0>, <1.0>)
r = cuda.selp(<1>, <2>, <3>)
r = cuda.popc(<7>)
""".strip()

OPERAND = re.compile(r"<(!?)([0-9.]+|x|'x')>")
ASSIGNED = ("walrus", "counted", "counting")
REFUSED = "':=' in a part that may not be evaluated"


def forms():
    """A line, with those behind it that begin with elif or else."""
    out = []
    for line in FORMS.splitlines():
        if line.startswith(("elif", "else")):
            out[-1] += "\n" + line
        else:
            out.append(line)
    return out


class Kernel:
    def __init__(self, number, form, way, only=None):
        self.name, self.form, self.way = f"k{number}", form, way
        count, names = 0, []

        def operand(found):
            nonlocal count
            count += 1
            value = found[2]
            if way == "call" and found[1]:
                return value
            if way == "call":
                return f"t(log, {count}, {value})"
            if way == "known":
                return value if value == "x" else f"(t(log, {count}, 0), {value})[1]"
            if way == "counted" and not found[1]:
                return f"((j := j * 2 + {count}), {value})[1]"
            if only == count - 1:
                names.append(value)
                return f"(w := {value})" if way == "walrus" else "(j := j + 1)"
            return value

        body = OPERAND.sub(operand, form)
        tail = ["w -= a[3]", "o[1] = w"] if way == "walrus" else ["o[1] = j"]
        start = "0" if way == "counted" else f"{names[0]} - 1" if way == "counting" else None
        lines = ["x = a[1]", "r = 0", *([f"j = {start}"] if start else []), *body.splitlines(), "o[0] = r",
                 *(tail if start or way == "walrus" else [])]
        self.write(lines)
        try:
            self.expected = expected(self)
        except UnboundLocalError:  # where it is not evaluated
            self.write(["w = 7", *lines])
            self.expected = expected(self)

    def write(self, lines):
        self.text = "@cuda.jit\ndef {}(log, o, a, c, p):\n{}\n\n".format(self.name, "\n".join("    " + s for s in lines))


def kernels():
    out = []
    for form in forms():
        count = len(OPERAND.findall(form))
        one = range(count if "'x'" not in form else 0)
        ways = [("call", None), ("known", None), *(("walrus", i) for i in one)]
        if "lambda y: y * <" not in form:  # whose := has a variable of its own
            ways += [("counted", None), *(("counting", i) for i in one)]
        for way, only in ways:
            if count or way == "call":
                out.append(Kernel(len(out), form, way, only))
    return out


def arguments():
    return [np.zeros(40, "i8"), np.zeros(2), np.array([1, 2, 3, 0], "i8"), np.arange(6.0).reshape(2, 3),
            np.array([(4,), (5,)], [("x", "i8")]).view(np.recarray)]


def cuda_of_python():
    """What the kernels use of numba.cuda, for one thread of CPython."""
    def old(array, i, new):
        before = array[i].item()
        array[i] = new(before)
        return before

    atomic = types.SimpleNamespace(add=lambda a, i, v: old(a, i, lambda b: b + v),
                                   max=lambda a, i, v: old(a, i, lambda b: max(b, v)))
    return types.SimpleNamespace(
        jit=lambda fn=None, device=False: fn if fn else lambda fn: fn, atomic=atomic,
        local=types.SimpleNamespace(array=np.zeros), fma=lambda a, b, c: a * b + c,
        selp=lambda c, a, b: a if c else b, popc=lambda v: bin(v).count("1"))


def expected(kernel):
    scope = {"cuda": cuda_of_python(), "int32": np.int32, "float32": np.float32, "print": lambda *_, **__: None}
    exec(HEAD.replace("from numba import cuda, int32, float32\n", "") + kernel.text, scope)
    args = arguments()
    scope[kernel.name](*args)
    return args


def run(portkern, backend, all_kernels, folder):
    """{kernel: arrays or the words of its failure}"""
    file = folder / "effects.py"
    file.write_text(HEAD + "".join(k.text for k in all_kernels))
    inputs = [folder / f"in{i}.npy" for i in range(5)]
    for path, array in zip(inputs, arguments()):
        np.save(path, array)
    lines = []
    for k in all_kernels:
        saves = " ".join(f"--save {i}={folder}/{k.name}_{i}.npy" for i in range(5))
        lines.append(f"{file}:{k.name} --grid 1 --block 1 {' '.join(f'@{p}' for p in inputs)} {saves}")
    (folder / "list").write_text("\n".join(lines) + "\n")
    done = subprocess.run([portkern, "run", "--backend", backend, "--list", folder / "list"], capture_output=True,
                          text=True, timeout=280, check=False)
    answers = re.split(r"^(?=ok \d|FAIL \d)", done.stdout, flags=re.M)[1:]
    assert len(answers) == len(all_kernels), done.stdout[-2000:] + done.stderr[-2000:]
    out = {}
    for k, answer in zip(all_kernels, answers):
        out[k.name] = ([np.load(folder / f"{k.name}_{i}.npy") for i in range(5)] if answer.startswith("ok") else answer)
    return out


def main():
    portkern, backends = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "interp"
    all_kernels, wrong, refused = kernels(), 0, 0
    for backend in backends.split(","):
        with tempfile.TemporaryDirectory() as name:
            got = run(portkern, backend, all_kernels, pathlib.Path(name))
        for k in all_kernels:
            have, want = got[k.name], k.expected
            if isinstance(have, str):
                if k.way in ASSIGNED and REFUSED in have:
                    refused += 1
                    continue
                why = have.strip()
            elif all(np.array_equal(h, w) for h, w in zip(have, want)):
                continue
            else:
                why = "\n".join(f"    {h.tolist()}, and CPython has {w.tolist()}"
                                for h, w in zip(have, want) if not np.array_equal(h, w))
            wrong += 1
            print(f"FAIL on {backend} ({k.way}):\n{k.text}{why}\n")
    print(f"{len(all_kernels)} kernels on {backends}: {wrong} wrong, {refused} refused")
    return 1 if wrong or refused > 8 else 0


if __name__ == "__main__":
    os.environ.setdefault("PORTKERN_CACHE_DIR", "off")
    warnings.simplefilter("ignore", SyntaxWarning)
    sys.exit(main())
