# SPDX-License-Identifier: Apache-2.0
"""Instructions, the same for all versions of CPython."""
import dis
import sys

_DROPPED = {"NOP", "RESUME", "CACHE", "PRECALL", "EXTENDED_ARG", "PUSH_NULL", "COPY_FREE_VARS", "MAKE_CELL", "TO_BOOL",
            "NOT_TAKEN"}
_RENAMED = {"LOAD_METHOD": "LOAD_ATTR", "JUMP_FORWARD": "JUMP", "JUMP_BACKWARD": "JUMP",
            "JUMP_BACKWARD_NO_INTERRUPT": "JUMP", "LOAD_FAST_CHECK": "LOAD_FAST", "LOAD_FAST_BORROW": "LOAD_FAST",
            "POP_ITER": "POP_TOP", "LOAD_SMALL_INT": "LOAD_CONST", "LOAD_CONST_IMMORTAL": "LOAD_CONST"}
# Those whose argument is the number in the instruction.
_BY_NUMBER = {"BINARY_OP", "CALL", "BUILD_TUPLE", "CALL_FUNCTION_EX", "FORMAT_VALUE", "CONVERT_VALUE",
              "MAKE_FUNCTION"}


class _Step:
    """An instruction: `target` is the number of the one that it jumps to."""

    __slots__ = ("arg", "line", "name", "offset", "target")

    def __init__(self, name, arg, line, offset):
        self.name, self.arg, self.line, self.offset, self.target = name, arg, line, offset, None


def _split(step, given):
    """The parts of an instruction that does two things."""
    if given.opname in ("LOAD_FAST_LOAD_FAST", "STORE_FAST_STORE_FAST", "STORE_FAST_LOAD_FAST",
                        "LOAD_FAST_BORROW_LOAD_FAST_BORROW"):
        second = "LOAD_FAST" if "_LOAD_FAST" in given.opname[5:] else "STORE_FAST"
        first = "STORE_FAST" if given.opname.startswith("STORE") else "LOAD_FAST"
        return [_Step(name, arg, step.line, step.offset)
                for name, arg in zip((first, second), given.argval, strict=True)]
    if given.opname == "RETURN_CONST":
        return [_Step("LOAD_CONST", given.argval, step.line, step.offset),
                _Step("RETURN_VALUE", None, step.line, step.offset)]
    return [step]


def steps_of(code):
    """The instructions of a code object."""
    steps, line, last = [], code.co_firstlineno, ""
    for given in dis.get_instructions(code):
        before, last = last, given.opname
        position = given.positions
        line = (position and position.lineno) or line
        name = given.opname
        if name in _DROPPED:
            continue
        if name.startswith("POP_JUMP_"):
            name = name.replace("FORWARD_", "").replace("BACKWARD_", "")
        step = _Step(_RENAMED.get(name, name), given.argval, line, given.offset)
        if name == "CALL_INTRINSIC_1" and given.arg == 5:
            step.name = "UNARY_POSITIVE"
        elif name in _BY_NUMBER:
            # From Python 3.14 on it is NULL in place of keywords that says there are none.
            step.arg = int(before != "PUSH_NULL") if given.arg is None else given.arg
        elif name == "KW_NAMES":
            step.arg = code.co_consts[given.arg]
        steps += _split(step, given)
    return _with_targets(steps, code)


def _with_targets(steps, code):
    for step in steps:
        if step.name.startswith(("POP_JUMP", "JUMP", "FOR_ITER")) or step.name == "SEND":
            step.target = next((k for k, s in enumerate(steps) if s.offset >= step.arg), len(steps))
    return _joined(steps) if sys.version_info >= (3, 12) else steps


def _joined(steps):
    """Conditional jumps backward, which later versions write as a jump over a jump."""
    gone = set()
    for i in range(len(steps) - 1):
        a, b = steps[i], steps[i + 1]
        if a.name.startswith("POP_JUMP") and a.target == i + 2 and b.name == "JUMP" and b.target <= i:
            words = a.name.removeprefix("POP_JUMP_IF_")
            a.name = "POP_JUMP_IF_" + {"TRUE": "FALSE", "FALSE": "TRUE", "NONE": "NOT_NONE", "NOT_NONE": "NONE"}[words]
            a.target = b.target
            gone.add(i + 1)
    moved, kept = {}, []
    for i, step in enumerate(steps):
        moved[i] = len(kept)
        if i not in gone:
            kept.append(step)
    moved[len(steps)] = len(kept)
    for step in kept:
        if step.target is not None:
            step.target = moved[step.target]
    return kept
