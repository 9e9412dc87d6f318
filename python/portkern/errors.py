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
        return self.__dict__.setdefault("_contexts", [])

    def add_context(self, msg):
        """Adds to the message what was being done."""
        if msg not in self.contexts:
            self.contexts.append(msg)
            self.args = (f"{self}\nDuring: {msg}",)
        return self

    def patch_message(self, new_message):
        self.args = (new_message, *self.args[1:])


class UnsupportedError(NumbaError):
    """Valid Python that kernels cannot have."""


class UnsupportedBytecodeError(UnsupportedError):
    pass


class UnsupportedRewriteError(UnsupportedError):
    pass


class IRError(NumbaError):
    pass


class RedefinedError(IRError):
    pass


class NotDefinedError(IRError):
    def __init__(self, name, loc=None):
        self.name = name
        super().__init__(f"The compiler failed to analyze the bytecode. Variable '{name}' is not defined.", loc)


class VerificationError(IRError):
    pass


class DeprecationError(NumbaError):
    pass


class LoweringError(NumbaError):
    pass


class UnsupportedParforsError(NumbaError):
    pass


class ForbiddenConstruct(LoweringError):
    pass


class TypingError(NumbaError):
    """Types that do not fit, and names that are not known."""


class UntypedAttributeError(TypingError):
    pass


class ByteCodeSupportError(NumbaError):
    pass


class CompilerError(NumbaError):
    """A backend's compiler refused what portkern made: a bug to report."""


class ConstantInferenceError(NumbaError):
    pass


class InternalError(NumbaError):
    """A bug in portkern."""


class InternalTargetMismatchError(InternalError):
    pass


class NonexistentTargetError(InternalError):
    pass


class RequireLiteralValue(TypingError):
    pass


class ForceLiteralArg(NumbaError):
    pass


class LiteralTypingError(TypingError):
    pass


class NumbaValueError(TypingError):
    pass


class NumbaTypeError(TypingError):
    pass


class NumbaAttributeError(TypingError):
    pass


class NumbaAssertionError(TypingError):
    pass


class NumbaNotImplementedError(TypingError):
    pass


class NumbaKeyError(TypingError):
    pass


class NumbaIndexError(TypingError):
    pass


class NumbaRuntimeError(NumbaError):
    pass


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
    pass


class CudaRuntimeError(CudaDriverError):
    pass


class CudaLoweringError(LoweringError):
    pass


class NvvmError(PortkernError):
    pass


class NvvmSupportError(PortkernError, ImportError):
    pass


class NvrtcError(PortkernError):
    pass


class NvrtcCompilationError(NvrtcError):
    pass


class NvrtcSupportError(PortkernError, ImportError):
    pass


class CCSupportError(PortkernError, RuntimeError):
    pass


class LinkerError(PortkernError, RuntimeError):
    pass


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
    pass


class NumbaPendingDeprecationWarning(NumbaWarning, PendingDeprecationWarning):
    pass


class NumbaParallelSafetyWarning(NumbaWarning):
    pass


class NumbaTypeSafetyWarning(NumbaWarning):
    pass


class NumbaExperimentalFeatureWarning(NumbaWarning):
    pass


class NumbaInvalidConfigWarning(NumbaWarning):
    pass


class NumbaPedanticWarning(NumbaWarning):
    pass


class NumbaIRAssumptionWarning(NumbaPedanticWarning):
    pass


class NumbaDebugInfoWarning(NumbaWarning):
    pass


class NumbaSystemWarning(NumbaWarning):
    pass


class NvvmWarning(Warning):
    pass


KernelError = KernelRuntimeError


def __getattr__(name):
    """KernelIndexError: a kernel that raised IndexError."""
    from ._errors import kernel_error

    found = kernel_error(name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found
