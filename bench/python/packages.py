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
    """An array that offers itself as CuPy's do."""

    def __init__(self, array):
        self.array = array
        self.__cuda_array_interface__ = dict(array.__cuda_array_interface__)


class DLPack:
    """An array that has DLPack's protocol only."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **words):
        return self.array.__dlpack__(**words)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class Portkern(Numba):
    name, module = 'portkern', 'portkern.cuda'
    kinds = ('NumPy', 'device', 'CuPy-style', 'DLPack')

    def array(self, kind):
        from portkern import cuda
        host = super().array(kind)
        if kind == 'NumPy':
            return host
        return {'device': lambda a: a, 'CuPy-style': Interface, 'DLPack': DLPack}[kind](cuda.to_device(host))

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
