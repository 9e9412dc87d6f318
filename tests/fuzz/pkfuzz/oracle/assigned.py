# SPDX-License-Identifier: Apache-2.0
"""Variables that expressions assign, `(x := 3)`, and conditions whose outcome is
known when compiling: the branch that is not taken is not looked at, so it must
not matter to types what is in it."""
import ast

from . import rules
from .rules import NoRule
from .typed import Known, meet

CLASSES = {"int": rules.is_int, "float": rules.is_float, "complex": rules.is_complex}


class Assigned:
    """Writes them; the rest of a function is its heir's, reference.Writer."""

    def of_NamedExpr(self, node):
        known = self.is_known(node.value)
        t, code = self.expr(node.value)
        if not isinstance(t, str):
            raise NoRule("what := assigns")
        self.env[node.target.id] = Known(t) if known else str(t)
        return t, f"(v_{node.target.id} := {code})"

    def meet_again(self, one, other):
        """Behind expressions of which some may not have been computed: what has
        a value both ways keeps it, of one type."""
        both = {name: (one[name], other[name]) for name in one if name in other}
        if any(a != b for a, b in both.values()):
            raise NoRule("a variable whose type depends on what is computed")
        self.env = {name: meet(*pair) for name, pair in both.items()}

    def refuse_changes(self, before, *after):
        """Of what branches of a known condition make of types."""
        if any(env[name] != t for env in after if env is not None for name, t in before.items()):
            raise NoRule("a type that a known condition decides")

    def is_about_types(self, node):
        """Whether an expression asks for a type: its answer is known, whatever
        the value is."""
        if isinstance(node, ast.Compare):
            return isinstance(node.ops[0], (ast.Is, ast.IsNot)) and (
                isinstance(node.comparators[0], ast.Constant) and node.comparators[0].value is None)
        return (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
                and (node.func.id == "isinstance" or node.func.id == "len" and isinstance(node.args[0], ast.Tuple)))

    def is_none(self, node):
        t, code = self.expr(node.left)
        if not isinstance(t, str) or len(node.ops) != 1:
            raise NoRule("a comparison with None")
        return "b1", f"(({code}), {isinstance(node.ops[0], ast.IsNot)})[1]"

    def is_instance(self, node):
        """Of numbers of Python's own types."""
        t, code = self.expr(node.args[0])
        names = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
        if t not in ("i64", "f64", "c128") or not all(isinstance(n, ast.Name) and n.id in CLASSES for n in names):
            raise NoRule("isinstance")
        return "b1", f"(({code}), {any(CLASSES[n.id](t) for n in names)})[1]"
