# k(f64[:])
# What scipy.special has under another name than kernels.
from numba import cuda
from scipy import special
from scipy.special import gammaln
from scipy.linalg import lu

@cuda.jit
def k(x):
    x[0] = gammaln(x[0])
    x[1] = special.j1(x[1])
    x[2] = special.cbrt(x[2])
    x[3] = special.expit(x[3])
    x[4] = lu(x)
