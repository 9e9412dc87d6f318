# SPDX-License-Identifier: Apache-2.0
"""Random functions of array expressions with parallel=True, for fuzz.py --arrays: chains of them, sums, names of one
array, views, lists and tuples that keep it, stores between.

Elements are small whole numbers, so that sums are exact in any order, and no two shapes fail to meet."""
import random

HEAD = '''import numpy as np
from numba import njit

@njit
def total(v):
    return v.sum() % 5.0

'''
NAMES = "pqrst"


class Program:
    """The text of one function f(n, a), by random choices."""

    def __init__(self, number):
        self.pick = random.Random(number)
        self.lines = ["@njit(parallel=True)", "def f(n, a):"]
        self.depth = 1
        rows = self.pick.random() < 0.25
        shape = ".reshape(m, 3)" if rows else ""
        count = "3 * m" if rows else "m"
        for line in (f"m = {self.pick.choice(['1', 'n + 1', '7 * n + 1', '1500 * n + 3'])}",
                     f"p = (np.arange({count}) % 7 - 3.0){shape}", f"q = (np.arange({count}) * 5 % 9 - 4.0){shape}",
                     f"o = np.full({'3' if rows and self.pick.random() < 0.5 else '1'}, 2.0)", "k = n * 1.0"):
            self.put(line)
        self.made = ["p", "q"]
        self.kept = []
        for _ in range(self.pick.randrange(3, 9)):
            self.statement()
        results = [name for name in self.made if self.pick.random() < 0.6] + self.kept
        self.put(f"return m, k, {', '.join(results + ['p.sum()'])}")

    def put(self, line):
        self.lines.append("    " * self.depth + line)

    def name(self):
        return self.pick.choice(self.made)

    def operand(self):
        choices = [self.name()] * 6 + ["o", "k", "2.0", f"{self.name()}[::-1]", f"np.abs({self.name()})"]
        return self.pick.choice(choices + [f"{kept}[0]" for kept in self.kept])

    def array(self):
        """An expression with the shape of all arrays."""
        first, second = self.name(), self.operand()
        return self.pick.choice([
            f"{first} + {second}", f"{second} - {first}", f"{first} * {second} % 7.0", f"({first} + {second}) * 0.5 // 1.0",
            f"np.where({first} > {second}, {second}, 1.0)", f"np.minimum({first}, {second}) + o", f"np.floor({first} / 2.0)",
            f"np.abs({first})", f"np.sqrt({first} * {first})", f"{first}.copy()", f"({first} + {second} * k) % 5.0 - {first}",
            f"-{first}"])

    def number(self):
        first, second = self.name(), self.operand()
        return self.pick.choice([
            f"{first}.sum()", f"({first} * {second}).sum()", f"np.sum({first} - {second})", f"{first}.max()", f"np.min({first})",
            f"({first} > {second}).sum()", f"total({first})", f"({first} + k).sum()"])

    def statement(self):
        roll = self.pick.randrange(14)
        if roll < 5:
            new = self.pick.choice(NAMES if self.depth == 1 else self.made)
            self.put(f"{new} = {self.array()}")
            if new not in self.made:
                self.made.append(new)
        elif roll < 8:
            self.put(f"k = ({self.number()} + k) % 11.0")
        elif roll == 8:
            first = self.name()
            second = self.pick.choice([self.operand(), f"{first} * {self.operand()} % 7.0"])
            self.put(f"{first} {self.pick.choice(['+=', '-='])} {second}")
        elif roll == 9:
            self.put(f"{self.name()}[{self.pick.choice(['m // 2', '0', '-1', ':'])}] = {self.pick.choice(['k', '3.0'])}")
        elif roll == 10:
            first, second = self.name(), self.name()
            self.put(f"{first}[1:] = {self.pick.choice([f'{second}[:-1]', f'{second}[1:] + 1.0', 'k'])}")
        elif roll == 11 and self.depth == 1:
            new = self.pick.choice(NAMES)
            self.put(f"{new} = {self.name()}")
            if new not in self.made:
                self.made.append(new)
        elif roll == 12 and self.depth == 1 and not self.kept:
            self.kept.append("c")
            first = self.name()
            self.put(f"c = {self.pick.choice([f'[{first}]', f'({first}, {self.name()})'])}")
        elif self.depth < 3:
            self.put(self.pick.choice(["if k > 2.0:", "for _ in range(2):", "if m > 3:"]))
            self.depth += 1
            for _ in range(self.pick.randrange(1, 4)):
                self.statement()
            self.depth -= 1
        else:
            self.put(f"k = {self.number()} % 7.0")

    @property
    def text(self):
        return HEAD + "\n".join(self.lines) + "\n"
