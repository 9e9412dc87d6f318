#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern profile: tables and the picture of a trace, and files that are none."""
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ET
import zlib

from cli import PORTKERN, Cli, main

HOST, DEVICE = {"pid": 1}, {"pid": 3}
FIRST, SECOND, THREAD = {**DEVICE, "tid": 3}, {**DEVICE, "tid": 4}, {**HOST, "tid": 1}
SVG = "{http://www.w3.org/2000/svg}"


def span(track, kind, name, begin, end, **args):
    return {"ph": "X", **track, "cat": kind, "name": name, "ts": begin, "dur": end - begin, "args": args}


def named(what, name, track):
    return {"ph": "M", **track, "name": what, "args": {"name": name}}


def read_png(path):
    """(width, height, rows of RGB) of a picture with 8 bits a channel that is not interlaced."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, *how = struct.unpack(">IIBBBBB", body)
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and how == [8, 2, 0, 0, 0], how
    raw, rows, above = zlib.decompress(packed), [], bytes(3 * width)
    for i in range(height):
        line = raw[i * (3 * width + 1):(i + 1) * (3 * width + 1)]
        row = bytearray(line[1:])
        for k in range(3 * width if line[0] else 0):
            a, b, c = row[k - 3] if k > 2 else 0, above[k], above[k - 3] if k > 2 else 0
            nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            row[k] = (row[k] + (a, b, (a + b) // 2, nearest)[line[0] - 1]) & 255
        rows.append(bytes(row))
        above = rows[-1]
    return width, height, rows


EVENTS = [
    named("process_name", "portkern 77", {**HOST, "tid": 0}), named("thread_name", "thread 0", THREAD),
    named("process_name", "cuda:0", {**DEVICE, "tid": 3}), named("thread_name", "queue 0", FIRST),
    named("thread_name", "queue 1", SECOND),
    span(THREAD, "compile", "compile add", 1000, 3000, device="cuda:0", cached=False),
    span(THREAD, "stage", "emit", 1500, 2000),
    span(THREAD, "compile", "compile add", 3000, 3100, device="cuda:0", cached=True),
    span(THREAD, "launch", "add", 3200, 3210),
    span(FIRST, "copy", "copy to device", 3300, 3400, bytes=1000000),
    span(FIRST, "kernel", "add", 3400, 3700, grid=[4, 1, 1]),
    span(FIRST, "kernel", "add", 3900, 4000),
    {"ph": "C", **FIRST, "cat": "memory", "name": "device memory", "ts": 3300, "args": {"bytes": 4096}},
    span(FIRST, "event", "record an event", 4000, 4000.001),
    span(SECOND, "wait", "wait for an event", 3900, 4010),
    {"ph": "s", **FIRST, "cat": "flow", "name": "then", "ts": 4000, "id": 9},
    {"ph": "f", **SECOND, "cat": "flow", "name": "then", "ts": 4010, "id": 9, "bp": "e"},
    span(SECOND, "kernel", "mul<&>", 4010, 4410),
    span(THREAD, "wait", "wait for a queue", 3250, 4500),
]

TABLES = """\
kernel  device  calls   total   share    mean   least    most
------  ------  -----  ------  ------  ------  ------  ------
mul<&>  cuda:0      1  400 us  50.0 %  400 us  400 us  400 us
add     cuda:0      2  400 us  50.0 %  200 us  100 us  300 us

copies          device  count    bytes    time  GB/s
--------------  ------  -----  -------  ------  ----
copy to device  cuda:0      1  977 KiB  100 us    10

compile  device  count  cached    time
-------  ------  -----  ------  ------
add      cuda:0      2       1  2.1 ms

stage  thread    count    time    most
-----  --------  -----  ------  ------
emit   thread 0      1  500 us  500 us

wait              thread    count     time     most
----------------  --------  -----  -------  -------
wait for a queue  thread 0      1  1.25 ms  1.25 ms

