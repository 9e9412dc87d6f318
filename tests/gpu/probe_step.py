# SPDX-License-Identifier: Apache-2.0
"""The simulator against the device, instruction by instruction: the same
kernels (probe_ptx.py) and operands through both drivers by one program,
gpu_probe. Where the ISA defines the result its bits must be equal, NaN apart;
approximations may be as far apart as their bounds allow."""
import array
import math
import struct
import sys

import probe_ptx

MODULE = 64  # kernels in a text: what is refused takes these with it
SHOWN = 6    # rows of an instruction in the list of differences

# Which PTX a driver reads, by CUDA's version.
PTX_OF_CUDA = {12: {0: 80, 1: 81, 2: 82, 3: 83, 4: 84, 5: 85, 6: 85, 7: 86, 8: 87, 9: 88}}


def ptx_version(driver):
    major, minor = driver // 1000, driver % 1000 // 10
    if major < 12:
        return 70 + minor
    return PTX_OF_CUDA.get(major, {}).get(minor, 90)


# ---- bounds ----

# What an approximation may be off by: relative and absolute, the ISA's bound
# with a little for the simulator's own rounding; `reach`: beyond which operand
# it promises nothing.
BOUNDS = {
    ("div", "f32"): (3 * 2**-23, 0, None), ("rcp", "f32"): (2 * 2**-23, 0, None),
    ("sqrt", "f32"): (2 * 2**-23, 0, None), ("rsqrt", "f32"): (3 * 2**-23, 0, None),
    ("sin", "f32"): (0, 2**-20.5, math.pi), ("cos", "f32"): (0, 2**-20.5, math.pi),
    ("lg2", "f32"): (2**-21.9, 2**-21.9, None), ("ex2", "f32"): (2**-21.5, 0, None),
    ("tanh", "f32"): (2**-10.9, 0, None),
    ("ex2", "f16"): (2**-9.7, 2**-24, None), ("tanh", "f16"): (0, 2**-10.5, None),
    ("ex2", "bf16"): (2**-6.8, 0, None), ("tanh", "bf16"): (2**-6.8, 2**-8, None),
    ("rcp", "f64"): (2**-19, 0, None), ("rsqrt", "f64"): (2**-19, 0, None),
}
TINY = {"f32": 2**-126, "f64": 2**-1022, "f16": 2**-14, "bf16": 2**-126}


def as_float(bits, t):
    if t == "f64":
        return struct.unpack("<d", struct.pack("<Q", bits))[0]
    if t == "f16":
        return struct.unpack("<e", struct.pack("<H", bits & 0xffff))[0]
    if t == "bf16":
        bits = (bits & 0xffff) << 16
    return struct.unpack("<f", struct.pack("<I", bits & 0xffffffff))[0]


def parts(bits, t):
    """A register as the numbers that are in it."""
    if t in ("f16x2", "bf16x2"):
        return [as_float(bits, t[:-2]), as_float(bits >> 16, t[:-2])]
    return [as_float(bits, t)]


def within(probe, got, want, operand):
    t = probe.types[0]
    relative, absolute, reach = BOUNDS.get((probe.base, t.replace("x2", "")), (0, 0, None))
    for g, w, x in zip(parts(got, t), parts(want, t), parts(operand, t)):
        if reach and not abs(x) <= reach:
            continue
        if math.isnan(g) or math.isnan(w):
            if not (math.isnan(g) and math.isnan(w)) and not beyond(probe, x, g, w):
                return False
            continue
        if g == w or beyond(probe, x, g, w):
            continue
        if math.isinf(g) or math.isinf(w):
            return False
        flushed = "ftz" in probe.words and max(abs(g), abs(w)) <= TINY[t.replace("x2", "")]
        if abs(g - w) > absolute + relative * abs(w) and not flushed:
            return False
    return True


def beyond(probe, x, g, w):
    """Quotients of infinity by what is past 2^126 are 0 or NaN."""
    return probe.base == "div" and "approx" in probe.words and {abs(g), abs(w)} & {0.0}


def is_nan(bits, t):
    return any(map(math.isnan, parts(bits, t)))


def unspecified(probe, row, operands):
    """Whether the ISA leaves the result open."""
    if probe.base in ("div", "rem") and probe.types[0][0] in "us":
        return operands[1][row] & (1 << probe.sources[1]) - 1 == 0
    return False


FLOATS = {"f16", "f32", "f64", "bf16", "f16x2", "bf16x2"}


def same(probe, row, got, want, operands):
    if got == want or unspecified(probe, row, operands):
        return True
    t = probe.types[0]
    if got[1] != want[1] or t not in FLOATS:
        return False
    if probe.approximate:
        return within(probe, got[0], want[0], operands[0][row])
    return all(g == w or math.isnan(g) and math.isnan(w) for g, w in zip(parts(got[0], t), parts(want[0], t)))


# ---- the two runs ----

def write_operands(folder, family):
    lists = probe_ptx.operands(family)
    data = array.array("Q", [n for numbers in lists for n in numbers])
    if sys.byteorder != "little":
        data.byteswap()
    (folder / f"{family}.bin").write_bytes(data.tobytes())
    return lists


