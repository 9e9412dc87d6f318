# SPDX-License-Identifier: Apache-2.0
"""Expressions that wait. `a * x + y` makes no array: its value is an ndarray that knows
what it is made of, a Node, and is computed, by one kernel, when its elements are needed.

What an expression means is what NumPy computes at once, since
- nodes are never changed, and hold on to the arrays that they read;
- all that wait are computed before memory is written: by this package (`settle_all`),
  and by kernels and copies of the rest of portkern (`_core._set_flush`);
- memory that others can write, unseen, is never read late (`Memory.is_shared`)."""
import os
import threading
import weakref

from .. import _core
from . import _dtypes, _fusion

MOST_NODES = 24  # operations of one kernel
MOST_LEAVES = 10  # arrays that it reads
lock = threading.RLock()  # held while something is computed
_waiting = {}  # id(weak reference) -> weak reference to an array that waits
_computing = 0  # depth; with the lock


class Memory:
    """What is known of a piece of memory, by all arrays in it."""

    __slots__ = ("is_shared", "__weakref__")

    def __init__(self, is_shared=False):
        self.is_shared = is_shared


class Node:
    """An operation, and what it is applied to: Nodes, arrays that have memory, and
    numbers. `letter` is the type of the result."""

    __slots__ = ("op", "operands", "types", "letter", "shape", "context", "count", "leaves", "array", "value", "failure")

    def __init__(self, op, operands, types, letter, shape, context):
        self.op, self.operands, self.types, self.letter = op, operands, types, letter
        self.shape, self.context = shape, context
        self.array = None  # a weak reference to the ndarray that waits for it
        self.value = None  # the array with its elements, when it was computed
        self.failure = None  # why it cannot be computed
        count = 1
        leaves = 0
        for operand in operands:
            if type(operand) is Node:
                count += operand.count
                leaves += operand.leaves
            else:
                leaves += 1
        self.count, self.leaves = count, leaves


class Scalar:
    """A number, as a launch passes it."""

    __slots__ = ("value", "letter")

    def __init__(self, value, letter):
        self.value, self.letter = value, letter


def _broadcast(a, b):
    """The shape of both; ValueError in NumPy's words."""
    if a == b:
        return a
    if len(a) < len(b):
        a, b = b, a
    out = list(a)
    for i in range(1, len(b) + 1):
        if out[-i] == 1:
            out[-i] = b[-i]
        elif b[-i] not in (1, out[-i]):
            raise ValueError(f"operands could not be broadcast together with shapes {_shown(a)} {_shown(b)}")
    return tuple(out)


def _shown(shape):
    return str(shape).replace(" ", "")


def shape_of_all(shapes):
    """What the shapes broadcast to."""
    out = ()
    for shape in shapes:
        out = _broadcast(out, shape)
    return out


def fits(shape, whole):
    """Whether a shape broadcasts to another one."""
    return len(shape) <= len(whole) and all(n in (1, m) for n, m in zip(shape[::-1], whole[::-1], strict=False))


def node(op, operands, types=None, letter=None):
    """The Node of an operation. Operands are ndarrays of one device, and numbers;
    `types` and `letter` are the loop's, where that is known."""
    kinds, shape, context = [], None, None
    for operand in operands:
        if isinstance(operand, _core.Array):
            kinds.append(operand._letter)
            own = operand.shape
            if shape is None:
                shape, context = own, operand._context
            else:
                if own != shape:
                    shape = _broadcast(shape, own)
                if operand._context is not context:
                    raise ValueError(_devices(context, operand._context))
        else:
            kinds.append(_dtypes.type_of(operand)[0])
    if types is None:
        types, letter = op.loop(tuple(kinds))
    made, count, leaves = [], 1, 0
    for operand, kind in zip(operands, types, strict=True):
        if not isinstance(operand, _core.Array):
            operand = Scalar(_dtypes.as_scalar(operand, kind), kind)
        else:
            waits = operand._node
            if waits is not None:
                # What is smaller is not computed again for each element.
                if waits.shape != shape or count + waits.count > MOST_NODES or leaves + waits.leaves > MOST_LEAVES:
                    operand._compute()
                else:
                    operand = waits
                    count += waits.count
                    leaves += waits.leaves
        made.append(operand)
    return Node(op, tuple(made), types, letter, shape, context)


def _devices(a, b):
    return (f"arrays of an expression are on one device, and these are on {a.selector} and {b.selector}: copy one "
            "to the other by cupy.asarray in `with cupy.cuda.Device(...)`")


# ---- memory that arrays of numba.cuda are in, too ----

_memories = weakref.WeakValueDictionary()  # _buffer_id -> Memory


def remember(array, memory=None):
    """The Memory of an array of numba.cuda; `memory` is the one that is known of it."""
    if memory is None:
        return _memories.setdefault(array._buffer_id, Memory())
    _memories[array._buffer_id] = memory
    return memory


def share(array):
    """Tells that others may write the memory of an array of numba.cuda from now on."""
    settle_all()
    memory = _memories.get(array._buffer_id)
    if memory is not None:
        memory.is_shared = True


# ---- what waits ----


def wait_for(kind, made):
    """An ndarray, of class `kind`, that waits for a Node. It is computed at once where
    others can write what it reads."""
    array = kind._pending(made.context, made.shape, _dtypes.BY_LETTER[made.letter])
    array._letter = made.letter
    array._memory = None
    attach(array, made)
    return array


def attach(array, made):
    """Has an ndarray wait for a Node, in place of what it waited for before."""
    array._node = made
    made.array = ref = weakref.ref(array, _forget)
    _waiting[id(ref)] = ref
    for operand in made.operands:
        if isinstance(operand, _core.Array) and operand._memory.is_shared:
            compute(array)
            return


def detach(array):
    """The ndarray's Node, which it waits for no more."""
    made = array._node
    _waiting.pop(id(made.array), None)
    made.array = None
    return made


def _forget(ref):
    _waiting.pop(id(ref), None)


def compute(array):
    """Computes what an ndarray waits for."""
    with lock:
        made = array._node
        if made is not None:
            if made.failure is not None:
                raise made.failure
            run(made)


def settle_all(but=()):
    """Computes all that waits, since memory will be written; not the nodes in `but`."""
    global _computing
    if not _waiting:
        return
    with lock:
        if _computing:  # a copy that a computation makes
            return
        for ref in list(_waiting.values()):
            array = ref()
            if array is not None and array._node is not None and array._node not in but:
                try:
                    run(array._node)
                except Exception as failure:  # noqa: BLE001 (raised where that array is used)
                    array._node.failure = failure
                    _waiting.pop(id(ref), None)


def _after_fork():
    """In a child: another thread may have held the lock."""
    global lock, _computing
    lock, _computing = threading.RLock(), 0


_core._set_flush(settle_all)
os.register_at_fork(after_in_child=_after_fork)


def run(made, out=None):
    """Computes a Node, into the array `out` where there is one. Parts of it that arrays
    wait for are computed by the same kernel."""
    global _computing
    with lock:
        _computing += 1
        try:
            results = _fusion.launch(made, out)
        finally:
            _computing -= 1
        for done, array in results:
            _settle(done, array)


def _settle(made, result):
    made.value = result
    made.operands = ()
    made.count, made.leaves = 0, 1
    ref = made.array
    array = ref and ref()
    if array is not None:
        array._settle(result)
        array._memory = result._memory
        array._node = None
    if ref is not None:
        _waiting.pop(id(ref), None)
        made.array = None
