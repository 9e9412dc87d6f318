# SPDX-License-Identifier: Apache-2.0
"""any, all, sum, min and max of generator expressions, and copies of arrays. A
generator becomes Python's own, with what is known around it forgotten: to the
compiler it is a function that is given its variables."""
import ast
import functools

from . import machine, rules
from .rules import NoRule
from .typed import Array, convert, forget


def summed(items, step, first):
    return functools.reduce(step, items, first)


def copied(m, view, dtype):
    new, signed = machine.fresh(m, view.shape, dtype), (True,) * len(view.shape)
    for index in machine.indices(view.shape):
        new.put(index, signed, view.get(index, signed))
    return new


class Generators:
    """The rest of a function is its heir's, reference.Writer."""

    def generator(self, name, node):
        gen, around = node.args[0], self.env
        if any(isinstance(n, ast.NamedExpr) for n in ast.walk(gen)) or len(node.args) > 1:
            raise NoRule("a generator")
        words = []
        for k, clause in enumerate(gen.generators):
            t, code = self.iterable(clause.iter)
            if not k:
                self.env = {n: forget(t) for n, t in around.items()}
            words += [f"for {self.of_target(clause.target, t)} in {code}", *(f"if {self.truth(i)}" for i in clause.ifs)]
        t, item = self.expr(gen.elt)
        self.env = around
        words = " ".join(words)
        if "yield" in item + words or not isinstance(t, str) or rules.is_complex(t):
            raise NoRule("a generator")
        return getattr(self, "generated_" + ("asks" if name in ("any", "all") else "sum" if name == "sum" else "best"))(
            name, node, t, item, words)

    def of_target(self, target, t):
        if isinstance(target, ast.Name):
            self.env[target.id] = t
            return f"v_{target.id}"
        if not isinstance(target, ast.Tuple) or not isinstance(t, tuple) or len(target.elts) != len(t):
            raise NoRule("a target")
        return f"({''.join(self.of_target(e, i) + ', ' for e, i in zip(target.elts, t))})"

    def generated_asks(self, name, node, t, item, words):
        if node.keywords:
            raise NoRule("a keyword")
        return "b1", f"{name}({convert(item, t, 'b1')} {words})"

    def generated_sum(self, _, node, t, item, words):
        """From the integer 0 on: an integer is int64, a float float64."""
        if node.keywords:
            raise NoRule("a keyword")
        if rules.is_float(t):
            return "f64", f"summed(({item} {words}), lambda _x, _y: _x + _y, 0.0)"
        return "i64", f"summed(({item} {words}), lambda _x, _y: W_i64(_x + _y), 0)"

    def generated_best(self, name, node, t, item, words):
        if [k.arg for k in node.keywords] != ["default"]:
            raise NoRule("the least of no numbers")
        have, code = self.expr(node.keywords[0].value)
        if have != t:
            raise NoRule("a default of another type")
        return t, f"{name}(({item} {words}), default={code})"

    def copy_of(self, t, code):
        if not isinstance(t, Array) or not isinstance(t.dtype, str):
            raise NoRule("a copy")
        return Array(t.dtype, t.ndim, "local"), f"copied(m, {code}, {t.dtype!r})"
