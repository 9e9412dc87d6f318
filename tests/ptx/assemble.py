#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Emits PTX for every case of the corpus and assembles it with ptxas, for each
architecture that the text may run on. Exits 77 (skipped) without ptxas.

    assemble.py PORTKERN [-k NAME] [--known FILE]

What was assembled before, by the same ptxas, is known from FILE and not
assembled again."""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import corpus  # noqa: E402

# --target, and what ptxas assembles its text for (it knows sm_75 and later)
TARGETS = {"sm_70": [75], "sm_75": [75, 80], "sm_80": [80, 90],
           "sm_90": [90, 100]}


def find_ptxas():
    return (os.environ.get("PTXAS") or shutil.which("ptxas") or
            shutil.which("ptxas", path="/usr/local/cuda/bin"))


def signature(args):
    return ", ".join(map(corpus.signature, args))


def block_words(block):
    return ["--block", corpus.dims(block)]


def emit(portkern, case, target):
    done = subprocess.run(
        [portkern, "emit", str(case.file), "-k", case.kernel, "-s",
         signature(case.args), "--to", "ptx", "--target", target,
         *block_words(case.block)],
        capture_output=True, text=True, timeout=60, check=False)
    return done.stdout if done.returncode == 0 else None, done.stderr


def assemble(ptxas, text, sm, folder):
    with tempfile.NamedTemporaryFile("w", suffix=".ptx", dir=folder) as file:
        file.write(text)
        file.flush()
        done = subprocess.run([ptxas, f"-arch=sm_{sm}", file.name, "-o",
                               "/dev/null"], capture_output=True, text=True,
                              timeout=120, check=False)
    return done.stderr if done.returncode else None


def unique_cases(only):
    """One case for each kernel and signature."""
    seen = {}
    for case in corpus.all_cases(only):
        if case.error or case.launched or case.named:
            continue
        seen.setdefault((case.file, case.kernel, signature(case.args),
                         str(case.block)), case)
    return seen.values()


def names(ptxas, jobs):
    """What stands for a text, an architecture and the ptxas in a file."""
    version = subprocess.run([ptxas, "--version"], capture_output=True, check=True).stdout
    return {job: hashlib.sha256(version + f"{job[1]}\n{job[0]}".encode()).hexdigest() for job in jobs}


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("portkern")
    ap.add_argument("-k", default="")
    ap.add_argument("--known", type=pathlib.Path)
    args = ap.parse_args()
    ptxas = find_ptxas()
    if not ptxas:
        print("skipped: no ptxas on PATH, in PTXAS or in /usr/local/cuda/bin")
        return 77
    failed, jobs = 0, {}
    for case in unique_cases(args.k):
        for target, archs in TARGETS.items():
            text, words = emit(args.portkern, case, target)
            if text is None:
                print(f"FAIL {case} --target {target}: "
                      f"{words.strip().splitlines()[0]}")
                failed += 1
            else:  # most texts are the same for several targets
                jobs.update({(text, sm): case for sm in archs})
    name = names(ptxas, jobs)
    known = set(args.known.read_text().split()) if args.known and args.known.exists() else set()
    right = []
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        tasks = {pool.submit(assemble, ptxas, *job, folder): job for job in jobs if name[job] not in known}
        for task, job in tasks.items():
            if task.result():
                print(f"FAIL {jobs[job]} on sm_{job[1]}: {task.result().strip()}")
                failed += 1
            else:
                right.append(name[job])
    if args.known:
        with args.known.open("a") as file:
            file.writelines(f"{line}\n" for line in right)
    print(f"{len(jobs)} texts, {len(tasks)} of them assembled now, {failed} failed")
    return 1 if failed or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
