# SPDX-License-Identifier: Apache-2.0
"""Bodies that attract each other: a kernel for the forces, arrays for the rest."""
import math

import cupy as cp
import numpy as np
from numba import cuda

TILE = 32
SOFTENING = 1e-3


@cuda.jit(fastmath=False)
def forces(position, mass, acceleration):
    shared = cuda.shared.array((TILE, 4), dtype=np.float64)
    i, t = cuda.grid(1), cuda.threadIdx.x
    n = position.shape[0]
    x = y = z = 0.0
    ax = ay = az = 0.0
    if i < n:
        x, y, z = position[i, 0], position[i, 1], position[i, 2]
    for first in range(0, n, TILE):
        j = first + t
        for k in range(3):
            shared[t, k] = position[j, k] if j < n else 0.0
        shared[t, 3] = mass[j] if j < n else 0.0
        cuda.syncthreads()
        for k in range(TILE):
            dx, dy, dz = shared[k, 0] - x, shared[k, 1] - y, shared[k, 2] - z
            r2 = dx * dx + dy * dy + dz * dz + SOFTENING
            s = shared[k, 3] / (r2 * math.sqrt(r2))
            ax += dx * s
            ay += dy * s
            az += dz * s
        cuda.syncthreads()
    if i < n:
        acceleration[i, 0] = ax
        acceleration[i, 1] = ay
        acceleration[i, 2] = az


def energy(position, velocity, mass):
    kinetic = 0.5 * (mass * (velocity ** 2).sum(axis=1)).sum()
    apart = position[:, None, :] - position[None, :, :]
    r = cp.sqrt((apart ** 2).sum(axis=-1) + SOFTENING)
    pairs = mass[:, None] * mass[None, :] / r
    return float(kinetic - 0.5 * (pairs.sum() - cp.trace(pairs)))


def main(n=70, steps=20, dt=1e-3):
    rng = np.random.default_rng(4)
    position = cp.asarray(rng.normal(size=(n, 3)))
    velocity = cp.asarray(0.1 * rng.normal(size=(n, 3)))
    mass = cp.asarray(rng.uniform(0.5, 1.5, n) / n)
    velocity -= (velocity * mass[:, cp.newaxis]).sum(0) / mass.sum()
    acceleration = cp.empty_like(position)
    blocks = (n + TILE - 1) // TILE
    before = energy(position, velocity, mass)
    forces[blocks, TILE](position, mass, acceleration)
    for _ in range(steps):
        velocity += 0.5 * dt * acceleration
        position += dt * velocity
        forces[blocks, TILE](position, mass, acceleration)
        velocity += 0.5 * dt * acceleration
    after = energy(position, velocity, mass)
    momentum = (mass[:, None] * velocity).sum(axis=0)
    # By NumPy, in one go.
    p, m = cp.asnumpy(position), mass.get()
    d = p[None] - p[:, None]
    r2 = (d ** 2).sum(-1) + SOFTENING
    wanted = (d * (m[None, :] / (r2 * np.sqrt(r2)))[..., None]).sum(1)
    np.testing.assert_allclose(acceleration.get(), wanted, rtol=1e-10, atol=1e-13)
    assert abs(after - before) < 1e-5 * abs(before)
    assert float(cp.linalg.norm(momentum)) < 1e-12
    print("ok")


if __name__ == "__main__":
    main()
