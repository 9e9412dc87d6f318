# SPDX-License-Identifier: Apache-2.0
"""Small syntax trees, and the values that only the stack has."""
import ast

_INVERSE = {ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}


class Unknown(Exception):
    """What this file does not read."""


class Iterator(ast.expr):
    """What a for loop keeps on the stack."""

    _fields = ()


class AssertionName(ast.expr):
    """AssertionError, as assert has it."""

    _fields = ()


def name_of(name, ctx=None):
    return ast.Name(name, ctx or ast.Load())


def negated(test):
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in _INVERSE:
        return ast.Compare(test.left, [_INVERSE[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


def joined(op, a, b):
    values = [*(a.values if isinstance(a, ast.BoolOp) and isinstance(a.op, op) else [a]),
              *(b.values if isinstance(b, ast.BoolOp) and isinstance(b.op, op) else [b])]
    return ast.BoolOp(op(), values)


def constant(value):
    if isinstance(value, tuple):
        return ast.Tuple([constant(v) for v in value], ast.Load())
    if isinstance(value, slice):
        return ast.Slice(*(None if v is None else constant(v) for v in (value.start, value.stop, value.step)))
    if not isinstance(value, (int, float, complex, str, bytes, type(None), type(...))):
        raise Unknown(f"a constant {type(value).__name__}")
    return ast.Constant(value)


def _same_place(a, b):
    return ast.dump(a) == ast.dump(b)


def take(stack, count):
    if count > len(stack):
        raise Unknown("a stack that is empty")
    taken = stack[len(stack) - count:]
    del stack[len(stack) - count:]
    return taken


def slice_of(begin, end, step=None):
    def part(node):
        return None if node is None or isinstance(node, ast.Constant) and node.value is None else node

    return ast.Slice(part(begin), part(end), part(step))


def as_joined(spec):
    return spec if isinstance(spec, ast.JoinedStr) or spec is None else ast.JoinedStr([spec])


def formatted(value, conversion, spec):
    return ast.JoinedStr([ast.FormattedValue(value, conversion, as_joined(spec))])


def values_of(node):
    return list(node.elts)


def same_target(a, b):
    return ast.dump(a).replace("Load()", "Store()") == ast.dump(b).replace("Load()", "Store()")
