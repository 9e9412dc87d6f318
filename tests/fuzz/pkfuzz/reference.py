# SPDX-License-Identifier: Apache-2.0
"""Runs a kernel's text under CPython with Numba's types.

The text is parsed by CPython, typed by rules.py (a variable has a type at each
place; where paths meet types unify) and written again as Python whose every
operation says its type: `x[i] + n` of float32 and int64 becomes
`x.get((i,), (True,)) + float(n)`. CPython runs that, a thread a call, or a
generator where threads wait for each other. What this module does not know it
refuses (NoRule), so no program that runs here is misread."""
import ast
import itertools
import math

import machine
import rules
import values
from rules import NoRule

DTYPES = {name: t for t, name in rules.NUMPY.items()}
CONSTANTS = {"math.pi": math.pi, "math.inf": math.inf, "math.e": math.e, "np.pi": math.pi}
IDS = {"threadIdx": "m.tid", "blockIdx": "m.bid", "blockDim": "m.block", "gridDim": "m.grid"}
FLOAT1 = {"sqrt": "V.sqrt", "floor": "V.floor", "ceil": "V.ceil", "trunc": "V.trunc", "fabs": "abs"}
OPS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
       ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
COMPARES = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
UNARY = {ast.USub: "-", ast.Invert: "~", ast.Not: "not", ast.UAdd: "+"}
SYNC = {"syncthreads": "barrier", "syncthreads_count": "count", "syncthreads_and": "and", "syncthreads_or": "or"}
SYNC_WORDS = set(SYNC) | set(machine.WARP)


class Array:
    """The type of an array."""

    def __init__(self, dtype, ndim, space="global"):
        self.dtype, self.ndim, self.space = dtype, ndim, space

    def __eq__(self, other):
        return isinstance(other, Array) and vars(self) == vars(other)

    def __hash__(self):
        return hash((self.dtype, self.ndim, self.space))


def convert(code, have, want):
    if have == want:
        return code
    if isinstance(have, tuple) and isinstance(want, tuple) and len(have) == len(want):
        items = ", ".join(convert(f"_t[{k}]", a, b) for k, (a, b) in enumerate(zip(have, want)))
        return f"(lambda _t: ({items},))({code})"
    if not isinstance(have, str) or not isinstance(want, str):
        raise NoRule(f"{have} as {want}")
    if want == "b1":
        return f"({code} != 0)"
    if rules.is_float(want):
        if rules.is_float(have):
            return code if want == "f64" else f"V.r32({code})"
        return f"float({code})" if want == "f64" else f"V.int_to_f32({code})"
    if rules.is_float(have):
        return f"V.f2i({code}, {want!r})"
    low, high = rules.limits(want)
    if low <= rules.limits(have)[0] and rules.limits(have)[1] <= high:
        return f"(0 + {code})" if have == "b1" else code
    return f"W_{want}({code})"


class Known(str):
    """The type of a variable that holds a value known when compiling."""


def forget(t):
    """A type, whatever is known of its value."""
    if isinstance(t, tuple):
        return tuple(map(forget, t))
    return str(t) if isinstance(t, str) else t


def meet(a, b):
    """The type of a variable where two paths meet."""
    if a == b:
        return a if isinstance(a, Known) == isinstance(b, Known) else str(a)
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return tuple(map(meet, a, b))
    if isinstance(a, str) and isinstance(b, str):
        return rules.unify(a, b)
    raise NoRule(f"{a} meets {b}")


def join(a, b):
    """Variables that both paths have. None: a path that does not come."""
    if a is None or b is None:
        return b if a is None else a
    return {name: meet(a[name], b[name]) for name in a if name in b}


class Loop:
    """The types at a loop's head and behind it, as far as they are known."""

    def __init__(self, head, after):
        self.head, self.after = head, after
        self.continues = self.breaks = None


