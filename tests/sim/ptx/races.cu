/* SPDX-License-Identifier: Apache-2.0 */
/* Usual patterns of threads that work together, as they should be and with the
 * usual mistakes. Names end in _ok or _bad; all take the same arguments.
 * races.ptx: nvcc -O3 -ptx -arch=sm_80 -lineinfo races.cu */
#define SIZE 256 /* threads of a block at most */
#define ARGS float *a, float *b, unsigned *c, unsigned char *d, int n
#define GIVE a, b, c, d, n
#define ID   (blockIdx.x * blockDim.x + threadIdx.x)
#define T    threadIdx.x
#define W    blockDim.x

/* Both kernels of a pattern; `BUG` is 0 or says which mistake. */
#define PATTERN(name) template <int BUG> __device__ void name(ARGS)
#define OK(name)                                                               \
    extern "C" __global__ void name##_ok(ARGS) {                               \
        name<0>(GIVE);                                                         \
    }
#define BAD(name, bug)                                                         \
    extern "C" __global__ void name##_##bug##_bad(ARGS) {                      \
        name<bug>(GIVE);                                                       \
    }

/* Keeps the compiler from moving accesses over places without a barrier. */
__device__ void pause() {
    asm volatile("" ::: "memory");
}
__device__ void sync_unless(bool bug) {
    if (bug)
        pause();
    else
        __syncthreads();
}
__device__ void fence_unless(bool bug) {
    if (bug)
        pause();
    else
        __threadfence();
}

PATTERN(tree) {
    __shared__ float s[SIZE];
    s[T] = a[ID];
    sync_unless(BUG == 1);
    for (int h = W / 2; h; h /= 2) {
        if (T < h)
            s[T] += s[T + h];
        sync_unless(BUG == 2);
    }
    if (T == 0)
        b[blockIdx.x] = s[0];
}
OK(tree)
BAD(tree, 1)
BAD(tree, 2)

    PATTERN(shuffled) {
    __shared__ float s[32];
    float v = a[ID];
    for (int h = 16; h; h /= 2)
        v += __shfl_xor_sync(~0u, v, h);
    if (T % 32 == 0)
        s[T / 32] = v;
    sync_unless(BUG == 1);
    if (T == 0) {
        v = 0;
        for (int i = 0; i < W / 32; i++)
            v += s[i];
        b[blockIdx.x] = v;
    }
}
OK(shuffled)
BAD(shuffled, 1)

PATTERN(stencil) {
    __shared__ float s[SIZE + 2];
    s[T + 1] = a[ID];
    if (T == 0)
        s[0] = ID ? a[ID - 1] : 0;
    if (T == W - 1)
        s[W + 1] = ID + 1 < n ? a[ID + 1] : 0;
    sync_unless(BUG == 1);
    b[ID] = s[T] + s[T + 1] + s[T + 2];
}
OK(stencil)
BAD(stencil, 1)

