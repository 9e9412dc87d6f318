# SPDX-License-Identifier: Apache-2.0
"""Random functions that name small arrays anew, for fuzz.py --small: in loops, branches and swaps, with stores between,
so that an array that lies in the frame may not be taken for another one, or for that of an earlier turn."""
import random

HEAD = "import numpy as np\nfrom numba import njit\n\n"
NAMES = "pqrs"


class Program:
    """The text of one function f(n, a), by random choices."""

    def __init__(self, number):
        self.pick = random.Random(number)
        self.lines = ["@njit", "def f(n, a):"]
        self.depth, self.loops = 1, 0
        self.put("total = 0.0")
        for name in NAMES:
            self.put(f"{name} = np.full(3, {self.pick.randrange(5)}.0)")
        self.put("for i in range(2 * n):")
        self.depth += 1
        self.block()
        self.put("total += p[0] + q[1] * 2 + r[2] * 3 + s[0] * 4")
        for name in NAMES:
            if self.pick.random() < 0.8:
                self.put(f"{name} *= 0.125")
        self.depth -= 1
        self.put("return total, p[1] + q[0] + r[1] + s[2]")

    def put(self, line):
        self.lines.append("    " * self.depth + line)

    def name(self):
        return self.pick.choice(NAMES)

    def array(self):
        return self.pick.choice([
            f"{self.name()} + {self.name()} * 0.5", f"{self.name()} * 0.25 + {self.pick.randrange(4)}", "np.zeros(3)",
            f"np.full(3, {self.pick.randrange(1, 5)}.0)", f"{self.name()} - {self.name()}", f"{self.name()}.copy()",
            f"np.where({self.name()} > 1, {self.name()}, {self.name()})", f"a[:3] + {self.name()}",
            f"{self.name()} if i % {self.pick.randrange(2, 5)} else {self.name()}"])

    def part(self, head):
        self.put(head)
        self.depth += 1
        self.block()
        self.depth -= 1

    def statement(self):
        roll = self.pick.random()
        if roll < 0.3:
            self.put(f"{self.name()} = {self.array()}")
        elif roll < 0.42:
            self.put(f"{self.name()} = {self.name()}")
        elif roll < 0.52:
            first, second = self.pick.sample(NAMES, 2)
            self.put(f"{first}, {second} = {second}, {self.pick.choice([first, self.array()])}")
        elif roll < 0.62:
            self.put(f"{self.name()}[{self.pick.randrange(3)}] += {self.pick.choice(['1', 'i', f'{self.name()}[0] * 0.5'])}")
        elif roll < 0.68:
            self.put(f"total += {self.name()}[{self.pick.randrange(3)}]")
        elif roll < 0.72:
            self.put(f"{self.name()} += {self.name()} * 0.5")
        elif roll < 0.83 and self.depth < 5:
            self.part(f"if (i + {self.pick.randrange(4)}) % {self.pick.randrange(2, 5)} == 0:")
            if self.pick.random() < 0.5:
                self.part("else:")
        elif roll < 0.94 and self.depth < 5 and self.loops < 3:
            self.loops += 1
            index = "jkm"[self.loops - 1]
            self.part(f"for {index} in range({self.pick.randrange(5)}):")
            if self.pick.random() < 0.4:
                self.put(f"    if {index} == 2: {self.pick.choice(['break', 'continue'])}")
                self.put(f"    {self.name()} = {self.array()}")
            self.loops -= 1
        else:
            self.put(f"{self.name()}[:] = {self.name()}")

    def block(self):
        for _ in range(self.pick.randrange(1, 5)):
            self.statement()

    @property
    def text(self):
        return HEAD + "\n".join(self.lines) + "\n"
