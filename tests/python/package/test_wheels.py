# SPDX-License-Identifier: Apache-2.0
"""The wheels: built, installed from a folder, and used where portkern's sources, a
compiler and LLVM are not."""
import os
import pathlib
import shutil
import subprocess
import zipfile

import pytest
import root_folder

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ.get("PORTKERN_TEST_WHEELS", ROOT / "build" / "test-wheels"))
NUMPY2 = ROOT / "build" / "venv" / "bin" / "python"  # scripts/setup makes it

SAXPY = (ROOT / "docs" / "python.md").read_text().split("```python\n")[1].split("```")[0] + """
assert (out == 3 * x).all()
"""


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=500, **options)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-3000:]
    return done.stdout


def has_numpy2():
    test = "import numpy, sys; sys.exit(int(numpy.__version__.split('.')[0]) < 2)"
    return NUMPY2.exists() and not subprocess.run([NUMPY2, "-c", test], capture_output=True).returncode


@pytest.fixture(scope="module")
def wheels():
    """The folder with both."""
    if not has_numpy2():
        pytest.skip("build/venv has no NumPy 2, whose headers wheels are built with: see scripts/setup")
    missing = [n for n in ("meson", "ninja", "readelf") if not shutil.which(n)]
    if missing:
        pytest.skip(f"needed to build wheels: {', '.join(missing)}")
    system = f"/usr/lib/{os.uname().machine}-linux-gnu"
    libraries = "/usr/lib/llvm-19/lib/libLLVMCore.a", f"{system}/libzstd.a", f"{system}/libffi.a"
    missing = [path for path in libraries if not os.path.exists(path)]
    if missing:
        pytest.skip(f"needed for what is linked in: {', '.join(missing)}")
    out = BUILD / "dist"
    shutil.rmtree(out, ignore_errors=True)
    printed = run(ROOT / "scripts" / "wheels", "--offline", "--python", NUMPY2, "--build", BUILD, "--out", out)
    assert printed.count("ELF files checked") == 2
    return out


def names(wheels, prefix):
    wheel, = wheels.glob(prefix + "-0*.whl")
    return zipfile.ZipFile(wheel)


def test_the_library_has_its_parts_and_licences(wheels):
    wheel = names(wheels, "portkern_library")
    found = wheel.namelist()
    for name in ("libportkern.so.0", "libportkern_rt.so.0", "include/portkern/host.h", "portkern/portkern-cpu.so", "portkern/portkern-cpu-llvm.so", "bin/portkern",
                 "portkern/portkern-cuda.so", "portkern/portkern-opencl.so", "portkern/libportkern_cudasim.so"):
        assert "portkern_library/" + name in found
    texts = [n for n in found if ".dist-info/licenses/" in n]
    assert len(texts) == 6
    llvm, = (n for n in texts if n.endswith("LICENSE.LLVM"))
    assert "LLVM Exceptions to the Apache 2.0 License" in wheel.read(llvm).decode()


def test_the_package_requires_the_library_of_its_version(wheels):
    wheel = names(wheels, "portkern")
    found = wheel.namelist()
    text, = (wheel.read(n).decode() for n in found if n.endswith("METADATA"))
    assert "Requires-Dist: portkern-library==0.1.0\n" in text
    assert "portkern/_kernel_names.py" in found and "portkern/cuda/cudadrv/devicearray.py" in found
    assert "portkern/py.typed" in found
    assert [n for n in found if n.endswith("licenses/LICENSE.libffi")]
    sources = {str(p.relative_to(ROOT / "python")) for p in (ROOT / "python" / "portkern").rglob("*.py*")
               if "__pycache__" not in p.parts}
    assert sources <= set(found)
    assert sum(n.endswith(".so") for n in found) == 1


@pytest.fixture(scope="module")
def installed(wheels, tmp_path_factory):
    """A Python with the wheels, in an environment of its own."""
    venv = tmp_path_factory.mktemp("venv")
    run("/usr/bin/python3", "-m", "venv", "--system-site-packages", venv)
    run(venv / "bin" / "pip", "install", "--no-index", "--find-links", wheels, "portkern",
        env={"PATH": os.environ["PATH"], "PIP_CONFIG_FILE": "/dev/null"})
    return venv / "bin"


@pytest.mark.parametrize("backend", ["cpu", "interp", "cuda"])
def test_an_installed_package_runs(installed, backend, tmp_path):
    folder = tmp_path / "empty"
    folder.mkdir()
    env = {"PORTKERN_BACKEND": backend, "PORTKERN_CACHE_DIR": str(tmp_path / "cache")}
    if backend == "cuda":
        find = "import portkern_library as p; print(p.simulator)"
        env["PORTKERN_LIBCUDA"] = run(installed / "python", "-c", find, cwd=folder, env=env).strip()
    script = tmp_path / "saxpy.py"
    script.write_text(SAXPY)
    run(installed / "python", script, cwd=folder, env=env)


def test_the_command_is_installed(installed):
    assert "native code by LLVM" in run(installed / "portkern", "devices", env={})