PATTERN(steps) {
    __shared__ float s[2][SIZE];
    s[0][T] = a[ID];
    __syncthreads();
    for (int i = 0; i < 6; i++) {
        int from = BUG == 2 ? 0 : i & 1, to = BUG == 2 ? 0 : from ^ 1;
        s[to][T] = s[from][T] + s[from][(T + 1) % W];
        sync_unless(BUG == 1);
    }
    b[ID] = s[0][T];
}
OK(steps)
BAD(steps, 1)
BAD(steps, 2)

    PATTERN(histogram) {
    __shared__ unsigned s[16];
    if (T < 16)
        s[T] = 0;
    sync_unless(BUG == 1);
    if (BUG == 2)
        ((volatile unsigned *)s)[c[ID + 64] % 16] = T;
    else
        atomicAdd(&s[c[ID + 64] % 16], 1u);
    sync_unless(BUG == 3);
    if (T < 16)
        atomicAdd(&c[T], BUG == 4 ? 1 : *(volatile unsigned *)&s[T]);
    if (BUG == 4)
        c[T % 16]++;
}
OK(histogram)
BAD(histogram, 1)
BAD(histogram, 4)

    /* What a thread reads plainly of what others add to. */
    PATTERN(counters) {
    if (BUG == 1)
        c[T % 8] += 1;
    else
        atomicAdd(&c[T % 8], 1u);
    if (BUG == 2)
        b[ID] = c[T % 8];
}
OK(counters)
BAD(counters, 1)
BAD(counters, 2)

    PATTERN(scan) {
    __shared__ float s[2][SIZE];
    int now = 0;
    s[0][T] = a[ID];
    sync_unless(BUG == 1);
    for (int h = 1; h < W; h *= 2) {
        s[now ^ 1][T] = T >= h ? s[now][T] + s[now][T - h] : s[now][T];
        now ^= 1;
        sync_unless(BUG == 2);
    }
    b[ID] = s[now][T];
}
OK(scan)
BAD(scan, 1)
BAD(scan, 2)

    /* One buffer needs two barriers a step. */
    PATTERN(scan_in_place) {
    __shared__ float s[SIZE];
    s[T] = a[ID];
    __syncthreads();
    for (int h = 1; h < W; h *= 2) {
        float v = T >= h ? s[T - h] : 0;
        sync_unless(BUG == 1);
        s[T] += v;
        sync_unless(BUG == 2);
    }
    b[ID] = s[T];
}
OK(scan_in_place)
BAD(scan_in_place, 1)
BAD(scan_in_place, 2)

    PATTERN(reverse) {
    __shared__ float s[SIZE];
    for (int i = 0; i < 3; i++) {
        s[T] = a[ID] + i;
        sync_unless(BUG == 1);
        b[ID] = s[W - 1 - T];
        sync_unless(BUG == 2);
    }
}
OK(reverse)
BAD(reverse, 1)
BAD(reverse, 2)

    PATTERN(last_block) {
    __shared__ bool last;
    if (T == 0) {
        b[blockIdx.x] = a[ID];
        fence_unless(BUG == 1);
        if (BUG == 2)
            last = ++*(volatile unsigned *)c == gridDim.x;
        else
            last = atomicAdd(c, 1u) == gridDim.x - 1;
        if (BUG == 2)
            c[1] = ID;
    }
    sync_unless(BUG == 3);
    if (last && T == 0)
        for (int i = 0; i < gridDim.x; i++)
            b[n] += b[i];
}
OK(last_block)
BAD(last_block, 1)
BAD(last_block, 2) BAD(last_block, 3)

    /* All threads write and pass a fence, one of them counts. */
    PATTERN(last_of_all) {
    __shared__ bool last;
    b[ID] = a[ID];
    fence_unless(BUG == 1);
    sync_unless(BUG == 2);
    if (T == 0)
        last = atomicAdd(c, 1u) == gridDim.x - 1;
    __syncthreads();
    if (last)
        for (int i = T; i < gridDim.x * W; i += W)
            b[n + T] += b[i];
}
OK(last_of_all)
BAD(last_of_all, 1)
BAD(last_of_all, 2)

    /* Each block waits for the one before it. */
    PATTERN(lookback) {
    if (T == 0) {
        float before = 0;
        if (blockIdx.x) {
            volatile unsigned *flag = c + blockIdx.x - 1;
            while (!*flag)
                ;
            fence_unless(false);
            before = b[blockIdx.x - 1];
        }
        b[blockIdx.x] = before + a[ID];
        fence_unless(BUG == 1);
        if (BUG == 2)
            c[blockIdx.x] = 1;
        else
            *(volatile unsigned *)(c + blockIdx.x) = 1;
    }
}
OK(lookback)
BAD(lookback, 1)
BAD(lookback, 2)

    PATTERN(lookback_atomic) {
    if (T == 0) {
        float before = 0;
        if (blockIdx.x) {
            while (!atomicAdd(c + blockIdx.x - 1, 0u))
                ;
            __threadfence();
            before = b[blockIdx.x - 1];
        }
        b[blockIdx.x] = before + a[ID];
        if (BUG == 1)
            __threadfence_block();
        else
            fence_unless(BUG == 2);
        atomicExch(c + blockIdx.x, 1u);
    }
}
OK(lookback_atomic)
BAD(lookback_atomic, 1)
BAD(lookback_atomic, 2)

    PATTERN(queue) {
    unsigned at;
    if (BUG == 1) {
        at = c[0];
        c[0] = at + 1;
    } else {
        at = atomicAdd(c, 1u);
    }
    b[BUG == 2 ? at / 2 : at] = ID;
}
OK(queue)
BAD(queue, 1)
BAD(queue, 2)

    /* Work is handed out in tickets that thread 0 draws. */
    PATTERN(tickets) {
    __shared__ unsigned ticket;
    for (int i = 0; i < 3; i++) {
        if (T == 0)
            ticket = atomicAdd(c, 1u);
        sync_unless(BUG == 1);
        b[ticket * W + T] = i;
        sync_unless(BUG == 2);
    }
}
OK(tickets)
BAD(tickets, 1)
BAD(tickets, 2)

    PATTERN(locked) {
    if (T % 32 == 0) {
        while (atomicCAS(c, 0u, 1u))
            ;
        fence_unless(BUG == 1);
        b[0] += a[ID];
        fence_unless(BUG == 1);
        atomicExch(c, 0u);
        if (BUG == 2)
            b[0] += 1;
    }
}
OK(locked)
BAD(locked, 1)
BAD(locked, 2)

    PATTERN(warp_shared) {
    __shared__ float s[SIZE];
    s[T] = a[ID];
    if (BUG == 1)
        pause();
    else
        __syncwarp();
    b[ID] = s[BUG == 2 ? (T + 32) % W : T ^ 1];
}
OK(warp_shared)
BAD(warp_shared, 1)
BAD(warp_shared, 2)

    /* Half of the block makes what the other half takes. */
    PATTERN(named) {
    __shared__ float s[SIZE];
    if (T < W / 2) {
        s[T] = a[ID];
        if (BUG == 1)
            pause();
        else
            asm volatile("bar.arrive 1, %0;" ::"r"(W) : "memory");
    } else {
        asm volatile("bar.sync 1, %0;" ::"r"(BUG == 1 ? W / 2 : W) : "memory");
        b[ID] = s[T - W / 2];
    }
}
OK(named)
BAD(named, 1)

