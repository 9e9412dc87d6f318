/* SPDX-License-Identifier: Apache-2.0 */
/* kernels.py in CUDA C, as its users would write it: for nvcc, and for NVRTC
 * through CuPy. Arrays come first, then scalars, then extents. */
#define TILE   16
#define BINS   256
#define BODIES 256

extern "C" __global__ void empty(const float *x, int n) {}

extern "C" __global__ void vector_add(const float *__restrict__ x,
                                      const float *__restrict__ y,
                                      float *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = x[i] + y[i];
}

extern "C" __global__ void saxpy(const float *__restrict__ x,
                                 float *__restrict__ y, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = a * x[i] + y[i];
}

extern "C" __global__ void transpose(const float *__restrict__ x,
                                     float *__restrict__ out, int n) {
    __shared__ float tile[TILE][TILE + 1];
    int col = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;

    tile[threadIdx.y][threadIdx.x] = x[row * n + col];
    __syncthreads();
    col = blockIdx.y * TILE + threadIdx.x;
    row = blockIdx.x * TILE + threadIdx.y;
    out[row * n + col] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void block_sum(const float *__restrict__ x,
                                     float *__restrict__ out, int n) {
    __shared__ float part[256];
    int t = threadIdx.x;
    float total = 0;

    for (int i = blockIdx.x * blockDim.x + t; i < n;
         i += gridDim.x * blockDim.x)
        total += x[i];
    part[t] = total;
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        if (t < step)
            part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = part[0];
}

extern "C" __global__ void histogram(const int *__restrict__ values, int *bins,
                                     int n) {
    __shared__ int own[BINS];
    int t = threadIdx.x;

    own[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&own[values[i]], 1);
    __syncthreads();
    atomicAdd(&bins[t], own[t]);
}

extern "C" __global__ void matmul_naive(const float *__restrict__ a,
                                        const float *__restrict__ b,
                                        float *__restrict__ c, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float total = 0;

    if (row >= n || col >= n)
        return;
    for (int k = 0; k < n; k++)
        total += a[row * n + k] * b[k * n + col];
    c[row * n + col] = total;
}

extern "C" __global__ void matmul_tiled(const float *__restrict__ a,
                                        const float *__restrict__ b,
                                        float *__restrict__ c, int n) {
    __shared__ float sa[TILE][TILE], sb[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * TILE + tx, row = blockIdx.y * TILE + ty;
    float total = 0;

    for (int t = 0; t < n / TILE; t++) {
        sa[ty][tx] = a[row * n + t * TILE + tx];
        sb[ty][tx] = b[(t * TILE + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            total += sa[ty][k] * sb[k][tx];
        __syncthreads();
    }
    c[row * n + col] = total;
}

extern "C" __global__ void stencil(const float *__restrict__ x,
                                   float *__restrict__ out, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;

    if (0 < i && i < n - 1 && 0 < j && j < n - 1)
        out[i * n + j] = 0.25f * (x[(i - 1) * n + j] + x[(i + 1) * n + j] +
                                  x[i * n + j - 1] + x[i * n + j + 1]);
}

template <typename T>
static __device__ void mandelbrot(int *out, T left, T bottom, T step, int limit,
                                  int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y, count = 0;
    T zr = 0, zi = 0, cr = left + T(j) * step, ci = bottom + T(i) * step;

    if (i >= n || j >= n)
        return;
    while (count < limit && zr * zr + zi * zi <= T(4)) {
        T next = zr * zr - zi * zi + cr;

        zi = T(2) * zr * zi + ci;
        zr = next;
        count++;
    }
    out[i * n + j] = count;
}

extern "C" __global__ void mandelbrot_f32(int *out, float left, float bottom,
                                          float step, int limit, int n) {
    mandelbrot<float>(out, left, bottom, step, limit, n);
}

extern "C" __global__ void mandelbrot_f64(int *out, double left, double bottom,
                                          double step, int limit, int n) {
    mandelbrot<double>(out, left, bottom, step, limit, n);
}

extern "C" __global__ void nbody(const float *__restrict__ x,
                                 const float *__restrict__ y,
                                 const float *__restrict__ z,
                                 float *__restrict__ ax, float *__restrict__ ay,
                                 float *__restrict__ az, int n) {
    __shared__ float sx[BODIES], sy[BODIES], sz[BODIES];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    float px = x[i], py = y[i], pz = z[i], fx = 0, fy = 0, fz = 0;

    for (int base = 0; base < n; base += BODIES) {
        sx[t] = x[base + t];
        sy[t] = y[base + t];
        sz[t] = z[base + t];
        __syncthreads();
        for (int k = 0; k < BODIES; k++) {
            float dx = sx[k] - px, dy = sy[k] - py, dz = sz[k] - pz;
            float d = dx * dx + dy * dy + dz * dz + 0.01f;
            float w = 1.0f / (d * sqrtf(d));

            fx += dx * w;
            fy += dy * w;
            fz += dz * w;
        }
        __syncthreads();
    }
    ax[i] = fx;
    ay[i] = fy;
    az[i] = fz;
}

static __device__ float normal_cdf(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 1.330274429f;

    tail = tail * k + -1.821255978f;
    tail = tail * k + 1.781477937f;
    tail = tail * k + -0.356563782f;
    tail = tail * k + 0.31938153f;
    tail = 0.39894228f * expf(-0.5f * d * d) * (tail * k);
    return d > 0.0f ? 1.0f - tail : tail;
}

extern "C" __global__ void
black_scholes(const float *__restrict__ price, const float *__restrict__ strike,
              const float *__restrict__ years, float *__restrict__ call,
              float *__restrict__ put, float rate, float volatility, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float root = sqrtf(years[i]);
    float d1 = (logf(price[i] / strike[i]) +
                (rate + 0.5f * volatility * volatility) * years[i]) /
               (volatility * root);
    float d2 = d1 - volatility * root;
    float left = strike[i] * expf(-rate * years[i]);

    call[i] = price[i] * normal_cdf(d1) - left * normal_cdf(d2);
    put[i] =
        left * (1.0f - normal_cdf(d2)) - price[i] * (1.0f - normal_cdf(d1));
}

extern "C" __global__ void warp_sum(const float *__restrict__ x,
                                    float *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float total = i < n ? x[i] : 0.0f;

    for (int offset = 16; offset > 0; offset /= 2)
        total += __shfl_down_sync(0xffffffff, total, offset);
    if (threadIdx.x % 32 == 0)
        out[i / 32] = total;
}

extern "C" __global__ void block_scan(const int *__restrict__ x,
                                      int *__restrict__ out, int n) {
    __shared__ int part[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        int other = t >= step ? part[t - step] : 0;
        __syncthreads();
        part[t] += other;
        __syncthreads();
    }
    if (i < n)
        out[i] = part[t];
}

extern "C" __global__ void spmv_ell(const float *__restrict__ data,
                                    const int *__restrict__ column,
                                    const float *__restrict__ x,
                                    float *__restrict__ out, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float total = 0;

    if (row >= n)
        return;
    for (int k = 0; k < 16; k++)
        total += data[k * n + row] * x[column[k * n + row]];
    out[row] = total;
}

extern "C" __global__ void axpby(const float *__restrict__ x,
                                 const float *__restrict__ y,
                                 float *__restrict__ out, float a, float b,
                                 int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        out[i] = a * x[i] + b * y[i];
}

extern "C" __global__ void conv1d(const float *__restrict__ x,
                                  const float *__restrict__ taps,
                                  float *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float total = 0;

    if (i + 9 > n)
        return;
    for (int k = 0; k < 9; k++)
        total += taps[k] * x[i + k];
    out[i] = total;
}

extern "C" __global__ void life(const int *__restrict__ cells,
                                int *__restrict__ out, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y, near = 0;

    if (i >= n || j >= n)
        return;
    for (int di = -1; di <= 1; di++)
        for (int dj = -1; dj <= 1; dj++) {
            int y = i + di, x = j + dj;
            if ((di || dj) && 0 <= y && y < n && 0 <= x && x < n)
                near += cells[y * n + x];
        }
    out[i * n + j] = near == 3 || (near == 2 && cells[i * n + j] == 1);
}

extern "C" __global__ void bitonic_step(int *x, int size, int distance, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ distance;

    if (other > i && other < n) {
        int a = x[i], b = x[other];
        if ((a > b) == ((i & size) == 0)) {
            x[i] = b;
            x[other] = a;
        }
    }
}

extern "C" __global__ void column_sums(const float *__restrict__ x,
                                       float *__restrict__ out, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float total = 0;

    if (column >= n)
        return;
    for (int row = 0; row < n; row++)
        total += x[row * n + column];
    out[column] = total;
}

extern "C" __global__ void gather(const float *__restrict__ x,
                                  const int *__restrict__ index,
                                  float *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = x[index[i]];
}

extern "C" __global__ void horner(const double *__restrict__ x,
                                  double *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        double v = x[i];
        out[i] = ((((0.5 * v + 0.25) * v - 1.5) * v + 2.0) * v - 0.125) * v +
                 3.0;
    }
}
