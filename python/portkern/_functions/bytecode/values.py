# SPDX-License-Identifier: Apache-2.0
"""Straight code: instructions that make values, run on a stack of syntax trees."""
import ast
import sys

from .steps import steps_of
from .trees import Unknown, AssertionName, name_of, constant, take, slice_of, as_joined, formatted, values_of

STORES = {"STORE_FAST", "STORE_GLOBAL", "STORE_DEREF", "STORE_NAME"}
LOADS = {"LOAD_FAST", "LOAD_GLOBAL", "LOAD_DEREF", "LOAD_NAME", "LOAD_CLOSURE"}
_BINARY = [ast.Add, ast.BitAnd, ast.FloorDiv, ast.LShift, ast.MatMult, ast.Mult, ast.Mod, ast.BitOr, ast.Pow,
           ast.RShift, ast.Sub, ast.Div, ast.BitXor]
UNARY = {"UNARY_NEGATIVE": ast.USub, "UNARY_NOT": ast.Not, "UNARY_INVERT": ast.Invert, "UNARY_POSITIVE": ast.UAdd}
_COMPARE = {"<": ast.Lt, "<=": ast.LtE, "==": ast.Eq, "!=": ast.NotEq, ">": ast.Gt, ">=": ast.GtE}
_CONVERSIONS = {0: -1, 1: 115, 2: 114, 3: 97}




class Values:
    def __init__(self, code):
        self.code, self.steps = code, steps_of(code)
        self.sources = {}
        for i, step in enumerate(self.steps):
            if step.target is not None:
                self.sources.setdefault(step.target, set()).add(i)
        self.taken_heads, self.names, self.begun = set(), (), 0
        self.strip_all, self.join_returns, self.swapped = True, True, False

    def at(self, i):
        """The name of an instruction; "" beyond the end."""
        return self.steps[i].name if i < len(self.steps) else ""

    def simple(self, i, stack):
        """Runs an instruction that makes a value; False for others."""
        step = self.steps[i]
        method = getattr(self, "_" + step.name.lower(), None)
        if step.name in LOADS:
            stack.append(name_of(step.arg))
        elif step.name in UNARY:
            stack.append(ast.UnaryOp(UNARY[step.name](), stack.pop()))
        elif method:
            method(step, stack)
        else:
            return False
        if stack and not hasattr(stack[-1], "lineno"):
            stack[-1].lineno = step.line
        return True

    def _load_const(self, step, stack):
        if isinstance(step.arg, type(self.code)):
            stack.append(ast.Constant(0))
            stack[-1].code = step.arg
        else:
            stack.append(constant(step.arg))

    def _load_attr(self, step, stack):
        name = step.arg[0] if isinstance(step.arg, tuple) else step.arg
        stack.append(ast.Attribute(stack.pop(), name, ast.Load()))

    def _load_assertion_error(self, step, stack):
        stack.append(AssertionName())

    def _load_common_constant(self, step, stack):
        stack.append(AssertionName())

    def _binary_op(self, step, stack):
        b, a = stack.pop(), stack.pop()
        if step.arg == 26:
            stack.append(ast.Subscript(a, b, ast.Load()))
            return
        made = ast.BinOp(a, _BINARY[step.arg % 13](), b)
        made.in_place = step.arg >= 13
        stack.append(made)

    def _binary_subscr(self, step, stack):
        index, base = stack.pop(), stack.pop()
        stack.append(ast.Subscript(base, index, ast.Load()))

    def _binary_slice(self, step, stack):
        end, begin, base = stack.pop(), stack.pop(), stack.pop()
        stack.append(ast.Subscript(base, slice_of(begin, end), ast.Load()))

    def _build_slice(self, step, stack):
        parts = take(stack, step.arg)
        stack.append(slice_of(*parts))

    def _build_tuple(self, step, stack):
        stack.append(ast.Tuple(take(stack, step.arg), ast.Load()))

    def _build_list(self, step, stack):
        stack.append(ast.List(take(stack, step.arg), ast.Load()))

    def _compare_op(self, step, stack):
        b, a = stack.pop(), stack.pop()
        word = step.arg.removeprefix("bool(").removesuffix(")")
        stack.append(ast.Compare(a, [_COMPARE[word]()], [b]))

    def _is_op(self, step, stack):
        b, a = stack.pop(), stack.pop()
        stack.append(ast.Compare(a, [ast.IsNot() if step.arg else ast.Is()], [b]))

    def _contains_op(self, step, stack):
        b, a = stack.pop(), stack.pop()
        stack.append(ast.Compare(a, [ast.NotIn() if step.arg else ast.In()], [b]))

    def _kw_names(self, step, stack):
        self.names = step.arg

    def _call(self, step, stack):
        names, self.names = self.names, ()
        if step.arg == 0 and len(stack) > 1 and isinstance(stack[-2], AssertionName):  # assert with a message
            stack[-2:] = [ast.Call(stack[-2], [stack[-1]], [])]
            return
        args = take(stack, step.arg)
        plain = len(args) - len(names)
        stack.append(ast.Call(stack.pop(), args[:plain], [ast.keyword(n, a) for n, a in
                                                          zip(names, args[plain:], strict=True)]))

    def _call_kw(self, step, stack):
        self.names = ast.literal_eval(stack.pop())
        self._call(step, stack)

    def _call_function_ex(self, step, stack):
        more = [ast.keyword(None, stack.pop())] if step.arg & 1 else []
        args = stack.pop()
        stack.append(ast.Call(stack.pop(), [ast.Starred(args, ast.Load())], more))

    def _format_value(self, step, stack):
        spec = stack.pop() if step.arg & 4 else None
        stack.append(formatted(stack.pop(), _CONVERSIONS[step.arg & 3], spec))

    def _convert_value(self, step, stack):
        stack.append(formatted(stack.pop(), _CONVERSIONS[step.arg], None))

    def _format_simple(self, step, stack):
        if not isinstance(stack[-1], ast.JoinedStr):
            stack.append(formatted(stack.pop(), -1, None))

    def _format_with_spec(self, step, stack):
        spec, value = stack.pop(), stack.pop()
        if isinstance(value, ast.JoinedStr):
            value.values[0].format_spec = as_joined(spec)
            stack.append(value)
        else:
            stack.append(formatted(value, -1, spec))

    def _build_string(self, step, stack):
        values = []
        for part in take(stack, step.arg):
            values += part.values if isinstance(part, ast.JoinedStr) else [part]
        stack.append(ast.JoinedStr(values))

    def _make_function(self, step, stack):
        code = stack.pop()
        flags = step.arg or 0
        if sys.version_info >= (3, 13):
            flags = 0
        made = ast.Lambda(None, None)
        made.code = code.code if hasattr(code, "code") else None
        if flags & 8:
            stack.pop()
        if flags & 6:
            raise Unknown("a function within with annotations or keyword defaults")
        made.defaults = stack.pop() if flags & 1 else None
        stack.append(self.inner(made))

    def _set_function_attribute(self, step, stack):
        function, value = stack.pop(), stack.pop()
        if step.arg == 1:
            function.args.defaults = values_of(value)
        elif step.arg != 8:
            raise Unknown("a function within with annotations or keyword defaults")
        stack.append(function)
