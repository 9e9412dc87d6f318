# SPDX-License-Identifier: Apache-2.0
"""Two galaxies pass each other: stars that all attract all others.

Shows: tiles in shared memory, barriers, float32 throughout, atomic operations, arrays that stay on the device.
"""
import math

import numpy as np
import picture

from portkern import cuda, float32

TILE = 128                  # stars that a block keeps in shared memory at a time
SOFT = float32(0.0025)      # keeps forces finite where stars are close: softening, squared
STEP = float32(0.01)
WIDE = float32(4.5)         # of the picture, in units of length


@cuda.jit
def accelerate(place, mass, force):
    """A thread for each star; each block reads each star once, and its threads share what it has read."""
    tile = cuda.shared.array((TILE, 3), float32)
    t, i = cuda.threadIdx.x, cuda.grid(1)
    x, y = place[i, 0], place[i, 1]
    ax = ay = float32(0)
    for first in range(0, mass.size, TILE):
        tile[t, 0], tile[t, 1], tile[t, 2] = place[first + t, 0], place[first + t, 1], mass[first + t]
        cuda.syncthreads()      # the tile is complete
        for j in range(TILE):
            dx, dy = tile[j, 0] - x, tile[j, 1] - y
            d2 = dx * dx + dy * dy + SOFT
            pull = tile[j, 2] / (d2 * math.sqrt(d2))
            ax += pull * dx
            ay += pull * dy
        cuda.syncthreads()      # nobody needs it any more
    force[i, 0], force[i, 1] = ax, ay


@cuda.jit
def move(place, speed, force, trace):
    """One step of time, and a dot for each star where it is then."""
    i = cuda.grid(1)
    for axis in range(2):
        speed[i, axis] += STEP * force[i, axis]
        place[i, axis] += STEP * speed[i, axis]
    column = int(place[i, 0] / WIDE * trace.shape[1] + trace.shape[1] / 2)
    row = int(trace.shape[0] / 2 - place[i, 1] / WIDE * trace.shape[1])
    if 0 <= row < trace.shape[0] and 0 <= column < trace.shape[1]:
        cuda.atomic.add(trace, (row, column), 1)


def galaxy(random, count, centre, drift, turn):
    """Places, speeds and masses of stars that go round a heavy one."""
    r, angle = 0.08 + 0.5 * random.random(count) ** 0.7, random.uniform(0, 2 * np.pi, count)
    mass = np.full(count, 0.1 / count)
    r[0], mass[0] = 0, 1
    speed = turn * np.sqrt((1 + 0.1 * r) / np.sqrt(r * r + SOFT) ** 3) * r
    place = np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1) + centre
    return place, np.stack([-speed * np.sin(angle), speed * np.cos(angle)], axis=1) + drift, mass


def main():
    args = picture.options(__doc__)
    stars, steps, shape = (256, 4, (40, 64)) if args.small else (2048, 220, (500, 800))
    random = np.random.default_rng(7)
    pair = [galaxy(random, stars // 2, (-0.8, -0.35), (0.5, 0.1), 1), galaxy(random, stars // 2, (0.8, 0.35), (-0.5, -0.1), 1)]
    place, speed, mass = (np.concatenate(part).astype(np.float32) for part in zip(*pair, strict=True))

    d_place, d_speed, d_mass = cuda.to_device(place), cuda.to_device(speed), cuda.to_device(mass)
    force, trace = cuda.device_array_like(place), cuda.to_device(np.zeros(shape, np.int32))
    for step in range(steps):
        accelerate[stars // TILE, TILE](d_place, d_mass, force)
        if step == 0:
            first = force.copy_to_host()
        move[stars // TILE, TILE](d_place, d_speed, force, trace)
    light = np.log1p(trace.copy_to_host())
    picture.save(args.out / "nbody.png",
                 picture.colours(light / light.max(), ["#05030f", "#2a1a5e", "#8f3a84", "#f0743e", "#ffd27d", "#ffffff"]))

    # All pairs at once in float64, and what physics keeps: all forces together are none.
    delta = place.astype(float) - place[:, None]
    d2 = (delta**2).sum(axis=2) + float(SOFT)
    right = np.einsum("ij,ijk->ik", mass / d2**1.5, delta)
    picture.check(np.allclose(first, right, rtol=1e-3, atol=1e-3), "the first forces are those that NumPy finds")
    momentum = mass @ d_speed.copy_to_host() - mass @ speed
    picture.check(abs(momentum).max() < 1e-3, "the momentum is still what it was")


if __name__ == "__main__":
    main()
