# SPDX-License-Identifier: Apache-2.0
"""Statements, in the order in which the compiler writes them."""
import ast
import sys

from .conditions import Conditions
from .values import STORES
from .trees import Unknown, Iterator, AssertionName, name_of, negated, take, slice_of, values_of, same_target


class _Loop:
    """A loop around a block: continue goes to `head`, break to one of `exits`."""

    def __init__(self, head, tail, exits, is_for):
        self.head, self.tail, self.exits, self.is_for = head, tail, exits, is_for


class Statements(Conditions):
    """Reads the statements of a code object."""

    def body(self):
        """The statements of the function."""
        if self.code.co_flags & 0x2A0:
            raise Unknown("a generator or a coroutine")
        if self.code.co_exceptiontable:
            raise Unknown("try or with")
        found = self.block(0, len(self.steps), [], None, None)
        declared = sorted({s.arg for s in self.steps if s.name == "STORE_GLOBAL"})
        if declared:
            found.insert(0, ast.Global(declared))
        nonlocal_ = sorted({s.arg for s in self.steps if s.name == "STORE_DEREF"} & set(self.code.co_freevars))
        if nonlocal_:
            found.insert(0, ast.Nonlocal(nonlocal_))
        doc = self.code.co_consts[0] if self.code.co_consts else None
        if isinstance(doc, str) and (sys.version_info < (3, 14) or self.code.co_flags & 0x4000000) \
                and self.code.co_name != "<lambda>":
            found.insert(0, ast.Expr(ast.Constant(doc)))
        if self.join_returns:
            _join_returns(found)
        if self.code.co_name != "<lambda>":
            _strip(found, self.strip_all)
        return found

    def inner(self, made):
        """The tree of a function within."""
        return inner(made)

    def block(self, lo, hi, stack, loop, follow):
        """The statements of instructions lo to hi. `follow`: where what comes behind
        the block goes on, when that is not hi."""
        out, i, base = [], lo, len(stack)
        while i < hi:
            if len(stack) <= base:
                self.begun = i
            i = self.statement(i, hi, stack, loop, follow, out)
        return out

    def statement(self, i, hi, stack, loop, follow, out):
        step, count = self.steps[i], len(out)
        back = [s for s in self.sources.get(i, ()) if s >= i and self.at(s) != "FOR_ITER"]
        if back and i not in self.taken_heads and not (loop and loop.head == i):
            i = self.while_loop(i, hi, stack, follow, out, max(back))
        elif step.name.startswith("POP_JUMP_IF"):
            i = self.branch(i, hi, stack, loop, follow, out)
        elif step.name in ("JUMP_IF_FALSE_OR_POP", "JUMP_IF_TRUE_OR_POP"):
            i = self.either(i + 1, step.target, ast.And if "FALSE" in step.name else ast.Or, stack, loop)
        elif step.name in ("COPY", "SWAP"):
            i = self.shuffle(i, stack, loop)
        elif self.simple(i, stack):
            i += 1
        else:
            i = self.act(i, hi, stack, loop, follow, out)
        for made in out[count:]:
            if not hasattr(made, "lineno"):
                made.lineno = step.line
        return i

    def branch(self, i, hi, stack, loop, follow, out):
        line, begun = self.steps[i].line, self.begun
        test = self.condition(i, hi, stack)
        if test.next in self.sources and begun not in self.taken_heads and any(
                s >= test.next and self.at(s) != "FOR_ITER" for s in self.sources[test.next]):
            stack.append(test.expr)
            found = self.while_test(begun, hi, stack[:-1])
            stack.pop()
            if found:
                self.taken_heads.add(test.next)
                return self.while_with(found, begun, hi, stack, follow, out, line)
        expr = negated(test.expr) if test.sense else test.expr
        end = test.target
        if end <= i or end > hi:
            end, out_now = self.outside(test, i, hi, loop, follow, out)
            if out_now is not None:
                out_now.lineno = line
                return test.next
        return self.if_statement(expr, test.next, end, hi, stack, loop, follow, out, line)

    def outside(self, test, i, hi, loop, follow, out):
        """The end of the body of an if whose jump leaves the block: where its end is, or
        the statement `if ...: continue` or break."""
        if loop and test.target == loop.head:
            if loop.is_for:
                last = hi - 1
                is_jump = self.at(last) == "JUMP" and self.steps[last].target == loop.head
                return (last if is_jump else hi), None
            word = ast.Continue()
        elif loop and test.target in loop.exits:
            word = ast.Break()
        elif test.target == follow or self.returns_none(test.target) and self.at(hi - 1) == "RETURN_VALUE":
            return hi, None
        else:
            raise Unknown("a jump out of a block")
        made = ast.If(test.expr if test.sense else negated(test.expr), [word], [])
        out.append(made)
        return None, made

    def returns_none(self, i):
        return self.at(i) == "LOAD_CONST" and self.steps[i].arg is None and self.at(i + 1) == "RETURN_VALUE"

    def if_statement(self, expr, begin, end, hi, stack, loop, follow, out, line):
        base, last = len(stack), self.steps[end - 1]
        after = None
        is_break = loop and last.target in loop.exits and last.target != follow
        if last.name == "JUMP" and end - 1 >= begin and last.target >= end and not is_break:
            if last.target <= hi:
                after = last.target
            elif last.target == follow:
                after = hi
        if after is None:
            body = self.block(begin, end, stack, loop, follow if end == hi else None)
            if len(stack) > base and self.at(end - 1) not in ("RETURN_VALUE", "RAISE_VARARGS"):
                raise Unknown("a value of one branch")
            if self.asserts(body):
                words = body[0].exc.args[0] if isinstance(body[0].exc, ast.Call) else None
                out.append(ast.Assert(negated(expr), words))
                return end
            out.append(ast.If(expr, body or [ast.Pass()], []))
            out[-1].lineno = line
            return end
        body = self.block(begin, end - 1, stack, loop, last.target)
        values = stack[base:]
        del stack[base:]
        then = last.target if last.target != after else follow if after == hi else None
        other = self.block(end, after, stack, loop, then)
        if values:
            if body or other or len(stack) != base + 1 or len(values) != 1:
                raise Unknown("statements in a conditional value")
            stack.append(ast.IfExp(expr, values[0], stack.pop()))
            return after
        out.append(ast.If(expr, body or [ast.Pass()], other))
        out[-1].lineno = line
        return after

    @staticmethod
    def asserts(body):
        if len(body) != 1 or not isinstance(body[0], ast.Raise) or body[0].exc is None:
            return False
        exc = body[0].exc
        return isinstance(exc, AssertionName) or isinstance(exc, ast.Call) and isinstance(exc.func, AssertionName)

    # -- loops --

    def exits_of(self, lo, hi, end, follow):
        """Where a loop's body jumps beyond its end: break."""
        far = {self.steps[k].target for k in range(lo, hi) if self.at(k).startswith(("JUMP", "POP_JUMP"))} - {None}
        return {t for t in far if t > end or t == follow}

    def while_loop(self, i, hi, stack, follow, out, last_back):
        """A loop that begins at i: `while test` when a test stands there and again at the
        loop's end, else `while True`."""
        self.taken_heads.add(i)
        line = self.steps[i].line
        found = self.while_test(i, hi, stack)
        if found:
            self.taken_heads.add(found[1])
            return self.while_with(found, i, hi, stack, follow, out, line)
        if self.at(last_back) != "JUMP":
            raise Unknown("a loop with its test at the end")
        end = last_back + 1
        exits = self.exits_of(i, last_back, end, follow)
        after = max((e for e in exits if end < e <= hi), default=end)
        if after > end:
            raise Unknown("a loop that ends in two ways")
        loop = _Loop(i, last_back, {end, *(exits & {follow})}, False)
        body = self.block(i, last_back, stack, loop, last_back)
        out.append(ast.While(ast.Constant(True), body or [ast.Pass()], []))
        out[-1].lineno = line
        return end

    def while_with(self, found, head, hi, stack, follow, out, line):
        """A loop with a test."""
        test, begin, bottom, end = found
        exits = self.exits_of(begin, bottom, end, follow)
        after = max((e for e in exits if end < e <= hi), default=hi if follow in exits else end)
        loop = _Loop(head, bottom, {after, *(exits & {follow})} | ({end} if after == end else set()), False)
        body = self.block(begin, bottom, stack, loop, bottom)
        other = self.block(end, after, stack, None, None) if after > end else []
        out.append(ast.While(test, body or [ast.Pass()], other))
        out[-1].lineno = line
        return after

    def while_test(self, i, hi, stack):
        """(test, first of the body, first of the test at the end, first behind), or None."""
        at, base = i, len(stack)
        trial = list(stack)
        while at < hi and (at == i or self.pure(at, trial, base)):
            if self.at(at) in ("SWAP", "COPY"):
                at = self.shuffle(at, trial, None)
            elif self.simple(at, trial):
                at += 1
            else:
                return None
            if at < hi and self.at(at).startswith("POP_JUMP_IF") and len(trial) == base + 1:
                break
        else:
            return None
        test = self.condition(at, hi, trial)
        if test.target <= at:
            return None
        expr, length = negated(test.expr) if test.sense else test.expr, test.next - i
        end = test.target
        bottom = end - length
        if end <= hi and bottom >= test.next and self.steps[end - 1].target == test.next and all(
                self.at(i + k) == self.at(bottom + k) for k in range(length - 1)):
            return expr, test.next, bottom, end
        if end <= hi and self.at(end - 1) == "JUMP" and self.steps[end - 1].target == i:
            return expr, test.next, end - 1, end
        return None

    def for_loop(self, i, hi, stack, follow, out):
        """FOR_ITER at i; the iterator is on the stack."""
        iterable, end = stack.pop(), self.steps[i].target
        base = len(stack)
        stack += [Iterator(), ast.Constant(0)]
        targets = []
        begin = self.store(i + 1, stack, targets)
        tail = end - 1
        if self.at(tail) != "JUMP" or self.steps[tail].target != i:
            tail = end
        behind = end
        while self.at(behind) in ("END_FOR", "POP_TOP") and behind < end + 2 and sys.version_info >= (3, 12):
            behind += 1
            if sys.version_info < (3, 13):
                break
        exits = self.exits_of(begin, tail, end, follow)
        after = max((e for e in exits if end < e <= hi), default=hi if follow in exits else behind)
        loop = _Loop(i, tail, {after, *(exits & {follow})}, True)
        body = self.block(begin, tail, stack, loop, i)
        del stack[base:]
        other = self.block(behind, after, stack, None, None) if after > behind else []
        made = ast.For(targets[0], iterable, body or [ast.Pass()], other)
        made.lineno = getattr(iterable, "lineno", self.steps[i].line)
        out.append(made)
        return max(after, behind)

    # -- statements that are no jumps --

    def act(self, i, hi, stack, loop, follow, out):
        step = self.steps[i]
        if step.name == "GET_ITER" and self.at(i + 1) == "FOR_ITER":
            self.taken_heads.add(i + 1)
            return self.for_loop(i + 1, hi, stack, follow, out)
        if step.name in STORES or step.name in ("STORE_ATTR", "STORE_SUBSCR", "STORE_SLICE", "UNPACK_SEQUENCE"):
            return self.assign(i, stack, out)
        if step.name == "POP_TOP":
            value = stack.pop()
            if isinstance(value, Iterator):
                stack.append(value)
                if self.at(i + 1) == "JUMP" and loop and self.steps[i + 1].target in loop.exits:
                    out.append(ast.Break())
                    return i + 2
                return i + 1  # before a return
            out.append(ast.Expr(value))
            return i + 1
        if step.name == "RETURN_VALUE":
            value = stack.pop()
            if isinstance(value, Iterator):  # SWAP, POP_TOP
                value = stack.pop()
            out.append(ast.Return(value))
            return i + 1
        if step.name == "RAISE_VARARGS":
            parts = take(stack, step.arg)
            out.append(ast.Raise(*parts, *[None] * (2 - len(parts))))
            return i + 1
        if step.name == "JUMP":
            return self.jump(i, hi, loop, follow, out)
        if step.name == "DELETE_FAST":
            out.append(ast.Delete([name_of(step.arg, ast.Del())]))
            return i + 1
        raise Unknown(step.name)

    def jump(self, i, hi, loop, follow, out):
        target = self.steps[i].target
        if loop and target == loop.head:
            if i != loop.tail:
                out.append(ast.Continue())
        elif loop and target in loop.exits:
            out.append(ast.Break())
        elif target != follow and target != i + 1:
            raise Unknown("a jump")
        return i + 1

    def store(self, i, stack, targets):
        """Takes a value off the stack into a target; returns the next instruction."""
        step = self.steps[i]
        if step.name in STORES:
            stack.pop()
            targets.append(name_of(step.arg, ast.Store()))
        elif step.name == "STORE_ATTR":
            base = stack.pop()
            stack.pop()
            targets.append(ast.Attribute(base, step.arg, ast.Store()))
        elif step.name == "STORE_SUBSCR":
            index, base = stack.pop(), stack.pop()
            stack.pop()
            targets.append(ast.Subscript(base, index, ast.Store()))
        elif step.name == "STORE_SLICE":
            end, begin, base = stack.pop(), stack.pop(), stack.pop()
            stack.pop()
            targets.append(ast.Subscript(base, slice_of(begin, end), ast.Store()))
        elif step.name == "UNPACK_SEQUENCE":
            stack.pop()
            stack += [ast.Constant(0)] * step.arg
            parts, i = [], i + 1
            while len(parts) < step.arg:
                while self.simple(i, stack):
                    i += 1
                i = self.store(i, stack, parts)
            targets.append(ast.Tuple(parts, ast.Store()))
            return i
        else:
            raise Unknown(step.name)
        return i + 1

    def assign(self, i, stack, out):
        step = self.steps[i]
        depth = {"STORE_ATTR": 2, "STORE_SUBSCR": 3, "STORE_SLICE": 4}.get(step.name, 1)
        if len(stack) < depth:
            raise Unknown("a stack that is empty")
        value = stack[-depth]
        pending = [v for v in stack[:len(stack) - depth] if not isinstance(v, Iterator)]
        if pending and pending[-1] is not value:
            return self.unpacked(i, len(pending) + 1, stack, out)
        targets = []
        i = self.store(i, stack, targets)
        if pending:  # a[0] = a[1] = value
            value.targets = [*getattr(value, "targets", []), *targets]
            return i
        targets = [*getattr(value, "targets", []), *targets]
        if hasattr(value, "definition"):
            out.append(value.definition)
        elif getattr(value, "in_place", False) and len(targets) == 1 and same_target(value.left, targets[0]):
            out.append(ast.AugAssign(targets[0], value.op, value.right))
        else:
            out.append(ast.Assign(targets, value))
            out[-1].lineno = getattr(value, "lineno", step.line)
        return i

    def unpacked(self, i, count, stack, out):
        """`count` values and as many stores: a, b = b, a. The first store gets the
        first value when SWAP was there, else the last."""
        swapped, self.swapped = self.swapped, False
        depth = {"STORE_ATTR": 1, "STORE_SUBSCR": 2, "STORE_SLICE": 3}.get(self.at(i), 0)
        values = [v for v in stack[:len(stack) - depth] if not isinstance(v, Iterator)]
        targets, count = [], len(values)
        while len(targets) < count:
            while self.simple(i, stack):
                i += 1
            i = self.store(i, stack, targets)
        if swapped:
            values.reverse()
        else:
            targets.reverse()
        out.append(ast.Assign([ast.Tuple(targets, ast.Store())], ast.Tuple(values, ast.Load())))
        return i


