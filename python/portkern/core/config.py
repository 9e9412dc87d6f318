# SPDX-License-Identifier: Apache-2.0
"""numba.config: what NUMBA_* variables say, as attributes that programs may set.

Those that mean something here: DISABLE_JIT (device functions may be called as plain
Python), BOUNDSCHECK, CUDA_DEBUGINFO_DEFAULT, CUDA_WARN_ON_IMPLICIT_COPY,
CUDA_LOW_OCCUPANCY_WARNINGS, DISABLE_PERFORMANCE_WARNINGS, CUDA_DEFAULT_PTX_CC, and of
the environment NUMBA_ENABLE_CUDASIM (kernels are interpreted and checked),
NUMBA_NUM_THREADS and NUMBA_CACHE_DIR. The others are there to be read."""
import os
import sys


def _cc(text):
    """"7.5" as (7, 5)."""
    major, minor = text.split(".")
    return int(major), int(minor)


def _text_or_none(text):
    return text or None


def _cpus():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# Name, or NUMBA_ variable where that is another: (type, default)
_VARIABLES = {
    "DISABLE_JIT": (int, 0),
    "BOUNDSCHECK": (int, None),
    "OPT": (lambda text: 3 if text == "max" else int(text), 3),
    "ENABLE_CUDASIM": (int, 0),
    "DISABLE_CUDA": (int, 0),
    "CUDA_WARN_ON_IMPLICIT_COPY": (int, 1),
    "CUDA_LOW_OCCUPANCY_WARNINGS": (int, 1),
    "DISABLE_PERFORMANCE_WARNINGS": (int, 0),
    "CUDA_DEFAULT_PTX_CC": (_cc, (7, 5)),
    "FORCE_CUDA_CC": (_cc, None),
    "CUDA_ARRAY_INTERFACE_SYNC": (int, 1),
    "CUDA_PER_THREAD_DEFAULT_STREAM": (int, 0),
    "CUDA_LOG_LEVEL": (str, ""),
    "CUDA_LOG_API_ARGS": (int, 0),
    "CUDA_LOG_SIZE": (int, 1024),
    "CUDA_MEMORY_MANAGER": (str, "default"),
    "CUDA_USE_NVIDIA_BINDING": (int, 1),
    "CUDA_ENABLE_MINOR_VERSION_COMPATIBILITY": (int, 0),
    "CUDA_ENABLE_NRT": (int, 0),
    "CUDA_INCLUDE_PATH": (str, ""),
    "CUDA_DRIVER": (str, ""),
    "CACHE_DIR": (str, ""),
    "DEBUG": (int, 0),
    "DEBUG_CACHE": (int, 0),
    "DUMP_ASSEMBLY": (int, 0),
    "DUMP_IR": (int, 0),
    "DUMP_LLVM": (int, 0),
    "DUMP_OPTIMIZED": (int, 0),
    "DEVELOPER_MODE": (int, 0),
    "FULL_TRACEBACKS": (int, 0),
    "SHOW_HELP": (int, 0),
    "COLOR_SCHEME": (str, "no_color"),
    "THREADING_LAYER": (str, "default"),
    "ENABLE_AVX": (int, 1),
    "ENABLE_PROFILING": (int, 0),
    "DISABLE_INTEL_SVML": (int, 0),
    "CPU_NAME": (_text_or_none, None),
    "CPU_FEATURES": (_text_or_none, None),
    "FUNCTION_CACHE_SIZE": (int, 128),
    "PARALLEL_DIAGNOSTICS": (int, 0),
    "JIT_COVERAGE": (int, 0),
}
_OTHER_VARIABLES = {
    "CUDA_DEBUGINFO_DEFAULT": ("NUMBA_CUDA_DEBUGINFO", int, 0),
    "DEBUGINFO_DEFAULT": ("NUMBA_DEBUGINFO", int, 0),
    "CUDA_DEALLOCS_COUNT": ("NUMBA_CUDA_MAX_PENDING_DEALLOCS_COUNT", int, 10),
    "CUDA_DEALLOCS_RATIO": ("NUMBA_CUDA_MAX_PENDING_DEALLOCS_RATIO", float, 0.2),
    "NUMBA_NUM_THREADS": ("NUMBA_NUM_THREADS", int, _cpus()),
}

IS_WIN32 = sys.platform.startswith("win32")
IS_OSX = sys.platform.startswith("darwin")
IS_32BITS = sys.maxsize < 2**32
MACHINE_BITS = 32 if IS_32BITS else 64
NUMBA_DEFAULT_NUM_THREADS = _cpus()
USING_SVML = False


def _read(variable, kind, default):
    text = os.environ.get(variable)
    if not text:
        return default
    try:
        return kind(text)
    except ValueError as error:
        import warnings

        warnings.warn(f"Environment variable '{variable}' is defined but its associated value '{text}' could not be "
                      f"parsed: {error}", stacklevel=3)
        return default


def reload_config():
    """Reads the environment again."""
    for name, (kind, default) in _VARIABLES.items():
        globals()[name] = _read("NUMBA_" + name, kind, default)
    for name, (variable, kind, default) in _OTHER_VARIABLES.items():
        globals()[name] = _read(variable, kind, default)


reload_config()
