# SPDX-License-Identifier: Apache-2.0
"""portkern.debug: commands in pdb's manner, what they print, and how the launch ends."""
import bdb
import io
import os
import re
import subprocess
import sys

import debug_kernels
import numpy as np
import pytest

import portkern

FILE = debug_kernels.__file__


def line_of(text):
    with open(FILE) as f:
        return next(n for n, line in enumerate(f, 1) if text in line)


def answers(commands, kernel=debug_kernels.calls, thread=3, grid=1, **named):
    """What each command prints; the first item is what comes before all. Ends with `c`."""
    x = np.arange(8.0 * grid)
    out = io.StringIO()
    lines = [line for line in commands.strip().split("\n")]
    portkern.debug(kernel[grid, 8], x, np.zeros(8 * grid), thread=thread, stdout=out,
                   stdin=io.StringIO("\n".join([*lines, "clear", "c", "c"]) + "\n"), **named)
    return [part.rstrip("\n") for part in out.getvalue().split("(pk) ")]


FIRST = line_of("a = clamp(x[i]") - 1


def test_the_first_stop_says_where_it_is():
    said = answers("n")
    assert said[0] == f"[block (0, 0, 0), thread (3, 0, 0)]\n> {FILE}({FIRST})calls()\n-> i = cuda.grid(1)"
    assert said[1] == f"> {FILE}({FIRST + 1})calls()\n-> a = clamp(x[i], 0.5, 1.5)"


def test_step_next_return():
    said = answers("n\ns\nw\nr\nn")
    assert "clamp()" in said[2] and said[4].startswith(f"> {FILE}({FIRST + 2})calls()")
    where = said[3].split("\n")
    assert where[1] == f"  {FILE}({FIRST + 1})calls()" and where[3].startswith(f"> {FILE}(") and "clamp" in where[3]
    assert said[5].startswith(f"> {FILE}({FIRST + 3})calls()")


def test_expressions_are_pythons():
    said = answers("n\nn\np a, i\np x[:3]\n[v * i for v in range(3)]\np SCALE + np.int32(1)\nwhatis a\npp {'a': a}\np none")
    assert said[3:9] == ["(1.5, 3)", "array([0., 1., 2.])", "[0, 3, 6]", repr(np.int32(4)), "float64", "{'a': 1.5}"]
    assert said[9] == "*** NameError: name 'none' is not defined"


def test_locals_and_display():
    said = answers("n\nlocals\ndisplay i + 1\nn\nn\ndisplay\nundisplay\ndisplay")
    assert said[2].split("\n")[-1] == "i = 3"
    assert said[3] == "display i + 1: 4" and "display" not in said[4]
    assert said[6] == "i + 1: 4" and said[8] == ""


def test_display_tells_what_changes():
    said = answers("display k\ns\ns", debug_kernels.local_arrays)
    assert said[1] == "display k: ** NameError: name 'k' is not defined **"
    said = answers("tbreak total += x[k] * j".replace("total += x[k] * j", str(line_of("total += x[k] * j")))
                   + "\nc\ndisplay k\nn\nn\nn\nn", debug_kernels.loops)
    assert any("display k: 1  [old: 0]" in part for part in said)


def test_breakpoints():
    line = line_of("total += clamp")
    said = answers(f"b {line}, k == 1\nb norm\nb {os.path.basename(FILE)}:{line + 1}\nb\nc\nc\np k\ncl 1 2\nc\ncl\ntbreak nothing")
    assert said[1] == f"Breakpoint 1 at {FILE}:{line}" and f":{line - 2}" in said[2]
    assert said[4].split("\n")[0].split() == ["1", "keep", "yes", f"{FILE}:{line}", "if", "k", "==", "1"]
    assert f"({line - 2})norm()" in said[5] and f"({line})norm()" in said[6] and said[7] == "1"
    assert said[8].startswith("Deleted breakpoint 1") and f"({line + 1})norm()" in said[9]
    assert said[11].startswith("*** no function nothing")


def test_breakpoints_of_one_stop_and_switched_off():
    line = line_of("total += clamp")
    said = answers(f"tbreak {line}\nb {line + 1}\ndisable 2\nc\nb\nenable\nc\ncondition 2 k < 0")
    assert f"({line})norm()" in said[4] and said[5] == f"2   keep no  {FILE}:{line + 1}"
    assert f"({line + 1})norm()" in said[7]
    assert answers("b 2")[1].startswith("*** ") and "blank or comment" in answers("b 2")[1]


