/* OpenCL C 1.2 by portkern */
#pragma OPENCL FP_CONTRACT OFF

float floor_div_f_f32(float a, float b) {
    float m = fmod(a, b);
    float n = a - m;
    float q = (float)(n / b);
    float whole = (float)(a / b);
    if (b == 0)
        return whole;
    if (m != 0)
        q = (b < 0) != (m < 0) ? q - 1 : q;
    if (q == 0)
        return copysign((float)0, whole);
    whole = sizeof a == 4 ? 8388608L : 4503599627370496L;
    n = fabs(q) < whole ? floor(q) : q;
    return q - n > (float)0.5f ? n + 1 : n;
}

float floor_mod_f_f32(float a, float b) {
    float m = fmod(a, b);
    if (m == 0)
        return copysign((float)0, b);
    return (b < 0) != (m < 0) ? m + b : m;
}

float abs_f_f32(float a) {
#ifdef __has_builtin
#if __has_builtin(__builtin_elementwise_abs)
    return __builtin_elementwise_abs(a);
#endif
#endif
    return fabs(a);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k_floats(
    __global uchar *p0,
    ulong offset0,
    long p1,
    __global uchar *p2,
    ulong offset2,
    long p3,
    __global uchar *p4,
    ulong offset4,
    long p5,
    long p6,
    int block_dim0,
    int block_dim1,
    int block_dim2) {
    __global float *v0 = (__global float *)(p0 + offset0);
    long v1 = p1;
    __global float *v2 = (__global float *)(p2 + offset2);
    long v3 = p3;
    __global float *v4 = (__global float *)(p4 + offset4);
    long v5 = p5;
    long v6 = p6;
    int block_id0 = (int)get_group_id(0);
    int v7 = block_dim0;
    long v8 = (long)v7;
    int v9 = block_id0;
    long v10 = (long)v9;
    long v11 = (long)((ulong)v10 * (ulong)v8);
    int v12 = block_dim1;
    int v13 = block_dim2;
    int v14 = (int)((uint)v12 * (uint)v13);
    long v15 = (long)((ulong)v1 - (ulong)v11);
    ulong v16 = as_ulong(v15);
    ulong v17 = 1024UL < v16 ? 1024UL : v16;
    int v18 = (int)v17;
    int v19 = v1 > v11;
    int v20 = v19 ? v18 : 0;
    int v21 = v20 < v7 ? v20 : v7;
    for (int v22 = 0; v22 < v14; v22++) {
        for (int v23 = 0; v23 < v21; v23++) {
            long v24 = (long)v23;
            long v25 = v11 + v24;
            __global float *v26 = v0 + v25;
            float v27 = *v26;
            __global float *v28 = v2 + v25;
            float v29 = *v28;
            float v30 = v27 + v29;
            long v31 = (long)((ulong)v25 * (ulong)v6);
            __global float *v32 = v4 + v31;
            *v32 = v30;
            float v33 = v27 - v29;
            long v34 = (long)((ulong)v31 + (ulong)1L);
            __global float *v35 = v4 + v34;
            *v35 = v33;
            float v36 = v27 * v29;
            long v37 = (long)((ulong)v31 + (ulong)2L);
            __global float *v38 = v4 + v37;
            *v38 = v36;
            float v39 = (float)(v27 / v29);
            long v40 = (long)((ulong)v31 + (ulong)3L);
            __global float *v41 = v4 + v40;
            *v41 = v39;
            float v42 = floor_div_f_f32(v27, v29);
            long v43 = (long)((ulong)v31 + (ulong)4L);
            __global float *v44 = v4 + v43;
            *v44 = v42;
            float v45 = floor_mod_f_f32(v27, v29);
            long v46 = (long)((ulong)v31 + (ulong)5L);
            __global float *v47 = v4 + v46;
            *v47 = v45;
            float v48 = -v27;
            long v49 = (long)((ulong)v31 + (ulong)6L);
            __global float *v50 = v4 + v49;
            *v50 = v48;
            float v51 = abs_f_f32(v27);
            long v52 = (long)((ulong)v31 + (ulong)7L);
            __global float *v53 = v4 + v52;
            *v53 = v51;
        }
    }
}

