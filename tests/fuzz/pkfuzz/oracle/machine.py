# SPDX-License-Identifier: Apache-2.0
"""The machine that kernels run on under CPython: arrays with bounds, threads of
a block as generators that meet at barriers and in operations of warps.

It refuses what has no defined result (raises Undefined): reads of memory that
nothing wrote, indices out of bounds, races, lanes and threads that do not
come. So a program that runs here has one right answer."""
import functools
import itertools
import math

import numpy as np

from . import records, values
from .values import Undefined

NOBODY, MANY = -1, -2
EPOCH, BLOCK = 16, 40  # a key is block << 40 | epoch << 16 | thread


def refuse(why):
    raise Undefined(why)


class Machine:
    """Who runs: the thread, its place, and the key that memory remembers."""

    def __init__(self, grid, block):
        self.grid, self.block = grid, block
        self.tid = self.bid = (0, 0, 0)
        self.base = self.key = 0
        self.fuel = 400_000  # accesses to memory and turns of loops, a launch

    def enter(self, bid, number):
        self.bid, self.base = bid, number << BLOCK
        self.threads = [(x, y, z) for z in range(self.block[2]) for y in range(self.block[1])
                        for x in range(self.block[0])]

    def be(self, t):
        self.t = t
        self.tid = self.threads[t]
        self.key = self.base | t

    def burn(self):
        self.fuel -= 1
        if self.fuel < 0:
            raise Undefined("too much work")
        return True


class Memory:
    """The numbers of one array, of records one after the other, and who touched
    each last."""

    def __init__(self, machine, cells, dtype, readonly=False):
        self.machine, self.cells, self.readonly = machine, cells, readonly
        self.types = [t for _, t in records.leaves(dtype)]
        self.wrote, self.read, self.changed = ([NOBODY] * len(cells) for _ in range(3))

    def clash(self, seen):
        """Whether another thread's access is not ordered before ours."""
        key = self.machine.key
        if seen in (NOBODY, key):
            return False
        return seen == MANY or seen >> EPOCH == key >> EPOCH or seen >> BLOCK != key >> BLOCK

    def load(self, k):
        m = self.machine
        m.burn()
        if self.readonly:
            return self.cells[k]
        if self.cells[k] is None:
            raise Undefined("a read of what nothing wrote")
        if self.clash(self.wrote[k]) or self.clash(self.changed[k]):
            raise Undefined("a race")
        if self.read[k] != m.key:
            self.note_read(k)
        return self.cells[k]

    def note_read(self, k):
        seen, key = self.read[k], self.machine.key
        if seen == NOBODY or (seen >> EPOCH != key >> EPOCH and seen >> BLOCK == key >> BLOCK):
            self.read[k] = key
        elif seen >> BLOCK != key >> BLOCK or seen == MANY:
            self.read[k] = MANY
        else:
            self.read[k] = key | 0xFFFF  # several threads of this epoch

    def store(self, k, value):
        m = self.machine
        m.burn()
        if self.readonly:
            raise Undefined("a store to what is read-only")
        if self.clash(self.wrote[k]) or self.clash(self.changed[k]) or self.clash(self.read[k]):
            raise Undefined("a race")
        self.wrote[k] = m.key
        self.cells[k] = value

    def change(self, k, op, value, other=None):
        """An atomic; gives the old value."""
        self.machine.burn()
        if self.readonly or self.cells[k] is None:
            raise Undefined("an atomic on memory without a value")
        if self.clash(self.wrote[k]) or self.clash(self.read[k]):
            raise Undefined("a race")
        seen, key = self.changed[k], self.machine.key
        self.changed[k] = key if seen == NOBODY or seen >> BLOCK == key >> BLOCK else MANY
        old = self.cells[k]
        self.cells[k] = ATOMICS[op](old, value, other, self.types[k % len(self.types)])
        return old


