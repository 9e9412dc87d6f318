# k(f32[:])
@cuda.jit
def k(array):
    i = cuda.grid(1)
    array[i] = np.float32(1) + math.pi
    array[numba.cuda.grid(1)] = zzz
