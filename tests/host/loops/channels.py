# SPDX-License-Identifier: Apache-2.0
"""Loops over elements of few parts: pixels, points. Their number is asked for, and any other is right as well."""
import numpy as np
from cases import case
from numba import njit, prange


@njit
def gray(rgb):
    out = np.empty(rgb.shape[:2], np.uint8)
    for y in range(out.shape[0]):
        for x in range(out.shape[1]):
            out[y, x] = (77 * rgb[y, x, 0] + 150 * rgb[y, x, 1] + 29 * rgb[y, x, 2]) >> 8
    return out


@njit(parallel=True)
def swapped(rgb):
    out = np.zeros_like(rgb)
    for y in prange(rgb.shape[0]):
        for x in range(rgb.shape[1]):
            out[y, x, 0] = rgb[y, x, 2]
            out[y, x, 1] = rgb[y, x, 1]
            out[y, x, 2] = 255 - rgb[y, x, 0]
    return out


@njit
def blended(rgba, under):
    out = np.zeros(under.shape, np.float32)
    for i in range(rgba.shape[0]):
        a = rgba[i, 3]
        out[i, 0] = rgba[i, 0] * a + under[i, 0] * (1 - a)
        out[i, 1] = rgba[i, 1] * a + under[i, 1] * (1 - a)
        out[i, 2] = rgba[i, 2] * a + under[i, 2] * (1 - a)
    return out


@njit
def rotated_in_place(points, c, s):
    for i in range(points.shape[0]):
        x = points[i, 0]
        y = points[i, 1]
        points[i, 0] = c * x - s * y
        points[i, 1] = s * x + c * y
    return points


@njit
def lengths(points):
    total = 0.0
    for i in range(points.shape[0]):
        total += np.sqrt(points[i, 0] ** 2 + points[i, 1] ** 2 + points[i, 2] ** 2)
    return total


@njit
def shifted(x):
    """Each round stores what the next one loads, where a row has two elements."""
    for i in range(x.shape[0] - 1):
        x[i + 1, 0] = x[i, 0] + x[i, 1]
    return x


@njit
def outside(x):
    out = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        out[i] = x[i, 0] + x[i, 1] + x[i, 2]
    return out


def cases():
    for shape in ((5, 37, 3), (4, 70, 4), (1, 1, 3), (0, 5, 3), (3, 300, 7)):
        rgb = (np.arange(np.prod(shape)) * 37 % 251).astype(np.uint8).reshape(shape)
        yield gray, rgb
        yield gray, rgb[:, ::-1]
        yield gray, np.asfortranarray(rgb)
        yield swapped, rgb
        if shape[2] > 3:
            yield blended, (rgb[0] / 256).astype(np.float32), np.ones((shape[1], 3), np.float32)
            yield blended, (rgb[0] / 256).astype(np.float32), np.ones((shape[1], shape[2]), np.float32)
    for columns in (2, 3, 4):
        points = np.arange(100.0 * columns).reshape(100, columns) * 0.25 - 7
        yield rotated_in_place, points.copy(), 0.5, 0.25
        yield shifted, points % 3
        yield shifted, points[::-2] % 3
        yield case(outside, points, numba="it reads outside") if columns == 2 else case(outside, points)
        yield rotated_in_place, points[:, ::-1].copy(), 0.5, 0.25
    yield lengths, points[:, :3].copy()
    yield lengths, points