def number(x, t):
    if t == "f32":
        return values.r32(x)
    return x if t == "f64" else values.WRAP[t](x)


ATOMICS = {
    "add": lambda a, b, _, t: number(a + b, t),
    "sub": lambda a, b, _, t: number(a - b, t),
    "min": lambda a, b, _, t: b if b < a else a,
    "max": lambda a, b, _, t: b if b > a else a,
    "and_": lambda a, b, _, t: a & b,
    "or_": lambda a, b, _, t: a | b,
    "xor": lambda a, b, _, t: a ^ b,
    "exch": lambda a, b, _, t: b,
    "inc": lambda a, b, _, t: 0 if a >= b else a + 1,
    "dec": lambda a, b, _, t: b if a == 0 or a > b else a - 1,
    "cas": lambda a, b, c, t: c if values.to_bits(a, t) == values.to_bits(b, t) else a,
}


class Place:
    """A record: its numbers begin at one of the memory's."""

    def __init__(self, memory, at):
        self.memory, self.at = memory, at

    def load(self, k):
        return self.memory.load(self.at + k)

    def store(self, k, value):
        self.memory.store(self.at + k, value)

    def part(self, k):
        return Place(self.memory, self.at + k)

    def array(self, k, shape, cells):
        """An array in it, of elements with so many numbers."""
        return View(self.memory, shape, dense(shape, cells), self.at + k)

    def copy(self, other):
        count = len(self.memory.types)
        for k, value in enumerate([other.load(k) for k in range(count)]):
            self.store(k, value)


def dense(shape, cells=1):
    return tuple(math.prod(shape[k + 1:]) * cells for k in range(len(shape)))


class View:
    """An array or a part of one: strides and the offset count numbers."""

    def __init__(self, memory, shape, strides, offset):
        self.memory, self.shape, self.strides, self.offset = memory, shape, strides, offset

    def place(self, index, signed):
        """Where an element is. Negative indices of signed type count from the
        end, once."""
        k = self.offset
        for i, negative, n, stride in zip(index, signed, self.shape, self.strides):
            if i < 0 and negative:
                i += n
            if not 0 <= i < n:
                raise Undefined("an index out of bounds")
            k += i * stride
        return k

    def get(self, index, signed):
        return self.memory.load(self.place(index, signed))

    def put(self, index, signed, value):
        self.memory.store(self.place(index, signed), value)

    def change(self, op, index, signed, value, other=None):
        return self.memory.change(self.place(index, signed), op, value, other)

    def row(self, index, signed):
        return View(self.memory, self.shape[len(index):], self.strides[len(index):], self.place(index, signed))

    def record(self, index, signed):
        return Place(self.memory, self.place(index, signed))

    def field(self, k, shape, cells):
        """Number `k` of each record, and an array from there."""
        return View(self.memory, self.shape + shape, self.strides + dense(shape, cells), self.offset + k)

    def slice(self, parts):
        """Each part an index (an axis goes) or a slice."""
        shape, strides, offset = [], [], self.offset
        parts = list(parts) + [slice(None)] * (len(self.shape) - len(parts))
        for part, n, stride in zip(parts, self.shape, self.strides):
            if isinstance(part, slice):
                start, stop, step = part.indices(n)
                shape.append(len(range(start, stop, step)))
                strides.append(stride * step)
                offset += start * stride if shape[-1] else 0
            else:
                part = part + n if part < 0 else part
                if not 0 <= part < n:
                    raise Undefined("an index out of bounds")
                offset += part * stride
        return View(self.memory, tuple(shape), tuple(strides), offset)

    def transposed(self):
        return View(self.memory, self.shape[::-1], self.strides[::-1], self.offset)

    @property
    def size(self):
        return math.prod(self.shape)


