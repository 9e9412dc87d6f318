# SPDX-License-Identifier: Apache-2.0
"""What parallel_diagnostics prints: the loops over prange of a function, whether their iterations run on
all cores and why not, and stores by which iterations certainly overwrite each other's results."""
import ast


def _is_prange(node, names):
    """Whether the loop is over prange, by the names of the function's module."""
    if not isinstance(node, ast.For) or not isinstance(node.iter, ast.Call):
        return False
    called = node.iter.func
    if isinstance(called, ast.Attribute):
        return called.attr == "prange"
    return isinstance(called, ast.Name) and getattr(names.get(called.id), "__name__", None) == "prange"


def _leaves(statements, own=True):
    """How a statement leaves the loop at hand, None: none does."""
    for node in statements:
        if isinstance(node, ast.Return):
            return "return"
        if isinstance(node, ast.Break) and own:
            return "break"
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            continue
        inner = own and not isinstance(node, (ast.For, ast.While))
        found = _leaves(ast.iter_child_nodes(node), inner)
        if found:
            return found
    return None


def _calls_print(loop):
    return any(isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
               for node in ast.walk(loop))


def _stored(loop):
    """Names that the loop assigns."""
    return {node.id for node in ast.walk(loop) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _is_fixed(index, stored):
    """Whether an index is certainly the same in every iteration."""
    known = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.Tuple, ast.Slice, ast.Load)
    return all(isinstance(node, known) or (isinstance(node, ast.Name) and node.id not in stored)
               for node in ast.walk(index))


def _races(loop):
    """(node, words) of statements that every iteration reaches and whose element is the same in all."""
    stored = _stored(loop)
    if any(isinstance(node, (ast.Continue, ast.Raise)) for node in ast.walk(loop)):
        return
    for node in loop.body:
        target = node.target if isinstance(node, ast.AugAssign) else None
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            used = {each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)}
            target = node.targets[0] if used & stored else None
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) \
                and target.value.id not in stored and _is_fixed(target.slice, stored):
            yield node, (f"every iteration stores into {ast.unparse(target)}: "
                         + ("results are lost; reduce a variable, and store it behind the loop"
                            if isinstance(node, ast.AugAssign) else "which value stays is unknown"))


def _loops(node, names, around, line):
    """(line, depth, words) for the loops in a statement and what is in them."""
    for child in ast.iter_child_nodes(node):
        if not _is_prange(child, names):
            yield from _loops(child, names, around, line)
            continue
        place, left = line(child), _leaves(child.body)
        head = f"for {ast.unparse(child.target)} in {ast.unparse(child.iter)}"
        if around:
            why = f"in one thread: it is within the loop of line {around[0]}"
        elif left:
            why = f"in one thread: a {left} leaves it"
        elif _calls_print(child):
            why = "in one thread: it prints"
        else:
            why = "on all cores"
        yield place, len(around), f"{head}: {why}"
        if why == "on all cores":
            for race, words in _races(child):
                yield line(race), len(around) + 1, f"warning: {words}"
        yield from _loops(child, names, (*around, place), line)


def text(function, source, parallel):
    """The lines to print for a Python function, its Source, and whether it has parallel=True."""
    def line(node):
        return source.line + node.lineno - source.tree.lineno

    lines = [f"{source.name}, {source.file}:{source.line}"]
    found = list(_loops(source.tree, function.__globals__, (), line)) if parallel else []
    lines += [f"{'  ' * (depth + 1)}line {place}: {words}" for place, depth, words in found]
    if not parallel:
        lines.append("  without parallel=True all of it runs in one thread")
    elif not found:
        lines.append("  it has no loop over prange, and nothing else runs on all cores")
    return "\n".join(lines)
