# SPDX-License-Identifier: Apache-2.0
"""What parallel_diagnostics prints, and the warnings of the first compile: what the library says of the
loops over prange of a function."""
import functools
import re
import warnings

from .. import errors
from . import containers, type_text
from ..core.types import unicode_type


def _words(message, hint):
    return f"{message}; {hint}" if hint else message


def warn(loops, file):
    """Warns of the races in a function with parallel=True, at their lines."""
    for severity, line, message, hint in loops:
        if severity == "warning":
            warnings.warn_explicit(_words(message, hint), errors.NumbaParallelSafetyWarning, file, line)


def text(source, loops):
    """The lines to print for a function's Source; loops is None without parallel=True."""
    lines = [f"{source.name}, {source.file}:{source.line}"]
    if loops is None:
        return "\n".join([*lines, "  without parallel=True all of it runs in one thread"])
    depths = {}  # of loops, by line
    depth = 0
    for severity, line, message, hint in loops:
        around = re.search(r"within the loop of line (\d+)$", message)
        if severity == "note":
            depth = depths[line] = depths[int(around[1])] + 1 if around else 1
        words = message if severity == "note" else f"warning: {_words(message, hint)}"
        lines.append(f"{'  ' * (depth + (severity == 'warning'))}line {line}: {words}")
    if not loops:
        lines.append("  it has no loop over prange")
    lines.append("  array expressions, fills and NumPy's reductions outside of these loops run on all cores, from "
                 "1024 elements on where they take long")
    return "\n".join(lines)


def elsewhere(dispatcher, overloads, calls):
    """Lines that say which loops another device may run: for types that a function is compiled for, and with `calls` for
    those of calls with containers that a function of their own builds."""
    if not dispatcher.targetoptions.get("offload", True):
        return "  offload=False: all loops stay on the host\n"
    lines = []
    found = [(each.signature.args, functools.partial(_loops_of, dispatcher, each)) for each in overloads]
    for types, look in [*found, *(containers.loops_of_calls(dispatcher) if calls else ())]:
        try:
            loops = look()
        except errors.NumbaError:  # no words name a type of objects, functions or strings that it is compiled for
            loops = ["PORTKERN_DUMP=loops says it for such arguments when the function is compiled"]
        if loops:
            lines.append(f"  on another device, for {types}:")
            lines += [f"    {line}" for line in loops]
    return "".join(f"{line}\n" for line in lines)


def _loops_of(dispatcher, overload):
    types = overload.argument_types
    if any(map(type_text.is_container, types)) and unicode_type not in types:
        return containers.loops(dispatcher, tuple(map(type_text.dummy, types)))
    return overload._emit("loops").splitlines()
