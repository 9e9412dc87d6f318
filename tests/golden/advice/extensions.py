# Functions that extend Numba's compiler: what they do is not written where they
# are called.
from numba import cuda, types
from numba.extending import intrinsic, overload, overload_method


def twice(x):
    pass


@overload(twice)
def overload_twice(x):
    def twice(x):
        return x * 2

    return twice


@intrinsic
def magic(typingctx, x):
    def codegen(context, builder, signature, args):
        return args[0]

    return x(x), codegen


@overload_method(types.Array, "first")
def array_first(array):
    return lambda array: array[0]


@cuda.jit("void(float32[:])")
def calls_overload(a):
    a[cuda.threadIdx.x] = twice(a[0])


@cuda.jit("void(float32[:])")
def calls_intrinsic(a):
    a[cuda.threadIdx.x] = magic(a[0])


@cuda.jit("void(float32[:])")
def calls_method(a):
    a[cuda.threadIdx.x] = a.first()


@cuda.jit(sorted(types.__dict__))
def signature_of_python(a):
    a[cuda.threadIdx.x] = 1


@cuda.jit
def dtype_given(a, dtype):
    s = cuda.shared.array(32, dtype)
    s[cuda.threadIdx.x] = a[cuda.threadIdx.x]
    a[cuda.threadIdx.x] = s[cuda.threadIdx.x]