def test_until_passes_the_turns_of_a_loop():
    first = line_of("total += clamp") - 1
    said = answers("b norm\nc\nn\nn\nuntil\nuntil", debug_kernels.calls)
    assert f"({first + 1})norm()" in said[4]
    assert f"({first + 2})norm()" in said[5]


def test_up_down_list():
    said = answers(f"b clamp\nc\nup\np i\nup\ndown\ndown\nl\nll\nl {FIRST}, {FIRST + 1}")
    assert "calls()" in said[3] and said[4] == "3" and said[5] == "*** Oldest frame"
    assert "clamp()" in said[6] and said[7] == "*** Newest frame"
    assert re.search(r"B->\t    if v < low:", said[8]) and said[9].startswith(f"{line_of('def clamp'):>3}    \tdef clamp")
    assert said[9].endswith("return v") and len(said[10].split("\n")) == 2


def test_threads():
    said = answers("thread\nn\nthread 5\np i\nn\nthread 1 2\np i\nthread 99\nthread x\nn\np i", grid=2)
    assert said[1] == "block (0, 0, 0), thread (3, 0, 0) of grid (2, 1, 1) and blocks (8, 1, 1)"
    assert said[3].startswith("[block (0, 0, 0), thread (5, 0, 0)]") and said[4] == "5"
    assert said[6] == "[block (1, 0, 0), thread (2, 0, 0)]\nthe thread has not begun or has returned"
    assert said[7].startswith("*** the thread has not begun")
    assert "there is no thread (99, 0, 0)" in said[8] and said[9].startswith("*** thread [BLOCK]")
    assert "calls()" in said[10]


def test_variables_are_not_set():
    said = answers("n\ni = 4\n!i += 1\ni == 4\nhelp n")
    assert said[2] == said[3] == "*** variables are looked at here; they cannot be set" and said[4] == "False"
    assert "next line" in said[5]


def test_quit_ends_the_launch():
    with pytest.raises(bdb.BdbQuit):
        answers("n\nq")
    out = io.StringIO()
    with pytest.raises(bdb.BdbQuit):  # the commands end
        portkern.debug(debug_kernels.early[1, 8], np.ones(8), np.ones(8), stdin=io.StringIO("n\n"), stdout=out)


def test_a_failure_is_looked_at_before_it_is_raised():
    out = io.StringIO()
    with pytest.raises(IndexError, match="out of bounds"):
        portkern.debug(debug_kernels.faulty[1, 8], np.ones(8), np.ones(8), stdout=out,
                       stdin=io.StringIO("c\np i, j\nc\n"))
    said = out.getvalue().split("(pk) ")
    assert "!! " in said[1] and "thread (4, 0, 0)" in said[1] and said[2] == "(4, 8)\n"


def test_commands_come_before_the_input():
    out = io.StringIO()
    portkern.debug(debug_kernels.early[1, 8], np.ones(8), np.ones(8), commands=["n", "p i", "c"], stdin=io.StringIO(""),
                   stdout=out)
    assert "-> if i > 4:\n0\n" in out.getvalue()


def test_expressions_may_launch_on_the_programs_device():
    with portkern.device("cpu"):
        said = answers("n\n__import__('portkern').device().selector\n"
                       "__import__('portkern').cuda.to_device(x).copy_to_host()[:2]")
    assert said[2].startswith("'cpu") and said[3] == "array([0., 1.])"


def test_pytest_does_not_capture_the_prompt(tmp_path):
    """The prompt reads and writes what pytest has put aside."""
    (tmp_path / "test_it.py").write_text(f"""
import sys
sys.path.insert(0, {os.path.dirname(FILE)!r})
import debug_kernels, numpy as np, portkern

def test_it():
    print("captured")
    portkern.debug(debug_kernels.early[1, 8], np.ones(8), np.ones(8), thread=2)
""")
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"], cwd=tmp_path,
                          input="n\np 'i is', i\nc\n", capture_output=True, text=True, timeout=100)
    assert "('i is', 2)" in done.stdout and "captured" not in done.stdout and "1 passed" in done.stdout, done.stdout