PATTERN(broadcast) {
    __shared__ float s;
    for (int i = 0; i < 3; i++) {
        if (T == i)
            s = a[ID];
        sync_unless(BUG == 1);
        b[ID] += s;
        sync_unless(BUG == 2);
    }
}
OK(broadcast)
BAD(broadcast, 1)
BAD(broadcast, 2)

    PATTERN(grid_wide) {
    b[ID] = a[ID];
    __syncthreads();
    if (T == 0 && BUG != 2) {
        fence_unless(BUG == 1);
        atomicAdd(c, 1u);
        while (*(volatile unsigned *)c < gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
    b[n + ID] = b[(ID + W) % (gridDim.x * W)];
}
OK(grid_wide)
BAD(grid_wide, 1)
BAD(grid_wide, 2)

    /* Stores that release and loads that acquire. */
    PATTERN(released) {
    if (T == 0) {
        unsigned flag = 0;
        if (blockIdx.x)
            while (!flag)
                asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                             : "=r"(flag)
                             : "l"(c + blockIdx.x - 1)
                             : "memory");
        b[blockIdx.x] = blockIdx.x ? b[blockIdx.x - 1] + 1 : 1;
        if (BUG == 1)
            asm volatile(
                "st.relaxed.gpu.global.u32 [%0], 1;" ::"l"(c + blockIdx.x)
                : "memory");
        else
            asm volatile(
                "st.release.gpu.global.u32 [%0], 1;" ::"l"(c + blockIdx.x)
                : "memory");
    }
}
OK(released)
BAD(released, 1)

PATTERN(bytes) {
    d[BUG == 1 ? ID / 2 : ID] = T;
    if (BUG == 2)
        d[ID + 1] = T;
}
OK(bytes)
BAD(bytes, 1)
BAD(bytes, 2)

    /* Threads that agree on what they write do no harm. */
    PATTERN(agreed) {
    c[0] = BUG == 1 ? ID : 7;
}
OK(agreed)
BAD(agreed, 1)

PATTERN(neighbours) {
    if (BUG == 1)
        a[ID] = a[ID + 1] + 1;
    else
        b[ID] = a[ID + 1] + 1;
}
OK(neighbours)
BAD(neighbours, 1)

/* A tile of each matrix in turn. */
PATTERN(tiles) {
    __shared__ float x[SIZE], y[SIZE];
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        x[T] = a[k * W + T];
        y[T] = a[k * W + T + 1];
        sync_unless(BUG == 1);
        for (int j = 0; j < 16; j++)
            sum += x[(T + j) % W] * y[j];
        sync_unless(BUG == 2);
    }
    b[ID] = sum;
}
OK(tiles)
BAD(tiles, 1) BAD(tiles, 2)

    /* Copies that end later: by group, and by a barrier in memory. */
    __device__ unsigned shared_at(void *p) {
    return (unsigned)__cvta_generic_to_shared(p);
}
__device__ void copy(float *to, const float *from) {
    asm volatile(
        "cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_at(to)),
        "l"(from)
        : "memory");
}
__device__ void arrive(unsigned long long *bar) {
    asm volatile("{ .reg .b64 t; mbarrier.arrive.shared.b64 t, [%0]; }" ::"r"(
                     shared_at(bar))
                 : "memory");
}
__device__ void wait_for(unsigned long long *bar, unsigned parity) {
    unsigned over;
    do
        asm volatile("{ .reg .pred p;\n"
                     "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(over)
                     : "r"(shared_at(bar)), "r"(parity)
                     : "memory");
    while (!over);
}
__device__ void make(unsigned long long *bar, unsigned count) {
    if (T == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_at(bar)),
                     "r"(count)
                     : "memory");
}

