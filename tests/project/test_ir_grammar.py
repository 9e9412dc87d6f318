#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The grammar of docs/ir.md is that of the reader: a recogniser that is made of it takes all
texts of tests/golden, and of these with a piece missing, doubled, moved or damaged just those
that the reader takes, or refuses for what they mean and not how they are written.

    test_ir_grammar.py ROOT READER [SEED COUNT]"""
import pathlib
import random
import re
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
import ir_grammar  # noqa: E402

ROOT, READER, SEED, COUNT = pathlib.Path(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:] or (1, 600))
# How a text is written, in the reader's words.
WRITTEN = re.compile(r"expected |unknown flag|a place is |a name begins ")
PIECE = re.compile(r'"[^"\n]*"|[%$@^!]?[\w.]+|->|[^\w\s]|\s+')
# What the corpus of the mutations has not, or little of.
EXTRA = """pkir 1
source 0 "a\\x22.py"

device @f(%a: f64 scalar 0, %b: ptr<shared, f64> data 1 readonly small record 8 align 16) -> f64, i32 noinline rare !0:1:2-3 {
    return %a, -1:i32
}

kernel @k.1(
    %x: ptr<global, f32> data 0 readonly noalias pairs,
    # a comment
    %n: i64 shape 0 0) form threads dims 8 1 0 maxthreads 64 minblocks 2 maxregs 32 fastmath melts swaps_y across few {
    shared %s: f32[16] align 16
    shared %d: f64[]
    local %l: u8[3]
    constant %c: f32[4] = {
        0x1.8p+3, -inf,
        1e-5, nan(0x7fc00001),
    }
    local $i: i32
    %7: i32 = thread_id.x.nonneg !3:4-5
    set $i, %7
    for.items.nonneg ^1 %8: i64 = 0:i64, %n, 1:i64 {
        %9: f64, %10: i32 = call @f(2.5:f64, 
%s)
        if true:bool !1:1 {
            continue ^1
        } else {
            fail "no {}", %7
        }
    }
    loop ^2 {
        break ^2
    }
}
""".replace("(2.5:f64, \n%s)", "(2.5:f64, %d)")


def read_all(texts):
    done = subprocess.run([READER], input="".join(t + "\0" for t in texts).encode(), capture_output=True, check=True)
    return done.stdout.decode().splitlines()


def mutated(text, rng, pieces):
    parts = PIECE.findall(text)
    for _ in range(rng.choice((1, 1, 2))):
        at, other = rng.randrange(len(parts)), rng.randrange(len(parts))
        way = rng.randrange(6)
        if way == 0:
            parts[at] = ""
        elif way == 1:
            parts[at] *= 2
        elif way == 2:
            parts[at], parts[other] = parts[other], parts[at]
        elif way == 3:
            parts[at] = rng.choice(pieces)
        elif way == 4:
            parts[at] += rng.choice((" ", "\n", ",", ".", "-", " # x\n", "x", "0", "="))
        else:
            whole = parts[at]
            cut = rng.randrange(len(whole) + 1)
            parts[at] = whole[:cut] + whole[cut + 1:]
    return "".join(parts)


def edited(text):
    """The text with each of its pieces left out, moved behind the next one, or followed by
    what separates others."""
    parts = PIECE.findall(text)
    for at in range(len(parts)):
        before, this, behind = "".join(parts[:at]), parts[at], parts[at + 1:]
        yield before + "".join(behind)
        for more in ("\n", " ", ","):
            yield before + this + more + "".join(behind)
        if this[0] in "%$@^!" and this[1:]:
            yield before + this[0] + " " + this[1:] + "".join(behind)
        if not this.isspace() and len(behind) > 1:
            other = 1 if behind[0].isspace() else 0
            yield before + behind[other] + "".join(behind[:other]) + this + "".join(behind[other + 1:])


class IrGrammar(unittest.TestCase):
    def setUp(self):
        self.grammar = ir_grammar.Grammar((ROOT / "docs/ir.md").read_text())

    def wrong(self, text, said):
        """What is wrong about what the two say of a text, or None."""
        accepted = self.grammar.accepts(text)
        if said == "OK" and not accepted:
            return "the reader takes what the grammar does not"
        if accepted and WRITTEN.match(said):
            return f"the grammar takes what the reader does not: {said}"
        return None

    def test_all_texts_are_taken(self):
        files = sorted((ROOT / "tests/golden").rglob("*.pkir"))
        texts = [f.read_text() for f in files] + [EXTRA]
        self.assertGreater(len(files), 150)
        for file, text, said in zip([*files, "EXTRA"], texts, read_all(texts)):
            self.assertEqual((said, self.grammar.accepts(text)), ("OK", True), file)

    def test_damaged_texts_are_refused_alike(self):
        rng = random.Random(SEED)
        texts = [t for f in sorted((ROOT / "tests/golden").rglob("*.pkir")) if len(t := f.read_text()) < 900] 
        pieces = sorted(set(PIECE.findall("".join(texts))))
        texts = [mutated(rng.choice(texts), rng, pieces) for _ in range(COUNT)] + list(edited(EXTRA))[::max(1, 600 // COUNT)]
        counts = {"OK": 0, "written": 0, "meant": 0}
        for text, said in zip(texts, read_all(texts)):
            counts["OK" if said == "OK" else "written" if WRITTEN.match(said) else "meant"] += 1
            if reason := self.wrong(text, said):
                self.fail(f"{reason}\n{text}")
        if COUNT >= 600:
            self.assertGreater(min(counts.values()), COUNT / 20, counts)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
