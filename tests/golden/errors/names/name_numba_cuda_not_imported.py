# k(f32[:], i64)

def k(a, n):
    i = cuda.grid(1)
    a[i] = np.sqrt(n)
