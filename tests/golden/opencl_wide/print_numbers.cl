/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

__kernel void k_print_numbers(
    __global uchar *p0,
    ulong offset0,
    long p1,
    long p2,
    __global uchar *restrict p3,
    ulong offset3,
    uint p4) {
    __global float *v0 = (__global float *)(p0 + offset0);
    long v1 = p1;
    long v2 = p2;
    __global uint *v3 = (__global uint *)(p3 + offset3);
    uint v4 = p4;
    long thread_id0 = (long)get_local_id(0);
    int block_id0 = (int)get_group_id(0);
    int block_dim0 = (int)get_local_size(0);
    uint none = (uint)((ulong)v1 >> 60);
    int v5 = block_dim0;
    long v6 = (long)v5;
    int v7 = block_id0;
    long v8 = (long)v7;
    long v9 = (long)((ulong)v8 * (ulong)v6);
    int v10 = (int)(thread_id0 & 1023L);
    long v11 = thread_id0;
    long v12 = v9 + v11;
    int v13 = v12 < v2;
    if (v13) {
        __global float *v14 = v0 + v12;
        float v15 = *v14;
        int v16 = v15 > 2.0f;
        long v17 = (long)(v12 & 1L);
        int v18 = v17 == 0L;
        __global uint *v19 = v3 + 43L;
        uint v20 = *v19;
        __global uint *v21 = v3 + 40L;
        uint v22 = atomic_or((volatile __global uint *)v21, 0u);
        int v23 = v22 <= v20;
        if (v23) {
            uint v24 = atomic_add((volatile __global uint *)v21, 7u);
            uint v25 = (uint)((uint)v24 + (uint)7u);
            int v26 = v25 <= v20;
            if (v26) {
                long v27 = (long)v24;
                long v28 = v27 + 64L;
                __global uint *v29 = v3 + v28;
                *v29 = 1u;
                long v30 = v27 + 65L;
                __global uint *v31 = v3 + v30;
                *v31 = v4;
                ulong v32 = as_ulong(v12);
                uint v33 = ((uint)v32) ^ (uint)none;
                ulong v34 = (ulong)(v32 >> (uint)32UL);
                uint v35 = ((uint)v34) ^ (uint)none;
                long v36 = v27 + 66L;
                __global uint *v37 = v3 + v36;
                *v37 = v33;
                long v38 = v27 + 67L;
                __global uint *v39 = v3 + v38;
                *v39 = v35;
                uint v40 = as_uint(v15);
                long v41 = v27 + 68L;
                __global uint *v42 = v3 + v41;
                *v42 = v40;
                uint v43 = (uint)v16;
                long v44 = v27 + 69L;
                __global uint *v45 = v3 + v44;
                *v45 = v43;
                uint v46 = ((uint)v18) ^ (uint)none;
                long v47 = v27 + 70L;
                __global uint *v48 = v3 + v47;
                *v48 = v46;
            } else {
                __global uint *v49 = v3 + 42L;
                uint v50 = atomic_add((volatile __global uint *)v49, 1u);
                int v51 = v24 <= v20;
                if (v51) {
                    __global uint *v52 = v3 + 41L;
                    *v52 = v24;
                }
            }
        } else {
            __global uint *v53 = v3 + 42L;
            uint v54 = atomic_add((volatile __global uint *)v53, 1u);
        }
    }
}

