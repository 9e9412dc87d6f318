# SPDX-License-Identifier: Apache-2.0
"""Records in memory, tuples whose items have names, enumerations, and what
tuples of all kinds have in common."""
import ast

from .records import Record
from .rules import NoRule
from . import rules
from .typed import Array, Member, Named, convert, dotted


class Aggregates:
    """Writes what concerns them; the rest of a function is its heir's,
    reference.Writer."""

    # ---- records ----

    def field_of(self, t, name):
        of = t.dtype if isinstance(t, Array) else t
        if name not in of.fields:
            raise NoRule(f"no field {name}")
        return of.fields[name]

    def field(self, t, code, name):
        """A field of a record, or of all records of an array."""
        of, shape, at = self.field_of(t, name)
        cells = len(of.leaves) if isinstance(of, Record) else 1
        if isinstance(t, Array):
            return Array(of, t.ndim + len(shape), t.space), f"{code}.field({at}, {shape!r}, {cells})"
        if shape:
            return Array(of, len(shape)), f"{code}.array({at}, {shape!r}, {cells})"
        return of, f"{code}.part({at})" if isinstance(of, Record) else f"{code}.load({at})"

    def field_target(self, node):
        """(type of the number, code of the record, number in it) of what is
        assigned to, None when it is no field of a record."""
        if isinstance(node, ast.Attribute):
            name = node.attr
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            name = node.slice.value
        else:
            return None
        t, code = self.expr(node.value)
        if not isinstance(t, Record):
            raise NoRule("a field")
        of, shape, at = self.field_of(t, name)
        if shape or isinstance(of, Record):
            raise NoRule("a field that is no number")
        return of, code, at

    # ---- tuples ----

    def named(self, name, node):
        fields = self.unit.named[name]
        given = dict(zip(fields, node.args))
        for k in node.keywords:
            if k.arg in given or k.arg not in fields:
                raise NoRule("items")
            given[k.arg] = k.value
        if len(given) != len(fields) or len(node.args) > len(fields):
            raise NoRule("items")
        if list(given) != list(fields):
            raise NoRule("items out of order")
        items = [self.expr(given[f]) for f in fields]
        return Named((name, tuple(fields)), (t for t, _ in items)), "(" + "".join(c + ", " for _, c in items) + ")"

    def item(self, t, code, index):
        """An item of a tuple: a constant, or any index of items of one type."""
        if isinstance(index, ast.Constant) and isinstance(index.value, int) and 0 <= index.value < len(t):
            return t[index.value], f"{code}[{index.value}]"
        it, at = self.expr(index)
        if not isinstance(it, str) or not rules.is_int(it) or len(set(t)) != 1 or not isinstance(t[0], str):
            raise NoRule("an index of a tuple")
        return str(t[0]), f"item_of({code}, {at})"

    def compare_tuples(self, op, left, right):
        """From the first item that differs on."""
        (a, x), (b, y) = left, right
        if len(a) != len(b) or op not in ("==", "!=", "<", "<=", ">", ">="):
            raise NoRule("a comparison")
        fns = []
        for s, t in zip(a, b):
            if not isinstance(s, str) or not isinstance(t, str):
                raise NoRule("a comparison")
            fns.append(tuple(f"lambda _x, _y: {convert('_x', s, w)} {o} {convert('_y', t, w)}"
                             for o in ("==", op) for w in (rules.compare(o, s, t),)))
        return f"tuples_compare({op!r}, {x}, {y}, [{', '.join(f'({e}, {c})' for e, c in fns)}])"

    def among(self, yes, left, right):
        """Whether a number is one of a tuple's."""
        if not isinstance(left[0], str) or not isinstance(right[0], tuple) or not all(isinstance(t, str) for t in right[0]):
            raise NoRule("what is looked for")
        tests = []
        for k, t in enumerate(right[0]):
            both = rules.compare("==", left[0], t)
            tests.append(f"{convert('_x', left[0], both)} == {convert(f'_t[{k}]', t, both)}")
        return f"((lambda _x, _t: {' or '.join(tests)})({left[1]}, {right[1]}) is {yes})"

    # ---- enumerations ----

    def member(self, path):
        """`Color.RED`: None when it is no member."""
        name, _, word = path.partition(".")
        integral, members = self.unit.enums.get(name, (False, {}))
        if word not in members:
            return None
        return ("i64" if integral else Member(name)), f"({members[word]})"

    def attribute(self, t, code, name):
        """Of a record, a tuple or a member; None when it has none."""
        if isinstance(t, Record) or (isinstance(t, Array) and isinstance(t.dtype, Record) and name in t.dtype.fields):
            return self.field(t, code, name)
        if isinstance(t, Named) and name in t.kind[1]:
            at = t.kind[1].index(name)
            return t[at], f"{code}[{at}]"
        if isinstance(t, Member) and name == "value":
            return "i64", code
        return None


def item_of(items, k):
    from .values import Undefined
    k = k + len(items) if k < 0 else k
    if not 0 <= k < len(items):
        raise Undefined("an index out of bounds")
    return items[k]


def tuples_compare(op, a, b, fns):
    """Python's: the first items that differ decide."""
    for x, y, (same, decide) in zip(a, b, fns):
        if not same(x, y):
            return True if op == "!=" else False if op == "==" else decide(x, y)
    return op in ("==", "<=", ">=")


def classes(tree):
    """(named tuples with their fields, enumerations with their members) of a
    module."""
    named, enums = {}, {}
    for node in tree.body:
        base = dotted(node.bases[0]) if isinstance(node, ast.ClassDef) and node.bases else None
        if base == "NamedTuple":
            named[node.name] = [s.target.id for s in node.body if isinstance(s, ast.AnnAssign)]
        elif base in ("Enum", "IntEnum"):
            enums[node.name] = base == "IntEnum", {s.targets[0].id: ast.literal_eval(s.value) for s in node.body
                                                   if isinstance(s, ast.Assign)}
    return named, enums
