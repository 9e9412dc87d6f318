# SPDX-License-Identifier: Apache-2.0
"""Members of enumerations as arguments and results."""
from enum import Enum, IntEnum

from cases import case
from numba import njit


class State(Enum):
    IDLE = 10
    BUSY = 25
    ALSO_BUSY = 25
    DONE = 3


class Share(Enum):
    HALF = 0.5
    ALL = 1.0


class Level(IntEnum):
    LOW = 7
    HIGH = 9


@njit
def next_state(state):
    if state == State.IDLE:
        return State.ALSO_BUSY
    return State.DONE


@njit
def share(n):
    return Share.HALF if n else Share.ALL


@njit
def level(n):
    return Level.LOW if n else Level.HIGH


@njit
def same(v):
    return v


@njit
def state_and(n):
    if n > 2:
        return State.DONE, None
    return State.IDLE, n * 0.5


@njit
def several(s):
    return s, (Level.HIGH, s == State.DONE), Level.LOW + 1, Level.LOW.value, s.value


@njit
def states(n):
    yield State.IDLE
    for _ in range(n):
        yield State.DONE


def cases():
    for s in State:
        yield next_state, s
        yield same, s
        yield several, s
    for n in (0, 1, 3):
        yield share, n
        yield level, n
        yield state_and, n
        yield states, n
    yield same, Share.ALL
    yield case(same, Level.HIGH)
