# SPDX-License-Identifier: Apache-2.0
"""Types of arguments that a function is compiled or declared for, by Numba's names."""
import sys

from .. import errors
from . import type_text
from .dispatch import Compiled


def normalized(sig):
    """The Signature of what a user wrote; return_type is None where that has none."""
    from ..core.sigutils import normalize_signature
    from ..core.typing import Signature

    args, result = normalize_signature(sig)
    return Signature(result, tuple(args), None)


def check_count(function, signature):
    """KernelTypeError when a signature has more or fewer types than the function takes."""
    code = getattr(function, "__code__", None)
    if code and len(signature.args) != code.co_argcount and not code.co_flags & 4:  # *args
        raise errors.KernelTypeError(f"the signature {signature} has {len(signature.args)} arguments, "
                                     f"{function.__name__} takes {code.co_argcount}")


def _extension():
    from . import extension

    return extension


class Overload:
    """What a function is compiled to for some types of arguments."""

    objectmode = False

    def __init__(self, dispatcher, argument_types, return_type=None):
        self._dispatcher, self.argument_types, self._return_type = dispatcher, argument_types, return_type

    @property
    def fastmath(self):
        """The option of that name."""
        return self._dispatcher.targetoptions.get("fastmath", False)

    @property
    def debug(self):
        """The option of that name."""
        return self._dispatcher.targetoptions.get("debug", False)

    @property
    def signature(self):
        """The types of arguments and result, a Signature."""
        from ..core.types import none
        from ..core.typing import Signature

        return Signature(none if self._return_type is None else self._return_type, self.argument_types, None)

    @property
    def py_func(self):
        """The function of Python."""
        return self._dispatcher.py_func

    @property
    def entry_point(self):
        """This itself."""
        return self

    @property
    def metadata(self):
        """{}: portkern keeps none."""
        return {}

    def _info(self):
        """What is known of the compiled function; compiles it."""
        compiled = self._dispatcher._compiled()
        for _, params, _, info in compiled.signatures():
            if info and tuple(map(type_text.parse, params)) == self.argument_types:
                return info
        return compiled.compile(tuple(map(type_text.dummy, self.argument_types)))

    def _emit(self, stage, target=None):
        words = ", ".join(map(type_text.in_words, self.argument_types))
        of = self._dispatcher
        return _extension().resolved(of, lambda: of._compiled().module.emit(of._name, words, stage, target))

    def inspect_llvm(self):
        """LLVM's text for a CPU."""
        return self._emit("llvm")

    def inspect_types(self, file=None):
        """Prints the types of variables and expressions to `file`, or to stdout."""
        print(self._emit("types"), file=file or sys.stdout)

    def _repr_html_(self):
        """All stages of the compiler, for notebooks."""
        from .._tools import display

        return display.overload(self)


