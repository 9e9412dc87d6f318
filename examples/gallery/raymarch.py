# SPDX-License-Identifier: Apache-2.0
"""A scene that exists as distances only: a ray goes on by the distance to the nearest surface until it is there.

Shows: device functions that call each other, tuples as vectors, several results.
"""
import math

import numpy as np
import picture

from portkern import cuda

FAR, EYE, SUN = 30.0, (0.0, 1.35, -4.9), (0.55, 0.62, -0.56)      # the sun is in that direction; length 1
BALL = (-1.85, 0.6, 0.55), 0.6      # centre and radius
SKY, FLOOR, RING, BALLS, DROP = range(5)


@cuda.jit(device=True)
def add(a, b, factor):
    return a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]


@cuda.jit(device=True)
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@cuda.jit(device=True)
def sphere(p, centre, radius):
    return math.sqrt(dot(add(p, centre, -1.0), add(p, centre, -1.0))) - radius


@cuda.jit(device=True)
def scene(p):
    """(distance, surface): how far it is to the nearest surface at least, and which that is."""
    ring = math.hypot(math.hypot(p[0] - 1.8, p[2] - 0.5) - 0.62, p[1] - 0.2) - 0.2
    ball = min(sphere(p, BALL[0], BALL[1]), sphere(p, (1.8, 0.27, 0.5), 0.27))
    big, small = sphere(p, (0.0, 0.6, 0.9), 0.6), sphere(p, (0.28, 1.35, 0.8), 0.38)
    drop = min(big, small) - max(0.5 - abs(big - small), 0.0) ** 2 / 2      # a smooth way from one to the other
    best = min(ring, ball, drop, p[1])
    return best, DROP if best == drop else RING if best == ring else BALLS if best == ball else FLOOR


@cuda.jit(device=True)
def march(start, direction):
    """(t, surface, shade): where a ray meets a surface, and how close it has come to others, for soft shadows."""
    t, shade = 0.02, 1.0
    for _ in range(160):
        d, surface = scene(add(start, direction, t))
        if d < 1e-4 * t:
            return t, surface, 0.0
        shade, t = min(shade, 9 * d / t), t + d
        if t > FAR:
            break
    return FAR, SKY, shade


@cuda.jit(device=True)
def look(start, direction):
    """The colour that a ray sees, by way of up to two mirrors."""
    colour, weight, e = (0.0, 0.0, 0.0), 1.0, 1e-4
    for _ in range(3):
        t, surface, _ = march(start, direction)
        p, fog, up = add(start, direction, t), (t / FAR) ** 2, max(direction[1], 0.0) ** 0.6
        colour = add(colour, (0.93 - 0.65 * up, 0.86 - 0.42 * up, 0.80 - 0.1 * up), weight * fog)
        base, mirror = ((0.95, 0.66, 0.18), 0.25) if surface == RING else ((0.85, 0.16, 0.12), 0.12)
        if surface == BALLS:
            base, mirror = (0.35, 0.55, 0.62), 0.55
        elif surface == FLOOR:
            base = (0.30, 0.33, 0.38) if (math.floor(p[0] + 0.5) + math.floor(p[2])) % 2 == 0 else (0.82, 0.80, 0.74)
        # The normal of the surface is where the distance grows.
        d, x, y, z = scene(p), scene((p[0] + e, p[1], p[2])), scene((p[0], p[1] + e, p[2])), scene((p[0], p[1], p[2] + e))
        grows = x[0] - d[0], y[0] - d[0], z[0] - d[0]
        normal = add((0.0, 0.0, 0.0), grows, 1 / math.sqrt(dot(grows, grows)))
        start, sun = add(p, normal, 2e-3), dot(normal, SUN)
        if sun > 0:
            sun *= march(start, SUN)[2]
        bright = (0.22 + 0.12 * normal[1] + 0.85 * max(sun, 0.0)) * (1 - fog)
        colour = add(colour, base, weight * bright * (1 - mirror))
        weight *= mirror * (1 - fog)
        direction = add(direction, normal, -2 * dot(direction, normal))
    return colour


@cuda.jit
def render(image, end, surface, samples):
    """The picture; and where each pixel's last ray ends, and on what."""
    x, y = cuda.grid(2)
    rows, columns = surface.shape
    if y < rows and x < columns:
        colour, direction = (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)
        for k in range(samples * samples):
            u, v = x + (k % samples + 0.5) / samples - 0.5 * columns, 0.4 * rows - y - (k // samples + 0.5) / samples
            direction = add((0.0, 0.0, 0.0), (u, v, 1.0 * columns), 1 / math.sqrt(u * u + v * v + columns * columns))
            colour = add(colour, look(EYE, direction), 1 / samples**2)
        t, surface[y, x], _ = march(EYE, direction)
        for c in range(3):
            image[y, x, c] = int(255 * min(colour[c], 1.0) ** 0.8)
            end[y, x, c] = EYE[c] + t * direction[c]


def view(shape, samples):
    outputs = [cuda.device_array(s, t) for s, t in (((*shape, 3), np.uint8), ((*shape, 3), float), (shape, int))]
    render[picture.blocks(shape, (16, 4)), (16, 4)](*outputs, samples)
    return [a.copy_to_host() for a in outputs]


def main():
    args = picture.options(__doc__)
    shape, samples = ((20, 32), 1) if args.small else ((500, 800), 2)
    image, end, surface = view(shape, samples)
    picture.save(args.out / "raymarch.png", image)

    radius = np.linalg.norm(end[(surface == BALLS) & (end[..., 0] < 0)] - BALL[0], axis=-1)
    wrong = max(abs(end[surface == FLOOR, 1]).max(), abs(radius - BALL[1]).max())
    picture.check(wrong < 0.005, f"rays end on the floor and on the ball, or up to {wrong:.4f} before")


if __name__ == "__main__":
    main()
