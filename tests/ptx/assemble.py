#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Emits PTX for every case of the corpus and assembles it with ptxas, for each
architecture that the text may run on; the newest of them optimises it, too.
Exits 77 (skipped) without ptxas.

    assemble.py PORTKERN [-k NAME] [--one-in N] [--known FILE]

What was assembled before, by the same ptxas, is known from FILE and not
assembled again."""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import corpus  # noqa: E402
from emissions import emit_all  # noqa: E402

# --target, and what ptxas assembles its text for (it knows sm_75 and later)
TARGETS = {"sm_70": [75], "sm_75": [75], "sm_80": [80], "sm_90": [90, 100]}


def find_ptxas():
    return (os.environ.get("PTXAS") or shutil.which("ptxas") or
            shutil.which("ptxas", path="/usr/local/cuda/bin"))


def signature(args):
    """None: an argument's type has no name."""
    types = list(map(corpus.signature, args))
    return None if None in types else ", ".join(types)


def block_words(block):
    return ["--block", corpus.dims(block)]


def emission(case, target):
    return [case.file, "-k", case.kernel, "-s", signature(case.args), "--to", "ptx", "--target", target,
            "--shared", str(case.shared), *block_words(case.block)]


def assemble(ptxas, texts, options, folder):
    """ptxas' words about texts that it is given together, None: it takes them."""
    with tempfile.TemporaryDirectory(dir=folder) as here:
        files = [pathlib.Path(here) / f"{i}.ptx" for i in range(len(texts))]
        for file, text in zip(files, texts):
            file.write_text(text)
        try:
            done = subprocess.run([ptxas, *options, *files, "-o", "/dev/null"],
                                  capture_output=True, text=True, timeout=120, check=False)
        except subprocess.TimeoutExpired:
            return "no answer within two minutes"
    return (done.stderr or f"exit status {done.returncode}") if done.returncode else None


def batches(jobs, size=32):
    """Lists of texts that ptxas can take together: they have one target and the
    same options, and each name once. (Of two constants with one name it frees the
    same memory twice.)"""
    made = {}
    for text, options in jobs:
        head = (options, re.search(r"^\.version.*\n\.target.*", text, re.M)[0])
        names = set(re.findall(r"^\.(?:visible \.)?(?:entry|const|global|shared)\b.*?([\w$]+) *[\[(=;]", text, re.M))
        names |= set(re.findall(r"^\.func *(?:\(.*?\) *)?([\w$]+)", text, re.M))
        for texts, taken in made.setdefault(head, []):
            if len(texts) < size and taken.isdisjoint(names):
                break
        else:
            texts, taken = [], set()
            made[head].append((texts, taken))
        texts.append(text)
        taken |= names
    return [(texts, options) for (options, _), lists in made.items() for texts, _ in lists]


def failures(ptxas, texts, options, folder):
    """{text: ptxas' words} for those of a batch that it refuses. Half of what a
    short text costs is ptxas' start, so that all are tried at once first."""
    if not assemble(ptxas, texts, options, folder):
        return {}
    words = {text: assemble(ptxas, [text], options, folder) for text in texts}
    return {text: said for text, said in words.items() if said}


def unique_cases(only):
    """One case for each kernel and signature."""
    seen = {}
    for case in corpus.all_cases(only):
        types = signature(case.args)
        if case.error or case.launched or case.named or types is None:
            continue
        seen.setdefault((case.file, case.kernel, types, str(case.block)), case)
    return seen.values()


def with_options(emitted):
    """{(text, ptxas' options): case} of {(text, architecture): case}. ptxas takes
    or refuses a text without its optimiser, too, and in half the time."""
    newest = {}
    for text, sm in emitted:
        newest[text] = max(sm, newest.get(text, 0))
    return {(text, (f"-arch=sm_{sm}",) if sm == newest[text] else (f"-arch=sm_{sm}", "-O0")): case
            for (text, sm), case in emitted.items()}


def names(ptxas, jobs):
    """What stands for a text, the options and the ptxas in a file."""
    version = subprocess.run([ptxas, "--version"], capture_output=True, check=True).stdout
    return {job: hashlib.sha256(version + f"{' '.join(job[1])}\n{job[0]}".encode()).hexdigest() for job in jobs}


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("portkern")
    ap.add_argument("-k", default="")
    ap.add_argument("--one-in", type=int, default=1, help="leaves out the other cases")
    ap.add_argument("--known", type=pathlib.Path)
    args = ap.parse_args()
    ptxas = find_ptxas()
    if not ptxas:
        print("skipped: no ptxas on PATH, in PTXAS or in /usr/local/cuda/bin")
        return 77
    failed, emitted = 0, {}
    wanted = [(case, target) for case in list(unique_cases(args.k))[::args.one_in] for target in TARGETS]
    for (case, target), (text, said) in zip(wanted, emit_all(args.portkern, [emission(*w) for w in wanted])):
        if text is None:
            print(f"FAIL {case} --target {target}: {said.strip().splitlines()[0]}")
            failed += 1
        else:  # most texts are the same for several targets
            emitted.update({(text, sm): case for sm in TARGETS[target]})
    jobs = with_options(emitted)
    name = names(ptxas, jobs)
    known = set(args.known.read_text().split()) if args.known and args.known.exists() else set()
    new = [job for job in jobs if name[job] not in known]
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        done = [(options, pool.submit(failures, ptxas, texts, options, folder))
                for texts, options in batches(new)]
        refused = {(text, options): words
                   for options, task in done for text, words in task.result().items()}
    for job, words in refused.items():
        print(f"FAIL {jobs[job]} with {' '.join(job[1])}: {words.strip()}")
    failed += len(refused)
    if args.known:
        with args.known.open("a") as file:
            file.writelines(f"{name[job]}\n" for job in new if job not in refused)
    print(f"{len(jobs)} texts, {len(new)} of them assembled now, {failed} failed")
    return 1 if failed or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
