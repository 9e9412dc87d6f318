# SPDX-License-Identifier: Apache-2.0
"""Values and tests that are made of jumps: and, or, chains of comparisons."""
import ast

from .values import LOADS, STORES, UNARY, Values
from .trees import Unknown, Iterator, name_of, joined


class _Test:
    """A jump if `expr` is `sense`, to `target`; else `next` goes on. `jumps`: the
    instructions that it is made of."""

    def __init__(self, expr, sense, target, next_step, jumps, start):
        self.expr, self.sense, self.target, self.next = expr, sense, target, next_step
        self.jumps, self.start = jumps, start


class Conditions(Values):
    """Reads values and tests; Statements has `block` and `statement`."""

    def either(self, begin, end, op, stack, loop):
        """`a and b` as a value: a is on the stack, b between begin and end."""
        left = stack.pop()
        if self.block(begin, end, stack, loop, None):
            raise Unknown("statements in a value")
        stack.append(joined(op, left, stack.pop()))
        return end

    def shuffle(self, i, stack, loop):
        """COPY and SWAP; returns the next instruction."""
        step, n = self.steps[i], self.steps[i].arg
        if n > len(stack):
            raise Unknown("a stack that is empty")
        if self.begins_chain(i):
            return self.chain(i, stack, loop)
        if step.name == "COPY" and n == 1:
            following = self.at(i + 1)
            if following in ("POP_JUMP_IF_FALSE", "POP_JUMP_IF_TRUE") and self.at(i + 2) == "POP_TOP":
                op = ast.And if "FALSE" in following else ast.Or
                return self.either(i + 3, self.steps[i + 1].target, op, stack, loop)
            if following in STORES or following in ("STORE_ATTR", "STORE_SUBSCR"):
                return self.copied(i, stack)
        if step.name == "COPY":
            stack.append(stack[-n])
        else:
            self.swapped = n == sum(not isinstance(v, Iterator) for v in stack)
            stack[-1], stack[-n] = stack[-n], stack[-1]
        return i + 1

    def copied(self, i, stack):
        """COPY before a store: `a = b = value`, or a value with a name, `(a := value)`."""
        target = self.steps[i + 1]
        if self.at(i + 1) in STORES and not self.stores_again(i + 2, stack):
            stack.append(ast.NamedExpr(name_of(target.arg, ast.Store()), stack.pop()))
            return i + 2
        if self.at(i + 1) in STORES:
            value = stack[-1]
            value.targets = [*getattr(value, "targets", []), name_of(target.arg, ast.Store())]
            return i + 2
        stack.append(stack[-1])
        return i + 1

    def stores_again(self, i, stack):
        """Whether the value on the stack is stored by what comes."""
        trial = list(stack)
        while self.at(i) not in ("STORE_ATTR", "STORE_SUBSCR", "STORE_SLICE", *STORES, "COPY", "UNPACK_SEQUENCE"):
            if i >= len(self.steps) or self.at(i) == "MAKE_FUNCTION" or not self.simple(i, trial):
                return False
            i += 1
        depth = {"STORE_ATTR": 2, "STORE_SUBSCR": 3, "STORE_SLICE": 4}.get(self.at(i), 1)
        return len(trial) >= depth and trial[-depth] is stack[-1]

    def begins_chain(self, i):
        """SWAP 2, COPY 2 before a comparison keep its right side for the next."""
        return (self.at(i) == "SWAP" and self.steps[i].arg == 2 and self.at(i + 1) == "COPY"
                and self.at(i + 2) in ("COMPARE_OP", "IS_OP", "CONTAINS_OP"))

    def chain(self, i, stack, loop):
        """a < b < c as a value or a test. The stack has a, b."""
        self.simple(i + 2, stack)
        compare, at = stack.pop(), i + 3
        del stack[-1:]
        b = compare.comparators[0]
        if self.at(at) == "COPY":
            at += 1
        jump = self.steps[at]
        is_value = jump.name == "JUMP_IF_FALSE_OR_POP" or self.at(at - 1) == "COPY"
        if jump.name not in ("JUMP_IF_FALSE_OR_POP", "POP_JUMP_IF_FALSE"):
            raise Unknown("a chain of comparisons")
        at += 1
        if self.at(at) == "POP_TOP" and is_value:
            at += 1
        base = len(stack)
        stack.append(b)
        while True:
            if self.begins_chain(at):
                more = self.chain(at, stack, loop)
                rest = stack.pop()
                at = more
                break
            if self.at(at) in ("COMPARE_OP", "IS_OP", "CONTAINS_OP") and len(stack) == base + 2:
                self.simple(at, stack)
                rest, at = stack.pop(), at + 1
                break
            at = self.statement(at, len(self.steps), stack, loop, None, no := [])
            if no:
                raise Unknown("statements in a chain of comparisons")
        stack.append(ast.Compare(compare.left, [*compare.ops, *rest.ops], [b, *rest.comparators[0:]]))
        stack[-1].cleanup = jump.target
        if is_value and self.at(at) == "JUMP" and at + 1 == jump.target:
            return jump.target + 2  # SWAP, POP_TOP throw the middle away
        return at

    def tests(self, i, stack, hi):
        """The tests that begin with the jump at i, as far as they are one condition."""
        found, start = [], i
        while True:
            step = self.steps[i]
            expr = stack.pop()
            sense = step.name.endswith("TRUE") or step.name == "POP_JUMP_IF_NONE"
            if "NONE" in step.name:
                expr = ast.Compare(expr, [ast.Is()], [ast.Constant(None)])
            target, next_step, jumps = step.target, i + 1, {i}
            cleanup = getattr(expr, "cleanup", None)
            if cleanup is not None:
                target, next_step, jumps = self.chain_exits(i, cleanup, jumps)
            found.append(_Test(expr, sense, target, next_step, jumps, start))
            more, base = next_step, len(stack)
            start = more
            while more < hi and self.pure(more, stack, base):
                if self.at(more) in ("SWAP", "COPY"):
                    more = self.shuffle(more, stack, None)
                else:
                    self.simple(more, stack)
                    more += 1
                if more < hi and self.at(more).startswith("POP_JUMP_IF") and len(stack) == base + 1:
                    break
            else:
                del stack[base:]
                return found
            if len(stack) != base + 1 or not self.at(more).startswith("POP_JUMP_IF"):
                del stack[base:]
                return found
            i = more

    def pure(self, i, stack, base):
        """Whether an instruction makes a value, and no loop begins there."""
        step = self.steps[i]
        if any(s >= i for s in self.sources.get(i, ())):
            return False
        if step.name == "SWAP":
            return self.begins_chain(i) and len(stack) >= 2
        if step.name == "COPY":
            return self.at(i + 1) in STORES and self.at(i + 2) not in (*STORES, "COPY") and len(stack) > base
        return step.name in LOADS or step.name in UNARY or (
            hasattr(self, "_" + step.name.lower())
            and step.name not in ("LOAD_ASSERTION_ERROR", "LOAD_COMMON_CONSTANT"))

    def chain_exits(self, i, cleanup, jumps):
        """A chain in a test: a; b; SWAP; COPY; <; jump CLEANUP; c; <; jump X; [JUMP next];
        CLEANUP: POP_TOP; [JUMP X]."""
        step = self.steps[i]
        jumps = jumps | {s for s in self.sources.get(cleanup, ()) if s < i}
        if self.at(i + 1) == "JUMP" and i + 2 == cleanup:
            ways = self.steps[i + 1].target
            after = cleanup + 1
            if self.at(after) == "JUMP" and self.steps[after].target == step.target:
                return step.target, ways, jumps | {i + 1, after}
            if step.target >= after:
                return step.target, ways, jumps | {i + 1}
        raise Unknown("a chain of comparisons in a test")

    def condition(self, i, hi, stack):
        """One test out of those that begin at i."""
        tests = self.tests(i, stack, hi)
        changed = True
        while changed:
            changed = False
            for k in range(len(tests) - 1):
                a, b = tests[k], tests[k + 1]
                if self.sources.get(b.start, set()) - a.jumps:
                    continue
                if a.target == b.target and a.sense == b.sense:
                    expr = joined(ast.Or if a.sense else ast.And, a.expr, b.expr)
                elif a.target == b.next and a.sense != b.sense:
                    expr = joined(ast.Or if a.sense else ast.And, a.expr, b.expr)
                else:
                    continue
                tests[k:k + 2] = [_Test(expr, b.sense, b.target, b.next, a.jumps | b.jumps, a.start)]
                changed = True
                break
        return tests[0]