def _join_returns(body):
    """Writes `if test: return a` and `return b` of one line as a conditional value."""
    for node in body:
        for part in (getattr(node, "body", None), getattr(node, "orelse", None)):
            if isinstance(part, list):
                _join_returns(part)
    while len(body) > 1 and isinstance(body[-1], ast.Return) and isinstance(body[-2], ast.If):
        test, last = body[-2], body[-1]
        if test.orelse or len(test.body) != 1 or not isinstance(test.body[0], ast.Return) or not (
                test.lineno == last.lineno == test.body[0].lineno):
            return
        body[-2:] = [ast.Return(ast.IfExp(test.test, test.body[0].value, last.value), lineno=test.lineno)]


def _is_bare_return(node):
    return isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and node.value.value is None


def _strip(body, everywhere):
    """Takes the return away that ends every function, of branches at the end too."""
    while len(body) > 1 and _is_bare_return(body[-1]):
        body.pop()
    if everywhere and isinstance(body[-1], ast.If):
        _strip(body[-1].body, True)
        _strip(body[-1].orelse or [None], True)




def inner(made):
    if made.code is None:
        raise Unknown("a function within")
    body = Statements(made.code).body()
    args = arguments(made.code)
    args.defaults = values_of(made.defaults) if made.defaults is not None else []
    if made.code.co_name == "<lambda>":
        if len(body) != 1 or not isinstance(body[0], ast.Return):
            raise Unknown("a lambda of several statements")
        return ast.Lambda(args, body[0].value)
    if made.code.co_name.startswith("<"):
        raise Unknown("a comprehension")
    function = ast.Lambda(args, ast.Constant(None))
    function.definition = definition(made.code, args, body)
    return function


def arguments(code):
    names, at = list(code.co_varnames), code.co_argcount
    only = at + code.co_kwonlyargcount
    rest = [ast.arg(n) for n in names[only:]]
    vararg = rest.pop(0) if code.co_flags & 4 else None
    args = [ast.arg(n) for n in names[:at]]
    return ast.arguments(posonlyargs=args[:code.co_posonlyargcount], args=args[code.co_posonlyargcount:], vararg=vararg,
                         kwonlyargs=[ast.arg(n) for n in names[at:only]], kw_defaults=[None] * code.co_kwonlyargcount,
                         kwarg=rest[0] if code.co_flags & 8 else None, defaults=[])


def definition(code, args, body):
    made = ast.FunctionDef(name=code.co_name, args=args, body=body or [ast.Pass()], decorator_list=[], returns=None)
    made.lineno = code.co_firstlineno
    if sys.version_info >= (3, 12):
        made.type_params = []
    return made