def test_the_command_builds_a_library(installed, tmp_path):
    """With the C compiler of the system and what the wheel has."""
    (tmp_path / "f.py").write_text("from numba import njit\n@njit\ndef twice(x):\n    return 2 * x\n")
    (tmp_path / "main.c").write_text(
        '#include "f.h"\nint main(void) {\n    f_error err;\n    f_f64_1d r;\n    double x[2] = {1, 21};\n'
        "    f_f64_1d a = f_f64_1d_of(x, 2);\n    return f_twice(&a, &r, &err) || ((double *)r.data)[1] != 42;\n}\n")
    env = {"PATH": os.environ["PATH"], "PORTKERN_CACHE_DIR": str(tmp_path / "cache")}
    run(installed / "portkern", "build", "f.py", "-o", "libf", "--export", "twice: f8[::1]", cwd=tmp_path, env=env)
    run("cc", "main.c", "-o", "main", "-L.", "-lf", f"-Wl,-rpath,{tmp_path}", cwd=tmp_path)
    run(tmp_path / "main", env={})


def test_pytest_finds_the_plugin(installed, tmp_path):
    (tmp_path / "test_one.py").write_text("def test_one(portkern_backend):\n    assert portkern_backend\n")
    printed = run(installed / "python", "-m", "pytest", "-v", "-p", "no:cacheprovider",
                  "--portkern-backends=cpu,interp,cuda-sim", "--portkern-strict", "test_one.py", cwd=tmp_path, env={})
    assert "3 passed" in printed


def test_a_library_in_another_folder_is_found(installed, tmp_path):
    """One package is in the system's folder, the other in a virtual environment."""
    folder = next(installed.parent.glob("lib/python3*/site-packages"))
    shutil.copytree(folder / "portkern", tmp_path / "one" / "portkern")
    shutil.copytree(folder / "portkern_library", tmp_path / "two" / "portkern_library")
    env = {"PYTHONPATH": f"{tmp_path}/one:{tmp_path}/two", "PORTKERN_BACKEND": "cpu"}
    script = tmp_path / "saxpy.py"
    script.write_text(SAXPY)
    run("/usr/bin/python3", script, cwd=tmp_path, env=env)
    env = {"PYTHONPATH": f"{tmp_path}/one"}
    done = subprocess.run(["/usr/bin/python3", "-c", "import portkern"], capture_output=True, text=True, env=env,
                          cwd=tmp_path)
    assert "install the package portkern-library of the same version" in done.stderr


def test_pip_installs_the_sources(tmp_path):
    """pip install ., optimised little, since that is quicker."""
    python = tmp_path / "venv" / "bin" / "python"
    run("/usr/bin/python3", "-m", "venv", tmp_path / "venv")
    needed = subprocess.run([python, "-m", "pip", "download", "-q", "--no-deps", "-d", tmp_path, "meson-python>=0.15"],
                            capture_output=True, text=True, timeout=200)
    if needed.returncode:
        pytest.skip(f"the Python index is out of reach: {needed.stderr[-200:]}")
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "LD_LIBRARY_PATH")}
    run(python, "-m", "pip", "install", "--config-settings=setup-args=-Doptimization=0",
        f"--config-settings=build-dir={BUILD / 'sources'}", ROOT, env=env)
    script = tmp_path / "saxpy.py"
    script.write_text(SAXPY)
    for backend in "cpu", "interp":
        run(python, script, cwd=tmp_path, env={"PORTKERN_BACKEND": backend})
    folder, = tmp_path.glob("venv/lib/python3*/site-packages")
    for path in folder.rglob("portkern*/**/*.so*"):
        assert str(ROOT).encode() + b"/build" not in path.read_bytes(), path


def test_a_system_without_compiler_and_llvm_runs_it(wheels, tmp_path):
    """A folder with Python and NumPy and nothing else, as the root."""
    enter = root_folder.entry()
    if not enter:
        pytest.skip("neither root nor user namespaces: no folder can be made the root")
    if not pathlib.Path("/usr/lib/python3/dist-packages/numpy").exists():
        pytest.skip("no python3-numpy of Debian, which is copied")
    root = root_folder.make(tmp_path / "root")
    shutil.copytree(wheels, root / "wheels")
    (root / "tmp" / "saxpy.py").write_text(SAXPY)
    env = {"PATH": "/usr/bin", "HOME": "/tmp", "PORTKERN_BACKEND": "cpu"}
    for absent in ("cc", "gcc", "ld", "clang-19", "llc-19"):
        assert not shutil.which(absent, path=f"{root}/usr/bin")
    assert not list(root.rglob("libLLVM*"))
    python = [*enter, root, "/usr/bin/python3"]
    pip, = (root / "usr" / "share" / "python-wheels").glob("pip-*.whl")
    env["PYTHONPATH"] = f"/usr/share/python-wheels/{pip.name}"
    run(*python, "-m", "pip", "install", "--no-index", "--break-system-packages", "--find-links", "/wheels", "portkern",
        env=env)
    del env["PYTHONPATH"]
    run(*python, "/tmp/saxpy.py", env=env)
    run(*python, "-m", "portkern", "--backend", "interp", "/tmp/saxpy.py", env=env)