class Overloaded(Compiled):
    """A function with signatures. What is derived has _context(), the Context in which it
    is compiled when nothing else is said, and _OVERLOAD, its Overload."""

    _OVERLOAD = Overload
    _fold_args = False

    def __init__(self, py_func, targetoptions=None, signatures=()):
        super().__init__(py_func)
        self.targetoptions = targetoptions or {}
        self._declared = tuple(signatures)
        self._asked = {}  # types of arguments -> Overload, by compile()
        self._can_compile = not self._declared

    def _init_args(self):
        return {"targetoptions": self.targetoptions, "signatures": self._declared}

    def _more(self):
        return {types: each._return_type for types, each in self._asked.items()}

    def _restore(self, more):
        self._asked = {types: self._OVERLOAD(self, types, result) for types, result in more.items()}

    def _words(self, options, values):
        """Signatures and options as a decorator has them; `values` gets what they name."""
        words = [type_text.option_in_decorator(name, value) for name, value in options.items()]
        if self._declared:
            records = {}
            texts = [type_text.signature_in_decorator(sig, records) for sig in self._declared]
            words.insert(0, f"[{', '.join(texts)}]")
            values.update({name: ("dtype", dtype) for name, dtype in records.items()})
        return words

    def _compiled(self, context=None):
        """The _core.Kernel or Function in a context, which calls use, too."""
        context = context or self._context()
        found = self._kernels.get(context)
        return found if found is not None else self._kernel(context)

    def _forget_all(self):
        with self._lock:
            self._modules.clear()
            self._values = self._key = None
            self._forget()

    def _overload_of(self, types):
        """The overload for types that it was called with."""
        return self._OVERLOAD(self, types)

    @property
    def overloads(self):
        """Types of arguments -> what is compiled, or declared, for them."""
        found = {sig.args: self._OVERLOAD(self, sig.args, sig.return_type) for sig in self._declared}
        if not self._can_compile:
            return found
        found.update(self._asked)
        for compiled in self._kernels.values():
            for _, params, _, _ in compiled.signatures():
                types = tuple(map(type_text.parse, params))
                if types not in found:
                    found[types] = self._overload_of(types)
        return found

    @property
    def signatures(self):
        """Types of arguments that it is compiled or declared for, a list of tuples."""
        return list(self.overloads)

    @property
    def nopython_signatures(self):
        """The same as Signatures."""
        return [each.signature for each in self.overloads.values()]

    def compile(self, sig):
        """Checks the function for a signature, "float64(float32[:], int64)" or a tuple of
        types, and adds it to the overloads; it is compiled when it is first used.

        TypingError when the function does not fit the types; RuntimeError after
        disable_compile()."""
        sig = normalized(sig)
        if sig.args not in self.overloads:
            if not self._can_compile:
                raise RuntimeError("Compilation disabled")
            self._asked[sig.args] = self._inferred(sig.args)
        return self.overloads[sig.args]

    def _inferred(self, types):
        words = ", ".join(map(type_text.in_words, types))
        _, _, result, _ = _extension().inferred(self, words)[0]
        return self._OVERLOAD(self, types, type_text.parse(result))

    def get_overload(self, sig):
        """What is compiled for a signature. KeyError when nothing is."""
        return self.overloads[normalized(sig).args]

    def get_compile_result(self, sig):
        """Compiles for the arguments of a Signature. TypingError when it may not:
        see disable_compile."""
        types = tuple(sig.args)
        if types not in self.overloads and not self._can_compile:
            raise errors.TypingError(f"{sig} not available and compilation disabled")
        return self.compile(types)

    def disable_compile(self, val=True):
        """From now on calls have the types that it is compiled for, and their arguments are
        converted to those."""
        if val:
            signatures = self.nopython_signatures
            assert signatures
            self._declared = tuple(sig.replace(return_type=None) for sig in signatures)
        elif not self._can_compile:
            self._asked.update({sig.args: self._OVERLOAD(self, sig.args) for sig in self._declared})
            self._declared = ()
        self._can_compile = not val
        self._forget_all()

    def recompile(self):
        """Compiles anew, with the values that globals have now."""
        self._asked = {**{args: self._OVERLOAD(self, args) for args in self.overloads}, **self._asked}
        self._forget_all()

    def enable_caching(self):
        """Nothing to do: what is compiled is always kept on disk."""

    def _fresh(self, last, **options):
        """The same, of which nothing is compiled; its class takes `last` as its last argument."""
        made = type(self)(self.py_func, {**self.targetoptions, **options}, self._declared, last)
        made.__dict__["_source"] = self._source
        return made

    def _each(self, get, signature):
        overloads = self.overloads
        if signature is not None:
            return get(overloads[signature if isinstance(signature, tuple) else normalized(signature).args])
        return {types: get(each) for types, each in overloads.items()}

    def get_metadata(self, signature=None):
        """{} for each signature: portkern keeps none."""
        return self._each(lambda each: each.metadata, signature)

    def inspect_llvm(self, signature=None):
        """LLVM's text of the function for a CPU; without a signature for all in a dict."""
        return self._each(lambda each: each.inspect_llvm(), signature)

    def inspect_types(self, file=None, **kwargs):
        """Prints the types of the function's variables and expressions."""
        for each in self.overloads.values():
            each.inspect_types(file)

    @property
    def _numba_type_(self):
        from ..core.types import Dispatcher

        return Dispatcher(self)

    def typeof_pyval(self, val):
        """The type of a value, as typeof."""
        from ..core.typing.typeof import typeof

        return typeof(val)
