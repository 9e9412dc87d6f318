# SPDX-License-Identifier: Apache-2.0
"""What parallel_diagnostics prints: the loops over prange of a function, whether their iterations run on
all cores and why not; and stores by which iterations overwrite each other's results, of which the first
compile warns, too."""
import ast
import warnings

from .. import errors


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


def _is_looked_up(index, stored, own):
    """Whether an index comes from an array, so that several iterations may have the same: counts[labels[i]],
    and counts[k] where the loop sets k."""
    return any(isinstance(node, ast.Subscript) or (isinstance(node, ast.Name) and node.id in stored - own)
               for node in ast.walk(index))


def _lost_updates(loop, stored):
    """The same of statements that change an element whose index is looked up."""
    own = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
    for inner in ast.walk(loop):
        if isinstance(inner, (ast.For, ast.comprehension)):
            own |= {node.id for node in ast.walk(inner.target) if isinstance(node, ast.Name)}
    for node in ast.walk(loop):
        target = getattr(node, "target", None)
        if isinstance(node, ast.AugAssign) and isinstance(target, ast.Subscript) \
                and isinstance(target.value, ast.Name) and target.value.id not in stored \
                and _is_looked_up(target.slice, stored, own) and not own & _axes(target.slice):
            yield node, (f"iterations with the same index change {ast.unparse(target)} at the same time: results are "
                         "lost; give each iteration an element of its own, or add arrays as a whole: "
                         f"{target.value.id} += of_iteration")


def _axes(index):
    """Names that are the index along an axis, as i in counts[i, k]."""
    items = index.elts if isinstance(index, ast.Tuple) else [index]
    return {item.id for item in items if isinstance(item, ast.Name)}


def _races(loop):
    """(node, words) of statements by which iterations overwrite each other's results: every iteration reaches
    them and the element is the same in all, or its index is looked up."""
    stored = _stored(loop)
    yield from _lost_updates(loop, stored)
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


def warn(function, source):
    """Warns of the races in a function with parallel=True, in its own lines."""
    for child in ast.walk(source.tree):
        if _is_prange(child, function.__globals__) and not _leaves(child.body) and not _calls_print(child):
            for race, words in _races(child):
                warnings.warn_explicit(words, errors.NumbaParallelSafetyWarning, source.file,
                                       source.line + race.lineno - source.tree.lineno)


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
        lines.append("  it has no loop over prange")
    if parallel:
        lines.append("  array expressions, fills and NumPy's reductions outside of these loops run on all cores, from "
                     "1024 elements on where they take long")
    return "\n".join(lines)
