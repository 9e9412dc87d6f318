# SPDX-License-Identifier: Apache-2.0
"""Runs a kernel's text under CPython with Numba's types.

The text is parsed by CPython, typed by rules.py (a variable has a type at each
place; where paths meet types unify) and written again as Python whose every
operation says its type: `x[i] + n` of float32 and int64 becomes
`x.get((i,), (True,)) + float(n)`. CPython runs that, a thread a call, or a
generator where threads wait for each other. What this module does not know it
refuses (NoRule), so no program that runs here is misread."""
import ast
import cmath
import itertools
import math

import numpy as np

from . import aggregates, constants, elements, folded, generators, iterables, machine, rules, values
from .aggregates import Aggregates
from .assigned import Assigned
from .calls import Calls
from .elements import COMPLEX_OPS, Elementwise
from .generators import Generators
from .iterables import Iterables
from .nested import Nested, assigned_outside, body_of
from .records import Record
from .rules import NoRule
from .typed import (COMPARES, CONSTANTS, IDS, OPS, SYNC_WORDS, UNARY, Array, Function, Known, Lazy, Member, again, convert,
                   dotted, forget, is_literal, join, meet, rounded)



class Loop:
    """The types at a loop's head and behind it, as far as they are known."""

    def __init__(self, head, after):
        self.head, self.after = head, after
        self.continues = self.breaks = None