class Writer:
    """Writes one function for one tuple of argument types."""

    def __init__(self, unit, node, types):
        self.unit, self.node = unit, node
        self.sync = unit.is_sync(node)
        self.result = None  # of a device function: what its returns unify to
        self.types = types
        self.numbers = itertools.count()

    def write(self, name):
        params = [a.arg for a in self.node.args.args]
        if len(params) != len(self.types):
            raise NoRule("arguments")
        while True:
            self.loops, self.returned, self.env = [], None, dict(zip(params, self.types))
            lines = self.block(self.node.body)
            if self.returned == self.result:
                break
            self.result = self.returned
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
            t = tuple(Known(i) if isinstance(i, str) and self.is_known(node.value) else i for i in t)
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
        if isinstance(target, ast.Subscript):
            base, view, index, signed = self.element(target)
            return [f"{view}.put({index}, {signed}, {convert(code, t, base.dtype)})"]
        raise NoRule("a target")

    def on_AugAssign(self, node):
        if isinstance(node.target, ast.Name):
            t, code = self.binary(node.op, self.name(node.target.id), self.expr(node.value))
            if self.is_known(node.target) and self.is_known(node.value):
                t = Known(t)
            return self.assign(node.target, t, code)
        base, view, index, signed = self.element(node.target)
        lines = [f"_a, _i = {view}, {index}", f"_o = _a.get(_i, {signed})"]
        if self.unit.is_sync(node):
            raise NoRule("threads that wait in an augmented assignment")
        t, code = self.binary(node.op, (base.dtype, "_o"), self.expr(node.value))
        return lines + [f"_a.put(_i, {signed}, {convert(code, t, base.dtype)})"]

    def on_If(self, node):
        self.refuse_known(node.test)
        lines = [f"if {self.truth(node.test)}:"]
        before = dict(self.env)
        then = self.block(node.body)
        env_then, self.env = self.env, before
        other = self.block(node.orelse)
        env_other = self.env
        self.env = join(env_then, env_other)
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
        changed = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
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

    def on_For(self, node):
        call = node.iter
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range":
            args = [self.expr(a) for a in call.args]
            t = rules.range_type([a for a, _ in args])
            return self.each(node, f"counted({', '.join(convert(c, a, t) for a, c in args)})", t, "_r")
        t, code = self.expr(call)
        if isinstance(t, Array) and t.ndim == 1 and t.space == "global":
            return self.each(node, f"items({code})", t.dtype, "_r.get((), ())")
        if isinstance(t, tuple) and len(set(t)) == 1:
            return self.each(node, code, t[0], "_r")
        raise NoRule("a loop")

    def each(self, node, items, t, value):
        temp = f"_s{next(self.numbers)}"
        lines = self.loop(node, [f"for _r in {temp}:"], lambda: ["m.burn()"] + self.assign(node.target, t, value))
        return [f"{temp} = {items}"] + lines

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
            self.env = None
            return ["return"]
        t, code = self.expr(node.value)
        self.returned = t if self.returned is None else meet(self.returned, t)
        self.env = None
        return [f"return {convert(code, t, self.result or t)}"]

    # ---- what is known when compiling ----

    def is_known(self, node):
        """portkern looks only at the branch that a known condition takes, Numba
        at that of some: what a variable's type is then is not ours to say."""
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, ast.Name):
            return isinstance(self.env.get(node.id), Known)
        if isinstance(node, ast.Attribute):
            return dotted(node) in CONSTANTS or node.attr == "ndim"
        if isinstance(node, ast.Call):
            path = dotted(node.func) or ""
            if path.startswith("cuda.") or path in self.unit.functions:
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
        if isinstance(v, int) and v < 1 << 64:
            return ("i64" if v < 1 << 63 else "u64"), f"({v})"
        if isinstance(v, float):
            return "f64", "V.math.inf" if v == math.inf else f"({v!r})"
        raise NoRule(f"constant {v!r}")

    def name(self, name):
        if self.env.get(name) is None:
            raise NoRule(f"{name} has no value here")
        return self.env[name], "v_" + name

    def of_Name(self, node):
        return self.name(node.id)

    def of_Tuple(self, node):
        items = [self.expr(e) for e in node.elts]
        return tuple(t for t, _ in items), "(" + "".join(c + ", " for _, c in items) + ")"

    def of_UnaryOp(self, node):
        op = UNARY[type(node.op)]
        t, code = self.expr(node.operand)
        if op == "+":
            raise NoRule("unary +")
        work, result = rules.unary(op, t)
        if op == "not":
            return "b1", f"(not {convert(code, t, 'b1')})"
        code = convert(code, t, work)
        if op == "~":
            return result, f"(not {code})" if t == "b1" else convert(f"W_{work}(~{code})", work, result)
        if rules.is_float(work):
            return result, f"(-{code})"
        return result, convert(f"W_{work}(-{code})", work, result)

    def of_BinOp(self, node):
        return self.binary(node.op, self.expr(node.left), self.expr(node.right))

    def binary(self, node_op, left, right):
        op = OPS[type(node_op)]
        if not isinstance(left[0], str) or not isinstance(right[0], str):
            raise NoRule("operands")
        a, b, t = rules.binary(op, left[0], right[0])
        x, y = convert(left[1], left[0], a), convert(right[1], right[0], b)
        if op == "**":
            return t, self.power(t, x, y, b)
        if op == "/":
            return t, f"V.{'fdiv32' if t == 'f32' else 'fdiv'}({x}, {y})"
        if op in ("//", "%"):
            kind = "float_" if rules.is_float(t) else ""
            return t, f"V.{kind}{'floor_div' if op == '//' else 'floor_mod'}({x}, {y}, {t!r})"
        if op in ("<<", ">>"):
            return t, f"V.{'shl' if op == '<<' else 'shr'}({x}, {y}, {t!r})"
        if op in "&|^":
            return t, f"bool({x} {op} {y})" if t == "b1" else f"({x} {op} {y})"
        rounding = "V.r32" if t == "f32" else "" if t == "f64" else f"W_{t}"
        return t, f"{rounding}({x} {op} {y})"

    def power(self, t, x, y, exponent):
        if rules.is_int(t):
            return f"V.int_power({x}, {y}, {t!r})"
        if y == "(2)":
            return f"{'V.r32' if t == 'f32' else ''}((lambda _p: _p * _p)({x}))"
        raise NoRule(f"float ** {exponent}")

    def of_Compare(self, node):
        parts, left = [], self.expr(node.left)
        if len(node.ops) > 1:
            raise NoRule("a chain of comparisons")
        for op, right in zip(node.ops, node.comparators):
            right = self.expr(right)
            if type(op) not in COMPARES or not isinstance(left[0], str) or not isinstance(right[0], str):
                raise NoRule("a comparison")
            t = rules.compare(left[0], right[0])
            parts.append(f"({convert(left[1], left[0], t)} {COMPARES[type(op)]} {convert(right[1], right[0], t)})")
            left = right
        return "b1", parts[0]

    def of_BoolOp(self, node):
        """`a and b` gives a or b, whichever decided, in the type of both."""
        for v in node.values[:-1]:
            self.refuse_known(v)
        items = [self.expr(v) for v in node.values]
        t, code = items[-1]
        word = "if not " if isinstance(node.op, ast.And) else "if "
        for have, left in reversed(items[:-1]):
            both, temp = meet(have, t), f"_b{next(self.numbers)}"
            code = (f"({convert(temp, have, both)} {word}({convert(f'({temp} := {left})', have, 'b1')}) "
                    f"else {convert(code, t, both)})")
            t = both
        return t, code

    def of_IfExp(self, node):
        self.refuse_known(node.test)
        test = self.truth(node.test)
        (a, x), (b, y) = self.expr(node.body), self.expr(node.orelse)
        t = meet(a, b)
        return t, f"({convert(x, a, t)} if {test} else {convert(y, b, t)})"

    def of_Attribute(self, node):
        path = dotted(node)
        if path in CONSTANTS:
            return "f64", f"({CONSTANTS[path]!r})" if path != "math.inf" else "V.math.inf"
        if path and path.split(".")[0] == "cuda":
            return "i32", self.thread_number(path)
        t, code = self.expr(node.value)
        if isinstance(t, Array):
            if node.attr in ("size", "ndim"):
                return "i64", f"{code}.size" if node.attr == "size" else str(t.ndim)
            if node.attr == "shape":
                return ("i64",) * t.ndim, f"{code}.shape"
            if node.attr == "T":
                return t, f"{code}.transposed()"
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
        if isinstance(base, tuple):
            if not isinstance(node.slice, ast.Constant) or not 0 <= node.slice.value < len(base):
                raise NoRule("an index of a tuple")
            return base[node.slice.value], f"{view}[{node.slice.value}]"
        if not isinstance(base, Array):
            raise NoRule("an index")
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(isinstance(i, ast.Slice) for i in items):
            return self.sliced(base, view, items)
        index, signed = self.index(items)
        if len(items) == base.ndim:
            return base.dtype, f"{view}.get({index}, {signed})"
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

    # ---- calls ----

    def of_Call(self, node):
        path = dotted(node.func)
        if path is None or any(k.arg != "dtype" for k in node.keywords):
            raise NoRule("a call")
        if path in self.unit.functions and path not in self.env:
            return self.call(path, node)
        for prefix, handler in (("cuda.atomic.", self.atomic), ("cuda.", self.cuda), ("math.", self.math),
                                ("np.", self.convert_call), ("", self.builtin)):
            if path.startswith(prefix):
                return handler(path[len(prefix):], node)
        raise NoRule(path)

    def call(self, name, node):
        args = [self.expr(a) for a in node.args]
        made, result, sync = self.unit.instance(name, tuple(t for t, _ in args))
        code = f"{made}({', '.join(c for _, c in args)})"
        return result, f"(yield from {code})" if sync else code

    def numbers_of(self, node, count=None):
        args = [self.expr(a) for a in node.args]
        if (count is not None and len(args) != count) or not all(isinstance(t, str) for t, _ in args):
            raise NoRule("arguments")
        return args

    def convert_call(self, name, node):
        want = DTYPES.get(name.rstrip("_") if name == "bool_" else name)
        if want is None:
            raise NoRule(name)
        (t, code), = self.numbers_of(node, 1)
        return want, convert(code, t, want)

    def builtin(self, name, node):
        if name in DTYPES and name != "bool":
            return self.convert_call(name, node)
        if name == "len":
            t, code = self.expr(node.args[0])
            if not isinstance(t, Array):
                raise NoRule("len")
            return "i64", f"{code}.shape[0]"
        args = self.numbers_of(node)
        if name in ("min", "max") and len(args) == 2:
            return self.min_max(name, *args)
        if len(args) != 1:
            raise NoRule(name)
        (t, code), = args
        if name == "abs" and t != "b1":
            return t, f"abs({code})" if rules.is_float(t) else f"W_{t}(abs({code}))"
        if name == "int":
            want = t if rules.is_int(t) else "i64"
        elif name == "float":
            want = t if rules.is_float(t) else "f64"
        elif name == "bool":
            want = "b1"
        elif name == "round" and rules.is_float(t):
            return "i64", f"V.round_int({code})"
        else:
            raise NoRule(name)
        return want, convert(code, t, want)

    def min_max(self, name, a, b):
        t = rules.unify(a[0], b[0])
        x, y = convert(a[1], a[0], t), convert(b[1], b[0], t)
        return t, f"V.num_{name}({x}, {y})" if rules.is_float(t) else f"{name}({x}, {y})"

    def float_args(self, node, count):
        args = self.numbers_of(node, count)
        own = [t if rules.is_float(t) else "f64" for t, _ in args]
        t = own[0]
        for other in own[1:]:
            t = rules.unify(t, other)
        return t, [convert(c, have, t) for have, c in args]

    def math(self, name, node):
        if name in FLOAT1:
            t, (x,) = self.float_args(node, 1)
            rounding = "V.r32" if t == "f32" and name == "sqrt" else ""
            return t, f"{rounding}({FLOAT1[name]}({x}))"
        if name in ("isnan", "isinf", "isfinite"):
            t, (x,) = self.float_args(node, 1)
            return "b1", f"V.math.{name}({x})"
        if name in ("copysign", "fmod"):
            t, (x, y) = self.float_args(node, 2)
            return t, f"V.{name}({x}, {y})"
        if name in values.LOOSE:
            t, args = self.float_args(node, len(node.args))
            return t, f"{'V.r32' if t == 'f32' else ''}(V.LOOSE[{name!r}]({', '.join(args)}))"
        raise NoRule(f"math.{name}")

    def cuda(self, name, node):
        if name in ("grid", "gridsize"):
            return self.grid(name, node)
        if name in ("shared.array", "local.array"):
            return self.own_array(name.split(".")[0], node)
        if name in SYNC_WORDS:
            return self.together(name, node)
        if name in ("popc", "clz", "brev", "ffs"):
            (t, code), = self.numbers_of(node, 1)
            if t not in ("i32", "u32", "i64", "u64"):
                raise NoRule(name)
            return "u32" if name == "ffs" else t, f"V.{name}({code}, {t!r})"
        if name == "fma":
            t, (x, y, z) = self.float_args(node, 3)
            return t, f"V.fma({x}, {y}, {z}, {t!r})"
        if name == "selp":
            (c, test), (a, x), (b, y) = self.numbers_of(node, 3)
            t = rules.unify(a, b)
            return t, f"V_select({convert(test, c, 'b1')}, {convert(x, a, t)}, {convert(y, b, t)})"
        raise NoRule(f"cuda.{name}")

    def grid(self, name, node):
        n = node.args[0].value
        one = "m.bid[{0}] * m.block[{0}] + m.tid[{0}]" if name == "grid" else "m.grid[{0}] * m.block[{0}]"
        codes = [f"({one.format(k)})" for k in range(n)]
        return ("i64", codes[0]) if n == 1 else (("i64",) * n, f"({', '.join(codes)})")

    def own_array(self, space, node):
        shape = ast.literal_eval(node.args[0])
        shape = shape if isinstance(shape, tuple) else (shape,)
        dtype = DTYPES.get(dotted(node.args[1]))
        if dtype is None or math.prod(shape) < 1:
            raise NoRule("an array")
        make = f"fresh(m, {shape!r}, {dtype!r})"
        if space == "shared":
            make = f"shared(m, {node.lineno}, {shape!r}, {dtype!r})"
        return Array(dtype, len(shape), space), make

    def together(self, name, node):
        if not self.sync:
            raise NoRule("threads wait here")
        args = self.numbers_of(node)
        site = f"({self.node.lineno}, {node.lineno}, {node.col_offset})"
        if name in SYNC:
            codes = [c for _, c in args] or ["None"]
            return "i32", f"(yield ({SYNC[name]!r}, {site}, {codes[0]}))"
        if name == "syncwarp":
            args = args or [("i64", "-1")]
        mask = f"({args[0][1]}) & 0xFFFFFFFF"
        codes = [c for _, c in args[1:]]
        t = {"ballot_sync": "i32", "match_any_sync": "i32", "match_all_sync": ("i32", "b1"), "syncwarp": None}.get(
            name, "b1")
        if name.startswith("shfl"):
            t = args[1][0] if args[1][0] != "b1" else "i32"
        if name.startswith("match") and rules.is_float(args[1][0]):
            raise NoRule("bits of floats, a NaN's among them")
        return t, f"(yield ({name!r}, {site}, {mask}, {', '.join(codes)}))"

    def atomic(self, name, node):
        t, view = self.expr(node.args[0])
        if not isinstance(t, Array) or name not in machine.ATOMICS:
            raise NoRule(name)
        where = node.args[1]
        index, signed = self.index(where.elts if isinstance(where, ast.Tuple) else [where])
        args = [self.expr(a) for a in node.args[2:]]
        codes = ", ".join(convert(c, have, t.dtype) for have, c in args)
        return t.dtype, f"{view}.change({name!r}, {index}, {signed}, {codes})"


