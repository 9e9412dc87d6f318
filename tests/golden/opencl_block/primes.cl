/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

long floor_mod_i64(long a, long b) {
    long d = (b == 0) | (b == -1) ? 1 : b;
    long r = a % d;
    return r + ((r != 0) & ((r ^ d) < 0) ? d : 0);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_primes(
    __global uchar *p0,
    ulong offset0,
    long p1,
    int block_dim0,
    int block_dim1,
    int block_dim2) {
    __global uchar *v0 = (__global uchar *)(p0 + offset0);
    long v1 = p1;
    int block_id0 = (int)get_group_id(0);
    int l0 = 0;
    long l1 = 0;
    long l2 = 0;
    int v2 = block_dim0;
    long v3 = (long)v2;
    int v4 = block_id0;
    long v5 = (long)v4;
    long v6 = (long)((ulong)v5 * (ulong)v3);
    int v7 = block_dim1;
    int v8 = block_dim2;
    int v9 = (int)((uint)v7 * (uint)v8);
    long v10 = (long)((ulong)v1 - (ulong)v6);
    ulong v11 = as_ulong(v10);
    ulong v12 = 1024UL < v11 ? 1024UL : v11;
    int v13 = (int)v12;
    int v14 = v1 > v6;
    int v15 = v14 ? v13 : 0;
    int v16 = v15 < v2 ? v15 : v2;
    for (int v17 = 0; v17 < v9; v17++) {
        for (int v18 = 0; v18 < v16; v18++) {
            long v19 = (long)v18;
            long v20 = v6 + v19;
            l2 = 0L;
            int v21 = v20 > 1L;
            l0 = v21;
            if (v21) {
                do {
                    l1 = 2L;
                    for (;;) {
                        long v22 = l1;
                        long v23 = (long)((ulong)v22 * (ulong)v22);
                        int v24 = v23 > v20;
                        if (v24) {
                            break;
                        }
                        long v25 = floor_mod_i64(v20, v22);
                        int v26 = v25 == 0L;
                        if (v26) {
                            l2 = v22;
                            goto break_3;
                        }
                        long v27 = (long)((ulong)v22 + (ulong)1L);
                        l1 = v27;
                    }
                    l2 = v20;
                } while (0);
                break_3:;
                long v28 = l2;
                int v29 = v28 == v20;
                l0 = v29;
            }
            int v30 = l0;
            __global uchar *v31 = v0 + v20;
            *v31 = (uchar)v30;
        }
    }
}

