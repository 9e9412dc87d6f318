#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Nanoseconds that a function of mathematics takes on an element on the CPU: the
cpu backend's exact and fast forms, glibc's vector functions as gcc -ffast-math calls
them, NumPy's, Numba's over prange and PoCL's own.

    bench/math_rate.py [--build build] [--rounds 3] [--loops] [FUNCTION...]

All legs work on one core and take turns; the least processor time of a pass over
ELEMENTS counts. --loops: the exact and the fast form alone, in kernels that call
the function in a loop, where threads run side by side in vectors of the backend's
rather than of LLVM's."""
import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from harness import options

KINDS = ('f32', 'f64')
ELEMENTS = 1 << 16
PASSES, PATIENCE = 200, 1.0
# name: (in a kernel, NumPy's, in OpenCL C, ranges of arguments)
FUNCTIONS = {
    'exp': ('math.exp({})', 'exp', 'exp({})', [(-20, 20)]),
    'exp2': ('np.exp2({})', 'exp2', 'exp2({})', [(-20, 20)]),
    'expm1': ('math.expm1({})', 'expm1', 'expm1({})', [(-5, 5)]),
    'log': ('math.log({})', 'log', 'log({})', [(0.001, 1000)]),
    'log2': ('np.log2({})', 'log2', 'log2({})', [(0.001, 1000)]),
    'log10': ('math.log10({})', 'log10', 'log10({})', [(0.001, 1000)]),
    'log1p': ('math.log1p({})', 'log1p', 'log1p({})', [(-0.5, 5)]),
    'sin': ('math.sin({})', 'sin', 'sin({})', [(-10, 10)]),
    'cos': ('math.cos({})', 'cos', 'cos({})', [(-10, 10)]),
    'tan': ('math.tan({})', 'tan', 'tan({})', [(-1.5, 1.5)]),
    'asin': ('math.asin({})', 'arcsin', 'asin({})', [(-1, 1)]),
    'acos': ('math.acos({})', 'arccos', 'acos({})', [(-1, 1)]),
    'atan': ('math.atan({})', 'arctan', 'atan({})', [(-10, 10)]),
    'atan2': ('math.atan2({}, {})', 'arctan2', 'atan2({}, {})', [(-10, 10), (-10, 10)]),
    'sinh': ('math.sinh({})', 'sinh', 'sinh({})', [(-5, 5)]),
    'cosh': ('math.cosh({})', 'cosh', 'cosh({})', [(-5, 5)]),
    'tanh': ('math.tanh({})', 'tanh', 'tanh({})', [(-5, 5)]),
    'asinh': ('math.asinh({})', 'arcsinh', 'asinh({})', [(-10, 10)]),
    'acosh': ('math.acosh({})', 'arccosh', 'acosh({})', [(1, 10)]),
    'atanh': ('math.atanh({})', 'arctanh', 'atanh({})', [(-1, 1)]),
    'pow': ('{} ** {}', 'power', 'pow({}, {})', [(0.1, 10), (-5, 5)]),
    'hypot': ('math.hypot({}, {})', 'hypot', 'hypot({}, {})', [(-10, 10), (-10, 10)]),
    'cbrt': ('np.cbrt({})', 'cbrt', 'cbrt({})', [(-10, 10)]),
    'sqrt': ('math.sqrt({})', 'sqrt', 'sqrt({})', [(0, 10)]),
    'rsqrt': ('cuda.rsqrt({})', None, 'rsqrt({})', [(0.1, 10)]),
    'divide': ('{} / {}', 'divide', '{} / {}', [(-10, 10), (0.1, 10)]),
    'erf': ('math.erf({})', None, 'erf({})', [(-3, 3)]),
    'erfc': ('math.erfc({})', None, 'erfc({})', [(-3, 3)]),
    'gamma': ('math.gamma({})', None, 'tgamma({})', [(0.1, 20)]),
    'lgamma': ('math.lgamma({})', None, 'lgamma({})', [(0.1, 20)]),
}
HEAD = 'import math\n\nimport numpy as np\nfrom numba import cuda\n'
PLAIN = '''
@cuda.jit{how}
def {name}({names}, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = {value}
'''
GCC = '''
void {name}({names}, {type} *restrict out, long n) {{
    for (long i = 0; i < n; i++)
        out[i] = {value};
}}
'''
STEPS = 16
LOOP = f'''
@cuda.jit{{how}}
def {{name}}({{names}}, out):
    i = cuda.grid(1)
    if i < out.size:
        a = x[i]
        step = a - a
        total = step
        for k in range({STEPS}):
            total += {{value}}
            a += step
        out[i] = total
'''
NUMBA = '''
@njit(parallel=True)
def {name}({names}, out):
    for i in prange(out.size):
        out[i] = {value}
'''
OPENCL = '''
kernel void {name}({names}, global {type} *out) {{
    size_t i = get_global_id(0);
    out[i] = {value};
}}
'''


