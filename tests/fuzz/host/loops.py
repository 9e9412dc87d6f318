# SPDX-License-Identifier: Apache-2.0
"""Random functions with loops over prange, for fuzz.py --loops.

What iterations store only they read, and what they reduce are integers and multiples of 1/4, so
that sums are exact in any order. Functions that raise do so by the lowest iteration, as range
does, and change no argument."""
import random

HEAD = '''import numpy as np
from numba import njit, prange

@njit
def odd(n, k):
    if n % 7 == k:
        return n + 1
    return n

@njit
def row_of(n, i):
    row = np.zeros(3)
    row[n % 3] = i
    return row

'''


# Variables, what they are in front of the loop, and what iterations do with them.
REDUCED = [
    ("s", "0.0", "VAR += REAL"), ("c", "3", "VAR += NUMBER"), ("d", "1.5", "VAR -= REAL"),
    ("lo", "1e300", "VAR = min(VAR, REAL)"), ("hi", "-1e300", "VAR = max(VAR, REAL)"),
    ("e", "-1", "VAR &= NUMBER"), ("g", "5", "VAR ^= NUMBER"),
    ("y", "np.zeros(3)", "VAR += table[i]"), ("z", "np.full((2, 3), 1.5)", "VAR -= REAL"),
    ("v", "np.zeros(4, np.int64)", "VAR += NUMBER"),
    ("p", "np.zeros(5)", "VAR[PLACE] += REAL"), ("q", "np.full(5, 7)", "VAR[PLACE] -= NUMBER"),
    ("r", "np.full((5, 2), 1e300)", "VAR[PLACE, 1] = min(VAR[PLACE, 1], REAL)"),
    ("a", "np.full(5, -99)", "VAR[PLACE] = max(NUMBER, VAR[PLACE])"),
    ("b", "np.zeros((5, 3))", "VAR[PLACE] += table[i]"), ("o", "np.zeros(5 * m)[::5]", "VAR[i % m - PLACE] += REAL"),
    ("f", "np.zeros(5, np.uint8)", "VAR[PLACE] ^= NUMBER"), ("h", "np.full(5, 9)", "VAR[PLACE] += REAL")]


class Program:
    """The text of one function f(n, a), by random choices."""

    def __init__(self, number):
        self.pick = random.Random(number)
        self.lines = ["@njit(parallel=True)", "def f(n, a):"]
        self.depth, self.inner, self.names = 1, 0, 0
        count = self.pick.choice(["n", "9 * n", "300 * n", "1500 * n + 3"])
        for line in (f"m = {count}", "x = np.arange(m) % 13", "w = (np.arange(m + 4.0) - m // 2) * 0.25",
                     "table = np.arange(3.0 * m).reshape(m, 3) % 8", "k = n + 2"):
            self.put(line)
        self.names_of_results = []
        for _ in range(self.pick.randrange(1, 4)):
            self.loop()
        self.put(f"return m, {', '.join(self.names_of_results)}")

    def put(self, line):
        self.lines.append("    " * self.depth + line)

    def number(self):
        """An integer that an iteration knows."""
        choices = ["i", "k", "x[i]", "odd(i, k)", "x[i] % 5", str(self.pick.randrange(-3, 9)), "(i * 5 + 3) % m", "t"]
        return self.pick.choice(choices + (["j", "i + j"] if self.inner else []))

    def real(self):
        choices = ["w[i]", "w[i + 1]", "w[m - 1 - i]", "table[i, 1]", "w[x[i] % m]", "u", "0.25 * t", "table[i].sum()",
                   "row_of(t, i)[1]", "min(w[i], w[i + 2])", "abs(w[i])"]
        return self.pick.choice(choices + (["table[i, j]", "w[i + j]"] if self.inner else []))

    def test(self):
        return self.pick.choice([f"{self.number()} > {self.number()}", f"{self.number()} % 3 == {self.pick.randrange(3)}",
                                 f"{self.real()} < {self.real()}"])

    def loop(self):
        self.names += 1
        name = self.names
        kind = self.pick.choice(["prange(m)", "prange(m)", "prange(0, m)", "prange(1, m, 2)", "prange(m // 2, m)"])
        self.reduced = []
        for variable, start, update in self.pick.sample(REDUCED, self.pick.randrange(4)):
            self.put(f"{variable}{name} = {start}")
            self.reduced.append(update.replace("VAR", f"{variable}{name}"))
            self.names_of_results.append(f"{variable}{name}")
        self.out = f"out{name}"
        self.put(f"{self.out} = np.zeros((m, 3))")
        self.names_of_results.append(self.out)
        self.put(f"for i in {kind}:")
        self.depth += 1
        self.put("t = x[i] + 1")
        self.put("u = w[i] * 2")
        self.block(3)
        for update in self.reduced:
            self.reduce(update)
        self.depth -= 1

    def place(self):
        """The index of an element that several iterations may have."""
        return self.pick.choice(["x[i] % 5", "i % 5", "-1 - i % 3", "t % 5", "int(u) % 5", "0", "(i + k) // 3 % 5"])

    def reduce(self, update):
        update = update.replace("PLACE", self.place())
        while "REAL" in update or "NUMBER" in update:
            update = update.replace("REAL", self.real(), 1).replace("NUMBER", self.number(), 1)
        if self.pick.random() < 0.3:
            self.put(f"if {self.test()}:")
            self.put("    " + update)
        else:
            self.put(update)

    def simple(self):
        kind = self.pick.randrange(8)
        if kind < 2:
            self.put(f"t = ({self.number()} + {self.number()}) % 11")
        elif kind == 2:
            self.put(f"u = {self.real()} + {self.real()}")
        elif kind < 5:
            self.put(f"{self.out}[i, {self.pick.randrange(3)}] {self.pick.choice(['=', '=', '+=', '-='])} {self.real()}")
        elif kind == 5:
            self.put(f"{self.out}[i] += {self.pick.choice(['table[i]', 'row_of(t, i)', '1', 'table[i] * 2'])}")
        elif kind == 6:
            self.put(f"row = np.zeros(3) + {self.number()}")
            self.put(f"{self.out}[i, 0] += row[{self.pick.randrange(3)}]")
        elif self.pick.random() < 0.3:
            self.put(f"if {self.number()} == {self.pick.randrange(40, 400)}:")
            self.put(f"    raise {self.pick.choice(['ValueError', 'RuntimeError'])}('no', i)")
        else:
            self.put(f"u = w[{self.pick.choice(['i + 3', 'i + 4', 'm - i', 'i + 4 + m // 900'])}]")

    def part(self, head):
        self.put(head)
        self.depth += 1
        self.block(2)
        self.depth -= 1

    def block(self, most):
        for _ in range(self.pick.randrange(1, most + 1)):
            roll = self.pick.random()
            if self.depth > 4 or roll < 0.6:
                self.simple()
            elif roll < 0.7 and not self.inner:
                self.put(f"if {self.test()}:")
                self.put("    continue")
            elif roll < 0.85:
                self.part(f"if {self.test()}:")
                if self.pick.random() < 0.5:
                    self.part("else:")
            elif not self.inner:
                self.inner += 1
                self.part(f"for j in {self.pick.choice(['range(3)', 'prange(3)', 'range(t % 3)'])}:")
                self.inner -= 1
            else:
                self.simple()

    @property
    def text(self):
        return HEAD + "\n".join(self.lines) + "\n"
