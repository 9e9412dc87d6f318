# SPDX-License-Identifier: Apache-2.0
# Functions of numbers, which exist inside kernels only.
from collections.abc import Callable
from typing import Any

_F1 = Callable[[Any], Any]
_F2 = Callable[[Any, Any], Any]
_F3 = Callable[[Any, Any, Any], Any]

habs: _F1
hadd: _F2
hceil: _F1
hcos: _F1
hdiv: _F2
heq: _F2
hexp: _F1
hexp10: _F1
hexp2: _F1
hfloor: _F1
hfma: _F3
hge: _F2
hgt: _F2
hle: _F2
hlog: _F1
hlog10: _F1
hlog2: _F1
hlt: _F2
hmax: _F2
hmin: _F2
hmul: _F2
hne: _F2
hneg: _F1
hrcp: _F1
hrint: _F1
hrsqrt: _F1
hsin: _F1
hsqrt: _F1
hsub: _F2
htrunc: _F1
