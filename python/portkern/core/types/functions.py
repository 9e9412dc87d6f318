# SPDX-License-Identifier: Apache-2.0
"""Functions, and classes as functions."""
from .abstract import Callable, DTypeSpec, Type
from .common import Opaque
from .misc import Dummy


class BaseFunction(Callable):
    """A function that the compiler knows."""


class Function(BaseFunction, Opaque):
    """A function with signatures."""


class BoundFunction(Callable, Opaque):
    """A method, with what it is of."""


class Dispatcher(Callable, Dummy):
    """A function that is compiled."""

    def __init__(self, dispatcher):
        self.dispatcher = dispatcher
        super().__init__(f"type({dispatcher})")

    @property
    def key(self):
        return id(self.dispatcher)


class NamedTupleClass(Callable, Opaque):
    """A class of named tuples, as a value."""

    def __init__(self, instance_class):
        self.instance_class = instance_class
        super().__init__(f"class({instance_class})")

    @property
    def key(self):
        return self.instance_class


class NumberClass(Callable, DTypeSpec, Opaque):
    """np.float32, as a value."""

    def __init__(self, instance_type):
        self.instance_type = instance_type
        super().__init__(f"class({instance_type})")

    @property
    def key(self):
        return self.instance_type

    @property
    def dtype(self):
        """The number's type."""
        return self.instance_type


class FunctionType(Type):
    """A function of a signature, as a value."""

    cconv = None

    def __init__(self, sig):
        from ..typing import Signature

        if not isinstance(sig, Signature):
            raise NotImplementedError(f"FunctionType of {type(sig).__name__}")
        self.signature = sig
        self.ftype = FunctionPrototype(sig.return_type, sig.args)
        super().__init__(f"FunctionType[{self.ftype.name}]")

    @property
    def key(self):
        return self.ftype.key


class FunctionPrototype(Type):
    """The result and the arguments of a function."""

    def __init__(self, rtype, atypes):
        self.rtype, self.atypes = rtype, tuple(atypes)
        super().__init__(f"{rtype}({', '.join(map(str, self.atypes))})")

    @property
    def key(self):
        return self.name


class ClassType(Callable, Opaque):
    """A class with jitclass, as a value; `compiled` is what the compiler knows."""

    def __init__(self, compiled, cls):
        self.compiled, self.class_name = compiled, cls.__name__
        self.struct = dict(compiled.fields)
        fields = ",".join(f"{name}:{kind}" for name, kind in self.struct.items())
        super().__init__(f"jitclass.{cls.__name__}#{id(compiled):x}<{fields}>")
        self.instance_type = ClassInstanceType(self)


class ClassInstanceType(Type):
    """An object of a class with jitclass."""

    mutable = True

    def __init__(self, class_type):
        self.class_type = class_type
        super().__init__(f"instance.{class_type.name}")

    @property
    def classname(self):
        """The name of the class."""
        return self.class_type.class_name

    @property
    def struct(self):
        """{name: type} of its fields."""
        return self.class_type.struct
