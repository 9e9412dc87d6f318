# SPDX-License-Identifier: Apache-2.0
"""Exceptions and warnings, by Numba's names.

All exceptions derive from `PortkernError`. What the compiler says has its text
with source line and caret as the message; `status`, `code`, `file`, `line` and
`col` have the parts.
"""


class PortkernError(Exception):
    """What portkern raises. `status` is the C API's name for the failure,
    "TYPE"; `code` that of the diagnostic, "E0320" or ""; `file`, `line` and
    `col` the place in the source, "" and 0 without one."""

    status = ""
    code = ""
    file = ""
    line = 0
    col = 0

    def __reduce__(self):
        return _made, (type(self), self.args, self.__dict__)


def _made(kind, args, attributes):
    """An exception out of a pickle: `args` may be made of the arguments of __init__."""
    made = kind(*args)
    made.args = args
    made.__dict__.update(attributes)
    return made


class NumbaError(PortkernError):
    """A function that cannot be compiled. `loc` is what a program gave, None of
    those that portkern raises."""

    def __init__(self, msg="", loc=None, highlighting=True):
        self.msg, self.loc = msg, loc
        super().__init__(f"{msg}\n{loc.strformat()}\n" if loc else str(msg))

    @property
    def contexts(self):
        """What was being done, a list of texts: see add_context."""
        return self.__dict__.setdefault("_contexts", [])

    def add_context(self, msg):
        """Adds to the message what was being done."""
        if msg not in self.contexts:
            self.contexts.append(msg)
            self.args = (f"{self}\nDuring: {msg}",)
        return self

    def patch_message(self, new_message):
        """Gives it another message."""
        self.args = (new_message, *self.args[1:])


class UnsupportedError(NumbaError):
    """Valid Python that kernels cannot have."""


class UnsupportedBytecodeError(UnsupportedError):
    """Byte code that has no source to compile it from."""


class UnsupportedRewriteError(UnsupportedError):
    """Numba's name; portkern does not raise it."""


class IRError(NumbaError):
    """The base of failures between the source and the kernel IR."""


class RedefinedError(IRError):
    """Numba's name; portkern does not raise it."""


class NotDefinedError(IRError):
    """A variable that is used and not defined; `name` is its name."""

    def __init__(self, name, loc=None):
        self.name = name
        super().__init__(f"The compiler failed to analyze the bytecode. Variable '{name}' is not defined.", loc)


class VerificationError(IRError):
    """IR that breaks its own rules: a bug in portkern."""


class DeprecationError(NumbaError):
    """A spelling that Numba has given up, such as cuda.jit(argtypes=)."""


class LoweringError(NumbaError):
    """The base of failures in making machine code."""


class UnsupportedParforsError(NumbaError):
    """Numba's name; portkern does not raise it."""


class ForbiddenConstruct(LoweringError):
    """Numba's name; portkern does not raise it."""


class TypingError(NumbaError):
    """Types that do not fit, and names that are not known."""


class UntypedAttributeError(TypingError):
    """Numba's name; portkern raises TypingError."""


class ByteCodeSupportError(NumbaError):
    """Numba's name; portkern raises SourceError."""


class CompilerError(NumbaError):
    """A backend's compiler refused what portkern made: a bug to report."""


class ConstantInferenceError(NumbaError):
    """Numba's name; portkern raises TypingError."""


class InternalError(NumbaError):
    """A bug in portkern."""


class InternalTargetMismatchError(InternalError):
    """Numba's name; portkern does not raise it."""


class NonexistentTargetError(InternalError):
    """Numba's name; portkern does not raise it."""


class RequireLiteralValue(TypingError):
    """Numba's name; portkern raises TypingError."""


class ForceLiteralArg(NumbaError):
    """Numba's name; portkern does not raise it."""


class LiteralTypingError(TypingError):
    """A value that types.literal() makes no type of."""


class NumbaValueError(TypingError):
    """A type, an option or a layout whose value is none that there is."""


class NumbaTypeError(TypingError):
    """A type that cannot be made of what was given."""


class NumbaAttributeError(TypingError):
    """Numba's name; portkern raises TypingError."""


class NumbaAssertionError(TypingError):
    """Numba's name; portkern does not raise it."""


class NumbaNotImplementedError(TypingError):
    """A dtype or type that kernels do not have."""


class NumbaKeyError(TypingError):
    """Numba's name; portkern raises TypingError."""


class NumbaIndexError(TypingError):
    """Numba's name; portkern raises TypingError."""


class NumbaRuntimeError(NumbaError):
    """Numba's name; what kernels raise is KernelRuntimeError."""


class LaunchError(PortkernError, TypeError, ValueError):
    """Arguments or a configuration that a launch does not take."""


