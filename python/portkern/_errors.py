# SPDX-License-Identifier: Apache-2.0
"""Failures of the C library as exceptions: which class, what message, and for
kernels that fail a frame of the kernel in the traceback."""
import ast
import builtins
import linecache
import re

from . import errors

_BY_STATUS = {
    "BAD_ARG": errors.LaunchError,
    "BAD_HANDLE": errors.LaunchError,
    "NO_MEMORY": MemoryError,
    "NO_DEVICE_MEMORY": errors.DeviceMemoryError,
    "LIMIT": errors.LimitError,
    "SYNTAX": errors.UnsupportedError,
    "NAME": errors.TypingError,
    "TYPE": errors.TypingError,
    "UNSUPPORTED": errors.UnsupportedError,
    "VERIFY": errors.VerificationError,
    "NO_PLUGIN": errors.CudaSupportError,
    "PLUGIN_ABI": errors.CudaSupportError,
    "NO_DRIVER": errors.CudaSupportError,
    "NO_DEVICE": errors.CudaSupportError,
    "DRIVER": errors.CudaAPIError,
    "DEVICE_LOST": errors.CudaAPIError,
    "COMPILE": errors.CompilerError,
    "KERNEL": errors.KernelRuntimeError,
    "BOUNDS": errors.KernelRuntimeError,
    "UNINIT": errors.UninitializedReadError,
    "RACE": errors.DataRaceError,
    "BARRIER": errors.BarrierError,
    "FORKED": errors.CudaSupportError,
    "TIMEOUT": errors.LaunchTimeout,
    "CANCELLED": errors.LaunchCancelled,
    "INTERNAL": errors.InternalError,
}
# Diagnostics for which Numba raises TypeError.
_TYPE_ERRORS = {"", "E0212", "E0325"}
_RUNNING = {"KERNEL", "BOUNDS", "UNINIT", "RACE", "BARRIER"}
_both = {}


def _kernel_class(status, message):
    """KernelRuntimeError, and the exception that the kernel raised."""
    if status == "BOUNDS":
        raised = IndexError
    else:
        name = re.match(r"([A-Z]\w*)", message)
        raised = getattr(builtins, name[1], None) if name else None
    if not (isinstance(raised, type) and issubclass(raised, Exception)):
        return errors.KernelRuntimeError
    return _both_of(raised)


def _both_of(raised):
    if issubclass(errors.KernelRuntimeError, raised):
        return errors.KernelRuntimeError
    if raised not in _both:
        _both[raised] = type(f"Kernel{raised.__name__}", (errors.KernelRuntimeError, raised),
                             {"__module__": "portkern.errors",
                              "__doc__": f"A kernel that raised {raised.__name__}."})
    return _both[raised]


def kernel_error(name):
    """The class of that name, KernelIndexError, of which the modules have none: as pickles
    find it. None where there is none."""
    raised = getattr(builtins, name.removeprefix("Kernel"), None) if name.startswith("Kernel") else None
    return _both_of(raised) if isinstance(raised, type) and issubclass(raised, Exception) else None


def _function_at(file, line):
    """(name, first line) of the innermost function whose text has the line."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError):
        return None
    found = None
    for node in ast.walk(tree):  # outer ones first
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= node.end_lineno:
            found = node.name, min([node.lineno, *(d.lineno for d in node.decorator_list)])
    return found


def raised_at(error, file, place, function, **variables):
    """The exception with a traceback of one frame, as if the compiled function had raised
    it at `place`, (line, first column, end), columns from 1: debuggers and pytest show its
    text and its line, and the variables."""
    line, col, end_col = place
    name, first = _function_at(file, line) or (function or "kernel", line)
    begin = max(col - 1, 0)
    at = {"lineno": line, "col_offset": begin, "end_lineno": line, "end_col_offset": max(end_col - 1, begin + 1)}
    body = ast.Raise(ast.Name("error", ast.Load(), **at), None, **at)
    arguments = [ast.arg(word, None, **at) for word in variables]
    made = ast.FunctionDef(name, ast.arguments([], arguments, None, [], [], None, []), [body], [],
                           lineno=first, col_offset=0, end_lineno=line, end_col_offset=1)
    made.type_params = []  # a field from Python 3.12 on
    scope = {"error": error, "__name__": "portkern kernel"}
    exec(compile(ast.Module([made], []), file, "exec"), scope)  # noqa: S102
    try:
        scope[name](**variables)
    except BaseException as caught:  # noqa: BLE001
        return caught.with_traceback(caught.__traceback__.tb_next)
    return error


def make(status, status_name, message, text, code, file, line, col, end_col, driver_code, function):
    """The exception of a pk_error; called by portkern._core. `function` is a kernel's name
    or None, of a function of the host its dispatcher."""
    if function is not None and not isinstance(function, str):
        from ._functions import host_errors

        raised = host_errors.make(status_name, message, file, line, col, end_col, function)
        if raised is not None:
            return raised
        function = function.__name__
    if missing := re.findall(r"no implementation of !?(\d+):\w+ for ((?:[^;\n]*; )+)", text):
        from ._functions import extension

        return extension.Missing(text, [(int(number), line.split("; ")[:-1]) for number, line in missing])
    kind = _BY_STATUS.get(status_name, errors.PortkernError)
    if status_name == "KERNEL":
        kind = _kernel_class(status_name, message)
    elif status_name == "BOUNDS":
        kind = _kernel_class(status_name, message)
    elif status_name == "IO":
        return OSError(message)
    elif status_name == "TYPE" and code in _TYPE_ERRORS:
        kind = errors.KernelTypeError
    if kind is MemoryError:
        return MemoryError(message)
    if kind is errors.KernelTypeError and message.startswith("no signature of"):
        text = message = "No matching definition for argument type(s): " + message
    elif kind is errors.KernelTypeError and message.startswith("several signatures of"):
        text = message = "Ambiguous overloading: " + message
    # A decorator's line is not the user's: it is written anew.
    words = text if (line or code) and "__portkern__" not in text else message
    error = kind(words.rstrip("\n"))
    error.status = status_name
    error.code = code
    error.file, error.line, error.col, error.end_col = file, line, col, end_col
    if isinstance(error, errors.CudaAPIError):
        error.code_of_driver = driver_code
    if status_name in _RUNNING:
        place = re.search(r"thread \((\d+), (\d+), (\d+)\) of block \((\d+), (\d+), (\d+)\)", message)
        if place:
            numbers = tuple(map(int, place.groups()))
            error.tid, error.ctaid = numbers[:3], numbers[3:]
        if line:
            return raised_at(error, file, (line, col, end_col), function, thread=error.tid, block=error.ctaid)
    return error
