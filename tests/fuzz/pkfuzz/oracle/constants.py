# SPDX-License-Identifier: Apache-2.0
"""Constants of a kernel's module: numbers and tuples of them, arrays."""
import ast

import numpy as np

from . import machine, rules
from .typed import Array, dotted


def of_module(tree):
    """({name: expression} of numbers and tuples, {name: array})."""
    numbers, arrays = {}, {}
    for node in tree.body:
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        name, value = node.targets[0].id, node.value
        if isinstance(value, ast.Call) and dotted(value.func) == "np.array":
            arrays[name] = eval(compile(ast.Expression(value), "array", "eval"), {"np": np})
        elif isinstance(value, (ast.Constant, ast.UnaryOp, ast.Tuple)):
            numbers[name] = value
    return numbers, arrays


def type_of(array):
    return Array(rules.SHORT[array.dtype.name], array.ndim)


def view(m, array):
    """What a kernel has of an array: nobody writes it."""
    t = type_of(array).dtype
    return machine.View(machine.Memory(m, array.ravel().tolist(), t, True), array.shape, machine.dense(array.shape), 0)