class LimitError(PortkernError, ValueError):
    """A documented limit, of portkern or of the device, is exceeded."""


class OptionError(NumbaValueError, TypeError, ValueError):
    """An option of a decorator that there is not, or its value."""


class KernelTypeError(TypingError, TypeError):
    """Types that a kernel cannot have: arguments that no signature of it takes, or
    several equally well, or a result."""


class SourceError(UnsupportedError):
    """The text of a function is not to be had, or is not the function's."""


# ---- devices ----


class CudaDriverError(PortkernError):
    """A driver failed."""


class CudaSupportError(PortkernError, ImportError, RuntimeError):
    """No device of the kind that was asked for."""


class CudaAPIError(CudaDriverError):
    """A call of a driver failed; `code_of_driver` is the driver's own code."""

    code_of_driver = 0


class DeviceMemoryError(CudaAPIError, MemoryError):
    """The device has no memory left."""


class DriverError(CudaDriverError):
    """The base of what drivers report."""


class CudaRuntimeError(CudaDriverError):
    """Numba's name; portkern raises CudaAPIError."""


class CudaLoweringError(LoweringError):
    """Numba's name; portkern raises UnsupportedError."""


class NvvmError(PortkernError):
    """Numba's name; portkern does not use NVVM."""


class NvvmSupportError(PortkernError, ImportError):
    """Numba's name; portkern does not use NVVM."""


class NvrtcError(PortkernError):
    """Numba's name; portkern does not use NVRTC."""


class NvrtcCompilationError(NvrtcError):
    """Numba's name; portkern does not use NVRTC."""


class NvrtcSupportError(PortkernError, ImportError):
    """Numba's name; portkern does not use NVRTC."""


class CCSupportError(PortkernError, RuntimeError):
    """Numba's name; portkern raises UnsupportedError."""


class LinkerError(PortkernError, RuntimeError):
    """Numba's name; portkern links no other code."""


# ---- kernels that fail while they run ----


class KernelRuntimeError(PortkernError, RuntimeError):
    """A kernel failed while it ran: `file` and `line` say where; the message
    has the thread and the block. Exceptions that kernels raise are of this
    class and of their own: a kernel's IndexError is an IndexError, too."""

    def __init__(self, msg="", tid=None, ctaid=None):
        self.msg, self.tid, self.ctaid = msg, tid, ctaid
        super().__init__(msg)


class DataRaceError(KernelRuntimeError):
    """Threads race: the checking interpreter says between which lines."""


class BarrierError(KernelRuntimeError):
    """Threads of a block disagree about a barrier."""


class UninitializedReadError(KernelRuntimeError):
    """A kernel read memory that nothing had written."""


class LaunchCancelled(PortkernError):
    """The launch was cancelled."""


class LaunchTimeout(PortkernError, TimeoutError):
    """A launch ran out of time."""


# ---- warnings ----


class NumbaWarning(Warning):
    """What is legal, and perhaps not meant."""

    def __init__(self, msg="", loc=None, highlighting=True):
        self.msg, self.loc = msg, loc
        super().__init__(f"{msg}\n{loc.strformat()}\n" if loc else str(msg))


class NumbaPerformanceWarning(NumbaWarning):
    """What is slow, and need not be."""


class NumbaDeprecationWarning(NumbaWarning, DeprecationWarning):
    """Numba's name; portkern does not warn of it."""


class NumbaPendingDeprecationWarning(NumbaWarning, PendingDeprecationWarning):
    """Numba's name; portkern does not warn of it."""


class NumbaParallelSafetyWarning(NumbaWarning):
    """Numba's name; portkern does not warn of it."""


class NumbaTypeSafetyWarning(NumbaWarning):
    """Numba's name; portkern does not warn of it."""


class NumbaExperimentalFeatureWarning(NumbaWarning):
    """Numba's name; portkern does not warn of it."""


class NumbaInvalidConfigWarning(NumbaWarning):
    """Numba's name; portkern does not warn of it."""


class NumbaPedanticWarning(NumbaWarning):
    """Numba's name; portkern does not warn of it."""


class NumbaIRAssumptionWarning(NumbaPedanticWarning):
    """Numba's name; portkern does not warn of it."""


class NumbaDebugInfoWarning(NumbaWarning):
    """Numba's name; portkern does not warn of it."""


class NumbaSystemWarning(NumbaWarning):
    """Numba's name; portkern does not warn of it."""


class NvvmWarning(Warning):
    """Numba's name; portkern does not use NVVM."""


KernelError = KernelRuntimeError


def __getattr__(name):
    """KernelIndexError: a kernel that raised IndexError."""
    from ._errors import kernel_error

    found = kernel_error(name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found