def source(names, template, how=''):
    """Kernels of all the functions, for both types."""
    operands = ('a', 'y[i]') if template is LOOP else ('x[i]', 'y[i]')
    text = HEAD
    for name in names:
        kernel, _, _, ranges = FUNCTIONS[name]
        for kind in KINDS:
            text += template.format(how=how, name=f'{name}_{kind}', names=', '.join('xy'[:len(ranges)]),
                                    value=kernel.format(*operands))
    return text


def jobs(names):
    for name in names:
        ranges = ' '.join(f'{low} {high}' for low, high in FUNCTIONS[name][3])
        for kind in KINDS:
            yield f'{name}_{kind} {kind} {ranges}'


def portkern_leg(build, folder, names, template, how):
    """{name_type: ns}."""
    file = folder / f'kernels_{"fast" if how else "exact"}.py'
    file.write_text(source(names, template, how))
    done = subprocess.run(
        [build / 'bench' / 'math_rate', file, str(ELEMENTS), str(PASSES)], check=True,
        input='\n'.join(jobs(names)) + '\n', capture_output=True, text=True, timeout=600,
        env={**os.environ, 'PORTKERN_BACKEND': 'cpu', 'PORTKERN_NUM_THREADS': '1'})
    per = STEPS if template is LOOP else 1
    lines = map(str.split, done.stdout.splitlines())
    return {name: float(ns) / per for name, ns in lines}


def arguments(name, kind):
    """The arrays of a function and one for results, as math_rate.c fills them."""
    import numpy as np
    dtype = np.float32 if kind == 'f32' else np.float64
    i = np.arange(ELEMENTS, dtype=np.uint64) * np.uint64(2654435761) % np.uint64(ELEMENTS)
    part = i.astype(np.float64) / ELEMENTS
    ranges = FUNCTIONS[name][3]
    return [(low + part * (high - low)).astype(dtype) for low, high in ranges] + [
        np.zeros(ELEMENTS, dtype)]


def least(run):
    """Of PASSES but the first, as long as patience lasts, in ns an element."""
    run()
    begin, best, passes = time.process_time(), float('inf'), 0
    while passes < PASSES and (passes < 4 or time.process_time() - begin < PATIENCE):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
        passes += 1
    return best * 1e9 / ELEMENTS


def numpy_leg(names):
    import numpy as np
    for name in names:
        function = FUNCTIONS[name][1]
        for kind in KINDS if function else ():
            *given, out = arguments(name, kind)
            yield name, kind, least(lambda: getattr(np, function)(*given, out=out))


def numba_leg(names):
    """What Numba has not on CPUs is left out."""
    import math
    import numba
    import numpy as np
    for name in names:
        kernel, _, _, ranges = FUNCTIONS[name]
        if 'cuda' in kernel:
            continue
        scope = {'math': math, 'np': np, 'njit': numba.njit, 'prange': numba.prange}
        exec(NUMBA.format(name=name, names=', '.join('xy'[:len(ranges)]),
                          value=kernel.format('x[i]', 'y[i]')), scope)
        for kind in KINDS:
            given = arguments(name, kind)
            yield name, kind, least(lambda: scope[name](*given))


class OpenCL:
    """As much of OpenCL as running a kernel takes."""

    def __init__(self):
        self.cl = ctypes.CDLL('libOpenCL.so.1')
        platform, self.device = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.cl.clGetPlatformIDs(1, ctypes.byref(platform), None))
        self.check(self.cl.clGetDeviceIDs(platform, ctypes.c_uint64(0xffffffff), 1,
                                          ctypes.byref(self.device), None))
        self.context = self.make('clCreateContext', None, 1, ctypes.byref(self.device), None, None)
        self.queue = self.make('clCreateCommandQueue', self.context, self.device, ctypes.c_uint64(0))

    def check(self, status):
        if status != 0:
            raise RuntimeError(f'OpenCL says {status}')

    def make(self, function, *args):
        status = ctypes.c_int()
        call = getattr(self.cl, function)
        call.restype = ctypes.c_void_p
        made = ctypes.c_void_p(call(*args, ctypes.byref(status)))
        self.check(status.value)
        return made

    def kernel(self, name, text, arrays):
        """What runs it over the arrays, once a call."""
        line = ctypes.c_char_p(text.encode())
        program = self.make('clCreateProgramWithSource', self.context, 1, ctypes.byref(line), None)
        self.check(self.cl.clBuildProgram(program, 0, None, None, None, None))
        kernel = self.make('clCreateKernel', program, name.encode())
        for n, array in enumerate(arrays):
            buffer = self.make('clCreateBuffer', self.context, ctypes.c_uint64(1 | 32),
                               ctypes.c_size_t(array.nbytes), array.ctypes.data_as(ctypes.c_void_p))
            self.check(self.cl.clSetKernelArg(kernel, n, ctypes.c_size_t(8), ctypes.byref(buffer)))
        items, group = ctypes.c_size_t(ELEMENTS), ctypes.c_size_t(256)

        def run():
            self.check(self.cl.clEnqueueNDRangeKernel(self.queue, kernel, 1, None, ctypes.byref(items),
                                                      ctypes.byref(group), 0, None, None))
            self.check(self.cl.clFinish(self.queue))
        return run


