# SPDX-License-Identifier: Apache-2.0
"""Prints the folder of NumPy's headers, the newest of those that are here.

    numpy_include.py VENV"""
import pathlib
import sys

import numpy

found = [numpy.get_include()]
if int(numpy.__version__.split(".")[0]) < 2:
    folder = f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages/numpy/_core/include"
    found += [str(p) for p in [pathlib.Path(sys.argv[1]) / folder] if p.is_dir()]
print(found[-1])
