# SPDX-License-Identifier: Apache-2.0
"""The pytest plugin: tests of kernels on several backends in one run, checks, coverage. Each
test here is a run of pytest in a folder of its own."""
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import textwrap

import pytest

KERNELS = """\
from portkern import cuda


@cuda.jit(device=True)
def clamp(v, low, high):
    if v < low:
        return low
    elif v > high:
        return high
    return v


@cuda.jit
def kernel(x, mode):
    i = cuda.grid(1)
    if i >= x.size:
        return
    if mode == 1:
        x[i] = clamp(x[i], 0.0, 2.0)
    elif mode == 2:
        x[i + 1000] = 0.0
    else:
        x[i] += 1
    assert x[i] < 100, "too big"
"""
TESTS = """
import kernels
import numpy as np
import pytest
from portkern import cuda

pytestmark = pytest.mark.portkern


def test_clamp():
    x = np.arange(5.0)
    kernels.kernel[1, 32](x, 1)
    assert x.max() == 2


def test_add():
    x = np.zeros(3)
    kernels.kernel[1, 32](x, 0)
    assert x.sum() == 3
"""

needs_cov = pytest.mark.skipif(not importlib.util.find_spec("pytest_cov"), reason="pytest-cov is not installed")
needs_xdist = pytest.mark.skipif(not importlib.util.find_spec("xdist"), reason="pytest-xdist is not installed")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "kernels.py").write_text(KERNELS)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider -W ignore\n")
    return tmp_path


def python(folder, *args, **env):
    full = {**os.environ, "PORTKERN_CACHE_DIR": str(folder.parent / "cache"), **env}
    for name in ("PORTKERN_CHECK", "PYTEST_ADDOPTS"):
        full.pop(name, None)
    return subprocess.run([sys.executable, *args], cwd=folder, env=full, text=True, capture_output=True, timeout=120)


def run(folder, tests, *options, **env):
    """The output of pytest, and {test: outcome}."""
    (folder / "test_kernels.py").write_text(textwrap.dedent(tests))
    plugin = [] if installed() else ["-p", "pytest_portkern"]
    done = python(folder, "-m", "pytest", *plugin, "-v", "-rs", *options, **env)
    outcomes = {}
    for line in done.stdout.splitlines():
        words = line.split()
        if line.startswith("test_kernels.py::") and len(words) > 1:
            name = words[0].partition("::")[2]
            outcomes[name] = outcomes.get(name, "") + words[1].lower()
        elif line.startswith("[gw") and len(words) > 3 and "::" in words[-1]:
            outcomes[words[-1].partition("::")[2]] = words[-2].lower()  # of a worker
    return done.stdout + done.stderr, outcomes


def installed():
    from importlib.metadata import entry_points

    return any(point.name == "pytest_portkern" for point in entry_points(group="pytest11"))


ALL = ["cpu", "opencl", "interp", "cuda-sim"]


def test_marked_tests_run_on_each_backend_as_if_it_had_been_named(folder):
    output, outcomes = run(folder, """
        import threading
        import numpy as np
        import portkern
        import pytest
        from portkern import cuda
        import kernels

        @pytest.fixture
        def array():
            return cuda.to_device(np.arange(5.0))

        def test_fixture(array, portkern_backend):
            assert array.device.backend == portkern_backend.split("-")[0]
            kernels.kernel[1, 32](array, 1)
            assert array.copy_to_host().max() == 2

        @pytest.mark.portkern
        def test_mark(request):
            backend = request.node.callspec.params["portkern_backend"].split("-")[0]
            assert cuda.is_available()
            assert {d.backend for d in cuda.list_devices()} == {backend}
            assert portkern.device().backend == backend
            seen = []
            thread = threading.Thread(target=lambda: seen.append(portkern.device().backend))
            thread.start()
            thread.join()
            assert seen == [backend]
            cuda.close()
            assert portkern.device().backend == backend

        @pytest.mark.portkern("interp", "cpu")
        def test_some(portkern_backend):
            assert portkern_backend in ("cpu", "interp")

        @pytest.mark.portkern
        @pytest.mark.parametrize("n", [1, 2])
        def test_more(n):
            assert n

        def test_plain():
            assert portkern.device().backend == "interp"  # what the environment says
        """, "--portkern-backends=" + ",".join(ALL), PORTKERN_BACKEND="interp")
    wanted = {f"{name}[{backend}]" for name in ("test_fixture", "test_mark") for backend in ALL}
    wanted |= {"test_some[cpu]", "test_some[interp]", "test_plain"}
    wanted |= {f"test_more[{backend}-{n}]" for backend in ALL for n in "12"}
    assert outcomes == dict.fromkeys(wanted, "passed"), output
    assert "portkern: backends cpu, opencl, interp, cuda-sim" in output


