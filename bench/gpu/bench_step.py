# SPDX-License-Identifier: Apache-2.0
"""Benchmarks: portkern, and what else there is, on the same work.

A leg is a process that takes commands (gpu_bench, rivals.py). All legs hold
their arrays at once and are timed in turns, so that what the machine does
meanwhile meets all of them. Times of kernels are the device's, between events
around as many launches as take some milliseconds; medians of all rounds count.
Each leg's result is compared with portkern's first."""
import array
import filecmp
import json
import os
import pathlib
import re
import select
import shutil
import statistics
import subprocess
import sys

import cases

HERE = pathlib.Path(__file__).resolve().parent
BATCH_NS, LAUNCHES = 3e6, 200
SAMPLE = 50000  # elements looked at where bits are not equal


class LegFailed(Exception):
    pass


class Leg:
    """`rounds_alike`: fuses and approximates nothing, as portkern does."""

    def __init__(self, check, name, command, twin=False, rounds_alike=False, env=()):
        self.name, self.twin, self.rounds_alike = name, twin, rounds_alike
        self.rest = b""
        self.process = subprocess.Popen([str(w) for w in command], env=check.environment(None, env),
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=open(check.scratch / f"{name}.err", "w"))
        try:
            self.answer(60)
        except LegFailed:
            self.close()
            raise

    def answer(self, timeout):
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.process.stdout], [], [], timeout)
            data = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if not data:
                self.close()
                raise LegFailed(f"no answer in {timeout} s" if not ready else "the process ended")
            self.rest += data
        line, _, self.rest = self.rest.partition(b"\n")
        word, _, rest = line.decode(errors="replace").partition(" ")
        if word != "ok":
            raise LegFailed(rest or "no answer that can be read")
        return [float(n) for n in rest.split()]

    def ask(self, line, timeout=60):
        if self.process.poll() is not None:
            raise LegFailed("the process ended")
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self.answer(timeout)

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()


# ---- which legs there are ----

def find_nvcc():
    """NVCC names one, or a file that is not there for none."""
    if "NVCC" in os.environ:
        return os.environ["NVCC"] if os.access(os.environ["NVCC"], os.X_OK) else None
    homes = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"]
    places = [shutil.which("nvcc"), *(f"{home}/bin/nvcc" for home in homes if home)]
    return next((p for p in places if p and os.access(p, os.X_OK)), None)


def compile_twins(check, nvcc, name, options):
    """An image of twins.cu: PTX for the simulator, which runs nothing else."""
    kind = "ptx" if check.library == check.simulator else "cubin"
    image = check.scratch / f"{name}.{kind}"
    done = check.run([nvcc, f"-arch=sm_{check.arch}", f"-{kind}", *options, HERE / "twins.cu", "-o", image],
                     timeout=120, env={"PATH": os.environ.get("PATH", "")})
    if done.returncode:
        raise LegFailed(f"nvcc: {done.why}: {(done.stderr or done.stdout)[-200:]}")
    return image


def fast_kernels(check):
    """kernels.py, compiled with fastmath."""
    text = (HERE / "kernels.py").read_text()
    text = re.sub(r"@cuda\.jit(\((.*)\))?$", lambda m: f"@cuda.jit({m[2] + ', ' if m[2] else ''}fastmath=True)",
                  text, flags=re.M)
    path = check.scratch / "kernels_fast.py"
    path.write_text(text)
    return path


def open_legs(check):
    bench = check.build / "bench" / "gpu" / "gpu_bench"
    on_device = {"PORTKERN_BACKEND": "cuda"}
    nvcc = find_nvcc()

    def twin(name, options):
        if not nvcc:
            raise LegFailed("there is no nvcc")
        return Leg(check, name, [bench, "driver", check.library, compile_twins(check, nvcc, name, options)], twin=True,
                   rounds_alike="-fmad=false" in options)

    makers = {
        "portkern": lambda: Leg(check, "portkern", [bench, "portkern", HERE / "kernels.py"], rounds_alike=True,
                                env=on_device),
        "nvcc-exact": lambda: twin("nvcc-exact", ["-fmad=false"]),
        "nvcc": lambda: twin("nvcc", []),
        "portkern-fast": lambda: Leg(check, "portkern-fast", [bench, "portkern", fast_kernels(check)], env=on_device),
        "nvcc-fast": lambda: twin("nvcc-fast", ["-use_fast_math"]),
        "numba": lambda: Leg(check, "numba", [sys.executable, HERE / "rivals.py", "numba", HERE / "kernels.py"]),
        "cupy": lambda: Leg(check, "cupy", [sys.executable, HERE / "rivals.py", "cupy", HERE / "twins.cu"], twin=True),
    }
    if check.dry:
        del makers["numba"], makers["cupy"]  # they want a real driver
        check.skipped("bench", "numba: a dry run")
        check.skipped("bench", "cupy: a dry run")
        makers["interp"] = lambda: Leg(check, "interp", [bench, "portkern", HERE / "kernels.py"], rounds_alike=True,
                                       env={"PORTKERN_BACKEND": "interp"})
    legs = []
    for name, make in makers.items():
        try:
            legs.append(make())
        except LegFailed as e:
            if name.startswith("portkern"):
                check.result("bench", False, f"{name}: {e}")
            else:
                check.skipped("bench", f"{name}: {e}")
    return legs


