# SPDX-License-Identifier: Apache-2.0
"""Mistakes that mypy finds: each line with `error:` has one, of the code that stands there."""
import numpy as np

import portkern
from portkern import cuda, cupy

x = np.ones(64, np.float32)


@cuda.jit(devise=True)  # error: call-overload, untyped-decorator
def misspelt(v: float) -> float:
    return v


@cuda.jit
def kernel(v: float) -> None:
    a: str = cuda.grid(1)  # error: assignment
    cuda.grid(4)  # error: call-overload
    cuda.threadIdx.w  # error: attr-defined
    cuda.syncthreads(1)  # error: call-arg
    cuda.atomic.plus(x, 0, 1)  # error: attr-defined


kernel[1](1.0)  # error: call-overload
kernel["1", 32](1.0)  # error: index
kernel[1, 32, 0, "none"](1.0)  # error: index
kernel.for_all(64)(1.0)  # error: attr-defined
kernel[1, 32].prepare(1.0).set(1.5, x)  # error: arg-type
kernel.compile(3)  # error: arg-type
cuda.to_device(x, stream="first")  # error: arg-type
cuda.to_device(x, device=3)  # error: arg-type
cuda.device_array(3, order="Z")  # error: arg-type
cuda.device_array_like(x).copy_to_hosts()  # error: attr-defined
cuda.stream().synchronise()  # error: attr-defined
cuda.event().elapsed_time("end")  # error: arg-type
name: int = portkern.device("cpu").name  # error: assignment
with portkern.profile() as p:
    p.launches[0].kernels  # error: attr-defined
portkern.explain(kernel, (1.0,), grid=1)  # error: call-overload
portkern.explain(kernel[1, 32], (1.0,))["cpu"].point.call_ns  # error: union-attr
portkern.nothing  # error: attr-defined
cuda.libdevice.sin(1.0, 2.0)  # error: call-arg
a = cupy.zeros(4)
a.summ()  # error: attr-defined
cupy.zeros(4, dtpe=np.float32)  # error: call-arg
cupy.concatenate(a, axis="first")  # error: arg-type, arg-type
text: str = cupy.add(a, 1)  # error: assignment
cupy.cuda.Stream().synchronise()  # error: attr-defined
