# SPDX-License-Identifier: Apache-2.0
"""Makes a failing program small: takes statements and branches away, puts
parts of expressions or small constants in their place, makes the grid and the
block smaller, fills arrays with zeros; keeps what still fails in the same way
and still has a defined result."""
import ast
import copy
import dataclasses
import time

import legs
from oracle import rules, values
from program import Array

SECONDS = 90


def kind_of(why):
    """Failures are the same kind when they begin alike."""
    word = why.split(":")[0]
    return "differs" if word.startswith(("array", "not as", "a canary")) else word


class Shrinker:
    def __init__(self, program, leg, why, oracle):
        self.best, self.leg, self.why = program, leg, why
        self.oracle = oracle if oracle is not leg else None
        self.kind = kind_of(why)
        self.first = leg.name != "interp" and why.startswith("not as")
        self.deadline = time.monotonic() + SECONDS

    def fails(self, p):
        """Why the program fails, when it does as the first one did."""
        try:
            want = p.run_reference()
        except (values.Undefined, rules.NoRule):
            return None
        except Exception:  # whatever a cut-down text does to CPython
            return None
        why = legs.judge(p, self.leg.run(p), want, False)
        if not why or kind_of(why) != self.kind:
            return None
        # The interpreter finds what the reference lets pass.
        return None if self.oracle and legs.judge(p, self.oracle.run(p), want, False) else why

    def attempt(self, p):
        if time.monotonic() > self.deadline:
            return False
        why = self.fails(p)
        if why:
            self.best, self.why = p, why
        return bool(why)

    def run(self):
        if not self.first:  # two devices that differ in a loose array stay as they are
            while self.round() and time.monotonic() < self.deadline:
                pass
        return self.best, self.why

    def round(self):
        before = self.best
        self.launches()
        self.statements()
        self.expressions()
        self.arguments()
        return self.best is not before

    # ---- the launch and arguments ----

    def launches(self):
        for key in ("grid", "block"):
            for axis in range(3):
                for n in (1, 2, 32):
                    shape = list(self.best.launch[key])
                    if n < shape[axis]:
                        shape[axis] = n
                        launch = {**self.best.launch, key: tuple(shape)}
                        if self.attempt(dataclasses.replace(self.best, launch=launch)):
                            break

    def arguments(self):
        for k, a in enumerate(self.best.args):
            if isinstance(a, Array) and not isinstance(a.fill, list):
                self.attempt(self.with_arg(k, dataclasses.replace(a, fill=[])))
            elif not isinstance(a, Array) and a[1] not in (0, 1):
                self.attempt(self.with_arg(k, (a[0], type(a[1])(1))))
        self.drop_parameters()

    def with_arg(self, k, arg):
        args = list(self.best.args)
        args[k] = arg
        return dataclasses.replace(self.best, args=args)

    def drop_parameters(self):
        tree = ast.parse(self.best.text)
        kernel = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == self.best.launch["kernel"])
        used = {n.id for n in ast.walk(kernel) if isinstance(n, ast.Name)}
        keep = [k for k, a in enumerate(kernel.args.args) if a.arg in used]
        if len(keep) < len(kernel.args.args):
            kernel.args.args = [kernel.args.args[k] for k in keep]
            args = [self.best.args[k] for k in keep]
            self.attempt(dataclasses.replace(self.best, text=ast.unparse(tree), args=args))

    # ---- the text ----

    def try_tree(self, tree):
        try:
            text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        except Exception:
            return False
        return text != self.best.text and self.attempt(dataclasses.replace(self.best, text=text))

    def bodies(self, tree):
        """Every list of statements of functions, with the list's place."""
        for node in ast.walk(tree):
            for name in ("body", "orelse"):
                body = getattr(node, name, None)
                if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                    yield node, name

    def statements(self):
        """Takes away runs of statements, longest first, then unwraps."""
        number = 0
        while True:
            tree = ast.parse(self.best.text)
            places = list(self.bodies(tree))
            if number >= len(places):
                return
            node, name = places[number]
            if not self.cut(tree, node, name):
                number += 1

    def cut(self, tree, node, name):
        body = getattr(node, name)
        size = len(body)
        while size:
            for at in range(0, len(body), size):
                for instead in (self.inside(body[at]) if size == 1 else []) + [[]]:
                    new = body[:at] + instead + body[at + size:]
                    if name == "body" and not new and not isinstance(node, ast.Module):
                        new = [ast.Pass()]
                    if len(new) == len(body) == 1 and isinstance(body[0], ast.Pass):
                        continue
                    setattr(node, name, new)
                    if self.try_tree(copy.deepcopy(tree)):
                        return True
                    setattr(node, name, body)
            size //= 2
        return False

    def inside(self, stmt):
        """What may stand for a compound statement: its parts."""
        return [part for part in (getattr(stmt, "body", None), getattr(stmt, "orelse", None))
                if isinstance(part, list) and part and not isinstance(stmt, ast.FunctionDef)]

    def expressions(self):
        """Puts an operand, or a constant, in the place of an expression."""
        number = 0
        while time.monotonic() < self.deadline:
            tree = ast.parse(self.best.text)
            places = [(parent, field, at) for parent in ast.walk(tree) if not isinstance(parent, ast.Attribute)
                      for field, value in ast.iter_fields(parent) if field not in ("func", "decorator_list", "targets",
                                                                                   "target", "elts")
                      for at, item in enumerate(value if isinstance(value, list) else [value])
                      if isinstance(item, ast.expr)]
            if number >= len(places):
                return
            if not self.simplify(tree, *places[number]):
                number += 1

    def simplify(self, tree, parent, field, at):
        value = getattr(parent, field)
        old = value[at] if isinstance(value, list) else value
        if isinstance(old, ast.Constant):
            return False
        parts = [c for c in ast.iter_child_nodes(old) if isinstance(c, ast.expr) and not isinstance(c, ast.Attribute)]
        if isinstance(old, ast.Call):
            parts = list(old.args)
        for new in [ast.Constant(0), ast.Constant(1)] + parts:
            if isinstance(value, list):
                value[at] = new
            else:
                setattr(parent, field, new)
            if self.try_tree(copy.deepcopy(tree)):
                return True
        if isinstance(value, list):
            value[at] = old
        else:
            setattr(parent, field, old)
        return False


def shrink(program, leg, why, oracle):
    """`oracle`: a leg that must find the program right, or None."""
    return Shrinker(program, leg, why, oracle).run()
