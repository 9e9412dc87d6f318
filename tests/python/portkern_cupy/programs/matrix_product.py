# SPDX-License-Identifier: Apache-2.0
"""A product of matrices by tiles, timed by events, beside the operator @."""
import cupy as cp
import numpy as np
from numba import cuda, float32

TPB = 8


@cuda.jit
def fast_matmul(A, B, C):
    sA = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    sB = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    tmp = float32(0.)
    for i in range(cuda.gridDim.x):
        sA[ty, tx] = 0
        sB[ty, tx] = 0
        if y < A.shape[0] and (tx + i * TPB) < A.shape[1]:
            sA[ty, tx] = A[y, tx + i * TPB]
        if x < B.shape[1] and (ty + i * TPB) < B.shape[0]:
            sB[ty, tx] = B[ty + i * TPB, x]
        cuda.syncthreads()
        for j in range(TPB):
            tmp += sA[ty, j] * sB[j, tx]
        cuda.syncthreads()
    if y < C.shape[0] and x < C.shape[1]:
        C[y, x] = tmp


def main(m=30, k=30, n=30):
    rng = np.random.default_rng(1)
    a, b = rng.random((m, k), dtype=np.float32), rng.random((k, n), dtype=np.float32)
    A, B = cp.array(a), cp.array(b)
    C = cp.zeros((m, n), dtype=cp.float32)
    start, end = cp.cuda.Event(), cp.cuda.Event()
    start.record()
    blocks = ((max(n, k) + TPB - 1) // TPB, (m + TPB - 1) // TPB)
    fast_matmul[blocks, (TPB, TPB)](A, B, C)
    end.record()
    end.synchronize()
    assert cp.cuda.get_elapsed_time(start, end) >= 0
    np.testing.assert_allclose(C.get(), a @ b, rtol=1e-5)
    cp_product = cp.dot(A, B)
    assert cp.abs(cp_product - C).max() < 1e-4
    assert np.array_equal(cp.asnumpy((A > 0.5) @ (B > 0.5)), (a > 0.5) @ (b > 0.5))
    u, v = A[:, 0], A[:, 1]
    cosine = cp.dot(u, v) / (cp.linalg.norm(u) * cp.linalg.norm(v))
    assert abs(float(cosine) - float(a[:, 0] @ a[:, 1] / np.linalg.norm(a[:, 0]) / np.linalg.norm(a[:, 1]))) < 1e-5
    softmax = cp.exp(C - C.max(axis=1, keepdims=True))
    softmax /= softmax.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(softmax.sum(1).get(), 1, rtol=1e-5)
    pool = cp.get_default_memory_pool()
    pool.free_all_blocks()
    print("ok")


if __name__ == "__main__":
    main()
