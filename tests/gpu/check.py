# SPDX-License-Identifier: Apache-2.0
"""What the steps of scripts/gpu-check share: where things are, running
programs with a limit of time, and the account of what was found."""
import collections
import os
import pathlib
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Done:
    """A program that ended, was killed, or could not be started."""

    def __init__(self, returncode, stdout, stderr, why):
        self.returncode, self.stdout, self.stderr, self.why = returncode, stdout, stderr, why


class Check:
    def __init__(self, build, out, dry):
        self.root, self.build, self.out, self.dry = ROOT, build, out, dry
        self.portkern = build / "tools" / "portkern"
        self.simulator = str(build / "portkern" / "libportkern_cudasim.so")
        # The driver of the device; the simulator in a dry run.
        self.library = self.simulator if dry else os.environ.get("PORTKERN_LIBCUDA", "libcuda.so.1")
        self.scratch = None  # a folder for what need not be kept
        self.device = "unknown"
        self.passed = collections.Counter()
        self.failed = collections.defaultdict(list)
        self.skips = collections.defaultdict(collections.Counter)
        self.seconds = {}
        self.began = time.monotonic()
        out.mkdir(parents=True, exist_ok=True)
        self.log_file = open(out / "log.txt", "w", errors="replace")

    # ---- the account ----

    def log(self, text):
        self.log_file.write(f"[{time.monotonic() - self.began:7.2f}] {text}\n")
        self.log_file.flush()

    def result(self, step, ok, what):
        if ok:
            self.passed[step] += 1
        else:
            self.failed[step].append(what)
            self.log(f"FAIL {step}: {what}")
            if len(self.failed[step]) <= 20:
                print(f"  FAIL {what}"[:400], flush=True)

    def skipped(self, step, why, count=1):
        if why not in self.skips[step]:
            self.log(f"skip {step}: {why}")
        self.skips[step][why] += count

    def summary(self, steps):
        lines = [f"device: {self.device}" + (" (dry run)" if self.dry else "")]
        for step in steps:
            skips = sum(self.skips[step].values())
            lines.append(f"{step:12} {self.passed[step]} passed, {len(self.failed[step])} failed, {skips} skipped"
                         f" ({self.seconds.get(step, 0):.1f} s)")
            lines += [f"    skipped {count}: {why}" for why, count in self.skips[step].items()]
            lines += [f"    FAILED {what}"[:600] for what in self.failed[step][:20]]
            if len(self.failed[step]) > 20:
                lines.append(f"    and {len(self.failed[step]) - 20} more: log.txt has them")
        return "\n".join(lines) + "\n"

    # ---- programs ----

    def environment(self, library=None, env=()):
        full = {k: v for k, v in os.environ.items() if not k.startswith("PORTKERN_")}
        full["PORTKERN_CACHE_DIR"] = "off"
        full["PORTKERN_LIBCUDA"] = library or self.library
        full.update(env)
        return full

    def run(self, command, library=None, timeout=60, env=(), cwd=None):
        """Never raises for what the program does."""
        command = [str(word) for word in command]
        try:
            done = subprocess.run(command, env=self.environment(library, env), timeout=timeout, cwd=cwd,
                                  capture_output=True, text=True, errors="replace")
            end = Done(done.returncode, done.stdout, done.stderr, f"exit {done.returncode}")
        except subprocess.TimeoutExpired as e:
            text = [(t or b"").decode(errors="replace") for t in (e.stdout, e.stderr)]
            end = Done(-1, *text, f"killed after {timeout} s")
        except OSError as e:
            end = Done(-1, "", str(e), str(e))
        if end.returncode:
            self.log(f"{' '.join(command)[:400]}: {end.why}\n{end.stderr[-2000:]}")
        return end