class Elements:
    """An array expression: `fn` of the elements of its operands, which are
    views, others of its kind, and numbers."""

    def __init__(self, fn, *operands):
        self.fn, self.operands = fn, operands
        try:
            self.shape = np.broadcast_shapes(*(o.shape for o in operands if hasattr(o, "shape")))
        except ValueError:
            raise Undefined("shapes that differ") from None

    def get(self, index, signed):
        return self.fn(*(at(o, index) if hasattr(o, "shape") else o for o in self.operands))


def broadcast(array, index):
    """(index of an element of what is broadcast, which of it are signed)."""
    index = index[len(index) - len(array.shape):]
    return tuple(0 if n == 1 else i for i, n in zip(index, array.shape)), (True,) * len(array.shape)


def at(array, index):
    """An element of what is broadcast."""
    return array.get(*broadcast(array, index))


def leaves(value):
    """The views that an array expression reads."""
    if isinstance(value, Elements):
        for operand in value.operands:
            yield from leaves(operand)
    elif isinstance(value, View):
        yield value


def is_torn(view, value):
    """Whether neither forwards nor backwards each element of the array is read
    before it is stored: what has to be copied first is an error of the kernel's."""
    own = [leaf for leaf in leaves(value) if leaf.memory is view.memory]
    order = list(indices(view.shape)) if own else []
    stored = {view.place(index, (True,) * len(index)): n for n, index in enumerate(order)}
    steps = {(s > n) - (s < n) for leaf in own for n, index in enumerate(order)
             if (s := stored.get(leaf.place(*broadcast(leaf, index)))) is not None}
    return {1, -1} <= steps


def indices(shape):
    return itertools.product(*map(range, shape))


def fill(view, value, conversion):
    """Stores a number, a tuple or an array in all elements: as NumPy does all
    that is stored is read first."""
    signed = (True,) * len(view.shape)
    if isinstance(value, tuple):
        if view.shape != (len(value),):
            raise Undefined("shapes that differ")
    elif hasattr(value, "shape"):
        try:
            same = np.broadcast_shapes(value.shape, view.shape) == view.shape
        except ValueError:
            same = False
        if not same:
            raise Undefined("shapes that differ")
        if is_torn(view, value):
            raise Undefined("elements that are stored before they are read")
    found = [conversion(value[index[0]] if isinstance(value, tuple) else at(value, index) if hasattr(value, "shape") else value)
             for index in indices(view.shape)]
    for index, one in zip(indices(view.shape), found):
        view.put(index, signed, one)


def numbers(view):
    """All elements in C order."""
    signed = (True,) * len(view.shape)
    return [view.get(index, signed) for index in indices(view.shape)]


def reduce(view, fn, first=None):
    items = numbers(view)
    if first is None and not items:
        raise Undefined("the least of no numbers")
    return functools.reduce(fn, items if first is None else [first] + items)


def fresh(machine, shape, dtype):
    """A shared or local array: nothing is in it."""
    cells = len(records.leaves(dtype))
    return View(Memory(machine, [None] * (math.prod(shape) * cells), dtype), tuple(shape), dense(shape, cells), 0)