queue    device  works  first to last    busy    idle    idle
-------  ------  -----  -------------  ------  ------  ------
queue 0  cuda:0      3         700 us  500 us  200 us  28.6 %
queue 1  cuda:0      1         400 us  400 us    0 ns   0.0 %
"""


class Profile(Cli):
    def trace(self, events, name="t.json", **top):
        self.write(name, json.dumps({"traceEvents": events, **top}))

    def test_the_tables(self):
        self.trace(EVENTS, displayTimeUnit="ns", other={"a": [1, None, {"b": "\u00e9\ud83d\ude00\n"}]})
        printed = self.good("profile", "t.json").stdout
        rows = TABLES.splitlines(True)
        rows[2], rows[3] = sorted(rows[2:4])  # of the same time
        lines = printed.splitlines(True)
        lines[2], lines[3] = sorted(lines[2:4])
        self.assertEqual("".join(lines), "".join(rows))
        self.write("list.json", json.dumps(EVENTS, indent=1))  # the other form of such traces
        self.assertEqual(self.good("profile", "list.json").stdout, printed)

    def svg(self, *words):
        self.good("profile", "t.json", "-o", "t.svg", *words)
        return ET.parse(self.dir / "t.svg").getroot()

    def test_the_picture(self):
        self.trace(EVENTS)
        root = self.svg()
        titles = [e.text for e in root.iter(SVG + "title")]
        self.assertEqual(len(titles), sum(e["ph"] == "X" for e in EVENTS))
        for words in ("mul<&>, 400 us", "copy to device, 100 us, 977 KiB", "compile add, 100 us, from the cache"):
            self.assertIn(words, titles)
        texts = [e.text for e in root.iter(SVG + "text")]
        for words in ("portkern 77", "thread 0", "cuda:0", "queue 0", "queue 1", "mul<&>", "device memory", "4 KiB", "wait"):
            self.assertIn(words, texts)
        arrows = [e for e in root.iter(SVG + "path") if e.get("class") == "a"]
        self.assertEqual(len(arrows), 1)
        rects = [e for e in root.iter(SVG + "rect") if e.find(SVG + "title") is not None]
        for rect in rects:
            self.assertGreaterEqual(float(rect.get("x")), 130)
            self.assertLessEqual(float(rect.get("x")) + float(rect.get("width")), 1188.51)
        first, second = (e for e in rects if e.find(SVG + "title").text.startswith("add, 3") or "mul" in e.find(SVG + "title").text)
        self.assertAlmostEqual(float(second.get("width")) / float(first.get("width")), 4 / 3, places=1)
        self.assertNotEqual(first.get("fill"), second.get("fill"))
        self.assertLess(float(first.get("y")), float(second.get("y")))

    def test_the_same_in_pixels(self):
        self.trace(EVENTS)
        root = self.svg()
        self.good("profile", "t.json", "-o", "t.png")
        width, height, rows = read_png(self.dir / "t.png")
        self.assertEqual((width, height), (2 * int(root.get("width")), 2 * int(root.get("height"))))

        def color(x, y):
            return "#" + rows[int(2 * y)][3 * int(2 * x):3 * int(2 * x) + 3].hex()

        bars = [e for e in root.iter(SVG + "rect") if e.get("fill") not in (None, "#fff") and float(e.get("width")) > 3]
        self.assertGreater(len(bars), 12)
        for bar in bars:  # its right upper corner, where no words are
            self.assertEqual(color(float(bar.get("x")) + float(bar.get("width")) - 1.5, float(bar.get("y")) + 1), bar.get("fill"))
        for words in root.iter(SVG + "text"):  # each has dots above the line that it stands on, and is no longer than in SVG
            x, y, ink = float(words.get("x")), float(words.get("y")), {"on": "#ffffff", "s": "#666666"}.get(words.get("class"), "#222222")
            dots = {(i, k) for i in range(6 * len(words.text)) for k in range(9) if color(x + i, y - 7 + k) == ink}
            self.assertGreaterEqual(len(dots), 3 * len(words.text.replace(" ", "")), words.text)
        self.assertEqual(color(1198, 2), "#ffffff")
        self.good("profile", "t.json", "-o", "part.png", "--from", "3")
        self.assertNotEqual((self.dir / "part.png").read_bytes(), (self.dir / "t.png").read_bytes())

    def test_a_part_of_the_picture(self):
        self.trace(EVENTS)
        titles = [e.text for e in self.svg("--from", "3", "--to=3.45").iter(SVG + "title")]
        self.assertIn("mul<&>, 400 us", titles)
        self.assertNotIn("add, 300 us", titles)
        self.assertNotIn("emit, 500 us", titles)
        self.bad("profile", "t.json", "-o", "t.svg", "--from", "5",
                 says=["nothing to draw: t.json ends 3.5 ms after its beginning"])

    def test_times_that_are_far_apart(self):
        self.trace([*EVENTS, span(FIRST, "kernel", "late", 1e15, 1e15 + 1), span(FIRST, "kernel", "none", 9e17, 9e17)])
        for words in ([], ["--from", "899999999990000"], ["--to", "1e-9"]):
            self.assertLess(len(list(self.svg(*words).iter(SVG + "line"))), 31)

    def test_many_spans_are_a_small_picture(self):
        self.trace([*EVENTS[:5], *(span(FIRST, "kernel", f"k{i % 20}", i, i + 0.9) for i in range(50000))])
        root = self.svg()
        self.assertLess((self.dir / "t.svg").stat().st_size, 500000)
        self.assertGreater(len(list(root.iter(SVG + "title"))), 500)
        line = self.good("profile", "t.json").stdout.splitlines()[-1].split()
        self.assertEqual(line[:5], ["queue", "0", "cuda:0", "50000", "50"])

    def test_devices_that_say_no_times(self):
        self.trace([e for e in EVENTS if e["pid"] == 1] + [
            span(THREAD, "copy", "copy to device", 5000, 5100, bytes=500000, device="cuda:0")])
        printed = self.good("profile", "t.json").stdout
        self.assertRegex(printed, r"launch +thread +calls")
        self.assertRegex(printed, r"add +thread 0 +1 +10 us")
        self.assertRegex(printed, r"copy to device +cuda:0 +1 +488 KiB +100 us +5\n")

    def test_a_trace_of_a_run(self):
        for backend in ("interp", "cpu"):
            done = self.run_("run", "k.py:double", "--grid", 1, "--block", 32, "random:f32:10", "zeros:f32:10",
                             "--backend", backend, env={"PORTKERN_PROFILE": "t.json"})
            if done.returncode == 0:
                self.assertRegex(self.good("profile", "t.json").stdout, rf"double +{backend}:0 +1 ")
                self.assertIn("double", {e.text.split(",")[0] for e in self.svg().iter(SVG + "title")})

    def test_a_trace_of_the_python_package(self):
        build = pathlib.Path(PORTKERN).parent.parent
        if not list(build.glob("python/portkern/_core*.so")):
            self.skipTest("no Python package")
        if any(name in (build / "libportkern.so").read_bytes() for name in (b"__asan_init", b"__tsan_init")):
            self.skipTest("Python has no sanitizer")
        program = ("import numpy as np, portkern\nfrom numba import cuda\nimport k\n"
                   "with portkern.profile() as p:\n    x = cuda.to_device(np.ones(1000, np.float32))\n"
                   "    k.double[4, 256](x, x)\n    x.copy_to_host()\np.save('t.json')\n")
        self.write("numba.py", "from portkern import cuda\n")
        done = subprocess.run([sys.executable, "-c", program], cwd=self.dir, capture_output=True, text=True, check=False,
                              env={**self.env, "PYTHONPATH": f"{self.dir}:{build}/python"})
        self.assertEqual(done.returncode, 0, done.stderr)
        printed = self.good("profile", "t.json").stdout
        for row in (r"double +interp:0 +1 ", r"copy to device +interp:0 +1 +3.91 KiB", r"copy from device +interp:0 +1 ",
                    r"double +interp:0 +1 +0 ", r"queue 0 +interp:0 +3 "):
            self.assertRegex(printed, row)
        self.assertIn("double", {e.text.split(",")[0] for e in self.svg().iter(SVG + "title")})

    def test_files_that_are_no_trace(self):
        self.bad("profile", "none.json", says=["cannot read none.json: No such file"])
        self.bad("profile", ".", says=["cannot read .: Is a directory"])
        for text, *says in (("", "t.json:1:1: error: the file ends here"), ("{}", "no list \"traceEvents\""),
                            ('{"traceEvents": [\n  {"ph": "X", "ts": 1', "t.json:2:22: error: the file ends here",
                             "no whole trace"),
                            ('{"traceEvents": [\n  {"ph" "X"}]}', "t.json:2:9: error: ':' is expected here"),
                            ('{"traceEvents": {}}', "error: a list, [ ... ], is expected"), ("[]", "no spans of portkern"),
                            ('{"traceEvents": [1]}', "an object, { ... }, is expected"),
                            ('[{"ph": "X", "ts": 1e999}]', "t.json:1:2: error: an event has a time or a size"),
                            ('[{"ph": "X", "dur": -1}]', "a time or a size that cannot be"),
                            ('[{"a": ' + "[" * 1000, "nested too deeply"), ('["\\q"]', "an object"), ('[{"a": "\\q"}]', "behind a \\"),
                            ('[{"a": tru}]', "true or false"), ('[{"a": "x\ny"}]', "end of its line"), ("[]]", "behind the end"),
                            ("\0\0\0", "is expected"), ("PK\3\4", "an object"), ('[{"a": 0x10}]', "no number"),
                            (json.dumps([span(THREAD, "render", "frame", 1, 2)]), "no spans of portkern")):
            self.write("t.json", text)
            done = self.bad("profile", "t.json", says=says)
            self.assertEqual(done.stdout, "")
            self.assertEqual(done.stderr.count("error:"), 1, done.stderr)

    def test_damaged_traces_are_errors(self):
        whole = json.dumps({"traceEvents": EVENTS})
        rng = random.Random(7)
        for i in range(60):
            self.write("t.json", whole[:len(whole) * i // 60])
            self.bad("profile", "t.json", "-o", "t.svg", says=["t.json:1:", "PORTKERN_PROFILE=t.json"])
            self.assertFalse((self.dir / "t.svg").exists())
        for _ in range(150):
            data = bytearray(whole.encode())
            for _ in range(rng.randrange(1, 6)):
                data[rng.randrange(len(data))] = rng.choice([rng.randrange(256), *b'{}[]",:\\0e'])
            self.write("t.json", bytes(data))
            done = self.run_("profile", "t.json", "-o", "t.svg")
            self.assertIn(done.returncode, (0, 1), done.stderr)
            if done.returncode == 0:
                ET.parse(self.dir / "t.svg")

    def test_words(self):
        self.trace(EVENTS)
        self.bad("profile", code=2, says=["needs FILE.json"])
        self.bad("profile", "t.json", "u.json", code=2, says=["takes one file"])
        self.bad("profile", "t.json", "--frob", code=2, says=["no option '--frob'"])
        self.bad("profile", "t.json", "-o", "t.jpg", code=2, says=["drawn as SVG or PNG", "'t.jpg'"])
        self.bad("profile", "t.json", "-o", "t.svg", "--from", "x", code=2, says=["--from takes milliseconds, got 'x'"])
        self.bad("profile", "t.json", "-o", "t.svg", "--from=2", "--to", "1", code=2, says=["--from must be less"])
        self.bad("profile", "t.json", "--from", "2", code=2, says=["choose what -o FILE.svg draws"])
        self.assertIn("usage: portkern profile", self.good("profile", "--help").stdout)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_picture_that_cannot_be_written(self):
        self.trace(EVENTS)
        os.symlink("/dev/full", self.dir / "full.svg")
        self.bad("profile", "t.json", "-o", "full.svg", says=["cannot write full.svg: No space"])
        self.bad("profile", "t.json", "-o", "no/t.svg", says=["cannot write no/t.svg: No such file"])
        self.bad("profile", "t.json", "-o", "no/t.png", says=["cannot write no/t.png: "])
        self.full("profile", "t.json", "-o", "t.svg", says=["cannot write t.svg: File too large"])


if __name__ == "__main__":
    main()
