# SPDX-License-Identifier: Apache-2.0
"""Runs a program with numba answered by portkern:

    python -m portkern [--backend B] [--cupy] script.py [arguments]
    python -m portkern [--backend B] [--cupy] -m module [arguments]
    python -m portkern [--backend B] [--cupy] -c text [arguments]
"""
import os
import runpy
import sys

USAGE = """usage: python -m portkern [--backend B] [--cupy] (script.py | -m module | -c text) [argument ...]

Runs a program with `import numba` answered by portkern.

  --backend B   where it runs, in the grammar of PORTKERN_BACKEND: cpu, opencl,
                cuda, interp, opencl:0, "cuda,cpu"
  --cupy        answers `import cupy` by portkern.cupy, too"""


def _fail(words):
    print(f"python -m portkern: {words}\n{USAGE}", file=sys.stderr)
    return 2


def _options(argv):
    """(backend, cupy, the rest); raises ValueError."""
    backend, cupy = None, False
    while argv and argv[0].startswith("--"):
        option, equals, value = argv.pop(0).partition("=")
        if option == "--backend":
            if not equals and not argv:
                raise ValueError("--backend needs a name")
            backend = value if equals else argv.pop(0)
        elif option == "--cupy" and not equals:
            cupy = True
        elif option == "--help":
            return None
        else:
            raise ValueError(f"no such option: {option}")
    return backend, cupy, argv


def _run(argv):
    """The program, as Python runs it: __main__, sys.argv and sys.path are its own."""
    if argv[0] == "-m":
        sys.argv = argv[1:]
        sys.path.insert(0, os.getcwd())
        runpy.run_module(argv[1], run_name="__main__", alter_sys=True)
    elif argv[0] == "-c":
        sys.argv = ["-c", *argv[2:]]
        sys.path.insert(0, "")
        _main_module(argv[1], "<string>")
    else:
        sys.argv = argv
        sys.path.insert(0, os.path.dirname(os.path.abspath(argv[0])))
        with open(argv[0], "rb") as f:
            _main_module(f.read(), argv[0])


def _main_module(text, name):
    """Runs a text as the module __main__, which stays there for what its functions
    import and pickle later."""
    import types

    module = types.ModuleType("__main__")
    module.__file__ = name
    module.__builtins__ = __builtins__
    if name == "<string>":
        del module.__file__
    sys.modules["__main__"] = module
    exec(compile(text, name, "exec", dont_inherit=True), module.__dict__)  # noqa: S102


def main(argv):
    try:
        options = _options(list(argv))
    except ValueError as error:
        return _fail(error)
    if options is None:
        print(USAGE)
        return 0
    backend, cupy, rest = options
    if not rest or (rest[0] in ("-m", "-c") and len(rest) < 2):
        return _fail("what should run?")
    if rest[0] not in ("-m", "-c") and not os.path.exists(rest[0]):
        return _fail(f"can't open {rest[0]!r}: there is no such file")
    if backend:  # also for processes that it starts
        os.environ["PORTKERN_BACKEND"] = backend
    from . import _children, as_numba  # noqa: F401
    if cupy:
        from . import as_cupy  # noqa: F401
    _children.install(["portkern.as_numba", *["portkern.as_cupy"] * cupy])
    # The folder of this file's package is no folder of the program.
    if sys.path and sys.path[0] == os.getcwd():
        del sys.path[0]
    _run(rest)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