class Block:
    """One block whose threads wait for each other: each yields what it waits
    for, (kind, site, ...), and is sent the answer."""

    def __init__(self, machine, start):
        self.machine = machine
        self.threads = []
        for t in range(len(machine.threads)):
            machine.be(t)
            self.threads.append(start())
        self.wants = [None] * len(self.threads)
        self.live = [True] * len(self.threads)
        self.epoch = 0

    def resume(self, t, answer):
        m = self.machine
        m.be(t)
        m.key = m.base | self.epoch << EPOCH | t
        try:
            self.wants[t] = self.threads[t].send(answer)
        except StopIteration:
            self.live[t], self.wants[t] = False, None

    def run(self):
        for t in range(len(self.threads)):
            self.resume(t, None)
        while any(self.live):
            if not self.warps() and not self.barrier():
                raise Undefined("threads wait for those that do not come")

    def barrier(self):
        waiting = [t for t, live in enumerate(self.live) if live]
        sites = {self.wants[t][:2] for t in waiting}
        if len(sites) != 1 or next(iter(sites))[0] not in BARRIERS:
            return False
        kind = next(iter(sites))[0]
        answer = BARRIERS[kind]([self.wants[t][2] for t in waiting])
        self.epoch += 1
        for t in waiting:
            self.resume(t, answer)
        return True

    def warps(self):
        """Does every operation of a warp whose lanes are all there."""
        progress = False
        for first in range(0, len(self.threads), 32):
            lanes = range(first, min(first + 32, len(self.threads)))
            groups = {}
            for t in lanes:
                if self.live[t] and self.wants[t][0] not in BARRIERS:
                    groups.setdefault(self.wants[t][:3], []).append(t)
            for (kind, _, mask), group in groups.items():
                named = [t for t in lanes if mask >> (t - first) & 1 and self.live[t]]
                if any(not mask >> (t - first) & 1 for t in group):
                    raise Undefined("a lane that its mask does not name")
                if named != group:
                    continue
                answers = WARP[kind]({t - first: self.wants[t][3:] for t in group})
                for t in group:
                    self.resume(t, answers[t - first])
                progress = True
        return progress


BARRIERS = {"barrier": lambda p: None, "count": lambda p: sum(map(bool, p)),
            "and": lambda p: int(all(p)), "or": lambda p: int(any(p))}


def shuffle(source, outside):
    """`source(lane, argument)` is the lane to read; one that `outside` accepts
    gives the lane's own value, any other must be there."""
    def run(lanes):
        answers = {}
        for lane, (value, argument) in lanes.items():
            other = source(lane, argument)
            if outside(other):
                other = lane
            if other not in lanes:
                raise Undefined("a value from a lane that is not there")
            answers[lane] = lanes[other][0]
        return answers
    return run


def to_all(fn):
    """Operations that give all lanes the same."""
    def run(lanes):
        answer = fn(lanes)
        return dict.fromkeys(lanes, answer)
    return run


def as_i32(mask):
    return values.WRAP["i32"](mask)


def mask_of(lanes, which):
    return as_i32(sum(1 << lane for lane in lanes if which(lanes[lane][0])))


def match_any(lanes):
    return {lane: mask_of(lanes, lambda v, own=own[0]: v == own) for lane, own in lanes.items()}


def match_all(lanes):
    same = len({v for v, in lanes.values()}) == 1
    return mask_of(lanes, lambda v: True) if same else 0, same


WARP = {
    "shfl_sync": shuffle(lambda lane, k: k & 31, lambda k: False),
    "shfl_up_sync": shuffle(lambda lane, k: lane - (k & 31), lambda k: k < 0),
    "shfl_down_sync": shuffle(lambda lane, k: lane + (k & 31), lambda k: k > 31),
    "shfl_xor_sync": shuffle(lambda lane, k: lane ^ (k & 31), lambda k: False),
    "all_sync": to_all(lambda lanes: all(v for v, in lanes.values())),
    "any_sync": to_all(lambda lanes: any(v for v, in lanes.values())),
    "eq_sync": to_all(lambda lanes: len({bool(v) for v, in lanes.values()}) == 1),
    "ballot_sync": to_all(lambda lanes: mask_of(lanes, bool)),
    "match_any_sync": match_any,
    "match_all_sync": to_all(match_all),
    "syncwarp": to_all(lambda lanes: None),
}


def run_grid(machine, start, together):
    """Runs blocks one after another. `start` makes a thread: a generator where
    threads wait for each other (`together`), else a call."""
    number = 0
    for z in range(machine.grid[2]):
        for y in range(machine.grid[1]):
            for x in range(machine.grid[0]):
                machine.enter((x, y, z), number)
                number += 1
                if together:
                    machine.shared = {}
                    Block(machine, start).run()
                    continue
                machine.shared = {}
                for t in range(len(machine.threads)):
                    machine.be(t)
                    start()
