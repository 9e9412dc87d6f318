# SPDX-License-Identifier: Apache-2.0
"""What parallel_diagnostics prints, and the warnings of the first compile: what the library says of the
loops over prange of a function."""
import re
import warnings

from .. import errors


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


def elsewhere(overloads, offload):
    """Lines that say which loops another device may run, for the types that a function is compiled for."""
    if not offload:
        return "  offload=False: all loops stay on the host\n"
    lines = []
    for each in overloads:
        try:
            loops = each._emit("loops").splitlines()
        except errors.NumbaError as error:
            loops = [f"unknown: {error}"]
        if loops:
            lines.append(f"  on another device, for {each.signature.args}:")
            lines += [f"    {line}" for line in loops]
    return "".join(f"{line}\n" for line in lines)
