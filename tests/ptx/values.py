#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Emits PTX for every case of the corpus and for the device library, runs it
in the tests' evaluator and compares the results with the case's.

    values.py PORTKERN EVALUATOR LIBRARY_AS_C [-k NAME] [--target sm_XY]"""
import argparse
import ctypes
import pathlib
import sys

import numpy as np
from assemble import emit

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS), str(TESTS / "lib")]
import backends  # noqa: E402
import corpus  # noqa: E402
from calls import Library  # noqa: E402


class Block:
    """The packed parameters: members of a C struct in order."""

    def __init__(self):
        self.bytes = bytearray()

    def put(self, data):
        self.bytes += b"\0" * (-len(self.bytes) % len(data)) + data

    def scalar(self, value):
        if np.iscomplexobj(value):
            self.put(np.real(value).tobytes())
            self.put(np.imag(value).tobytes())
        else:
            self.put(np.asarray(value).tobytes())

    def array(self, a):
        self.put(np.uint64(a.ctypes.data).tobytes())
        for extent in a.shape:
            self.put(np.int64(extent).tobytes())
        if not a.flags.c_contiguous and not a.flags.f_contiguous:
            for stride in a.strides:
                self.put(np.int64(stride).tobytes())


# Kernels with operations that the evaluator does not have, by file (or with
# structured arrays, or a report): the driver's simulator runs them.
BEYOND = {"failures", "lanes", "nested", "randoms", "together", "warps"}


# A copy with the same layout and strides.
def copy_array(a):
    base = a.base if isinstance(a.base, np.ndarray) else a
    if a.flags.c_contiguous or a.flags.f_contiguous:
        return a.copy(order="A")
    room = np.zeros(base.nbytes, np.uint8)
    room[:] = np.frombuffer(base.tobytes(order="A"), np.uint8)
    offset = a.ctypes.data - base.ctypes.data
    return np.ndarray(a.shape, a.dtype, room.data, offset, a.strides)


def three(d):
    d = d if isinstance(d, tuple) else (d,)
    return (ctypes.c_uint32 * 3)(*d, *(3 - len(d)) * [1])


def run(evaluator, text, case):
    block = Block()
    args = []
    for arg in case.args:
        if isinstance(arg, np.ndarray):
            args.append(copy_array(arg))
            block.array(args[-1])
        else:
            args.append(arg)
            block.scalar({bool: np.bool_, int: np.int64, float: np.float64,
                          complex: np.complex128}.get(type(arg), type(arg))(arg))
    problem = evaluator.ptx_launch(text.encode(), bytes(block.bytes),
                                 three(case.grid), three(case.block),
                                 case.shared)
    if problem:
        return problem.decode()
    for i, want in case.expect.items():
        why = corpus.difference(case, args[i], want, False)
        if why:
            return f"argument {i}: {why}"
    return None


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("portkern")
    ap.add_argument("evaluator")
    ap.add_argument("library")
    ap.add_argument("-k", default="")
    ap.add_argument("--target", default="sm_75")
    args = ap.parse_args()
    evaluator = ctypes.CDLL(args.evaluator)
    evaluator.ptx_launch.restype = ctypes.c_char_p
    cases = [*corpus.all_cases(args.k),
             *(c for c in backends.cases(Library(args.library), 200)
               if args.k in str(c))]
    passed = failed = 0
    for case in cases:
        if case.error or case.launched or case.file.stem in BEYOND:
            continue
        text, words = emit(args.portkern, case, args.target)
        why = run(evaluator, text, case) if text else words.strip()
        passed, failed = passed + (not why), failed + bool(why)
        if why:
            print(f"FAIL {case}: {why.splitlines()[0]}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
