# SPDX-License-Identifier: Apache-2.0
"""Many emissions by one process, `portkern emit --list`: under a sanitizer a
process costs more than what it emits."""
import pathlib
import re
import subprocess
import tempfile


def quoted(word):
    word = str(word)
    return f"'{word}'" if '"' in word else f'"{word}"'


def check_all(portkern, jobs, cwd, names, wants, verdict):
    """Emits the jobs, each with a name and what `verdict` is to say of its text; returns whether any differs."""
    failed = 0
    for name, want, (text, said) in zip(names, wants, emit_all(portkern, jobs, cwd), strict=True):
        got = said if text is None else verdict(text)
        failed += got != want
        print(f"{'ok' if got == want else 'FAIL'} {name}: {got}" + (f", want {want}" if got != want else ""))
    print(f"{len(names) - failed} passed, {failed} failed")
    return failed != 0


def emit_all(portkern, jobs, cwd=None):
    """For each job, the words of an `emit`: (text or None, what it complained
    of)."""
    jobs = list(jobs)
    with tempfile.TemporaryDirectory() as folder:
        texts = [pathlib.Path(folder) / f"{n}.txt" for n in range(len(jobs))]
        lines = pathlib.Path(folder) / "lines"
        lines.write_text("".join(" ".join(map(quoted, [*words, "-o", text])) + "\n" for words, text in zip(jobs, texts)))
        done = subprocess.run([portkern, "emit", "--list", lines], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=900, check=False)
        answers, said = [], ""
        for line in done.stdout.splitlines(keepends=True):
            status = re.match(r"(ok|FAIL) (\d+) ", line)
            if status and int(status[2]) == len(answers):
                answers.append((texts[len(answers)].read_text() if status[1] == "ok" else None, said))
                said = ""
            else:
                said += line
    if len(answers) < len(jobs) or done.returncode not in (0, 1):  # a sanitizer speaks at the end, too
        at = jobs[len(answers)] if len(answers) < len(jobs) else "the end"
        raise SystemExit(f"exit {done.returncode} at {at}: {said}")
    return answers
