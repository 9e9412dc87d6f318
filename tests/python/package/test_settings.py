# SPDX-License-Identifier: Apache-2.0
"""NUMBA_* variables, warnings, and exceptions by Numba's names."""
import os
import pathlib
import subprocess
import sys
import warnings

import numpy as np
import pytest

from portkern import cuda, errors
from portkern.core import config

ROOT = pathlib.Path(__file__).resolve().parents[3]
NEWEST = ROOT / "build" / "venv" / "bin" / "python"  # the newest Numba


def run(text, **variables):
    """What a program prints that is run with these variables."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PORTKERN_BACKEND", "PORTKERN_CACHE_DIR")}
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env=clean | variables)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(not NEWEST.exists(), reason="no build/venv with Numba")
def test_errors_are_like_numbas():
    script = pathlib.Path(__file__).parents[1] / "numba" / "errors_like_numba.py"
    done = subprocess.run([NEWEST, "-W", "ignore", script], capture_output=True, text=True, env=os.environ)
    if "ImportError" in done.stderr or "ModuleNotFoundError" in done.stderr:
        pytest.skip(done.stderr.splitlines()[-1])
    assert done.returncode == 0, done.stdout + done.stderr


def test_variables_are_read():
    text = run("from portkern import config as c; print(c.DISABLE_JIT, c.BOUNDSCHECK, c.OPT, c.CUDA_DEFAULT_PTX_CC)",
               NUMBA_DISABLE_JIT="1", NUMBA_BOUNDSCHECK="0", NUMBA_OPT="max", NUMBA_CUDA_DEFAULT_PTX_CC="8.6")
    assert text == "1 0 3 (8, 6)"
    assert "could not be parsed" in run("import warnings; warnings.simplefilter('error')\n"
                                        "try:\n import portkern.core.config\nexcept UserWarning as e: print(e)",
                                        NUMBA_DISABLE_JIT="yes")


def test_the_simulator_of_numba_is_the_interpreter():
    text = "from portkern import _device; print(_device.current().info()['backend'])"
    assert run(text, NUMBA_ENABLE_CUDASIM="1") == "interp"
    assert run(text, NUMBA_ENABLE_CUDASIM="1", PORTKERN_BACKEND="cpu") == "cpu"


def test_the_folder_of_the_cache(tmp_path):
    kernel = tmp_path / "kernel.py"
    kernel.write_text("import numpy as np\nfrom portkern import cuda\n@cuda.jit\ndef k(x):\n    x[0] = 1\n"
                      "k[1, 1](np.zeros(1))\n")
    folder = tmp_path / "cache"
    run(f"import runpy; runpy.run_path({str(kernel)!r})", NUMBA_CACHE_DIR=str(folder), PORTKERN_BACKEND="cpu")
    assert any(path.is_file() for path in folder.rglob("*"))


def messages(act):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        act()
    assert all(issubclass(w.category, errors.NumbaPerformanceWarning) for w in found)
    assert all(w.filename == __file__ for w in found)
    return " ".join(str(w.message) for w in found)


def make_kernel():
    @cuda.jit
    def kernel(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = 1
    return kernel


def test_warnings_of_what_wastes_a_gpu(device, monkeypatch):
    host, there = np.zeros(8), cuda.to_device(np.zeros(8))
    is_gpu = device.info()["is_gpu"]
    kernel = make_kernel()
    assert ("Grid size 1 " in messages(lambda: kernel[1, 8](there))) == is_gpu
    assert ("Host array" in messages(lambda: kernel[200, 8](host))) == is_gpu
    assert not messages(lambda: kernel[1, 8](host))  # once for a kernel
    assert not messages(lambda: make_kernel()[200, 8](there))
    monkeypatch.setattr(config, "CUDA_LOW_OCCUPANCY_WARNINGS", 0)
    assert ("Grid" in messages(lambda: make_kernel()[1, 8](host))) is False
    monkeypatch.setattr(config, "CUDA_WARN_ON_IMPLICIT_COPY", 0)
    assert not messages(lambda: make_kernel()[1, 8](host))


def test_warnings_as_errors(device):
    if not device.info()["is_gpu"]:
        pytest.skip("it is no GPU")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(errors.NumbaPerformanceWarning):
            make_kernel()[1, 8](np.zeros(8))


def test_numbas_errors_have_its_attributes():
    error = errors.TypingError("no such type")
    assert error.msg == str(error) == "no such type" and error.loc is None
    error.add_context("typing of x")
    assert "During: typing of x" in str(error) and error.contexts == ["typing of x"]
    assert errors.KernelRuntimeError("m", tid=(1, 0, 0), ctaid=(0, 0, 0)).tid == (1, 0, 0)
    assert str(errors.NumbaWarning("w")) == "w"
    with pytest.raises(ImportError):
        raise errors.CudaSupportError("none")


@pytest.mark.parametrize(("statement", "kind"), [
    ("raise ValueError('no')", ValueError), ("assert x[0] > 1, 'no'", AssertionError), ("x[int(x[0]) + 9] = 1", IndexError),
    ("x[0] = 1 // int(x[0])", ZeroDivisionError)])
def test_what_kernels_raise(device, tmp_path, statement, kind):
    path = tmp_path / "raising.py"
    path.write_text(f"from portkern import cuda\n@cuda.jit(debug=True)\ndef kernel(x):\n    {statement}\n")
    scope = {}
    exec(compile(path.read_text(), str(path), "exec"), scope)  # noqa: S102
    with pytest.raises(kind) as caught:
        scope["kernel"][1, 1](np.zeros(4))
    assert isinstance(caught.value, errors.KernelRuntimeError)
    assert caught.value.tid == (0, 0, 0) and caught.value.line == 4
