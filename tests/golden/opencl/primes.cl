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
    long thread_id0 = 0;
    long first_thread0 = (long)get_global_id(0);
    int l0 = 0;
    long l1 = 0;
    long l2 = 0;
    long v2 = first_thread0;
    int v3 = (int)(thread_id0 & 1023L);
    long v4 = thread_id0;
    long v5 = v2 + v4;
    int v6 = v5 < v1;
    if (v6) {
        l2 = 0L;
        int v7 = v5 > 1L;
        l0 = v7;
        if (v7) {
            do {
                l1 = 2L;
                for (;;) {
                    long v8 = l1;
                    long v9 = (long)((ulong)v8 * (ulong)v8);
                    int v10 = v9 > v5;
                    if (v10) {
                        break;
                    }
                    long v11 = floor_mod_i64(v5, v8);
                    int v12 = v11 == 0L;
                    if (v12) {
                        l2 = select(v8, v8, (long)0);
                        goto break_1;
                    }
                    long v13 = (long)((ulong)v8 + (ulong)1L);
                    l1 = v13;
                }
                l2 = v5;
            } while (0);
            break_1:;
            long v14 = l2;
            int v15 = v14 == v5;
            l0 = v15;
        }
        int v16 = l0;
        __global uchar *v17 = v0 + v5;
        *v17 = (uchar)v16;
    }
}

