# SPDX-License-Identifier: Apache-2.0
"""Random slices, views, copies and assignments, one after the other on the same
memory, against NumPy. PORTKERN_SEED and PORTKERN_ROUNDS choose others and more."""
import os
import random

import numpy as np
import pytest

from portkern import cuda

SEED = int(os.environ.get("PORTKERN_SEED", "1"))
ROUNDS = int(os.environ.get("PORTKERN_ROUNDS", "60"))
RECORD = np.dtype([("a", "i1"), ("x", "f8"), ("m", "i2", (2, 3))])
DTYPES = ["i1", "u2", "i4", "f4", "f8", "c8", "?", RECORD]


def random_slice(rng, n):
    def bound():
        return rng.choice([None, rng.randint(-n - 2, n + 2)])

    return slice(bound(), bound(), rng.choice([None, 1, 1, 2, 3, -1, -2, -5]))


def random_key(rng, shape):
    parts = []
    for n in shape[:rng.randint(0, len(shape))]:
        parts.append(rng.randint(-n, n - 1) if n and rng.random() < 0.35 else random_slice(rng, n))
    if rng.random() < 0.3 and len(parts) == len(shape):
        parts.insert(rng.randint(0, len(parts)), Ellipsis)
    elif rng.random() < 0.3:
        parts.append(Ellipsis)
    if rng.random() < 0.2:
        parts.insert(rng.randint(0, len(parts)), None)
    return parts[0] if len(parts) == 1 and rng.random() < 0.5 else tuple(parts)


def random_elements(rng, shape, dtype):
    made = np.frombuffer(rng.randbytes(int(np.prod(shape, dtype=int)) * dtype.itemsize), np.uint8)
    if dtype.kind in "fc?":
        made = made[::dtype.itemsize].astype(dtype)
    return made.view(dtype).reshape(shape)


def step(rng, host, on_device):
    """One view, or one assignment; the arrays to go on with."""
    if host.dtype.names and rng.random() < 0.3:
        name = rng.choice(host.dtype.names)
        return host[name], on_device[name]
    kind = rng.randrange(7)
    if kind == 0 and host.ndim:
        axes = [i for i, n in enumerate(host.shape) if n == 1]
        return host.squeeze(tuple(axes)), on_device.squeeze(tuple(axes))
    if kind == 1 and host.flags.c_contiguous and host.size:
        shape = rng.choice([(-1,), (1, -1), (host.shape or (1,))[::-1]])
        return host.reshape(shape), on_device.reshape(shape)
    key = random_key(rng, host.shape)
    if kind in (2, 3):
        return host[key], on_device[key]
    part = host[key]
    if not isinstance(part, np.ndarray):
        part = np.asarray(part)
    shape = tuple(1 if rng.random() < 0.2 else n for n in part.shape)[rng.randint(0, part.ndim):] if part.ndim else ()
    value = random_elements(rng, shape, host.dtype)
    if kind == 4:
        host[key], on_device[key] = value, value
    elif kind == 5:
        host[key], on_device[key] = value, cuda.to_device(value)
    elif isinstance(host[key], np.ndarray) and host[key].ndim and host.ndim:
        turned = tuple(slice(None, None, rng.choice([1, -1])) for _ in part.shape)
        host[key], on_device[key] = host[key][turned].copy(), on_device[key][turned]
    return host, on_device


def same(on_device, host):
    got = on_device.copy_to_host() if hasattr(on_device, "copy_to_host") else np.asarray(on_device)
    assert got.shape == host.shape and got.dtype == host.dtype
    assert got.tobytes() == np.ascontiguousarray(host).tobytes()


@pytest.mark.parametrize("seed", range(SEED, SEED + 4))
def test_random_slices_and_assignments(device, seed):
    rng = random.Random(seed)
    for _ in range(ROUNDS):
        dtype = np.dtype(rng.choice(DTYPES))
        shape = tuple(rng.randint(0 if rng.random() < 0.1 else 1, 7) for _ in range(rng.randint(0, 4)))
        whole = np.array(random_elements(rng, shape, dtype), order=rng.choice("CF"))
        all_of_it = cuda.to_device(whole)
        host, on_device = whole, all_of_it
        for _ in range(rng.randint(1, 6)):
            made = step(rng, host, on_device)
            if not isinstance(made[0], np.ndarray) or made[0].ndim > 6:
                break
            host, on_device = made
            same(on_device, host)
        same(all_of_it, whole)
        out = np.zeros(tuple(2 * n for n in host.shape), host.dtype)
        gaps = (*(slice(None, None, rng.choice([2, -2])) for _ in host.shape), ...)
        on_device.copy_to_host(out[gaps])
        wanted = np.zeros_like(out)
        wanted[gaps] = host
        assert out.tobytes() == wanted.tobytes()
