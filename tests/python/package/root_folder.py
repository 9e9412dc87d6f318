# SPDX-License-Identifier: Apache-2.0
"""A folder to be a system's root: Debian's Python and NumPy with the libraries that
they need, copied, and nothing else."""
import os
import pathlib
import re
import shutil
import subprocess

PYTHON = pathlib.Path("/usr/bin/python3").resolve()
# What of a folder of modules is not needed, and large.
LEFT_OUT = ("__pycache__", "test", "tests", "idlelib", "tkinter", "config-*", "numba", "llvmlite", "scipy")


def entry():
    """The command that runs another one in a root: entry() + [folder, command]."""
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    chroot, unshare = (shutil.which(name, path=path) for name in ("chroot", "unshare"))
    if chroot and os.geteuid() == 0:
        return [chroot]
    if chroot and unshare and subprocess.run([unshare, "-r", "true"], capture_output=True).returncode == 0:
        return [unshare, "-r", chroot]
    return None


def _libraries(files):
    """What ld.so loads for ELF files."""
    found = set()
    for file in files:
        text = subprocess.run(["ldd", file], capture_output=True, text=True).stdout
        found |= set(re.findall(r"(/\S+) \(0x", text))
    return found


def _copy(root, path):
    target = root / str(path).lstrip("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.copytree(path, target, ignore=shutil.ignore_patterns(*LEFT_OUT))
    elif not target.exists():
        shutil.copy(path, target)
    return target


def make(root):
    """Makes the folder; the same as Path."""
    for name in ("tmp", "dev", "etc"):
        (root / name).mkdir(parents=True)
    (root / "dev" / "null").touch()
    modules = [pathlib.Path("/usr/lib") / PYTHON.name, pathlib.Path("/usr/lib/python3/dist-packages/numpy"),
               *pathlib.Path("/usr/lib/python3/dist-packages").glob("numpy-*")]
    for path in [PYTHON, *modules, pathlib.Path("/usr/share/python-wheels")]:
        _copy(root, path)
    (root / "usr" / "bin" / "python3").symlink_to(PYTHON.name)
    elf = [PYTHON, *(p for folder in modules for p in folder.rglob("*.so") if folder.is_dir())]
    for path in _libraries(elf):
        _copy(root, pathlib.Path(path))
    return root