class Writer(Calls, Nested, Aggregates, Assigned, Elementwise, Iterables, Generators):
    """Writes one function for one tuple of argument types, and for the types of
    what it has of the function around it."""

    def __init__(self, unit, node, types, captured):
        self.unit, self.node, self.captured = unit, node, captured
        self.nonlocals = {name for n in ast.walk(node) if isinstance(n, ast.Nonlocal) for name in n.names}
        self.outward = [name for name in assigned_outside(node) if name in dict(captured)]
        self.sync = unit.is_sync(node)
        self.result = None  # of a device function: what its returns unify to
        self.guesses = set()  # what calls of itself were taken to give
        self.types = types
        self.numbers = itertools.count()

    def write(self, name):
        params = [a.arg for a in self.node.args.args]
        if len(params) != len(self.types):
            raise NoRule("arguments")
        while True:
            self.loops, self.returned = [], None
            self.env = {**dict(zip(params, self.types)), **dict(self.captured)}
            lines = self.block(body_of(self.node))
            if self.env is not None and self.outward:
                lines.append(f"return {self.with_outward('None')}")
            if self.returned == self.result:
                break
            self.result = self.returned
        params = params + [n for n, _ in self.captured]
        head = f"def {name}({', '.join('v_' + p for p in params)}):"
        return [head, "    if 0: yield"] + indent(lines) if self.sync else [head] + indent(lines)

    # ---- statements ----

    def block(self, body):
        lines = []
        for stmt in body:
            if self.env is None:
                break  # nothing comes here
            lines += getattr(self, "on_" + type(stmt).__name__, self.unknown)(stmt)
        return lines or ["pass"]

    def unknown(self, node):
        raise NoRule(type(node).__name__)

    def on_Pass(self, _):
        return ["pass"]

    def on_Expr(self, node):
        if isinstance(node.value, ast.Constant):
            return ["pass"]
        return [self.expr(node.value)[1]]

    def on_Assign(self, node):
        t, code = self.expr(node.value)
        if isinstance(t, str):
            t = Known(t) if self.is_known(node.value) else str(t)
        elif isinstance(t, tuple):
            t = again(t, (Known(i) if isinstance(i, str) and self.is_known(node.value) else i for i in t))
        lines = [f"_v = {code}"]
        for target in node.targets:
            lines += self.assign(target, t, "_v")
        return lines

    def assign(self, target, t, code):
        if isinstance(target, ast.Name):
            self.env[target.id] = t
            return [f"v_{target.id} = {code}"]
        if isinstance(target, ast.Tuple) and isinstance(t, tuple) and len(target.elts) == len(t):
            temp = f"_u{next(self.numbers)}"
            lines = [f"{temp} = {code}"]
            for k, item in enumerate(target.elts):
                lines += self.assign(item, t[k], f"{temp}[{k}]")
            return lines
        field = self.field_target(target)
        if field:
            return [f"{field[1]}.store({field[2]}, {stored(code, t, field[0])})"]
        if isinstance(target, ast.Subscript) and self.is_slice(target):
            return self.fill(target, t, code)
        if isinstance(target, ast.Subscript):
            base, view, index, signed = self.element(target)
            if isinstance(base.dtype, Record):
                if t != base.dtype:
                    raise NoRule("a record of another type")
                return [f"{view}.record({index}, {signed}).copy({code})"]
            return [f"{view}.put({index}, {signed}, {stored(code, t, base.dtype)})"]
        raise NoRule("a target")

    def is_slice(self, node):
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return any(isinstance(i, ast.Slice) for i in items)

    def fill(self, target, t, code):
        """Stores numbers in all elements of a view."""
        base, view = self.of_Subscript(target)
        if isinstance(t, tuple):
            items = ", ".join(stored(f"_t[{k}]", a, base.dtype) for k, a in enumerate(t))
            return [f"_t = {code}", f"fill({view}, ({items},), lambda _e: _e)"]
        element = t.dtype if isinstance(t, (Array, Lazy)) else t
        return [f"_w = {code}", f"fill({view}, _w, lambda _e: {stored('_e', element, base.dtype)})"]

    def on_AugAssign(self, node):
        if isinstance(node.target, ast.Name):
            t, code = self.binary(node.op, self.name(node.target.id), self.expr(node.value))
            t = Known(t) if self.is_known(node.target) and self.is_known(node.value) else str(t)
            return self.assign(node.target, t, code)
        field = self.field_target(node.target)
        if field:
            of, place, k = field
            t, code = self.binary(node.op, (of, "_o"), self.expr(node.value))
            return [f"_q = {place}", f"_o = _q.load({k})", f"_q.store({k}, {stored(code, t, of)})"]
        if self.is_slice(node.target):
            base, view = self.of_Subscript(node.target)
            t, code = self.binary(node.op, (base, "_p"), self.expr(node.value))
            if not np.can_cast(rules.NUMPY[t.dtype], rules.NUMPY[base.dtype], "same_kind"):
                raise NoRule("an array in place of another kind")
            return [f"_p = {view}", f"fill(_p, {code}, lambda _e: {stored('_e', t.dtype, base.dtype)})"]
        base, view, index, signed = self.element(node.target)
        lines = [f"_a, _i = {view}, {index}", f"_o = _a.get(_i, {signed})"]
        if self.unit.is_sync(node):
            raise NoRule("threads that wait in an augmented assignment")
        t, code = self.binary(node.op, (base.dtype, "_o"), self.expr(node.value))
        return lines + [f"_a.put(_i, {signed}, {stored(code, t, base.dtype)})"]

    def on_If(self, node):
        known = self.is_known(node.test)
        lines = [f"if {self.truth(node.test)}:"]
        before = dict(self.env)
        then = self.block(node.body)
        env_then, self.env = self.env, dict(before)
        other = self.block(node.orelse)
        env_other = self.env
        self.env = join(env_then, env_other)
        if known:
            self.refuse_changes(before, env_then, env_other)
        return (lines + indent(then + self.casts(env_then, self.env)) + ["else:"]
                + indent(other + self.casts(env_other, self.env)))

    def casts(self, have, want):
        """Statements that make variables what they are where paths meet."""
        if have is None or want is None:
            return []
        return [f"v_{name} = {convert('v_' + name, have[name], t)}" for name, t in want.items()
                if name in have and have[name] != t]

    def loop(self, node, line, begin):
        """Types are found by going round until they hold still. `line` holds
        the loop's first line, `begin` writes what each turn begins with."""
        changed = self.unit.assigned(node) | self.nonlocals
        entry = {n: forget(t) if n in changed else t for n, t in self.env.items()}
        head, after = dict(entry), None
        while True:
            loop = Loop(head, after)
            self.loops.append(loop)
            self.env = dict(head)
            lines = begin()
            lines += self.block(node.body)
            end = self.env
            lines += self.casts(end, head)
            self.loops.pop()
            new_head = join(entry, join(end, loop.continues))
            new_head = {n: t for n, t in new_head.items() if n in entry}
            self.env = dict(head)
            other = self.block(node.orelse)
            new_after = join(self.env, loop.breaks)
            other += self.casts(self.env, new_after)
            if new_head == head and new_after == after:
                break
            head, after = {n: meet(t, head.get(n, t)) for n, t in new_head.items()}, new_after
        self.env = dict(after) if after is not None else None
        return self.casts(entry, head) + line + indent(lines) + ["else:"] + indent(other)

    def on_While(self, node):
        head = []

        def begin():  # the condition is typed at the loop's head
            self.refuse_known(node.test)
            head[:] = [f"while {self.truth(node.test)}:"]
            return ["m.burn()"]
        return self.loop(node, head, begin)

    def on_Assert(self, node):
        return [f"if not {self.truth(node.test)}: refuse('a check that fails')"]

    def on_Raise(self, _):
        self.env = None
        return ["refuse('an error that is raised')"]

    def on_For(self, node):
        lines = self.written_out(node)
        if lines is not None:
            return lines
        t, code = self.iterable(node.iter)
        temp = f"_s{next(self.numbers)}"
        lines = self.loop(node, [f"for _r in {temp}:"], lambda: ["m.burn()"] + self.assign(node.target, t, "_r"))
        return [f"{temp} = {code}"] + lines

    def on_Break(self, _):
        loop = self.loops[-1]
        lines = self.casts(self.env, loop.after)
        loop.breaks = join(loop.breaks, self.env)
        self.env = None
        return lines + ["break"]

    def on_Continue(self, _):
        loop = self.loops[-1]
        lines = self.casts(self.env, loop.head)
        loop.continues = join(loop.continues, self.env)
        self.env = None
        return lines + ["continue"]

    def on_Return(self, node):
        if node.value is None:
            code = self.with_outward("None")
            self.env = None
            return ["return"] if code == "None" else [f"return {code}"]
        t, code = self.frozen(*self.expr(node.value))
        self.returned = t if self.returned is None else meet(self.returned, t)
        code = self.with_outward(convert(code, t, self.result or t))
        self.env = None
        return [f"return {code}"]

    def with_outward(self, code):
        """The result, and what it assigned of the function around it."""
        for name in self.outward:
            if self.env.get(name) != dict(self.captured)[name]:
                raise NoRule(f"{name} gets another type")
        return f"({code}, {', '.join('v_' + n for n in self.outward)})" if self.outward else code

    # ---- what is known when compiling ----

    def is_known(self, node):
        """portkern looks only at the branch that a known condition takes, Numba
        at that of some: what a variable's type is then is not ours to say."""
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, ast.Name):
            return isinstance(self.env.get(node.id), Known) or (node.id in self.unit.constants and node.id not in self.env)
        if isinstance(node, ast.Attribute):
            return dotted(node) in CONSTANTS or node.attr == "ndim" or (
                self.member(dotted(node) or "") is not None or (node.attr == "value" and self.is_known(node.value)))
        if isinstance(node, ast.NamedExpr):
            return self.is_known(node.value)
        if self.is_about_types(node):
            return True
        if isinstance(node, ast.Call):
            path = dotted(node.func) or ""
            if isinstance(node.func, ast.Attribute) and (not path or path.split(".")[0] in self.env):
                return self.is_known(node.func.value)
            if path.startswith("cuda.") or (path in self.unit.functions and path not in self.env):
                return False
            return all(map(self.is_known, node.args))
        if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.IfExp, ast.Tuple)):
            return all(self.is_known(c) for c in ast.iter_child_nodes(node) if isinstance(c, ast.expr))
        return False

    def refuse_known(self, node):
        if self.is_known(node):
            raise NoRule("a condition that is known")

    # ---- expressions: (type, code) ----

    def expr(self, node):
        return getattr(self, "of_" + type(node).__name__, self.unknown)(node)

    def truth(self, node):
        t, code = self.expr(node)
        return convert(code, t, "b1")

    def of_Constant(self, node):
        v = node.value
        if isinstance(v, bool):
            return "b1", repr(v)
        if isinstance(v, int) and -1 << 63 <= v < 1 << 64:
            return ("i64" if v < 1 << 63 else "u64"), f"({v})"
        if isinstance(v, float) and v == v:
            return "f64", f"({v!r})".replace("inf", "V.math.inf")
        if isinstance(v, complex) and cmath.isfinite(v):
            return "c128", f"complex({v.real!r}, {v.imag!r})"  # its repr can lose signs
        raise NoRule(f"constant {v!r}")

    def name(self, name):
        if self.env.get(name) is None:
            raise NoRule(f"{name} has no value here")
        return self.env[name], "v_" + name

    def of_Name(self, node):
        if node.id in self.unit.functions and node.id not in self.env:
            return self.module_function(node.id)
        if node.id in self.unit.constants and node.id not in self.env:
            return self.expr(self.unit.constants[node.id])
        if node.id in self.unit.tables and node.id not in self.env:
            return constants.type_of(self.unit.tables[node.id]), f"K_{node.id}"
        return self.name(node.id)

    def of_Tuple(self, node):
        items = [self.expr(e) for e in node.elts]
        return tuple(t for t, _ in items), "(" + "".join(c + ", " for _, c in items) + ")"

    def of_UnaryOp(self, node):
        op = UNARY[type(node.op)]
        t, code = self.expr(node.operand)
        if op == "-" and isinstance(node.operand, ast.Constant) and node.operand.value == 1 << 63 and t == "u64":
            return "i64", f"(-{code})"  # one number to CPython's compiler
        if op == "-" and isinstance(node.operand, ast.Constant) and t == "u64":
            raise NoRule("an integer below int64")
        work, result = rules.unary(op, t)
        if op == "not":
            return "b1", f"(not {convert(code, t, 'b1')})"
        code = convert(code, t, work)
        if op == "+":
            return result, convert(code, work, result)
        if op == "~":
            return result, f"(not {code})" if t == "b1" else convert(f"W_{work}(~{code})", work, result)
        if not rules.is_int(work):
            return result, f"(-{code})"
        return result, convert(f"W_{work}(-{code})", work, result)

    def of_BinOp(self, node):
        return self.binary(node.op, self.expr(node.left), self.expr(node.right))

    def binary(self, node_op, left, right):
        op = OPS[type(node_op)]
        if isinstance(left[0], (Array, Lazy)) or isinstance(right[0], (Array, Lazy)):
            return self.elementwise(node_op, left, right)
        if not isinstance(left[0], str) or not isinstance(right[0], str):
            raise NoRule("operands")
        a, b, t = rules.binary(op, left[0], right[0])
        x, y = convert(left[1], left[0], a), convert(right[1], right[0], b)
        if op == "**":
            return t, self.power(t, x, y, b)
        if rules.is_complex(t):
            return t, f"V.complex_{COMPLEX_OPS[op]}({x}, {y}, {t!r})"
        if op == "/":
            return t, rounded(f"V.fdiv({x}, {y})", t)
        if op in ("//", "%"):
            kind = "float_" if rules.is_float(t) else ""
            return t, f"V.{kind}{'floor_div' if op == '//' else 'floor_mod'}({x}, {y}, {t!r})"
        if op in ("<<", ">>"):
            return t, f"V.{'shl' if op == '<<' else 'shr'}({x}, {y}, {t!r})"
        if op in "&|^":
            return t, f"bool({x} {op} {y})" if t == "b1" else f"({x} {op} {y})"
        return t, rounded(f"({x} {op} {y})", t) if rules.is_float(t) else f"W_{t}({x} {op} {y})"

    def power(self, t, x, y, exponent):
        if rules.is_int(t):
            return f"V.int_power({x}, {y}, {t!r})"
        if rules.is_complex(t):
            if y == convert("(2)", "i64", t):
                return f"(lambda _p: V.complex_mul(_p, _p, {t!r}))({x})"
            return f"V.complex_power({x}, {y}, {t!r})"
        return f"V.float_pow{'er' if rules.is_int(exponent) else ''}({x}, {y}, {t!r})"

    def of_Compare(self, node):
        if self.is_about_types(node):
            return self.is_none(node)
        parts, left, before = [], self.expr(node.left), None
        for op, right in zip(node.ops, node.comparators):
            right = once = self.expr(right)
            before = before or dict(self.env)  # what follows is not always computed
            if isinstance(op, (ast.In, ast.NotIn)) and len(node.ops) == 1:
                return "b1", self.among(isinstance(op, ast.In), left, right)
            if len(parts) < len(node.ops) - 1:  # evaluated once
                temp = f"_c{next(self.numbers)}"
                right, once = (right[0], f"({temp} := {right[1]})"), (right[0], temp)
            if isinstance(left[0], tuple) and isinstance(right[0], tuple) and len(node.ops) == 1:
                return "b1", self.compare_tuples(COMPARES.get(type(op)), left, right)
            if isinstance(left[0], Member) and left[0] == right[0] and type(op) in (ast.Eq, ast.NotEq, ast.Is):
                parts.append(f"({left[1]} {COMPARES.get(type(op), '==')} {right[1]})")
                left = once
                continue
            if type(op) not in COMPARES or not isinstance(left[0], str) or not isinstance(right[0], str):
                raise NoRule("a comparison")
            t = rules.compare(COMPARES[type(op)], left[0], right[0])
            parts.append(f"({convert(left[1], left[0], t)} {COMPARES[type(op)]} {convert(right[1], right[0], t)})")
            left = once
        self.meet_again(before, self.env)
        return "b1", f"({' and '.join(parts)})"

    def of_BoolOp(self, node):
        """`a and b` gives a or b, whichever decided, in the type of both."""
        known = [self.is_known(node.values[0])]
        items, before = [self.expr(node.values[0])], dict(self.env)
        for v in node.values[1:]:  # not always computed
            known.append(self.is_known(v))
            items.append(self.expr(v))
        self.meet_again(before, self.env)
        if any(known[:-1]) and len({t for t, _ in items}) > 1:
            raise NoRule("a condition that is known")
        t, code = items[-1]
        word = "if not " if isinstance(node.op, ast.And) else "if "
        for have, left in reversed(items[:-1]):
            both, temp = meet(have, t), f"_b{next(self.numbers)}"
            code = (f"({convert(temp, have, both)} {word}({convert(f'({temp} := {left})', have, 'b1')}) "
                    f"else {convert(code, t, both)})")
            t = both
        return t, code

    def of_IfExp(self, node):
        known, test = self.is_known(node.test), self.truth(node.test)
        before = dict(self.env)
        a, x = self.expr(node.body)
        after, self.env = self.env, before
        b, y = self.expr(node.orelse)
        self.meet_again(after, self.env)
        t = meet(a, b)
        if known and not t == a == b:
            raise NoRule("a condition that is known")
        return t, f"({convert(x, a, t)} if {test} else {convert(y, b, t)})"

    def of_Attribute(self, node):
        path = dotted(node)
        if path in CONSTANTS:
            return "f64", f"({CONSTANTS[path]!r})" if path != "math.inf" else "V.math.inf"
        if path and path.split(".")[0] == "cuda":
            return "i32", self.thread_number(path)
        if path and self.member(path):
            return self.member(path)
        t, code = self.expr(node.value)
        if isinstance(t, Array):
            if node.attr in ("size", "ndim"):
                return "i64", f"{code}.size" if node.attr == "size" else str(t.ndim)
            if node.attr == "shape":
                return ("i64",) * t.ndim, f"{code}.shape"
            if node.attr == "T":
                return t, f"{code}.transposed()"
        if isinstance(t, str) and rules.is_complex(t) and node.attr in ("real", "imag"):
            return rules.PART[t], f"{code}.{node.attr}"
        found = self.attribute(t, code, node.attr)
        if found:
            return found
        raise NoRule(f".{node.attr}")

    def thread_number(self, path):
        _, word, *axis = path.split(".")
        if word == "laneid" and not axis:
            return "(m.t % 32)"
        if word == "warpsize" and not axis:
            return "32"
        return f"{IDS[word]}[{'xyz'.index(axis[0])}]"

    # ---- arrays ----

    def element(self, node):
        """(type of the array, code of the view, of the index, of which indices
        may be negative)."""
        base, view = self.expr(node.value)
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if not isinstance(base, Array) or len(items) != base.ndim:
            raise NoRule("an element")
        index, signed = self.index(items)
        return base, view, index, signed

    def index(self, items):
        codes, signed = [], []
        for item in items:
            t, code = self.expr(item)
            if not isinstance(t, str) or not rules.is_int(t):
                raise NoRule("an index that is no integer")
            codes.append(code)
            signed.append(str(t[0] == "i"))
        return f"({', '.join(codes)},)", f"({', '.join(signed)},)"

    def of_Subscript(self, node):
        base, view = self.expr(node.value)
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return self.field(base, view, node.slice.value)
        if isinstance(base, tuple):
            return self.item(base, view, node.slice)
        if not isinstance(base, Array):
            raise NoRule("an index")
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(isinstance(i, ast.Slice) for i in items):
            return self.sliced(base, view, items)
        index, signed = self.index(items)
        if len(items) == base.ndim:
            word = "record" if isinstance(base.dtype, Record) else "get"
            return base.dtype, f"{view}.{word}({index}, {signed})"
        if len(items) > base.ndim:
            raise NoRule("indices")
        return Array(base.dtype, base.ndim - len(items), base.space), f"{view}.row({index}, {signed})"

    def sliced(self, base, view, items):
        parts, ndim = [], base.ndim
        for item in items:
            if not isinstance(item, ast.Slice):
                t, code = self.expr(item)
                if t != "i64":
                    raise NoRule("an index")
                parts.append(code)
                ndim -= 1
                continue
            bounds = []
            for bound in (item.lower, item.upper, item.step):
                t, code = self.expr(bound) if bound is not None else ("i64", "None")
                if t != "i64" or (bound is item.step and bound is not None and not is_literal(bound)):
                    raise NoRule("a slice")
                bounds.append(code)
            parts.append(f"slice({', '.join(bounds)})")
        if len(items) > base.ndim:
            raise NoRule("indices")
        return Array(base.dtype, ndim, base.space), f"{view}.slice(({', '.join(parts)},))"