def is_literal(node):
    try:
        return ast.literal_eval(node) != 0
    except ValueError:
        return False


def indent(lines):
    return ["    " + line for line in lines] or ["    pass"]


def dotted(node):
    """`cuda.atomic.add` as text, None for anything else."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join(reversed(parts + [node.id])) if isinstance(node, ast.Name) else None


def shared_array(m, line, shape, dtype):
    if line not in m.shared:
        m.shared[line] = machine.fresh(m, shape, dtype)
    return m.shared[line]


def counted(start, stop=None, step=1):
    """Numbers that pass the end of their type are not counted on: a range is
    Python's. A step of 0 counts nothing."""
    if stop is None:
        start, stop = 0, start
    return range(start, stop, step) if step else ()


class Unit:
    """A text, and the functions written for it so far."""

    def __init__(self, text):
        self.functions = {n.name: n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)}
        self.made, self.lines, self.doing = {}, [], set()

    def is_sync(self, node):
        for n in ast.walk(node):
            if isinstance(n, ast.Attribute) and n.attr in SYNC_WORDS:
                return True
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in self.functions:
                if self.functions[n.func.id] is node:
                    raise NoRule("recursion")
                if self.is_sync(self.functions[n.func.id]):
                    return True
        return False

    def instance(self, name, types):
        types = tuple(map(forget, types))
        key = name, types
        if key in self.doing:
            raise NoRule("recursion")
        if key not in self.made:
            self.doing.add(key)
            writer = Writer(self, self.functions[name], types)
            made = f"f{len(self.made)}_{name}"
            lines = writer.write(made)
            self.lines += lines
            self.made[key] = made, writer.result, writer.sync
            self.doing.discard(key)
        return self.made[key]


def run(text, kernel, m, args):
    """Runs a kernel on a machine. `args` are (type, value): numbers, or an
    Array and its View. Outputs are in the memories of the views."""
    unit = Unit(text)
    made, _, sync = unit.instance(kernel, tuple(t for t, _ in args))
    scope = {"V": values, "m": m, "fresh": machine.fresh, "shared": shared_array, "counted": counted,
             "V_select": lambda c, x, y: x if c else y,
             "items": lambda view: [view.row((k,), (True,)) for k in range(view.shape[0])]}
    scope.update({"W_" + t: wrap for t, wrap in values.WRAP.items()})
    exec(compile("\n".join(unit.lines), "<kernel>", "exec"), scope)
    given = [v for _, v in args]
    machine.run_grid(m, lambda: scope[made](*given), sync)
