# k(f32[:], i64)
from dataclasses import dataclass, field
from typing import ClassVar
from numba import cuda


@dataclass(frozen=True)
class Point:
    x: int
    unit: ClassVar[int] = 1
    y: int = 2
    tags: list = field(default_factory=list)

    def norm(self):
        return self.x + self.y


@dataclass
class Initial:
    x: int

    def __post_init__(self):
        self.x += 1


@dataclass
class Derived(Point):
    z: int = 3


@cuda.jit
def k(out, n):
    p = Point(n, tags=n)
    p.x = 3
    out[0] = p.norm(1, 2)
    out[1] = p.widht
    out[2] = Initial(n).x
    out[3] = Derived(n).z
    out[4] = Point(1).x
    out[5] = p[0]
    out[6] = p + p
    out[7] = p < p
    out[8] = p == (n, 2, n)
    for x in p:
        out[9] += x
    x, y, tags = p
    out[10] = len(p)
