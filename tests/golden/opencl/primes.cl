/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

long floor_mod_i64(long a, long b) {
    long d = (b == 0) | (b == -1) ? 1 : b;
    long r = a % d;
    return r + ((r != 0) & ((r ^ d) < 0) ? d : 0);
}

__kernel void k_primes(
    __global uchar *p0,
    ulong offset0,
    long p1) {
    __global uchar *v0 = (__global uchar *)(p0 + offset0);
    long v1 = p1;
    int thread_id0 = (int)(get_local_id(0) & 1023u);
    int block_id0 = (int)get_group_id(0);
    int block_dim0 = (int)get_local_size(0);
    int l0 = 0;
    long l1 = 0;
    long l2 = 0;
    int v2 = block_dim0;
    long v3 = (long)v2;
    int v4 = block_id0;
    long v5 = (long)v4;
    long v6 = (long)((ulong)v5 * (ulong)v3);
    int v7 = thread_id0;
    long v8 = (long)v7;
    long v9 = v6 + v8;
    int v10 = v9 < v1;
    if (v10) {
        l2 = 0L;
        int v11 = v9 > 1L;
        l0 = v11;
        if (v11) {
            do {
                l1 = 2L;
                for (;;) {
                    long v12 = l1;
                    long v13 = (long)((ulong)v12 * (ulong)v12);
                    int v14 = v13 > v9;
                    if (v14) {
                        break;
                    }
                    long v15 = floor_mod_i64(v9, v12);
                    int v16 = v15 == 0L;
                    if (v16) {
                        l2 = v12;
                        goto break_1;
                    }
                    long v17 = (long)((ulong)v12 + (ulong)1L);
                    l1 = v17;
                }
                l2 = v9;
            } while (0);
            break_1:;
            long v18 = l2;
            int v19 = v18 == v9;
            l0 = v19;
        }
        int v20 = l0;
        __global uchar *v21 = v0 + v9;
        *v21 = (uchar)v20;
    }
}

