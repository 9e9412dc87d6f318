# SPDX-License-Identifier: Apache-2.0
"""The legs: one process of pkfuzz-runner for each way to run a program, so that
a crash or a hang has an owner. A leg is a backend and, behind dots, variants
of it; behind an @, every how many-th program it gets. cpu.v2, .v3 and .v4 are
code for the levels of x86-64: vectors of SSE4.2, AVX2 and AVX-512. cpu.random has
for each program, by its number, lanes, rows, slices, melting and an order of blocks."""
import os
import random
import select
import struct
import subprocess
import time

import program
from oracle import records, rules

# What cpu.random puts together: one word of each, "" for what the rules choose.
CODES = (("", "vectors", "scalar", "vectors4", "vectors8", "vectors16", "vectors32", "vectors64"),
         ("", *(f"rows{n}" for n in range(1, 9))), ("", "", "slices1", "slices3"), ("", "blocks"),
         ("", "reversed", "shuffled"), ("", "streams"))

VARIANTS = {
    "interp": {form: {"PORTKERN_INTERP_FORM": form} for form in ("threads", "lanes", "block")},
    "faulty": {},
    "cpu": {**{code: {"PORTKERN_CPU_CODE": code} for code in ("plain", "vectors", "vectors8", "vectors64", "rows4", "slices1")},
            **{f"v{k}": {"PORTKERN_CPU_TARGET": f"x86-64-v{k}"} for k in (2, 3, 4)}, "random": {}},
    "cuda": {},
    "opencl": {form: {"PORTKERN_OPENCL_FORM": form} for form in ("threads", "lanes", "block", "wide")},
}


def variables(name):
    """The environment of a leg: each word behind the backend's adds to it."""
    backend, *words = name.split(".")
    if backend not in VARIANTS or not all(w in VARIANTS[backend] for w in words):
        known = [b + "".join(f" .{w}" for w in more) for b, more in VARIANTS.items()]
        raise SystemExit(f"no leg {name}: there are {', '.join(known)}")
    return {key: value for w in words for key, value in VARIANTS[backend][w].items()}


def code_of(seed):
    """PORTKERN_CPU_CODE of a program for cpu.random."""
    choose = random.Random(seed).choice
    return ",".join(filter(None, map(choose, CODES)))


class Answer:
    """What a leg said of a program: status "ok" with the memory, the library's
    status with its message, or "crash" and "hang"."""

    def __init__(self, status, memory=b"", message=""):
        self.status, self.memory, self.message = status, memory, message


def request(p):
    """A program as pkfuzz-runner reads it."""
    image, starts = p.image()
    source = p.text.encode()
    starts = iter(starts)
    lines = []
    for a in p.args:
        if not isinstance(a, program.Array):
            t, v = a
            bits = int.from_bytes(struct.pack("<" + program.FORMAT[t], v), "little")
            if t[0] == "i":
                bits = v & (1 << 64) - 1
            lines.append(f"scalar {rules.NUMPY[t]} {bits:x}")
            continue
        size = records.size(a.dtype)
        words = [rules.NUMPY.get(a.dtype, a.dtype), a.use[:7], next(starts) + a.offset * size, len(a.shape), *a.shape,
                 *(s * size for s in a.strides)]
        lines.append("array " + " ".join(map(str, words)))
    shape = [*p.launch["grid"], *p.launch["block"]]
    head = ["run", p.launch["kernel"], *shape, p.launch["place"], len(p.args), len(source), len(image)]
    return ("\n".join([" ".join(map(str, head))] + lines) + "\n").encode() + source + image