def test_without_the_option_tests_run_once(folder):
    output, outcomes = run(folder, TESTS + textwrap.dedent("""
        def test_name(portkern_backend):
            assert portkern_backend == "cpu"
        """), PORTKERN_BACKEND="cpu")
    assert outcomes == dict.fromkeys(("test_clamp", "test_add", "test_name"), "passed"), output


def test_files_are_marked_by_an_ini_option_and_backends_named_there(folder):
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider -W ignore\nportkern_files = test_k*.py\n"
                                       "portkern_backends = cpu, interp\n")
    output, outcomes = run(folder, TESTS.replace("pytestmark = pytest.mark.portkern", ""))
    assert outcomes == dict.fromkeys(("test_clamp[cpu]", "test_clamp[interp]", "test_add[cpu]", "test_add[interp]"),
                                     "passed"), output


def test_a_backend_that_is_not_there_is_a_skip_or_an_error(folder):
    output, outcomes = run(folder, TESTS, "--portkern-backends=cpu,cuda", "-k", "add", PORTKERN_LIBCUDA="/nowhere")
    assert outcomes == {"test_add[cpu]": "passed", "test_add[cuda]": "skipped"}
    assert "cuda: " in output and "/nowhere" in output
    output, outcomes = run(folder, TESTS, "--portkern-backends=cpu,cuda", "-k", "add", "--portkern-strict",
                           PORTKERN_LIBCUDA="/nowhere")
    assert outcomes == {"test_add[cpu]": "passed", "test_add[cuda]": "error"}


@pytest.mark.parametrize("option, words", [
    ("--portkern-check=bounds,speed", "--portkern-check=speed: expected some of bounds"),
    ("--portkern-backends=cuda,cuda-sim", "run pytest twice"),
])
def test_wrong_options_are_told(folder, option, words):
    output, outcomes = run(folder, TESTS, option)
    assert words in output and not outcomes


def test_a_kernel_that_fails_shows_its_line(folder):
    output, outcomes = run(folder, TESTS + textwrap.dedent("""
        def test_big():
            kernels.kernel[1, 32](np.full(3, 200.0), 0)
        """), "--portkern-backends=cpu,cuda-sim", "-k", "big")
    assert outcomes == {"test_big[cpu]": "failed", "test_big[cuda-sim]": "failed"}
    assert output.count('>       assert x[i] < 100, "too big"') == 2 or output.count('>   assert x[i] < 100, "too big"') == 2
    assert output.count("kernels.py:24: KernelAssertionError") == 2


def test_a_failure_that_nothing_waited_for_is_the_tests(folder):
    output, outcomes = run(folder, TESTS + textwrap.dedent("""
        def test_big():
            kernels.kernel[1, 32](cuda.to_device(np.full(3, 200.0)), 0)

        def test_next():
            test_add()
        """), "--portkern-backends=cpu,cuda-sim", "-k", "big or next")
    for name in ("test_big[cpu]", "test_big[cuda-sim]"):
        assert outcomes[name] in ("failed", "passederror"), output
    assert outcomes["test_next[cpu]"] == outcomes["test_next[cuda-sim]"] == "passed"


def test_checks(folder):
    tests = TESTS + textwrap.dedent("""
        def test_outside():
            with pytest.raises(IndexError, match="out of bounds"):
                kernels.kernel[1, 32](np.zeros(5), 2)

        def test_next():
            test_add()
        """)
    output, outcomes = run(folder, tests, "--portkern-backends=" + ",".join(ALL), "--portkern-check=bounds", "-k",
                           "outside or next")
    assert outcomes == {f"test_{name}[{backend}]": "passed" for name in ("outside", "next") for backend in ALL}, output
    assert "checks bounds" in output


def test_a_device_that_is_lost_is_told_by_the_tests_behind(folder):
    """Without checks the simulated GPU fails as GPUs do: for good, in this process."""
    output, outcomes = run(folder, TESTS + textwrap.dedent("""
        def test_lost():
            with pytest.raises(Exception):
                kernels.kernel[1, 32](np.zeros(5), 2)
                cuda.synchronize()

        def test_next():
            test_add()
        """), "--portkern-backends=cuda-sim", "-k", "lost or next")
    assert outcomes == {"test_lost[cuda-sim]": "passed", "test_next[cuda-sim]": "error"}, output
    assert "cuda-sim was lost by a kernel of an earlier test" in output and "--portkern-check=bounds" in output


# ---- the page ----

PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "testing.md"


