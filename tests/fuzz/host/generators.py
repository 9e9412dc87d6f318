# SPDX-License-Identifier: Apache-2.0
"""Random generators: yields among whatever statements fuzz.py has, and what goes through them, in a
compiled function or from Python. None is dropped half way, where CPython would run its finally
blocks; and none yields in a finally, or in an except that raises again, which is refused."""
import random

import fuzz


class Program(fuzz.Program):
    """The text of a generator g(n, a) and of f(n, a), which goes through it."""

    def __init__(self, number):
        self.pick = random.Random(number)
        self.lines = ["@njit", "def g(n, a):"]
        self.depth, self.loops, self.names, self.quiet = 1, 0, 0, 0
        for line in ("x = n", "y = 0.5", "b = makes(n)", "c = [1, n]"):
            self.put(line)
        self.items = self.pick.choice(["x, y", "x, b", "c[0], a[0]", "b, b", "x, str(x)", "c, x"])
        self.put(f"yield {self.items}")  # one is always reached, and says what it yields
        self.block(5)
        self.depth = 0
        self.lines += self.pick.choice([["f = g"], [
            "@njit", "def f(n, a):", "    last = a[0]", "    kept = [v for v, _ in g(n, a)]",
            "    return len(kept), kept, a.sum(), last"], [
            "@njit", "def f(n, a):", "    s = 0.0", "    h = g(n, a)", "    for i, v in enumerate(h):",
            "        s = s * 0.5 + i", "    return s, a.sum()"], [
            "@njit", "def once(n, a):", "    for v in g(n, a):", "        yield v", "@njit", "def f(n, a):", "    s = 0",
            "    for v, w in once(n, a):", "        s = s * 3 % 1000 + 1", "    return s, a.sum()"]])

    def simple(self):
        if not self.quiet and self.pick.random() < 0.3:
            self.put(f"yield {self.items}")
        else:
            super().simple()

    def leave(self):
        words = self.pick.choice(["break", "continue"]) if self.loops and self.pick.random() < 0.7 else "return"
        self.put(f"if {self.test()}:")
        self.put("    " + words)

    def tries(self):
        self.part("try:", 3)
        catches = self.pick.random() < 0.7
        if catches:
            again = self.pick.random() < 0.3
            self.quiet += again
            self.part("except Exception:", 2)
            self.quiet -= again
            if again:
                self.put("    raise")
        if not catches or self.pick.random() < 0.4:
            self.quiet += 1
            self.part("finally:", 2)
            self.quiet -= 1