PATTERN(copied) {
    __shared__ float s[SIZE];
    copy(&s[T], &a[ID]);
    if (BUG != 1)
        asm volatile("cp.async.wait_all;" ::: "memory");
    sync_unless(BUG == 2);
    b[ID] = s[BUG == 2 ? W - 1 - T : T];
}
OK(copied)
BAD(copied, 1)
BAD(copied, 2)

    PATTERN(copied_ahead) {
    __shared__ float s[2][SIZE];
    copy(&s[0][T], &a[T]);
    asm volatile("cp.async.commit_group;" ::: "memory");
    for (int k = 0; k < 4; k++) {
        if (k < 3)
            copy(&s[(k + 1) % 2][T], &a[(k + 1) * W + T]);
        asm volatile("cp.async.commit_group;" ::: "memory");
        if (BUG == 1)
            asm volatile("cp.async.wait_group 2;" ::: "memory");
        else
            asm volatile("cp.async.wait_group 1;" ::: "memory");
        sync_unless(BUG == 2);
        if (blockIdx.x == 0)
            b[k * W + T] = s[k % 2][W - 1 - T];
        sync_unless(BUG == 3);
    }
}
OK(copied_ahead)
BAD(copied_ahead, 1)
BAD(copied_ahead, 2) BAD(copied_ahead, 3)

    PATTERN(copied_at_barrier) {
    __shared__ float s[SIZE];
    __shared__ unsigned long long bar;
    make(&bar, W);
    sync_unless(BUG == 1);
    copy(&s[T], &a[ID]);
    if (BUG != 2)
        asm volatile(
            "cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(shared_at(&bar))
            : "memory");
    arrive(&bar);
    if (BUG != 3)
        wait_for(&bar, 0);
    b[ID] = s[W - 1 - T];
}
OK(copied_at_barrier)
BAD(copied_at_barrier, 1)
BAD(copied_at_barrier, 2) BAD(copied_at_barrier, 3)

    /* Phases in turn: a buffer is filled again when it has been read. */
    PATTERN(phases) {
    __shared__ float s[SIZE];
    __shared__ unsigned long long full, empty;
    make(&full, W);
    make(&empty, W);
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        s[T] = a[k * W + T];
        arrive(&full);
        wait_for(&full, BUG == 1 ? ~k & 1 : k & 1);
        b[ID] += s[(T + 40) % W];
        if (BUG != 2) {
            arrive(&empty);
            wait_for(&empty, k & 1);
        }
    }
}
OK(phases)
BAD(phases, 1)
BAD(phases, 2)

    /* One warp makes, the others take, two buffers ahead. */
    PATTERN(handed_on) {
    __shared__ float s[2][32];
    __shared__ unsigned long long full[2], empty[2];
    for (int i = 0; i < 2; i++) {
        make(&full[i], 32);
        make(&empty[i], W - 32);
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 6; k++) {
        if (T < 32) {
            if (k >= 2)
                wait_for(&empty[k % 2], (k / 2 - 1) & 1);
            s[k % 2][T] = a[k * 32 + T];
            arrive(&full[k % 2]);
        } else {
            if (BUG != 2)
                wait_for(&full[k % 2], k / 2 & 1);
            if (BUG == 1)
                arrive(&empty[k % 2]);
            sum += s[k % 2][(T + 1) % 32];
            if (BUG != 1)
                arrive(&empty[k % 2]);
        }
    }
    b[ID] = sum;
}
OK(handed_on) BAD(handed_on, 1) BAD(handed_on, 2)