@needs_cov
def test_the_page(folder):
    """The files of docs/testing.md give what it shows."""
    shown = []
    for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(), re.M | re.S):
        name = re.match(r"# (\w+\.py)\n", text)
        if name or language == "python":
            (folder / (name[1] if name else "by_hand.py")).write_text(text)
        elif text.startswith("$ "):
            shown.append(text.splitlines())
    plugin = [] if installed() else ["-p", "pytest_portkern"]
    for command, *lines in shown:
        done = python(folder, "-m", "pytest", *plugin, *command.split()[2:])
        printed = [" ".join(line.split()).partition(" [")[0] for line in done.stdout.splitlines()]
        # Versions of coverage.py count branches differently.
        wanted = [" ".join(line.split()) for line in lines if not re.match("TOTAL|---", line)]
        for line in wanted:
            first, last = line.split()[0], line.split()[-1]
            assert any(p.startswith(first) and p.endswith(last) for p in printed), (line, done.stdout)
    done = python(folder, "-W", "ignore", "by_hand.py", PORTKERN_BACKEND="interp")
    lines = re.search(r"print\(covered.lines\) *# {'...(.*)\n", PAGE.read_text())[1]
    assert lines in done.stdout, done.stdout + done.stderr


# ---- coverage ----


def report(folder, *options):
    """The file of kernels in coverage.py's JSON report."""
    done = python(folder, "-m", "coverage", "json", "-q", "-o", "report.json", *options)
    assert not done.returncode, done.stdout + done.stderr
    with open(folder / "report.json") as f:
        return json.load(f)["files"]["kernels.py"]


def check_report(found):
    assert found["missing_lines"] == [7, 21]
    if "missing_branches" in found:
        assert sorted(map(tuple, found["missing_branches"])) == [(6, 7), (20, 21)]


@needs_cov
@pytest.mark.parametrize("backend", ALL)
def test_lines_and_branches_of_kernels_are_in_the_report(folder, backend):
    output, outcomes = run(folder, TESTS, f"--portkern-backends={backend}", "--cov=.", "--cov-branch", "--cov-report=")
    assert set(outcomes.values()) == {"passed"}, output
    check_report(report(folder))


@needs_cov
def test_lines_alone_and_files_that_are_left_out(folder):
    (folder / "pkg").mkdir()
    output, _ = run(folder, TESTS, "--portkern-backends=cpu,interp", "--cov=.", "--cov-report=")
    found = report(folder)
    check_report(found)
    assert "missing_branches" not in found, output
    run(folder, TESTS, "--portkern-backends=cpu", "--cov=pkg", "--cov-report=")
    done = python(folder, "-m", "coverage", "json", "-q", "-o", "report.json")
    assert "No data" in done.stdout + done.stderr


@needs_cov
@needs_xdist
def test_workers_of_xdist(folder):
    output, outcomes = run(folder, TESTS, "--portkern-backends=cpu,interp,cuda-sim", "-n2", "--cov=.", "--cov-branch",
                           "--cov-report=")
    assert len(outcomes) == 6 and set(outcomes.values()) == {"passed"}, output
    check_report(report(folder))


@needs_cov
def test_lines_belong_to_the_test_that_ran_them(folder):
    output, _ = run(folder, TESTS, "--portkern-backends=cpu", "--cov=.", "--cov-context=test", "--cov-report=")
    contexts = report(folder, "--show-contexts")["contexts"]
    assert contexts["19"] == ["test_kernels.py::test_clamp[cpu]|run"], output
    assert contexts["23"] == ["test_kernels.py::test_add[cpu]|run"]
    assert len(contexts["15"]) == 2


def test_coverage_run_needs_no_plugin(folder):
    pytest.importorskip("coverage")
    (folder / "program.py").write_text(TESTS.replace("import pytest\n", "").replace("pytestmark = pytest.mark.portkern", "")
                                       + "\n\ntest_clamp()\ntest_add()\n")
    done = python(folder, "-W", "ignore", "-m", "coverage", "run", "--branch", "--source=.", "program.py", PORTKERN_BACKEND="cpu")
    assert not done.returncode, done.stderr
    check_report(report(folder))
    done = python(folder, "-W", "ignore", "-m", "coverage", "run", "--branch", "--source=.", "program.py", PORTKERN_BACKEND="cpu",
                  PORTKERN_COVERAGE="off")
    assert not done.returncode, done.stderr
    assert 15 in report(folder)["missing_lines"]


def test_coverage_by_hand_and_nothing_of_coverage_py(folder):
    (folder / "program.py").write_text(textwrap.dedent("""
        import sys
        import kernels
        import numpy as np
        import portkern

        with portkern.coverage() as covered:
            kernels.kernel[1, 32](np.zeros(3), 0)
        kernels.kernel[1, 32](np.zeros(3), 1)
        file = kernels.__file__
        assert covered.lines == {file: {15, 16, 17, 18, 20, 23, 24}}, covered
        assert {(-13, 15), (18, 20), (24, -13)} < covered.steps[file] and (18, 19) not in covered.steps[file]
        assert "coverage" not in sys.modules
        """))
    done = python(folder, "-W", "ignore", "program.py", PORTKERN_BACKEND="cpu")
    assert not done.returncode, done.stderr