# ---- results ----

def sampled(path, kind, step):
    with open(path, "rb") as file:
        data = array.array({"f32": "f", "i32": "i", "f64": "d"}[kind], file.read())
    return data[::step]


def wrong(case, leg, got, want):
    """None, or why a leg's result is not portkern's."""
    if filecmp.cmp(got, want, shallow=False):
        return None
    if got.stat().st_size != want.stat().st_size:
        return "another size"
    if leg.rounds_alike and not case.tolerance:
        return "the bits are not portkern's"
    kind = case.args[case.out].split(":")[0]
    step = max(1, want.stat().st_size // 4 // SAMPLE)
    g, w = sampled(got, kind, step), sampled(want, kind, step)
    bound = max(case.loose, case.tolerance) * max(map(abs, w))
    bad = sum(not abs(x - y) <= bound for x, y in zip(g, w))  # NaN is bad
    return f"{bad} of {len(w)} elements are off by more than {bound:.3g}" if bad * 100 > len(w) else None


def compare(check, case, legs):
    """The legs whose result is right."""
    files = {}
    for leg in legs:
        path = check.scratch / f"{leg.name}.out"
        try:
            leg.ask(f"save {case.out_twin() if leg.twin else case.out} {path}")
            files[leg.name] = path
        except LegFailed as e:
            check.result("bench", False, f"{case.name} {leg.name}: {e}")
    good = []
    for leg in (x for x in legs if x.name in files):
        why = wrong(case, leg, files[leg.name], files["portkern"]) if "portkern" in files else "portkern has no result"
        check.result("bench", why is None, f"{case.name} {leg.name}: {why}")
        if why is None:
            good.append(leg)
    for path in files.values():
        path.unlink()
    return good


# ---- times ----

def in_turns(check, case, legs, rounds, measure):
    """{leg: [what `measure` gave, ...]}; a leg that fails drops out."""
    out = {leg.name: [] for leg in legs}
    for number in range(rounds):
        turn = number % max(1, len(legs))
        for leg in legs[turn:] + legs[:turn]:
            try:
                out[leg.name].append(measure(leg))
            except LegFailed as e:
                check.result("bench", False, f"{case.name} {leg.name}: {e}")
                legs = [x for x in legs if x is not leg]
    return {name: values for name, values in out.items() if values}


def kernel_times(check, case, legs):
    counts = {}

    def warm(leg):
        leg.ask("time 1")
        once = leg.ask("time 2")[0]
        counts[leg.name] = 2 if check.small else int(max(3, min(LAUNCHES, BATCH_NS / max(once, 1))))

    in_turns(check, case, legs, 1, warm)
    legs = [leg for leg in legs if leg.name in counts]
    times = in_turns(check, case, legs, 2 if check.small else 15, lambda leg: leg.ask(f"time {counts[leg.name]}")[0])
    return {name: spread(values) for name, values in times.items()}


def spread(values):
    """(median, half of what the middle half spans, relative)."""
    median = statistics.median(values)
    quarters = statistics.quantiles(values, n=4) if len(values) > 2 else [min(values), median, max(values)]
    return median, (quarters[2] - quarters[0]) / 2 / median if median else 0.0


def latencies(check, legs):
    case, count = cases.empty(), 3 if check.small else 1000
    loaded = load(check, case, legs)
    rounds = in_turns(check, case, loaded, 2 if check.small else 9, lambda leg: leg.ask(f"latency {count}"))
    drop(loaded)
    return {name: [statistics.median(column) for column in zip(*values)] for name, values in rounds.items()}


def load(check, case, legs):
    loaded = []
    for leg in legs:
        try:
            leg.ask(case.load_twin() if leg.twin else case.load())
            loaded.append(leg)
        except LegFailed as e:
            check.result("bench", False, f"{case.name} {leg.name}: {e}")
    return loaded


def drop(legs):
    for leg in legs:
        try:
            leg.ask("drop")
        except LegFailed:
            pass  # said before


# ---- the page ----

LATENCY = ["submit", "launch and wait", "submit, prepared", "launch and wait, prepared"]
PAIRS = [("nvcc-exact", "portkern"), ("nvcc", "portkern"), ("nvcc-fast", "portkern-fast"), ("numba", "portkern"),
         ("cupy", "portkern")]


def cell(entry):
    return f"{entry[0] / 1000:.2f} ±{100 * entry[1]:.1f}%" if entry else "–"


def ratio(times, theirs, ours):
    return f"{times[theirs][0] / times[ours][0]:.2f}" if theirs in times and ours in times else "–"


def rate(case, times):
    return f"{case.work / times['portkern'][0] * 1e9:.0f} {case.unit}/s" if "portkern" in times else "–"


def machine(check):
    done = check.run(["nvidia-smi", "--query-gpu=name,driver_version,clocks.max.sm,clocks.max.mem",
                      "--format=csv,noheader"]) if not check.dry else None
    if not done or done.returncode:
        return check.device
    name, driver, clock, memory = (done.stdout.splitlines()[0].split(", ") + 4 * ["?"])[:4]
    return f"{name}, driver {driver}, at most {clock} (memory {memory})"


def page(check, legs, table, latency):
    names = [leg.name for leg in legs if leg.name != "interp"]
    lines = [f"# {check.device}: kernels beside CUDA C, numba-cuda and CuPy", ""]
    if check.dry:
        lines += ["A dry run on the simulator: the times mean nothing.", ""]
    lines += [
        "`scripts/gpu-check --only bench`; the kernels are `bench/gpu/kernels.py`, their twins in CUDA C",
        "`bench/gpu/twins.cu`. Microseconds of the device for one launch, medians of rounds in which the legs",
        "take turns, with half of the interquartile range. Results are compared before anything is timed.",
        "*nvcc-exact* is `-fmad=false`, which rounds as portkern does and gives the same bits; *nvcc* its",
        "default, which fuses; *-fast* is `fastmath=True` and `-use_fast_math`. Ratios are their time to ours:",
        "over 1, portkern is faster.", "", f"Machine: {machine(check)}.", ""]
    lines += ["| kernel | " + " | ".join(names) + " | portkern's rate | " +
              " | ".join(f"{a} / {b}" for a, b in PAIRS if a in names) + " |",
              "|---|" + "---:|" * (len(names) + 1 + sum(a in names for a, _ in PAIRS))]
    for case, times in table:
        lines.append(f"| {case.name} | " + " | ".join(cell(times.get(n)) for n in names) + f" | {rate(case, times)} | "
                     + " | ".join(ratio(times, a, b) for a, b in PAIRS if a in names) + " |")
    lines += ["", "Launch of an empty kernel, microseconds of the host:", "", "| | " + " | ".join(LATENCY) + " |",
              "|---|" + "---:|" * len(LATENCY)]
    for name in (n for n in names if n in latency):
        numbers = [f"{ns / 1000:.2f}" for ns in latency[name]] + 4 * ["–"]
        lines.append(f"| {name} | " + " | ".join(numbers[:4]) + " |")
    why = check.skips["bench"]
    if why:
        lines += ["", "Not measured: " + "; ".join(why) + "."]
    return "\n".join(lines) + "\n"


def slug(name):
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("nvidia", "")).strip("-") or "gpu"


def run(check):
    legs = open_legs(check)
    table = []
    try:
        latency = latencies(check, [leg for leg in legs if leg.name != "interp"])
        for case in cases.cases(check.small):
            loaded = load(check, case, legs)
            good = [leg for leg in compare(check, case, loaded) if leg.name != "interp"]
            table.append((case, kernel_times(check, case, good)))
            drop(loaded)
    finally:
        for leg in legs:
            leg.close()
    text = page(check, legs, table, latency)
    name = f"gpu-{slug(check.device)}.md"
    (check.out / name).write_text(text)
    (check.out / "bench.json").write_text(json.dumps(
        {"latency": latency, "kernels": {case.name: times for case, times in table}}, indent=1))
    if not check.dry:
        (check.root / "docs" / "bench" / name).write_text(text)
    check.result("bench", all(times for _, times in table), "a kernel has no times")