def stored(code, have, dtype):
    if not isinstance(have, str) or not isinstance(dtype, str):
        raise NoRule("a value in an array")
    if rules.is_complex(have) and not rules.is_complex(dtype):
        raise NoRule(f"{have} in an array of {dtype}")
    return convert(code, have, dtype)


def indent(lines):
    return ["    " + line for line in lines] or ["    pass"]


def shared_array(m, line, shape, dtype):
    if line not in m.shared:
        m.shared[line] = machine.fresh(m, shape, dtype)
    return m.shared[line]


class Unit:
    """A text, and the functions written for it so far."""

    def __init__(self, text):
        tree = folded.fold(ast.parse(text))
        self.functions = {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef)}
        self.named, self.enums = aggregates.classes(tree)
        self.constants, self.tables = constants.of_module(tree)
        self.records = {n.targets[0].id: record_of(n.value) for n in tree.body if isinstance(n, ast.Assign)
                        and isinstance(n.value, ast.Call) and dotted(n.value.func) == "np.dtype"}
        self.made, self.lines, self.doing = {}, [], {}
        self.sync, self.stored = {}, {}

    def assigned(self, node):
        """The names that a loop assigns."""
        if node not in self.stored:
            self.stored[node] = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        return self.stored[node]

    def is_sync(self, node):
        """Whether threads may wait for each other in it."""
        if node not in self.sync:
            self.sync[node] = self.find_sync(node)
        return self.sync[node]

    def find_sync(self, node):
        found, todo = {node}, [node]
        for function in todo:
            for n in ast.walk(function):
                if isinstance(n, ast.Attribute) and n.attr in SYNC_WORDS:
                    return True
                callee = self.functions.get(n.func.id) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) else None
                if callee and callee not in found:
                    found.add(callee)
                    todo.append(callee)
        return False

    def instance(self, node, types, captured=()):
        types = tuple(map(forget, types))
        key = node, types, captured
        if key in self.doing:
            return self.called_again(*self.doing[key])
        if key not in self.made:
            writer = Writer(self, node, types, captured)
            made = f"f{len(self.made)}_{len(self.doing)}_{getattr(node, 'name', 'lambda')}"
            self.doing[key] = made, writer
            lines = writer.write(made)
            self.lines += lines
            del self.doing[key]
            if writer.guesses - {writer.result}:
                raise NoRule("what a call of itself gives is not what it was taken for")
            self.made[key] = made, writer.result, writer.sync
        return self.made[key]

    @staticmethod
    def called_again(made, writer):
        """A function calls itself: its result is what it has returned so far,
        which must prove right."""
        guess = writer.result or writer.returned
        if guess is None or writer.sync or writer.outward:
            raise NoRule("recursion")
        writer.guesses.add(guess)
        return made, guess, False


