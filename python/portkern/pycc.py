# SPDX-License-Identifier: Apache-2.0
"""numba.pycc: modules that are compiled ahead of time.

    cc = CC("my_module")

    @cc.export("square", "f8(f8)")
    def square(a):
        return a ** 2

    cc.compile()

writes my_module.py and the bundle my_module.pkb beside the source; `import my_module` needs
portkern and no compiler. `portkern build` makes a library for C of the same file."""
import inspect
import os
import shutil
import subprocess

from . import _bundle, _core, errors
from ._functions.overloads import normalized

_STUB = '''\
# Made by numba.pycc of portkern from {source}.
import os

from portkern.pycc import exported

_FUNCTIONS = exported(os.path.join(os.path.dirname(os.path.abspath(__file__)), "{name}.pkb"), {names})
globals().update(_FUNCTIONS)
__all__ = list(_FUNCTIONS)
'''


def _command():
    """The command `portkern`: of the build, of the package's library, or on the PATH."""
    library = os.path.dirname(_core.library_file())
    for place in (os.path.join(library, "bin"), os.path.join(library, "tools"), os.path.join(library, "..", "bin"),
                  os.path.join(library, "..", "..", "bin")):
        path = os.path.join(place, "portkern")
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    found = shutil.which("portkern")
    if not found:
        raise errors.NumbaError("compile() runs the command `portkern`, which is not installed beside the library or on the PATH")
    return found


def exported(path, names):
    """{name: function} of a bundle."""
    bundle = _bundle.load(path)
    return {name: getattr(bundle, name) for name in names}


class CC:
    """The functions of a module that is compiled ahead of time."""

    def __init__(self, extension_name, source_module=None):
        if not extension_name.isidentifier():
            raise ValueError(f"{extension_name!r} is not the name of a module")
        self._name = self._basename = extension_name
        self._exports = []
        self._source = getattr(source_module, "__file__", None) or inspect.stack()[1].filename
        self._output_dir = os.path.dirname(os.path.abspath(self._source))
        self._output_file = extension_name + ".py"
        self._target_cpu = None
        self.verbose = False

    @property
    def name(self):
        """The module's name."""
        return self._name

    @property
    def output_dir(self):
        """The folder that the module is written to: the source's."""
        return self._output_dir

    @output_dir.setter
    def output_dir(self, value):
        self._output_dir = value

    @property
    def output_file(self):
        """The module's file."""
        return self._output_file

    @output_file.setter
    def output_file(self, value):
        self._output_file = value.partition(".")[0] + ".py"  # whatever suffix a file of machine code would have

    @property
    def target_cpu(self):
        """What code is for: None, the levels of x86-64 that `portkern build` takes; "host", this
        processor; or one of its targets."""
        return self._target_cpu

    @target_cpu.setter
    def target_cpu(self, value):
        self._target_cpu = value

    @property
    def use_nrt(self):
        """Whether functions may make arrays, which they always may."""
        return True

    @use_nrt.setter
    def use_nrt(self, value):
        pass

    def export(self, exported_name, sig):
        """Exports the function below by that name, for that signature."""
        normalized(sig)  # or it says what is wrong

        def decorate(function):
            if exported_name in self._exports:
                raise KeyError(f"duplicated export symbol {exported_name}")
            file = os.path.abspath(inspect.getsourcefile(function))
            if file != os.path.abspath(self._source):
                raise errors.NumbaError(f"{exported_name} is exported from {file}, the others from {self._source}: "
                                        "a module is made of one file")
            self._exports.append(exported_name)
            return function

        return decorate

    def compile(self):
        """Writes the module and its bundle into `output_dir`."""
        if not self._exports:
            raise errors.NumbaError(f"CC({self._name!r}) exports nothing: write @cc.export above a function")
        path = os.path.join(self._output_dir, self._name)
        targets = {None: [], "host": ["--target", "native"]}.get(self._target_cpu, ["--target", self._target_cpu])
        done = subprocess.run([_command(), "build", self._source, "-o", path, "--bundle-only", *targets],
                              stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise errors.NumbaError(done.stderr.strip())
        stub = _STUB.format(source=os.path.basename(self._source), name=self._name, names=list(self._exports))
        with open(os.path.join(self._output_dir, self._output_file), "w", encoding="utf-8") as file:
            file.write(stub)

    def distutils_extension(self, **kwargs):
        """Not there: call compile()."""
        raise errors.UnsupportedError("distutils_extension is not supported: call compile(), which needs no setup.py")
