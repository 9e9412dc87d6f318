# SPDX-License-Identifier: Apache-2.0
"""Calls in a kernel's text: of its own functions, of Python's, and of what
numba, math and cuda give a kernel."""
import ast
import math

from . import machine, rules, values, vectors
from .elements import METHODS
from .rules import NoRule
from .typed import DTYPES, FLOAT1, SYNC, SYNC_WORDS, Array, Function, convert, dotted, rounded


class Calls:
    """Writes calls; the rest of a function is its heir's, reference.Writer."""

    def of_Call(self, node):
        path = dotted(node.func)
        if path in ("any", "all", "sum", "min", "max") and node.args and isinstance(node.args[0], ast.GeneratorExp):
            return self.generator(path, node)
        if path and path.endswith(METHODS) and not node.args:
            return self.method(node.func)
        if path is None and isinstance(node.func, ast.Attribute) and not node.args:
            return self.method(node.func)
        if path in self.unit.named:
            return self.named(path, node)
        if path is None or "." not in path and (path in self.env or path in self.unit.functions):
            t, code = self.expr(node.func)
            if not isinstance(t, Function):
                raise NoRule("a call of what is no function")
            return self.call_function(t, code, node)
        if any(k.arg != "dtype" for k in node.keywords):
            raise NoRule("a call")
        for prefix, handler in (("cuda.atomic.", self.atomic), ("cuda.", self.cuda), ("math.", self.math),
                                ("np.", self.convert_call), ("", self.builtin)):
            if path.startswith(prefix):
                return handler(path[len(prefix):], node)
        raise NoRule(path)

    def numbers_of(self, node, count=None):
        args = [self.expr(a) for a in node.args]
        if (count is not None and len(args) != count) or not all(isinstance(t, str) for t, _ in args):
            raise NoRule("arguments")
        return args

    def convert_call(self, name, node):
        want = DTYPES.get(name.rstrip("_") if name == "bool_" else name)
        if len(node.args) in (2, 3):
            return self.ufunc(name, node)
        if want is None:
            raise NoRule(name)
        (t, code), = self.numbers_of(node, 1)
        return want, convert(code, t, want)

    def builtin(self, name, node):
        if name in DTYPES and name != "bool":
            return self.convert_call(name, node)
        if name == "len":
            t, code = self.expr(node.args[0])
            if isinstance(t, tuple):
                return "i64", f"len({code})"
            if not isinstance(t, Array):
                raise NoRule("len")
            return "i64", f"{code}.shape[0]"
        if name == "isinstance":
            return self.is_instance(node)
        args = self.numbers_of(node)
        if name in ("min", "max") and len(args) == 2:
            return self.min_max(name, *args)
        if name == "complex":
            return self.complex(args)
        if len(args) != 1:
            raise NoRule(name)
        (t, code), = args
        if name == "abs" and rules.is_complex(t):
            return rules.PART[t], rounded(f"V.LOOSE['hypot'](*V.parts({code}))", rules.PART[t])
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

    def complex(self, args):
        """Two float32 make a complex64, one number what it has room in."""
        types = [t for t, _ in args]
        if len(args) == 1 and rules.is_complex(types[0]):
            return "c128", args[0][1]
        if not 1 <= len(args) <= 2 or any(map(rules.is_complex, types)):
            raise NoRule("complex")
        t = "c64" if all(t in ("f16", "f32") for t in types) else "c128"
        codes = [convert(c, have, rules.PART[t]) for have, c in args] + ["0.0"]
        return t, f"complex({codes[0]}, {codes[1]})"

    def min_max(self, name, a, b):
        t = rules.unify(a[0], b[0])
        if rules.is_complex(t):
            raise NoRule(name)
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
            code = f"{FLOAT1[name]}({x})"
            return t, rounded(code, t) if name == "sqrt" else code
        if name in ("isnan", "isinf", "isfinite"):
            t, (x,) = self.float_args(node, 1)
            return "b1", f"V.math.{name}({x})"
        if name in ("copysign", "fmod"):
            t, (x, y) = self.float_args(node, 2)
            return t, f"V.{name}({x}, {y})"
        if name in values.LOOSE:
            t, args = self.float_args(node, len(node.args))
            return t, rounded(f"V.LOOSE[{name!r}]({', '.join(args)})", t)
        raise NoRule(f"math.{name}")

    def cuda(self, name, node):
        if name in ("grid", "gridsize"):
            return self.grid(name, node)
        made = vectors.made(self, name, node)
        if made:
            return made
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
        name = dotted(node.args[1])
        dtype = DTYPES.get(name) or self.unit.records.get(name)
        if dtype is None or math.prod(shape) < 1:
            raise NoRule("an array")
        word = repr(dtype) if isinstance(dtype, str) else "R_" + name
        make = f"fresh(m, {shape!r}, {word})"
        if space == "shared":
            make = f"shared(m, {node.lineno}, {shape!r}, {word})"
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
            if rules.is_float(args[2][0]):
                raise NoRule("a float as a lane")
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
