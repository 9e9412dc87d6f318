# SPDX-License-Identifier: Apache-2.0
"""Iterations of loops over prange that overwrite each other's results."""
import numpy as np
from numba import njit, prange


@njit(parallel=True)
def histogram(labels, counts, total):
    for i in prange(labels.size):
        counts[labels[i]] += 1
    for i in prange(labels.size):
        k = labels[i] % 8
        counts[k - 1] -= 2
        total[0] += labels[i]
        total[1] = k
        if k > 3:
            counts[-k] *= 2


@njit(parallel=True)
def right(labels, counts):
    total = 0
    for i in prange(labels.size):
        counts[i] += labels[i]
        own = np.zeros(8)
        own[labels[i]] += 1
        counts += own
        total += labels[i]
        for k in range(3):
            counts[k] += 1
    for i in prange(labels.size):
        if labels[i] < 0:
            return total
        counts[labels[i]] += 1
    for i in prange(labels.size):
        print(i)
        counts[0] += 1
    counts[0] += total
    return total


@njit
def count(counts, k):
    counts[k] += 1


@njit
def add_ones(row):
    for k in range(row.size):
        row[k] += 1


@njit(parallel=True)
def by_others(labels, counts, rows):
    for i in prange(labels.size):
        count(counts, i % 8)
        count(counts, i)
        counts[i] *= 2
        memory = np.zeros(8)
        count(memory, labels[i])
        row = rows[i]
        add_ones(row)
        add_ones(rows[i])
        other = counts if labels[i] else memory
        other[labels[i]] += memory[0]
    for i in prange(labels.size):
        count(counts, labels[i])
        row = rows[i % 2]
        row[labels[i]] += 1


@njit(parallel=True)
def by_names_used_behind(labels, rows, counts):
    for i in prange(labels.size):
        row = rows[i % 2]
        row[labels[i]] += 1
    row = rows[0]

    for i in prange(labels.size):
        def inner(k):
            counts[k] += 1

        inner(labels[i])
    return row


@njit
def alone(labels, counts):
    for i in prange(labels.size):
        counts[labels[i]] += 1


histogram(np.zeros(16, np.int64), np.zeros(8), np.zeros(2))
