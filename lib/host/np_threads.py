# SPDX-License-Identifier: Apache-2.0
"""How many threads parallel loops have, and how many iterations each takes at a time, as host
functions set them."""
from portkern.lib import loop_chunk, set_loop_chunk, set_thread_count, thread_total


def python_numba_set_num_threads(n):
    if not isinstance(n, int):
        raise TypeError("The number of threads specified must be an integer")
    if n < 1 or n > thread_total():
        raise ValueError("The number of threads must be between 1 and " + str(thread_total()))
    set_thread_count(n)


def python_numba_set_parallel_chunksize(n):
    if not isinstance(n, int):
        raise TypeError("The parallel chunksize must be an integer")
    if n < 0:
        raise ValueError("chunksize must be greater than or equal to zero")
    before = loop_chunk()
    set_loop_chunk(n)
    return before


def python_numba_parallel_chunksize___enter__(n):
    return python_numba_set_parallel_chunksize(n)


def python_numba_parallel_chunksize___exit__(before):
    set_loop_chunk(before)