def record_of(call):
    """The structured dtype that a statement of the module makes."""
    return Record(eval(compile(ast.Expression(call), "dtype", "eval"), {"np": np}))


def scope_of(m):
    """What the functions written for a text call."""
    scope = {"V": values, "m": m, "fresh": machine.fresh, "shared": shared_array, "counted": iterables.counted,
             "items": iterables.items, "refuse": machine.refuse, "places": iterables.places,
             "V_select": lambda c, x, y: x if c else y,
             "item_of": aggregates.item_of, "tuples_compare": aggregates.tuples_compare, "fill": machine.fill, "Elements": machine.Elements, "reduce": machine.reduce,
             "numbers": machine.numbers, "mean_of": elements.mean_of, "by_numpy": elements.by_numpy, "place_of": elements.place_of,
             "summed": generators.summed, "copied": generators.copied}
    scope.update({"W_" + t: wrap for t, wrap in values.WRAP.items()})
    return scope


def function(text, name, types):
    """(type of the result, the function as Python) of a text without memory and
    threads, for arguments of these types."""
    unit = Unit(text)
    made, result, _ = unit.instance(unit.functions[name], types)
    scope = scope_of(None)
    exec(compile("\n".join(unit.lines), "<kernel>", "exec"), scope)
    return result, scope[made]


def run(text, kernel, m, args):
    """Runs a kernel on a machine. `args` are (type, value): numbers, or an
    Array and its View. Outputs are in the memories of the views."""
    unit = Unit(text)
    made, _, sync = unit.instance(unit.functions[kernel], tuple(t for t, _ in args))
    scope = {**scope_of(m), **{"R_" + name: record for name, record in unit.records.items()},
             **{"K_" + name: constants.view(m, table) for name, table in unit.tables.items()}}
    exec(compile("\n".join(unit.lines), "<kernel>", "exec"), scope)
    given = [v for _, v in args]
    machine.run_grid(m, lambda: scope[made](*given), sync)
