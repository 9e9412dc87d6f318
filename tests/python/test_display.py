# SPDX-License-Identifier: Apache-2.0
"""How kernels, devices and what was measured are shown in notebooks."""
import html.parser
import linecache
import re

import numpy as np
import portkern
import pytest

from portkern import cuda
from portkern._tools import display


class Reader(html.parser.HTMLParser):
    """Reads HTML strictly: each tag is closed in order. `parts`: text by the titles of the
    collapsible sections around it; `words`: all of it."""

    def __init__(self, text):
        super().__init__()
        self.parts, self.words, self._open, self._titles, self._in_title = {}, "", [], [], False
        self.feed(text)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag, attrs):
        assert tag in ("a", "b", "code", "details", "div", "p", "pre", "span", "summary", "table", "tbody", "td", "th",
                       "thead", "tr"), tag
        self._open.append(tag)
        if tag == "summary":
            self._titles.append("")
            self._in_title = True

    def handle_endtag(self, tag):
        assert self._open.pop() == tag
        if tag == "summary":
            self._in_title = False
        elif tag == "details":
            self._titles.pop()

    def handle_data(self, data):
        self.words += data
        if self._in_title:
            self._titles[-1] += data
        elif self._titles:
            key = tuple(self._titles)
            self.parts[key] = self.parts.get(key, "") + data


@cuda.jit(device=True)
def less(v):
    return 1.0 if v < 2 else 0.5


@cuda.jit
def shown(x):
    i = cuda.grid(1)
    if i < x.size and 1 < 2:
        x[i] = less(x[i])


def test_stages_with_the_lines_of_the_source(device):
    shown[1, 32](np.ones(32, np.float32))
    page = Reader(shown._repr_html_())
    source = page.parts["source",]
    assert source.startswith("def shown(x):\n") and "1 < 2" in source
    title = next(key[0] for key in page.parts if "float32" in key[0])
    assert title.startswith("(array(float32, 1d, C)): compiled for ") and device.selector in title
    stages = {key[1]: text for key, text in page.parts.items() if len(key) == 2 and key[0] == title}
    assert list(stages) == ["types", "IR", "IR, optimised", "OpenCL C", "PTX", "LLVM", "assembly"]
    for name, sign in (("types", "# i: int64"), ("IR", "kernel @shown("), ("IR, optimised", "kernel @shown("),
                       ("OpenCL C", "__kernel void"), ("PTX", ".visible .entry shown("), ("LLVM", "define"), ("assembly", ".text")):
        assert sign in stages[name]
    line = shown.py_func.__code__.co_firstlineno + 4
    for name in ("IR", "IR, optimised", "OpenCL C", "PTX"):
        assert f"# {line}: x[i] = less(x[i])\n" in stages[name]
        assert not re.search(r"\.loc | !\d+:\d+|/\* .*py:\d", stages[name])
    # The function that it calls has its own line.
    assert f"# {less.py_func.__code__.co_firstlineno + 2}: return 1.0 if v < 2 else 0.5" in stages["PTX"]
    where = stages["PTX"].split(f"# {line}: x[i] = less(x[i])\n")
    assert "ld.global.f32" in where[1] and "st.global.f32" in where[-1]


def test_one_signature_alone():
    kernel = cuda.jit("void(int32[:], int32)")(shown.py_func.__class__(
        compile("def two(x, n):\n    x[0] = n\n", "<two>", "exec").co_consts[0], {}, "two"))
    linecache.cache["<two>"] = 0, None, ["def two(x, n):\n", "    x[0] = n\n"], "<two>"
    with portkern.device("cpu"):
        one, = kernel.overloads.values()
        page = Reader(one._repr_html_())
        assert "(array(int32, 1d, A), int32): declared" in page.words and "# 2: x[0] = n" in page.words
        asked = cuda.jit(kernel.py_func)
        one = asked.compile("void(int32[::1], int32)")
        assert "int32): not compiled yet" in Reader(one._repr_html_()).words
        asked[1, 1](np.zeros(1, np.int32), np.int32(3))
        assert "int32): compiled for cpu:0" in Reader(one._repr_html_()).words


def test_what_cannot_be_shown_says_why():
    @cuda.jit
    def fresh(x):
        x[0] = 1

    assert "Not compiled yet" in Reader(fresh._repr_html_()).words
    assert "function for kernels less" in Reader(less._repr_html_()).words
    scope = {"cuda": cuda}
    exec("def hidden(x):\n    try:\n        x[0] = 1\n    except Exception:\n        pass\n", scope)
    hidden = cuda.jit(scope["hidden"])
    assert "hidden" in Reader(hidden._repr_html_()).words
    many = cuda.jit([f"void({kind}[:])" for kind in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8")])(fresh.py_func)
    assert "and 2 signatures more" in Reader(many._repr_html_()).words

    @cuda.jit("void(float32[:])")
    def wrong(x):
        x[0] = x.nothing

    with portkern.device("cpu"):
        assert "nothing" in Reader(wrong._repr_html_()).parts[
            "(array(float32, 1d, A)): declared", "IR"]


def test_texts_are_escaped():
    text = display._with_lines("a < b & c !1:2-3", "ir", ["<f>"], shown._source)
    assert text.splitlines()[-1] == "a &lt; b &amp; c" and "<f>" not in text


def test_names_that_comments_cannot_hold():
    assert display._is_like("/tmp/a b.py", "?tmp?a?b.py") and not display._is_like("/tmp/ab.py", "?tmp?a?b.py")


def test_launchers_have_a_repr():
    assert repr(shown[4, (32, 2)]) == "<launcher shown[(4, 1, 1), (32, 2, 1)]>"


def test_tables():
    with portkern.transfers() as moved, portkern.profile() as p, portkern.device("cpu"):
        d = cuda.to_device(np.zeros(1000))
        d.copy_to_host()
    assert Reader(moved._repr_html_()).words.endswith("to devices7.81 KiBfrom devices7.81 KiB")
    assert "on device" not in Reader(p._repr_html_()).words and Reader(portkern.devices()._repr_html_()).words


def test_a_kernel_without_a_device(monkeypatch):
    from portkern import _device, errors

    def none():
        raise errors.CudaSupportError("no device <here>")

    monkeypatch.setattr(_device, "current", none)
    kernel = cuda.jit("void(float32[:])")(shown.py_func)
    assert "no device <here>" in Reader(kernel._repr_html_()).words
    with pytest.raises(errors.CudaSupportError):
        _device.current()
