# SPDX-License-Identifier: Apache-2.0
"""How each package makes arrays, launches and waits, on the CPU."""
import numpy as np


class Numba:
    name, module = 'numba', 'numba'
    kinds = ('NumPy',)

    def array(self, kind):
        return np.zeros(16, np.float32)

    def calls(self, function, args):
        """Suffix of the name -> what is measured."""
        return {'': lambda: function(*args)}

    def wait(self):
        """Until all that was launched has ended."""


class Interface:
    """An array that offers itself as CuPy's do, which make a dict at each access."""

    def __init__(self, array):
        self.array = array
        said = array.__cuda_array_interface__
        self.shape, self.typestr, self.data = said['shape'], said['typestr'], said['data']

    @property
    def __cuda_array_interface__(self):
        return {'shape': self.shape, 'typestr': self.typestr, 'data': self.data, 'version': 3, 'strides': None,
                'stream': None}


class DLPack:
    """An array that has DLPack's protocol only, as C extensions offer it."""

    def __init__(self, array):
        self.array = array
        self.device = array.__dlpack_device__()

    def __dlpack__(self, stream=None, max_version=None):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.device


class Portkern(Numba):
    name, module = 'portkern', 'portkern.cuda'
    kinds = ('NumPy', 'device', 'CuPy-style', 'DLPack')

    def array(self, kind):
        from portkern import cuda
        host = super().array(kind)
        if kind == 'NumPy':
            return host
        if kind == 'DLPack':
            return DLPack(host)
        return {'device': lambda a: a, 'CuPy-style': Interface}[kind](cuda.to_device(host))

    def calls(self, function, args):
        configured = function[1, 1]
        return {'': lambda: configured(*args), ', prepared': configured.prepare(*args).launch}

    def wait(self):
        from portkern import cuda
        cuda.synchronize()


class Warp(Numba):
    name, module = 'warp', 'warp'
    kinds = ('device',)

    def array(self, kind):
        import warp
        return warp.zeros(16, dtype=warp.float32, device='cpu')

    def calls(self, function, args):
        import warp
        return {'': lambda: warp.launch(function, dim=1, inputs=args, device='cpu')}

    def wait(self):
        import warp
        warp.synchronize_device('cpu')


class Taichi(Numba):
    name, module = 'taichi', 'taichi'

    def wait(self):
        import taichi
        taichi.sync()


PACKAGES = {package.name: package for package in (Portkern, Numba, Warp, Taichi)}
