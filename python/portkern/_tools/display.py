# SPDX-License-Identifier: Apache-2.0
"""How kernels are shown in notebooks: the source, and for each types of arguments what the
stages of the compiler make of it, with the lines of the source between those of its code."""
import html
import linecache
import re

from .. import _device, errors
from . import table

# (title, stage, target); the passes are those for the device, whose form is put in.
_STAGES = (
    ("types", "types", None), ("IR", "ir", None), ("IR, optimised", "passes", "form"), ("OpenCL C", "opencl", None),
    ("PTX", "ptx", None), ("LLVM", "llvm", None), ("assembly", "asm", None))
_MOST = 8  # signatures that are shown

_IR_PLACE = re.compile(r" !(?:(\d+):)?(\d+):\d+(?:-\d+)?(?= \{$|$)")
_PTX_PLACE = re.compile(r"\s*\.loc (\d+) (\d+) \d+$")
_OPENCL_PLACE = re.compile(r"\s*/\* (\S+):(\d+) \*/$")
_IR_SOURCE = re.compile(r'^source \d+ "(.*)"$', re.M)


class _Places:
    """Finds the place in the source that a line of code names, or that it is made of."""

    def __init__(self, stage, files):
        self.find = {"ir": self._ir, "passes": self._ir, "ptx": self._ptx, "opencl": self._opencl}.get(stage, self._none)
        self._files = files

    def _ir(self, line):
        m = _IR_PLACE.search(line)
        return ((self._file(int(m[1] or 0)), int(m[2])), line[:m.start()] + line[m.end():]) if m else (None, line)

    def _ptx(self, line):
        m = _PTX_PLACE.match(line)
        return ((self._file(int(m[1]) - 1), int(m[2])), None) if m else (None, line)

    def _opencl(self, line):
        m = _OPENCL_PLACE.match(line)
        return ((next((f for f in self._files if _is_like(f, m[1])), m[1]), int(m[2])), None) if m else (None, line)

    @staticmethod
    def _none(line):
        return None, line

    def _file(self, number):
        return self._files[number] if number < len(self._files) else ""


def _is_like(file, shown):
    """Whether a path was written with '?' for what a comment cannot hold."""
    return len(file) == len(shown) and all(a == b or b == "?" for a, b in zip(file, shown, strict=True))


def _source_line(place, source):
    """The text of a line, "7: out[i] = x[i]"."""
    file, number = place
    lines = source.text.splitlines()
    at = number - source.line
    if file == source.file and 0 <= at < len(lines):
        text = lines[at]
    else:
        text = linecache.getline(file, number)
    return f"{number}: {text.strip()}"


def _with_lines(text, stage, files, source):
    """HTML of code: a line of the source stands before what was made of it."""
    places, last, out = _Places(stage, files), None, []
    for line in text.splitlines():
        place, line = places.find(line)
        if place is not None and place != last and place[1]:
            last = place
            out.append(f'<span style="color:#888"># {html.escape(_source_line(place, source))}</span>')
        if line is not None:
            out.append(html.escape(line))
    return "\n".join(out)


def _details(title, body):
    return f"<details><summary>{html.escape(title)}</summary><pre>{body}</pre></details>"


class _Emitter:
    """The stages of a kernel for some types of arguments."""

    def __init__(self, dispatcher, types):
        from .._functions import type_text

        # A device that is used already is as good as the current one.
        self._context = next(iter(dispatcher._modules), None) or _device.current()
        self._module, self._dispatcher = dispatcher._module(self._context), dispatcher
        self._words = ", ".join(map(type_text.in_words, types))
        self._files = None

    def __call__(self, stage, target):
        target = self._context.info()["form"] if target == "form" else target
        try:
            text = self._module.emit(self._dispatcher._name, self._words, stage, target, True)
        except (errors.PortkernError, TypeError) as error:
            return html.escape(str(error))
        if self._files is None:
            self._files = []
            self._files = _IR_SOURCE.findall(self._module.emit(self._dispatcher._name, self._words, "ir"))
        return _with_lines(text, stage, self._files, self._dispatcher._source)


def _compiled_for(dispatcher, types):
    """"compiled for cpu:0", or that it is not. Of a declared signature it is not known: its
    launches are compiled for the layouts of their arrays."""
    from .._functions import type_text

    if any(types == sig.args for sig in dispatcher._declared):
        return "declared"
    found = [context.selector for context, kernel in dispatcher._kernels.items()
             for _, params, _, info in kernel.signatures() if info and tuple(map(type_text.parse, params)) == types]
    return "compiled for " + ", ".join(dict.fromkeys(found)) if found else "not compiled yet"


def overload(kernel):
    """HTML of a kernel for types of arguments: collapsible, with all stages in it."""
    dispatcher, types = kernel._dispatcher, kernel.argument_types
    words = f"({', '.join(map(str, types))}): {_compiled_for(dispatcher, types)}"
    try:
        emit = _Emitter(dispatcher, types)
        body = "".join(_details(title, emit(stage, target)) for title, stage, target in _STAGES)
    except errors.PortkernError as error:  # no device; no source
        body = f"<pre>{html.escape(str(error))}</pre>"
    return (f"<details><summary><code>{html.escape(words)}</code></summary>"
            f'<div style="margin-left:1em">{body}</div></details>')


def dispatcher(shown):
    """HTML of a kernel or a function for kernels."""
    kind = "function for kernels" if shown.targetoptions.get("device") else "kernel"
    try:
        source = shown._source
        place, text = f"{source.file}:{source.line}", table.section("source", source.text)
    except errors.PortkernError as error:  # its text is nowhere
        place, text = "", table.section("source", str(error))
    overloads = list(shown.overloads.values())
    parts = [overload(each) for each in overloads[:_MOST]]
    if not parts:
        parts = ["<p>Not compiled yet: the first launch compiles it for the types of its arguments.</p>"]
    if len(overloads) > _MOST:
        parts.append(f"<p>and {len(overloads) - _MOST} signatures more</p>")
    return f"<div>{kind} <b>{html.escape(shown.__name__)}</b> <code>{html.escape(place)}</code>{text}{''.join(parts)}</div>"
