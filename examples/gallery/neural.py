# SPDX-License-Identifier: Apache-2.0
"""A neural net learns to tell two spirals apart; the picture is what it says of every place.

Shows: linear algebra in a function for the host (a net of two hidden layers, trained by gradients), a kernel that
evaluates the net for each pixel, arrays of a thread's own, float32.
"""
import math

import numpy as np
import picture

from portkern import cuda, float32, njit

WIDTH = 24      # of the hidden layers


def spirals(random, count):
    """Places of two spirals, and to which each belongs: -1 or 1."""
    t = np.sqrt(random.random(count)) * 3 * np.pi
    arm = np.where(np.arange(count) % 2, 1.0, -1.0)
    x = np.stack([arm * t * np.cos(t), arm * t * np.sin(t)], axis=1) / 10
    return x + random.normal(0, 0.012, x.shape), arm


@njit
def train(x, arm, w1, b1, w2, b2, w3, steps, rate):
    """Changes the weights along the gradient of the mean squared error, with momentum."""
    m1, n1, m2, n2, m3 = np.zeros_like(w1), np.zeros_like(b1), np.zeros_like(w2), np.zeros_like(b2), np.zeros_like(w3)
    for _ in range(steps):
        h1 = np.tanh(x @ w1 + b1)
        h2 = np.tanh(h1 @ w2 + b2)
        error = (np.tanh(h2 @ w3) - arm) / len(arm)
        d3 = error * (1 - np.tanh(h2 @ w3) ** 2)
        d2 = np.outer(d3, w3) * (1 - h2 * h2)
        d1 = (d2 @ w2.T) * (1 - h1 * h1)
        m3 = 0.95 * m3 - rate * (h2.T @ d3)
        m2, n2 = 0.95 * m2 - rate * (h1.T @ d2), 0.95 * n2 - rate * d2.sum(axis=0)
        m1, n1 = 0.95 * m1 - rate * (x.T @ d1), 0.95 * n1 - rate * d1.sum(axis=0)
        w1, b1, w2, b2, w3 = w1 + m1, b1 + n1, w2 + m2, b2 + n2, w3 + m3
    return w1, b1, w2, b2, w3


@cuda.jit
def forward(out, w1, b1, w2, b2, w3):
    """What the net says of each pixel, from -1 to 1; the picture goes from -1.1 to 1.1 upwards."""
    column, row = cuda.grid(2)
    if row >= out.shape[0] or column >= out.shape[1]:
        return
    y = float32(1.1) - float32(2.2) * float32(row) / float32(out.shape[0] - 1)
    x = (float32(2.2) * float32(column) - float32(1.1) * float32(out.shape[1] - 1)) / float32(out.shape[0] - 1)
    h1 = cuda.local.array(WIDTH, float32)
    for i in range(WIDTH):
        h1[i] = math.tanh(x * w1[0, i] + y * w1[1, i] + b1[i])
    total = float32(0)
    for j in range(WIDTH):
        a = b2[j]
        for i in range(WIDTH):
            a += h1[i] * w2[i, j]
        total += math.tanh(a) * w3[j]
    out[row, column] = math.tanh(total)


def by_numpy(x, w1, b1, w2, b2, w3):
    return np.tanh(np.tanh(np.tanh(x @ w1 + b1) @ w2 + b2) @ w3)


def main():
    args = picture.options(__doc__)
    shape, count, steps = ((30, 48), 40, 5) if args.small else ((500, 800), 300, 2000)
    random = np.random.default_rng(1)
    x, arm = spirals(random, count)
    start = (random.normal(0, 3, (2, WIDTH)), random.normal(0, 1, WIDTH), random.normal(0, 0.4, (WIDTH, WIDTH)),
             np.zeros(WIDTH), random.normal(0, 0.4, WIDTH))
    weights = train(x, arm, *start, steps, 0.25)

    out = cuda.device_array(shape, np.float32)
    forward[picture.blocks(shape, (16, 8)), (16, 8)](out, *(cuda.to_device(w.astype(np.float32)) for w in weights))
    out = out.copy_to_host()
    rgb = picture.colours((out + 1) / 2, ["#b5443a", "#e98a6d", "#f9efe2", "#6fa8c7", "#22577a"])
    rows, columns = shape
    at = np.stack([(1.1 - x[:, 1]) / 2.2 * (rows - 1), x[:, 0] / 2.2 * (rows - 1) + (columns - 1) / 2], axis=1)
    for (row, column), kind in zip(at.round().astype(int), arm, strict=True):
        rgb[row - 2:row + 3, column - 2:column + 3] = 255
        rgb[row - 1:row + 2, column - 1:column + 2] = (15, 50, 80) if kind > 0 else (110, 20, 20)
    picture.save(args.out / "neural.png", rgb)

    row, column = np.indices(shape)
    places = np.stack([(2.2 * column - 1.1 * (columns - 1)) / (rows - 1), 1.1 - 2.2 * row / (rows - 1)], axis=-1)
    wrong = abs(by_numpy(places, *weights) - out).max()
    picture.check(wrong < 1e-3, f"the kernel differs from NumPy in float64 by {wrong:.1e} at most")
    if not args.small:
        test, arm = spirals(np.random.default_rng(100), 1000)
        good = (np.sign(by_numpy(test, *weights)) == arm).mean()
        picture.check(good > 0.98, f"{good:.1%} of new places are told apart")


if __name__ == "__main__":
    main()
