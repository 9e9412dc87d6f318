# SPDX-License-Identifier: Apache-2.0
"""The module of the C library that a function is compiled in. Functions that call each
other in a circle share one; every other function has its own."""
from .. import _core, errors
from . import capture
from .type_text import ROOT as _ROOT


def reach(dispatcher, seen):
    """All that is called from there, the dispatcher itself only when it is, too."""
    todo = _called(dispatcher)
    while todo:
        other = todo.pop()
        if other not in seen:
            seen.add(other)
            todo += _called(other)
    return seen


def _called(dispatcher):
    found = dispatcher._uses()
    for function, source in dispatcher._pieces():
        found += capture.dispatchers(function, source)
    return found


def circle_of(dispatcher):
    """The dispatcher and all that it calls and that call it, in the order of their
    places in the text."""
    found = reach(dispatcher, set())
    circle = {d for d in found if d is not dispatcher and dispatcher in reach(d, set())} | {dispatcher}
    return sorted(circle, key=lambda d: (d._source.file, d._source.line, d._source.name))


def _texts(circle):
    """The functions' texts, each at its line where they are of one file and the lines
    before it are not taken."""
    out, at = [], circle[0]._source.line
    for d in circle:
        source = d._source
        if source.file == circle[0]._source.file and source.line > at:
            out.append("\n" * (source.line - at))
            at = source.line
        text = source.text if source.text.endswith("\n") else source.text + "\n"
        out.append(text)
        at += text.count("\n")
    return out


def _add(into, more, circle):
    """Adds names and what they stand for; one of them must not have two meanings."""
    for name, value in more.items():
        if name in into and not _same(into[name], value):
            names = " and ".join(d.__qualname__ for d in circle)
            raise errors.UnsupportedError(
                f"{names} call each other, and '{name}' is not the same in all of them: give it another name in one")
        into[name] = value


def _same(a, b):
    if a is b:
        return True
    try:
        return type(a) is type(b) and (all(map(_same, a, b)) and len(a) == len(b) if isinstance(a, tuple)
                                       else bool(a == b))
    except (ValueError, TypeError):  # arrays
        return False


def make(dispatcher, context):
    """{dispatcher: its _core.Module}, of all in the circle."""
    circle = circle_of(dispatcher)
    values, aliases, decorated = {}, {}, []
    for d in circle:
        for function, source in d._pieces():
            more, names = capture.bindings(function, source, circle, context)
            _add(values, more, circle)
            _add(aliases, names, circle)
        _add(aliases, {d._source.name: d}, circle)
        words = {}
        decorated.append(d._decorated(words, context))
        _add(values, words, circle)
        d._keep_values()
    decorated += [f"{alias} = {d._source.name}\n" for alias, d in aliases.items() if alias != d._source.name]
    if dotted := next((a for a in aliases if "." in a), None):
        raise errors.UnsupportedError(
            f"{aliases[dotted].__qualname__} is called by the name {dotted} in a circle of calls: import it, and call "
            f"it by the name {dotted.rpartition('.')[2]}")
    if both := sorted(values.keys() & aliases.keys()):
        _add({both[0]: None}, {both[0]: ()}, circle)
    values[_ROOT] = ("import", "numba")
    first = circle[0]._source
    module = _core.Module(context, "".join([*_texts(circle), *decorated]), first.file, first.line, values)
    for d in circle:
        d._module_made(module)
    return dict.fromkeys(circle, module)
