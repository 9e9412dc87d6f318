# SPDX-License-Identifier: Apache-2.0
"""The corpus on the device: each output against NumPy's answer, and bit for bit
against the interpreter's and the simulator's. The cases come from pack.py's
files, so that no NumPy is needed.

A process runs the cases of one file: when the device is lost there, the other
files are still run."""
import re
import shlex

import npy
import pack

LOST = re.compile(r"\.\.\. (\d+) more prints were lost")
NUMBERED = re.compile(r"(thread \d+) line (\d+)")


def prints_differ(case, lines):
    """Blocks and threads print in any order, a thread in its own."""
    if case["lost"]:
        lost = LOST.fullmatch(lines[-1]) if lines else None
        total = len(lines) - 1 + int(lost[1]) if lost else 0
        return None if total == case["threads"] else f"{len(lines)} lines of {case['threads']}"
    if sorted(lines) != sorted(case["prints"]):
        wrong = sorted(set(lines) ^ set(case["prints"]))
        return f"printed {len(lines)} lines, want {len(case['prints'])}; not in both: {wrong[:4]}"
    numbers = {}
    for thread, number in (m.groups() for m in map(NUMBERED.fullmatch, lines) if m):
        numbers.setdefault(thread, []).append(int(number))
    return next((f"{t} printed its lines in the order {n}" for t, n in numbers.items() if n != sorted(n)), None)


class Runner:
    def __init__(self, check, folder, name, backend, library):
        self.check, self.name, self.backend = check, name, backend
        self.library = library
        self.folder = folder / name
        self.folder.mkdir(parents=True)

    def line(self, case, number, arrays_at):
        words = [f"{self.check.root / 'tests' / 'kernels' / case['file']}:{case['kernel']}",
                 "--grid", case["grid"], "--block", case["block"]]
        if case["shared"]:
            words += ["--shared", str(case["shared"])]
        words += [a.replace("@", f"@{arrays_at}/") for a in case["args"]]
        for i in case["expect"]:
            words += ["--save", f"{i}={self.output(number, i)}"]
        return shlex.join(words) + "\n"

    def output(self, number, i):
        return self.folder / f"{number}_{i}.npy"

    def run(self, cases, arrays_at, checked):
        """{number: (ok, its last line, lines printed)}. The first case that
        ends the process is told; those behind it run in another one."""
        numbers = [n for n, c in cases if not c["only"] or self.backend in c["only"]]
        by_number, found = dict(cases), {}
        for _ in range(4):
            if not numbers:
                break
            path = self.folder / "launches.txt"
            path.write_text("".join(self.line(by_number[n], n, arrays_at) for n in numbers))
            done = self.check.run([self.check.portkern, "run", "--list", path, "--backend", self.backend],
                                  library=self.library, timeout=120,
                                  env={"PORTKERN_CHECK": "bounds"} if checked else {})
            answers = list(self.answers(done.stdout))
            found.update(zip(numbers, answers))
            lost = next((i for i, (ok, line, _) in enumerate(answers) if "the device is lost" in line), None)
            numbers = numbers[len(answers) if lost is None else lost:]
            if lost is None and numbers:
                found[numbers[0]] = (False, f"the command stopped ({done.why}): {done.stderr[-300:]}", [])
                numbers = numbers[1:]
        return found

    @staticmethod
    def answers(text):
        printed = []
        for line in text.splitlines():
            if line.startswith(("ok ", "FAIL ")):
                yield line.startswith("ok "), line, printed
                printed = []
            else:
                printed.append(line)


def wrong(case, number, answer, runner, arrays, peers):
    """None, or why a launch is not right."""
    ok, line, printed = answer
    why = prints_differ(case, printed)
    if why:
        return why
    if case["error"]:
        missing = [w for w in case["error"] if w not in line]
        return "succeeded" if ok else f"message lacks {missing}: {line}" if missing else None
    if not ok:
        return line
    for i, name in case["expect"].items():
        got = npy.load(runner.output(number, i))
        why = npy.difference(got, npy.parse(arrays[name]), case["rtol"], case["atol"])
        if why:
            return f"argument {i}: {why}"
        for peer in peers:
            if peer.output(number, i).exists():
                why = npy.difference(got, npy.load(peer.output(number, i)))
                if why:
                    return f"argument {i} against {peer.name}: {why}"
    return None


def run_file(check, name, runners, checked):
    rows, arrays = pack.read(pack.FOLDER / f"{name}.tgz")
    arrays_at = check.scratch / "corpus" / ("checked" if checked else "arrays")
    arrays_at.mkdir(parents=True, exist_ok=True)
    for array, data in arrays.items():
        (arrays_at / array).write_bytes(data)
    cases = [(n, c) for n, c in enumerate(rows) if c["checked"] <= checked]
    answers = {r.name: r.run(cases, arrays_at, checked) for r in runners}
    for runner in runners:
        peers = [r for r in runners if r is not runner and runner.name == "device"]
        for number, case in cases:
            if case["only"] and runner.backend not in case["only"]:
                check.skipped("corpus", f"{runner.name}: cases for other backends only")
                continue
            answer = answers[runner.name].get(number, (False, "was not run: the device was lost before", []))
            why = wrong(case, number, answer, runner, arrays, peers)
            check.result("corpus", why is None, f"{runner.name}: {case['case']}: {why}")


def run(check):
    for checked in (False, True):
        folder = check.scratch / "corpus" / ("bounds" if checked else "plain")
        for name in pack.names():
            if checked and name != "bounds":
                continue
            make = lambda *what: Runner(check, folder / name, *what)  # noqa: E731
            run_file(check, name, [make("interp", "interp", None), make("simulator", "cuda", check.simulator),
                                   make("device", "cuda", check.library)], checked)
