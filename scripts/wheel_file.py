# SPDX-License-Identifier: Apache-2.0
"""Writes wheels, and checks what is in them: for scripts/wheels."""
import base64
import hashlib
import io
import json
import os
import re
import subprocess
import zipfile
from email.message import Message

# What every glibc system has (PEP 600), as far as we use it.
SYSTEM = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same files give the same wheel


def metadata(fields, text=""):
    """METADATA from pairs of names and values."""
    message = Message()
    for name, value in fields:
        message[name] = value
    return message.as_string(maxheaderlen=0).rstrip("\n") + "\n\n" + text


def _digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def write(path, name, version, tag, files, extra):
    """A wheel. `files`: path in the wheel -> file; `extra`: name in dist-info -> text."""
    info = f"{name}-{version}.dist-info"
    records = io.StringIO()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:

        def add(where, data, mode):
            entry = zipfile.ZipInfo(where, EPOCH)
            entry.external_attr = (0o100000 | mode) << 16
            out.writestr(entry, data, zipfile.ZIP_DEFLATED, compresslevel=9)
            records.write(f"{where},{_digest(data)},{len(data)}\n")

        for where, file in sorted(files.items()):
            add(where, file.read_bytes(), 0o755 if file.stat().st_mode & 0o100 else 0o644)
        pure = "true" if tag.endswith("-any") else "false"
        texts = {"WHEEL": f"Wheel-Version: 1.0\nGenerator: portkern\nRoot-Is-Purelib: {pure}\nTag: {tag}\n", **extra}
        for where, text in sorted(texts.items()):
            add(f"{info}/{where}", text.encode(), 0o644)
        out.writestr(zipfile.ZipInfo(f"{info}/RECORD", EPOCH), records.getvalue() + f"{info}/RECORD,,\n")
    return path


# ---- checks ----


def is_elf(path):
    with open(path, "rb") as f:
        return f.read(4) == b"\x7fELF"


def _readelf(*args):
    return subprocess.run(["readelf", "-W", *args], check=True, capture_output=True, text=True).stdout


def glibc(paths):
    """The oldest minor version of glibc 2 that has all that ELF files use."""
    needed = 17
    for path in paths:
        versions = _readelf("-V", str(path))
        needed = max([needed, *map(int, re.findall(r"Name: GLIBC_2\.(\d+)", versions))])
        if "GLIBC_ABI_DT_RELR" in versions:
            needed = max(needed, 36)
    return needed


def check_elf(path, own, secrets):
    """What is wrong with an ELF file, as texts. `own`: names of the libraries in the
    wheels; `secrets`: bytes that must not be in it, such as paths of the build."""
    dynamic = _readelf("-d", str(path))
    for needed in re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic):
        if needed not in SYSTEM | own:
            yield f"{path.name} needs {needed}, which is neither in a wheel nor on every system"
    for entry in ":".join(re.findall(r"\(R(?:UN)?PATH\).*\[(.*)\]", dynamic)).split(":"):
        if entry and not entry.startswith("$ORIGIN"):
            yield f"{path.name} looks for libraries in {entry}"
    data = path.read_bytes()
    for secret in secrets:
        if secret in data:
            yield f"{path.name} has {secret.decode()} in it"


def audit(auditwheel, wheel, platform, own):
    """What auditwheel finds wrong with a wheel for a platform, as texts."""
    # A library in LD_LIBRARY_PATH would count as one of the wheel's own.
    env = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
    done = subprocess.run([*auditwheel, "show", "--json", str(wheel)], capture_output=True, text=True, env=env)
    if done.returncode:
        return [f"auditwheel: {done.stderr[-1000:]}"]
    found = json.loads(done.stdout)
    foreign = set(found["external_libs"]) - own - SYSTEM
    wrong = [f"auditwheel: it needs {name}" for name in sorted(foreign)]
    if found["sym_tag"] != platform:
        wrong.append(f"auditwheel: its symbols are those of {found['sym_tag']}")
    return wrong
