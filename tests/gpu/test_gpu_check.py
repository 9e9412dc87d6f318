#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/gpu-check without a GPU: what its comparisons find, and a dry run.

    test_gpu_check.py compare
    test_gpu_check.py dry BUILD    everything on the simulator, small
    test_gpu_check.py none BUILD   what is said where there is no driver"""
import array
import io
import pathlib
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "bench" / "gpu")]
import bench_step  # noqa: E402
import cases  # noqa: E402
import corpus_step  # noqa: E402
import npy  # noqa: E402
import probe_ptx  # noqa: E402
import probe_step  # noqa: E402


def expect(what, got, want):
    if got != want:
        raise SystemExit(f"{what}: got {got!r}, want {want!r}")


# ---- arrays, against NumPy ----

def saved(a):
    import numpy as np
    out = io.BytesIO()
    np.save(out, a)
    return npy.parse(out.getvalue())


def compare_arrays():
    import numpy as np
    a = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    for other in (a.copy(), np.asfortranarray(a)):
        expect("the same in any order", npy.difference(saved(a), saved(other)), None)
    for dtype in ("i1", "u2", "i4", "u8", "f2", "f4", "f8", "c8", "c16", "?", [("s0", "<u8"), ("s1", "<u8")]):
        b = np.zeros(5, dtype)
        c = b.copy()
        c.view(np.uint8)[-1] ^= 1
        expect(f"{dtype} the same", npy.difference(saved(b), saved(b.copy())), None)
        found = npy.difference(saved(c), saved(b))
        expect(f"{dtype} last byte", bool(found) and found.startswith("1 of "), True)
    nan, other = np.array([np.nan, 1, 0.0]), np.array([-np.nan, 1, -0.0])
    expect("NaN is NaN, -0 is not 0", npy.difference(saved(other), saved(nan)),
           "1 of 3 differ, first at 2: got -0.0, want 0.0")
    for kind in (np.float64, np.complex128):
        x, y = np.full(3, 1, kind), np.full(3, 1 + 1e-10, kind)
        expect("within", npy.difference(saved(y), saved(x), 1e-9), None)
        expect("without", bool(npy.difference(saved(y), saved(x), 1e-11)), True)
    expect("other shapes", bool(npy.difference(saved(a), saved(a[0]))), True)


def compare_prints():
    case = {"lost": False, "prints": ["thread 1 line 1", "thread 1 line 2", "x"]}
    expect("any order", corpus_step.prints_differ(case, ["x", *case["prints"][:2]]), None)
    expect("a thread's order", corpus_step.prints_differ(case, case["prints"][::-1]),
           "thread 1 printed its lines in the order [2, 1]")
    expect("lines missing", bool(corpus_step.prints_differ(case, ["x"])), True)


# ---- instructions ----

def probe_named(text):
    return next(p for p in PROBES if probe_ptx.instruction(p) == text)


def rows_found(text, row, got, want):
    probe = probe_named(text)
    operands = probe_ptx.operands(probe.family)
    blank = [(0, 0)] * probe_ptx.ROWS
    mine, theirs = list(blank), list(blank)
    mine[row], theirs[row] = (got, 0), (want, 0)
    flat = [b"".join(struct.pack("<QQ", *pair) for pair in rows) for rows in (mine, theirs)]
    return [r for r, _, _ in probe_step.rows_that_differ(probe, *flat, operands)]


def compare_instructions():
    one = 0x3f800000
    expect("an exact one, a bit off", rows_found("add.rn.f32", 7, one + 1, one), [7])
    expect("NaN by another name", rows_found("add.rn.f32", 7, 0x7fc00000, 0x7fffffff), [])
    expect("an integer", rows_found("add.s32", 9, 1, 2), [9])
    expect("a divisor of 0", rows_found("div.u32", 0, 1, 2), [])  # edges begin with 0, 0
    expect("within the bound", rows_found("rsqrt.approx.f32", 700, one + 2, one), [])
    expect("beyond the bound", rows_found("rsqrt.approx.f32", 700, one + 40, one), [700])
    half = 0x3c00
    expect("pairs", rows_found("add.f16x2", 3, half << 16 | half, half << 16 | half + 1), [3])
    for family in probe_ptx.EDGES:
        lists = probe_ptx.operands(family)
        expect("operands", [len(x) for x in lists], [probe_ptx.ROWS] * 4)
        pairs = set(zip(*lists[:2]))
        expect("edges meet edges", sum(((a ^ b) & 0xffff) == 0 for a, b in pairs) > 10, True)
    bases = {p.base for p in PROBES}
    classes = {n for n, c in probe_ptx.opcode_classes().items() if c in probe_ptx.CLASSES}
    expect("instructions without a probe", classes - bases, set())


# ---- benchmarks ----

def compare_legs():
    class Leg:
        rounds_alike = False
    case = next(c for c in cases.cases(True) if c.name == "vector_add")
    with tempfile.TemporaryDirectory() as folder:
        want, got = pathlib.Path(folder) / "want", pathlib.Path(folder) / "got"
        numbers = array.array("f", [i / 7 for i in range(1000)])
        want.write_bytes(numbers.tobytes())
        numbers[5] += 1
        got.write_bytes(numbers.tobytes())
        expect("one element in a thousand", bench_step.wrong(case, Leg, got, want), None)
        Leg.rounds_alike = True
        expect("must have the same bits", bench_step.wrong(case, Leg, got, want), "the bits are not portkern's")
        Leg.rounds_alike = False
        got.write_bytes(array.array("f", [float("nan")] * 1000).tobytes())
        expect("NaN", bench_step.wrong(case, Leg, got, want)[:12], "1000 of 1000")
        got.write_bytes(b"")
        expect("nothing", bench_step.wrong(case, Leg, got, want), "another size")
    expect("a slug", bench_step.slug("NVIDIA H200 NVL"), "h200-nvl")
    for twin in (c.load_twin() for c in cases.cases(True)):
        expect("extents last", twin.split()[-1].startswith("i32:"), True)


# ---- the whole ----

def gpu_check(*options, env=None):
    done = subprocess.run([sys.executable, ROOT / "scripts" / "gpu-check", *options], capture_output=True, text=True,
                          timeout=280, env=env)
    return done.returncode, done.stdout + done.stderr


def dry(build):
    with tempfile.TemporaryDirectory() as out:
        code, text = gpu_check("--dry-run", "--build", build, "--out", out)
        print(text)
        expect("exit status", code, 0)
        for step in ("conformance", "corpus", "probe", "bench"):
            line = next(x for x in text.splitlines() if x.startswith(step) and "passed" in x)
            expect(f"{step} did something", int(line.split()[1]) > 20 and " 0 failed" in line, True)
        page = next(pathlib.Path(out).glob("gpu-*.md")).read_text()
        for case in cases.cases(True):
            expect(f"a row for {case.name}", f"| {case.name} | " in page, True)
        expect("the account is kept", (pathlib.Path(out) / "summary.txt").read_text() in text, True)


def none(build):
    import os
    with tempfile.TemporaryDirectory() as out:
        env = {**os.environ, "PORTKERN_LIBCUDA": "/nowhere/libcuda.so.1"}
        code, text = gpu_check("--build", build, "--out", out, "--only", "probe", env=env)
        expect("exit status", code, 1)
        expect("why", "no CUDA device: cannot open /nowhere/libcuda.so.1" in text, True)
        expect("what was not done", "skipped 1: no device" in text, True)
    code, text = gpu_check("--help")
    expect("help", code == 0 and "conformance" in text, True)
    expect("wrong use", gpu_check("--only", "nothing")[0], 2)


if __name__ == "__main__":
    if sys.argv[1] == "compare":
        PROBES, _ = probe_ptx.probes(90, 90)
        for test in (compare_arrays, compare_prints, compare_instructions, compare_legs):
            test()
    else:
        {"dry": dry, "none": none}[sys.argv[1]](sys.argv[2])