def write_modules(folder, probes, head, size):
    """Texts of `size` kernels with operands of one family each."""
    lines, number = [f"rows {probe_ptx.ROWS}"], 0
    for family in probe_ptx.EDGES:
        mine = [p for p in probes if p.family == family]
        lines.append(f"operands {family}")
        for at in range(0, len(mine), size):
            some = mine[at:at + size]
            (folder / f"m{number}.ptx").write_text(head + "".join(p.text for p in some))
            lines.append(f"module m{number}.ptx")
            lines += [f"kernel {p.name}" for p in some]
            number += 1
    (folder / "list.txt").write_text("\n".join(lines) + "\n")


def run_list(check, folder, library, results):
    """({name: place in the results}, {name: why not}, words on modules)."""
    program = check.build / "tests" / "gpu" / "gpu_probe"
    done = check.run([program, library, folder, results], timeout=240, library=library, env=sim_device(check))
    places, failures, refused = {}, {}, []
    for line in done.stdout.splitlines():
        word, _, rest = line.partition(" ")
        name, _, why = rest.partition(": ")
        if word == "ok":
            places[name] = len(places)
        elif word == "failed":
            failures[name] = why
        elif word == "refused":
            refused.append(rest)
    if done.returncode:
        refused.append(f"gpu_probe: {done.why} {done.stderr[-200:]}")
    return places, failures, refused


def sim_device(check):
    known = [75, 80, 90, 100]
    return {"PORTKERN_SIM_DEVICE": f"sm_{max([k for k in known if k <= check.arch], default=75)}"}


def run_all(check, name, library, probes, head):
    """{kernel: its results}, {kernel: why there are none}. What was refused
    with others is tried alone."""
    results, failures = {}, {}
    for size in (MODULE, 1):
        folder = check.scratch / f"probe-{name}-{size}"
        folder.mkdir(parents=True)
        for family in probe_ptx.EDGES:
            write_operands(folder, family)
        write_modules(folder, probes, head, size)
        places, failures, refused = run_list(check, folder, library, folder / "results")
        data = memoryview((folder / "results").read_bytes()) if (folder / "results").exists() else b""
        step = 16 * probe_ptx.ROWS
        results.update({k: data[i * step:(i + 1) * step] for k, i in places.items()})
        for words in refused:
            check.log(f"probe on the {name}: {words}")
        probes = [p for p in probes if p.name not in results]
        if not probes or len(probes) > 1000:
            break
    for p in probes:
        failures.setdefault(p.name, "did not run: the device was lost before")
    return results, failures


def rows_that_differ(probe, got, want, operands):
    g, w = struct.iter_unpack("<QQ", got), struct.iter_unpack("<QQ", want)
    return [(row, a, b) for row, (a, b) in enumerate(zip(g, w)) if a != b and not same(probe, row, a, b, operands)]


def describe(probe, bad, operands):
    text = f"{probe_ptx.instruction(probe)}: {len(bad)} of {probe_ptx.ROWS} rows\n"
    text += "    " + probe.text.split("\n\t")[-3].strip() + "\n"
    for row, got, want in bad[:SHOWN]:
        sources = [f"{'abcd'[i]} {operands[i][row] & (1 << bits) - 1:#x}" for i, bits in enumerate(probe.sources)]
        text += f"    {' '.join(sources)}: device {got[0]:#x} {got[1]}, simulator {want[0]:#x} {want[1]}\n"
    return text


def run(check):
    version = min(ptx_version(check.driver), 90)
    target = max(t for t in (70, 75, 80, 86, 89, 90, 100) if t <= max(check.arch, 70))
    head = f".version {version // 10}.{version % 10}\n.target sm_{target}\n.address_size 64\n"
    probes, newer = probe_ptx.probes(target, version)
    if newer:
        check.skipped("probe", f"forms newer than sm_{target} or PTX {version / 10}", newer)
    if check.small:
        probes = probes[::16]
    operands = {family: probe_ptx.operands(family) for family in probe_ptx.EDGES}
    want, refused = run_all(check, "simulator", check.simulator, probes, head)
    got, failures = run_all(check, "device", check.library, probes, head)
    lines = [f"{check.device}, sm_{check.arch}, driver {check.driver}: "
             f"{len(probes)} instructions, {probe_ptx.ROWS} operands each\n"]
    for probe in probes:
        compare(check, probe, got, want, failures, refused, operands, lines)
    (check.out / "probe-differences.txt").write_text("\n".join(lines))


def compare(check, probe, got, want, failures, refused, operands, lines):
    text = probe_ptx.instruction(probe)
    if probe.name not in got or probe.name not in want:
        why = f"device: {failures.get(probe.name, 'ran')}, simulator: {refused.get(probe.name, 'ran')}"
        check.result("probe", False, f"{text}: {why}")
        lines.append(f"{text}: {why}\n")
        return
    mine = operands[probe.family]
    bad = [] if got[probe.name] == want[probe.name] else rows_that_differ(
        probe, got[probe.name], want[probe.name], mine)
    if bad:
        lines.append(describe(probe, bad, mine))
    check.result("probe", not bad, lines[-1].replace("\n", " ") if bad else text)
