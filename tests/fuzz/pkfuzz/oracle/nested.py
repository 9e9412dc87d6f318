# SPDX-License-Identifier: Apache-2.0
"""Functions as values: those of the module, those within functions, lambdas,
what makes functions, and where they may go. A function within a function looks
its names up where it is called, and is given them behind its arguments; one
that goes elsewhere takes along what they are then."""
import ast

from .rules import NoRule
from .typed import Function, again, forget


def body_of(node):
    """The statements of a def or a lambda."""
    return node.body if isinstance(node, ast.FunctionDef) else [ast.copy_location(ast.Return(node.body), node.body)]


def own_names(node):
    """Names that a function has itself: parameters and what it assigns."""
    names, outside = {a.arg for a in node.args.args}, set(assigned_outside(node))
    stack = list(body_of(node))
    while stack:
        n = stack.pop()
        if isinstance(n, ast.FunctionDef):
            names.add(n.name)
        elif isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
            names.add(n.id)
        if not isinstance(n, (ast.FunctionDef, ast.Lambda)):
            stack += ast.iter_child_nodes(n)
    return names - outside


def assigned_outside(node):
    """What a function declares nonlocal, in order."""
    return [name for n in body_of(node) if isinstance(n, ast.Nonlocal) for name in n.names]


def free_names(node):
    """Names that a function, or one within it, has from elsewhere, in order."""
    own, found = own_names(node), []
    stack = list(reversed(body_of(node)))
    while stack:
        n = stack.pop()
        if isinstance(n, (ast.FunctionDef, ast.Lambda)):
            names = free_names(n)
        elif isinstance(n, ast.Name):
            names = [n.id]
        else:
            names = []
            stack += reversed(list(ast.iter_child_nodes(n)))
        found += [name for name in names if name not in own and name not in found]
    return found


class Nested:
    """Writes what functions within functions come to; the rest of a function is
    its heir's, reference.Writer."""

    def on_FunctionDef(self, node):
        self.env[node.name] = Function(node)
        for name in assigned_outside(node):
            if name in self.env:
                self.env[name] = forget(self.env[name])
        return [f"v_{node.name} = ()"]

    def on_Nonlocal(self, _):
        return ["pass"]

    def of_Lambda(self, node):
        return Function(node), "()"

    def module_function(self, name):
        return Function(self.unit.functions[name], ()), "()"

    def own_now(self, node):
        """What a function within this one has of it, as it is now: (name, type)
        and code of each."""
        names, codes = [], []
        for name in free_names(node):
            if name not in self.env and name in own_names(self.node):
                raise NoRule(f"{name} has no value here")
            if name in self.env:
                t, code = self.frozen(self.env[name], f"v_{name}")
                names.append((name, forget(t)))
                codes.append(code)
        return tuple(names), codes

    def frozen(self, t, code):
        """A value that leaves the function that it was made in."""
        if isinstance(t, Function) and t.captured is None:
            if assigned_outside(t.node):
                raise NoRule("a function that assigns names of another goes elsewhere")
            names, codes = self.own_now(t.node)
            return Function(t.node, names), "(" + "".join(c + ", " for c in codes) + ")"
        if isinstance(t, tuple) and any(isinstance(i, (Function, tuple)) for i in t):
            items = [self.frozen(item, f"_t[{k}]") for k, item in enumerate(t)]
            if [i for i, _ in items] == list(t):
                return t, code
            return again(t, (i for i, _ in items)), f"(lambda _t: ({''.join(c + ', ' for _, c in items)}))({code})"
        return t, code

    def arguments(self, node, call):
        """The arguments in the order of the function's parameters."""
        params, given = [a.arg for a in node.args.args], {}
        values = node.args.defaults
        if any(isinstance(a, ast.Starred) for a in call.args) or node.args.vararg or len(call.args) > len(params):
            raise NoRule("arguments")
        found = list(zip(params, call.args)) + [(k.arg, k.value) for k in call.keywords]
        for name, value in found:
            if name not in params or name in given:
                raise NoRule("arguments")
            given[name] = self.frozen(*self.expr(value))
        for name, value in zip(params[len(params) - len(values):], values):
            if name not in given:
                if not isinstance(value, ast.Constant):
                    raise NoRule("a default")
                given[name] = self.expr(value)
        if len(given) != len(params):
            raise NoRule("arguments")
        order = [name for name, _ in found] + [name for name in params if name not in dict(found)]
        return [given[name] for name in params], order == params

    def call_function(self, t, code, call):
        """A call of a value: (type, code)."""
        args, in_order = self.arguments(t.node, call)
        codes = [c for _, c in args]
        if not in_order and any(":=" in c or "yield" in c for c in codes):
            raise NoRule("arguments out of order")
        outward = assigned_outside(t.node) if t.captured is None else []
        if t.captured is None:
            captured, more = self.own_now(t.node)
        else:
            captured, more = t.captured, [f"*{code}"] if t.captured else []
        made, result, sync = self.unit.instance(t.node, tuple(a for a, _ in args), captured)
        code = f"{made}({', '.join(codes + more)})"
        if sync:
            return result, f"(yield from {code})"
        if not outward:
            return result, code
        temp = f"_n{next(self.numbers)}"
        sets = "".join(f"v_{name} := {temp}[{k + 1}], " for k, name in enumerate(outward))
        return result, f"[{temp} := {code}, {sets}{temp}[0]][-1]"
