"""A whole script: host code is skipped."""
import argparse
import time

import numpy as np
from numba import cuda


@cuda.jit
def add(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] + y[i]


class Timer:
    def __enter__(self):
        self.begin = time.perf_counter()
        return self

    def __exit__(self, *rest):
        print(time.perf_counter() - self.begin)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", type=int, default=1 << 20)
    n = parser.parse_args().n
    x = np.random.rand(n).astype(np.float32)
    y = np.ones(n, dtype=np.float32)
    out = cuda.device_array(n, dtype=np.float32)
    with Timer():
        add[(n + 255) // 256, 256](cuda.to_device(x), cuda.to_device(y), out)
        cuda.synchronize()
    assert np.allclose(out.copy_to_host(), x + y)


if __name__ == "__main__":
    main()
