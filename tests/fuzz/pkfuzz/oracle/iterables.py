# SPDX-License-Identifier: Apache-2.0
"""What a for loop goes over: ranges, arrays, tuples, and what counts, joins or
indexes them. Each writes the type of an item and Python that makes the items,
each when its turn comes."""
import ast
import itertools

from . import rules
from .records import Record
from .rules import NoRule
from .typed import Array, convert, dotted


def counted(start, stop=None, step=1):
    """Numbers that pass the end of their type are not counted on: a range is
    Python's."""
    return range(start) if stop is None else range(start, stop, step)


def items(view):
    return [view.row((k,), (True,)) for k in range(view.shape[0])]


def places(shape):
    """All indices of a shape, the last one first."""
    return itertools.product(*map(range, shape))


def leaves_early(body):
    """Whether a statement leaves or cuts short the loop around it."""
    return any(isinstance(n, (ast.Break, ast.Continue)) or (
        isinstance(n, ast.If) and leaves_early(n.body + n.orelse)) or (
        isinstance(n, (ast.For, ast.While)) and leaves_early(n.orelse)) for n in body)


class Iterables:
    """The rest of a function is its heir's, reference.Writer."""

    def iterable(self, node):
        name = dotted(node.func) if isinstance(node, ast.Call) else None
        known = {"range": self.iterate_range, "enumerate": self.iterate_enumerate, "zip": self.iterate_zip,
                 "np.ndindex": self.iterate_places, "np.ndenumerate": self.iterate_elements}
        if name in known and not node.keywords:
            return known[name](node)
        t, code = self.expr(node)
        if isinstance(t, Array) and t.ndim == 1 and t.space == "global":
            get = "record" if isinstance(t.dtype, Record) else "get"
            return t.dtype, f"(_r.{get}((), ()) for _r in items({code}))"
        if isinstance(t, tuple) and len(set(t)) == 1:
            return t[0], code
        raise NoRule("a loop")

    def written_out(self, node):
        """A loop over items of several types, once for each; None for any other."""
        over = node.iter
        if isinstance(over, ast.Call) and dotted(over.func) == "literal_unroll":
            over = over.args[0]
        if not isinstance(over, ast.Tuple):
            return None
        types, code = self.expr(over)
        if over is node.iter and len(set(types)) == 1:
            return None
        if node.orelse or leaves_early(node.body):
            raise NoRule("a way out of a loop that is written out")
        temp = f"_s{next(self.numbers)}"
        lines = [f"{temp} = {code}"]
        for k, t in enumerate(types):
            if self.env is not None:
                lines += self.assign(node.target, t, f"{temp}[{k}]") + self.block(node.body)
        return lines

    def iterate_range(self, node):
        args = [self.expr(a) for a in node.args]
        t = rules.range_type([a for a, _ in args])
        return t, f"counted({', '.join(convert(c, a, t) for a, c in args)})"

    def iterate_enumerate(self, node):
        t, code = self.iterable(node.args[0])
        start = "0"
        for arg in node.args[1:]:
            have, start = self.expr(arg)
            start = convert(start, have, "i64")
        return ("i64", t), f"enumerate({code}, {start})"

    def iterate_zip(self, node):
        found = [self.iterable(a) for a in node.args]
        return tuple(t for t, _ in found), f"zip({', '.join(c for _, c in found)})"

    def iterate_places(self, node):
        args = [self.expr(a) for a in node.args]
        if len(args) == 1 and isinstance(args[0][0], tuple):
            return ("i64",) * len(args[0][0]), f"places({args[0][1]})"
        if not all(isinstance(t, str) and rules.is_int(t) for t, _ in args):
            raise NoRule("a shape")
        return ("i64",) * len(args), f"places(({''.join(c + ', ' for _, c in args)}))"

    def iterate_elements(self, node):
        t, code = self.expr(node.args[0])
        if not isinstance(t, Array) or not isinstance(t.dtype, str) or t.space != "global":
            raise NoRule("a loop")
        signed = (True,) * t.ndim
        places = ("i64",) * t.ndim if t.ndim > 1 else ("i64",)
        return (places, t.dtype), f"((_p, _a.get(_p, {signed})) for _a in ({code},) for _p in places(_a.shape))"