def pocl_leg(names):
    opencl = OpenCL()
    for name in names:
        _, _, value, ranges = FUNCTIONS[name]
        for kind in KINDS:
            c_type = 'float' if kind == 'f32' else 'double'
            text = OPENCL.format(name=f'{name}_k', type=c_type, value=value.format('x[i]', 'y[i]'),
                                 names=', '.join(f'global const {c_type} *{x}' for x in 'xy'[:len(ranges)]))
            yield name, kind, least(opencl.kernel(f'{name}_k', text, arguments(name, kind)))


def gcc_leg(names):
    """What C has not is left out."""
    text = '#include <tgmath.h>\n'
    for name in names:
        _, _, value, ranges = FUNCTIONS[name]
        for kind in KINDS if name != 'rsqrt' else ():
            c_type = 'float' if kind == 'f32' else 'double'
            text += GCC.format(name=f'{name}_{kind}', type=c_type, value=value.format('x[i]', 'y[i]'),
                               names=', '.join(f'const {c_type} *restrict {x}' for x in 'xy'[:len(ranges)]))
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / 'loops.so'
        subprocess.run(['gcc', '-O3', '-march=native', '-ffast-math', '-shared', '-fPIC', '-x', 'c', '-', '-o', library,
                        '-lmvec', '-lm'], input=text, text=True, check=True)
        loops = ctypes.CDLL(library)
    for name in names:
        for kind in KINDS if name != 'rsqrt' else ():
            given = arguments(name, kind)
            pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in given]
            loop = getattr(loops, f'{name}_{kind}')
            yield name, kind, least(lambda: loop(*pointers, ctypes.c_long(ELEMENTS)))


LEGS = {'libmvec': gcc_leg, 'NumPy': numpy_leg, 'Numba': numba_leg, 'PoCL': pocl_leg}


def other_leg(build, leg, names):
    """A process of its own, which reads the environment that it needs."""
    env = {**os.environ, 'NUMBA_NUM_THREADS': '1', 'POCL_MAX_PTHREAD_COUNT': '1',
           'OCL_ICD_VENDORS': str(build / 'icd' / 'pocl')}
    done = subprocess.run([sys.executable, __file__, '--build', build, '--leg', leg, *names],
                          check=True, env=env, capture_output=True, text=True, timeout=900)
    return {f'{name}_{kind}': ns for name, kind, ns in json.loads(done.stdout)}


def rows(best, names, legs):
    """Ours in nanoseconds, the rest as multiples of the exact form."""
    for name in names:
        for kind in KINDS:
            own = best['exact'][f'{name}_{kind}']
            cells = []
            for leg in legs:
                ns = best[leg].get(f'{name}_{kind}')
                faster = ns is not None and ns < own / 1.1 and leg != 'fast'
                cells.append('-' if ns is None else f'**{ns / own:.2f}**' if faster else f'{ns / own:.2f}')
            yield f'| {name} | {kind} | {own:.2f} | ' + ' | '.join(cells) + ' |'


def measure(chosen, names):
    best = {}
    template = LOOP if chosen.loops else PLAIN
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(chosen.rounds):
            found = {leg: portkern_leg(chosen.build, Path(folder), names, template, how)
                     for leg, how in (('exact', ''), ('fast', '(fastmath=True)'))}
            if not chosen.loops:
                found |= {leg: other_leg(chosen.build, leg, names) for leg in LEGS}
            for leg, times in found.items():
                seen = best.setdefault(leg, {})
                seen.update({key: min(ns, seen.get(key, ns)) for key, ns in times.items()})
    return best


def main():
    def prepare(parser):
        parser.add_argument('--loops', action='store_true')
        parser.add_argument('--leg', help='run this one alone and print its figures')
        parser.add_argument('functions', nargs='*')
    chosen = options(__doc__, prepare)
    names = chosen.functions or list(FUNCTIONS)
    if chosen.leg:
        print(json.dumps(list(LEGS[chosen.leg](names))))
        return
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    best = measure(chosen, names)
    legs = ['fast'] if chosen.loops else ['fast', *LEGS]
    print('| function | type | exact ns | ' + ' | '.join(f'{leg} / exact' for leg in legs) + ' |')
    print('|---|---|---:' + '|---:' * len(legs) + '|')
    for row in rows(best, names, legs):
        print(row)


if __name__ == '__main__':
    main()
