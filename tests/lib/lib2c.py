#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Turns the device library's sources into C, operation by operation, as
lib/lib.h describes their language: a second implementation of that language,
to test the library's accuracy at full speed and its results bit by bit.

    lib2c.py OUT.c FILE.py..."""
import ast
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from lib_text import both_types  # noqa: E402

HEX = re.compile(r"\b0x[0-9a-f]+(?:\.[0-9a-f]*)?p[+-]?\d+", re.I)
TYPES = {"f32", "f64", "i32", "i64", "u32", "u64"}
BINARY = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div",
          ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
          ast.LShift: "shl", ast.RShift: "shr", ast.Mod: "rem",
          ast.FloorDiv: "quot"}
COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
           ast.Eq: "==", ast.NotEq: "!="}
# operations of one type, and how many operands they have
SAME = {"fma": 3, "abs": 1, "sqrt": 1, "trunc": 1, "floor": 1, "ceil": 1,
        "rint": 1, "clz": 1, "copysign": 2, "min_nan": 2, "max_nan": 2,
        "mulhi": 2, "exp2_approx": 1, "log2_approx": 1, "sin_approx": 1,
        "cos_approx": 1, "rsqrt_approx": 1, "div_approx": 2}


def literal(value, kind):
    if kind[0] == "f":
        return f"{float(value).hex()}{'f' if kind == 'f32' else ''}"
    return f"(({kind}_t)UINT64_C({int(value) % 2**64:#x}))"


class Function:
    def __init__(self, node, program):
        self.node, self.program = node, program
        self.kinds = {a.arg: a.annotation.id for a in node.args.args}
        self.locals, self.lines, self.temps = {}, [], 0

    def fail(self, node, words):
        sys.exit(f"{self.node.name}:{node.lineno}: {words}")

    # An expression as (C text, kind); kind "weak" for bare numbers.
    def expr(self, node, want=None):
        text, kind = self.any(node, want)
        if kind == "weak":
            if not want:
                self.fail(node, "a number that meets no type")
            return literal(text, want), want
        if want and kind != want:
            self.fail(node, f"{kind} where {want} is wanted")
        return text, kind

    def any(self, node, want=None):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, bool):
                return str(node.value).lower(), "bool"
            return node.value, "weak"
        if isinstance(node, ast.Name):
            return f"v_{node.id}", self.kinds[node.id]
        if isinstance(node, ast.UnaryOp):
            return self.unary(node, want)
        if isinstance(node, ast.BinOp):
            left, right = self.pair(node.left, node.right, want)
            op = BINARY[type(node.op)]
            return f"{op}_{left[1]}({left[0]}, {right[0]})", left[1]
        if isinstance(node, ast.Compare):
            left, right = self.pair(node.left, node.comparators[0])
            return (f"({left[0]} {COMPARE[type(node.ops[0])]} {right[0]})",
                    "bool")
        if isinstance(node, ast.BoolOp):
            word = " && " if isinstance(node.op, ast.And) else " || "
            return (f"({word.join(self.expr(v, 'bool')[0] for v in node.values)})",
                    "bool")
        if isinstance(node, ast.Call):
            return self.call(node, want)
        if isinstance(node, ast.IfExp):
            cond = self.expr(node.test, "bool")[0]
            left, right = self.pair(node.body, node.orelse, want)
            return f"({cond} ? {left[0]} : {right[0]})", left[1]
        if isinstance(node, ast.Subscript):
            return (f"{node.value.id}[{self.expr(node.slice, 'i32')[0]}]",
                    "table")
        return self.fail(node, "not in the language")

    def pair(self, a, b, want=None):
        left, right = self.any(a, want), self.any(b, want)
        kind = left[1] if left[1] != "weak" else right[1]
        return self.expr(a, kind), self.expr(b, kind)

    def unary(self, node, want):
        if isinstance(node.op, ast.Not):
            return f"(!{self.expr(node.operand, 'bool')[0]})", "bool"
        text, kind = self.any(node.operand, want)
        if kind == "weak":
            return -text, kind
        return f"neg_{kind}({text})", kind

    def call(self, node, want):
        name, args = node.func.id, node.args
        if name in TYPES:
            text, kind = self.any(args[0])
            if kind == "weak":
                return literal(text, name), name
            source = "i64" if kind == "table" else kind
            return f"{name}_from_{source}({text})", name
        if name == "bitcast":
            text, kind = self.expr(args[0])
            return f"{args[1].id}_bits_{kind}({text})", args[1].id
        if name == "select":
            cond = self.expr(args[0], "bool")[0]
            left, right = self.pair(args[1], args[2], want)
            return f"({cond} ? {left[0]} : {right[0]})", left[1]
        if name == "has_approx":
            return "false", "bool"
        if name in SAME:
            found = [self.any(a, want)[1] for a in args]
            kind = next((k for k in found if k != "weak"), want)
            texts = [self.expr(a, kind)[0] for a in args]
            return f"{name}_{kind}({', '.join(texts)})", kind
        callee = self.program.functions[name].node
        texts = [self.expr(a, p.annotation.id)[0]
                 for a, p in zip(args, callee.args.args)]
        return f"{name}({', '.join(texts)})", results(callee)

    def assign(self, target, text, kind):
        if self.kinds.setdefault(target.id, kind) != kind:
            self.fail(target, f"{target.id} was {self.kinds[target.id]}")
        if target.id not in [a.arg for a in self.node.args.args]:
            self.locals[target.id] = kind
        self.lines.append(f"v_{target.id} = {text};")

    def block(self, body):
        self.lines.append("{")
        for node in body:
            self.statement(node)
        self.lines.append("}")

    def statement(self, node):
        if isinstance(node, ast.Assign):
            text, kind = self.expr(node.value)
            target = node.targets[0]
            if isinstance(target, ast.Name):
                self.assign(target, text, kind)
                return
            self.temps += 1
            self.lines.append(f"struct {node.value.func.id} t{self.temps} = "
                              f"{text};")
            for i, (item, part) in enumerate(zip(target.elts, kind)):
                self.assign(item, f"t{self.temps}.r{i}", part)
        elif isinstance(node, ast.AugAssign):
            value = ast.BinOp(ast.Name(node.target.id), node.op, node.value)
            self.assign(node.target, *self.expr(value))
        elif isinstance(node, (ast.If, ast.While)):
            word = "if" if isinstance(node, ast.If) else "while"
            test = self.expr(node.test, "bool")[0]
            bare = isinstance(node.test, (ast.Name, ast.Call))
            self.lines.append(f"{word} ({test})" if bare else f"{word} {test}")
            self.block(node.body)
            if node.orelse:
                self.lines.append("else")
                self.block(node.orelse)
        elif isinstance(node, ast.Return):
            kind = results(self.node)
            if isinstance(kind, str):
                self.lines.append(f"return {self.expr(node.value, kind)[0]};")
                return
            texts = [self.expr(e, k)[0]
                     for e, k in zip(node.value.elts, kind)]
            self.lines.append(f"return (struct {self.node.name})"
                              f"{{{', '.join(texts)}}};")
        else:
            self.fail(node, "not in the language")

    def head(self):
        kind = results(self.node)
        name = self.node.name
        params = ", ".join(f"{a.annotation.id}_t v_{a.arg}"
                           for a in self.node.args.args)
        if isinstance(kind, str):
            return f"static inline {kind}_t {name}({params})"
        fields = " ".join(f"{k}_t r{i};" for i, k in enumerate(kind))
        return (f"struct {name} {{ {fields} }};\n"
                f"static inline struct {name} {name}({params})")

    def text(self):
        for node in self.node.body:
            self.statement(node)
        names = [f"{k if k == 'bool' else k + '_t'} v_{n};"
                 for n, k in self.locals.items()]
        return "\n    ".join([f"{self.head()} {{", *names, *self.lines]) + "\n}"


def results(node):
    if isinstance(node.returns, ast.Tuple):
        return tuple(e.id for e in node.returns.elts)
    return node.returns.id


class Program:
    def __init__(self, files):
        self.functions, self.tables = {}, {}
        for path in files:
            source = both_types(pathlib.Path(path).read_text())
            source = HEX.sub(lambda m: repr(float.fromhex(m[0])), source)
            for node in ast.parse(source).body:
                if isinstance(node, ast.FunctionDef):
                    if node.name in self.functions:
                        sys.exit(f"{node.name} is there twice")
                    self.functions[node.name] = Function(node, self)
                elif isinstance(node, ast.Assign):
                    self.tables[node.targets[0].id] = [
                        ast.literal_eval(e) for e in node.value.elts]

    # Callees first.
    def ordered(self):
        done, order = set(), []

        def visit(name):
            if name in done:
                return
            done.add(name)
            for node in ast.walk(self.functions[name].node):
                if isinstance(node, ast.Call) and node.func.id in self.functions:
                    visit(node.func.id)
            order.append(self.functions[name])

        for name in self.functions:
            visit(name)
        return order


def main():
    program = Program(sys.argv[2:])
    parts = ['/* Made by tests/lib/lib2c.py. */', '#include "lib_ops.h"']
    for name, items in program.tables.items():
        body = ", ".join(f"INT64_C({i:#x})" for i in items)
        parts.append(f"static const int64_t {name}[] = {{{body}}};")
    parts += [f.text() for f in program.ordered()]
    pathlib.Path(sys.argv[1]).write_text("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