class Leg:
    def __init__(self, spec, runner, env, limit=20.0):
        self.name, _, every = spec.partition("@")
        self.every = int(every or 1)
        base, _, device = self.name.partition(":")
        self.backend = base.split(".")[0] + (":" + device if device else "")
        self.runner, self.limit, self.process = runner, limit, None
        self.env = {**os.environ, **env, **variables(base)}
        self.random = "random" in base.split(".")
        self.programs, self.seconds = 0, 0.0
        self.plant = lambda text, source: text

    def title(self, p):
        """The leg, and what it was for this program."""
        return f"{self.name} ({code_of(p.seed)})" if self.random else self.name

    def takes(self, p):
        """In the threads form a thread that returned goes on without doing
        anything; the interpreter then misses it in the operations of warps.
        OpenCL has no recursion."""
        if self.name == "interp.threads" and {"warp", "return"} <= p.tags:
            return False
        if self.backend.startswith("opencl") and p.recurses():
            return False
        return p.seed % self.every == 0

    def start(self):
        self.process = subprocess.Popen([self.runner, self.backend], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=self.env, bufsize=0)
        self.pending = b""

    def stop(self):
        """Ends the process; what it said on its error stream."""
        if self.process is None:
            return ""
        self.process.stdin.close()
        try:
            said = self.process.stderr.read() if self.process.wait(20) else b""
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            said = b"did not end"
        for pipe in (self.process.stdout, self.process.stderr):
            pipe.close()
        self.process = None
        return said.decode(errors="replace")

    def take(self, size, deadline):
        """`size` bytes of the answer; up to the end of a line when negative."""
        while (size < 0 and b"\n" not in self.pending) or len(self.pending) < size:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise TimeoutError
            data = self.process.stdout.read(1 << 16)
            if not data:
                raise EOFError
            self.pending += data
        if size < 0:
            size = self.pending.index(b"\n") + 1
        data, self.pending = self.pending[:size], self.pending[size:]
        return data

    def run(self, p):
        return self.run_all([p])[0]

    def run_all(self, programs):
        """An answer for each. On OpenCL their kernels are one program of the
        driver's; what then crashes or hangs is asked one by one."""
        begin = time.monotonic()
        answers = self.ask(programs) if self.backend.startswith("opencl") and programs else []
        answers = [a for a in answers if a.status not in ("hang", "crash")]
        for p in programs[len(answers):]:
            answers += self.ask([p])
        self.programs += len(programs)
        self.seconds += time.monotonic() - begin
        return answers

    def ask(self, batch):
        """Answers up to the first crash or hang."""
        answers = []
        if self.random and self.env.get("PORTKERN_CPU_CODE") != code_of(batch[0].seed):
            self.stop()
            self.env["PORTKERN_CPU_CODE"] = code_of(batch[0].seed)
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(b"batch %d\n" % len(batch) + b"".join(map(request, batch)))
            deadline = time.monotonic() + self.limit * len(batch)
            while len(answers) < len(batch):
                answers.append(self.answer(deadline, batch[len(answers)]))
        except TimeoutError:
            self.process.kill()
            self.stop()
            answers.append(Answer("hang", message=f"no answer in {self.limit:.0f} seconds"))
        except (EOFError, BrokenPipeError):
            code = self.process.wait()
            said = self.stop()
            answers.append(Answer("crash", message=f"exit {code}: {said[-2000:]}"))
        if self.process and any(a.status != "ok" for a in answers):
            self.stop()  # a device that failed may stay lost for the programs that follow
        return answers

    def answer(self, deadline, p):
        words = self.take(-1, deadline).decode().split()
        data = self.take(int(words[-1]), deadline)
        if words[0] == "emit":  # the plugin of faulty.c asks for the IR to run
            text = self.plant(data.decode(), p.text).encode()
            self.process.stdin.write(f"{len(text)}\n".encode() + text)
            return self.answer(deadline, p)
        if words[0] == "ok":
            return Answer("ok", data)
        return Answer(words[1], message=data.decode(errors="replace"))


def judge(p, answer, want, exact):
    """None, or what is wrong with an answer. `want` is the memory that is
    right, by CPython or (`exact`) by another leg."""
    if answer.status != "ok":
        return f"{answer.status}: {answer.message}"
    return p.difference(answer.memory, want, exact)
