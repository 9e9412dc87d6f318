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


class NumbaError(PortkernError):
    """A function that cannot be compiled."""

    @property
    def msg(self):
        return str(self)


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
    pass


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


class NonexistentTargetError(NumbaError):
    pass


class LaunchError(PortkernError, TypeError, ValueError):
    """Arguments or a configuration that a launch does not take."""


class LimitError(PortkernError, ValueError):
    """A documented limit, of portkern or of the device, is exceeded."""


class SourceError(UnsupportedError):
    """The text of a function is not to be had, or is not the function's."""


# ---- devices ----


class CudaDriverError(PortkernError):
    """A driver failed."""


class CudaSupportError(PortkernError):
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


# ---- kernels that fail while they run ----


class KernelRuntimeError(PortkernError, RuntimeError):
    """A kernel failed while it ran: `file` and `line` say where; the message
    has the thread and the block. Exceptions that kernels raise are of this
    class and of their own: a kernel's IndexError is an IndexError, too."""

    tid = None
    ctaid = None


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


KernelError = KernelRuntimeError
