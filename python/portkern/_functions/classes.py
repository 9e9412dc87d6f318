# SPDX-License-Identifier: Apache-2.0
"""Classes whose values kernels take: named tuples and enumerations, described as the C library
reads them (pk_class); and the fields of dataclasses (dataclass.py)."""
import collections
import enum
import operator

NAMED_TUPLE, ENUM, INT_ENUM = range(3)


def is_named_tuple(kind):
    """collections.namedtuple and typing.NamedTuple."""
    fields = getattr(kind, "_fields", None)
    return (isinstance(kind, type) and issubclass(kind, tuple) and isinstance(fields, tuple)
            and all(isinstance(f, str) for f in fields))


# Slices are values of classes that the compiler knows by this name, as Numba has them: without a
# step and with one, and what is left out is that of the widest slice.
PlainSlice, SteppedSlice = (collections.namedtuple("slice", ["start", "stop", "step"][:n], module="builtins") for n in (2, 3))


_FAR = 2**63


def of_slice(value):
    """The tuple that stands for a slice. TypeError where its parts are no integers."""
    start, stop, step = value.start, value.stop, value.step
    if step is None and type(start) is type(stop) is int and -_FAR < start < _FAR and -_FAR < stop < _FAR:
        return PlainSlice(start, stop)
    start, stop, step = (None if part is None else operator.index(part) for part in (value.start, value.stop, value.step))
    least, most = -2**63, 2**63 - 1
    down = step is not None and step < 0
    start = most if start is None and down else 0 if start is None else min(max(start, least), most)
    stop = least if stop is None and down else most if stop is None else min(max(stop, least), most)
    return PlainSlice(start, stop) if step in (None, 1) else SteppedSlice(start, stop, min(max(step, least), most))


def is_dataclass(kind):
    """A class by dataclasses.dataclass, whose fields are passed as those of a named tuple."""
    return isinstance(kind, type) and "__dataclass_fields__" in vars(kind)


def holds_object(value):
    """Whether a value is an object of a dataclass, or a tuple with one in it."""
    return is_dataclass(type(value)) or isinstance(value, tuple) and any(map(holds_object, value))


def fields(value):
    """The values of a dataclass's fields."""
    import dataclasses

    return [getattr(value, f.name) for f in dataclasses.fields(value)]


def make(kind, items):
    """The object of a dataclass with these values of its fields."""
    import dataclasses

    made = object.__new__(kind)
    for field, item in zip(dataclasses.fields(kind), items):
        object.__setattr__(made, field.name, item)
    return made


def members(kind):
    """The members of an enumeration, other names for one, too, in order."""
    return tuple(kind.__members__.values())


def is_enum(kind):
    """Flags are none: their members can be combined into values without a name."""
    return isinstance(kind, type) and issubclass(kind, enum.Enum) and not issubclass(kind, enum.Flag)


def describe(kind):
    """(what it is, name, names, values) of a class; None for others. TypeError when one
    of its values is nothing that kernels can use."""
    if is_enum(kind):
        members = kind.__members__
        return (INT_ENUM if issubclass(kind, enum.IntEnum) else ENUM, name_of(kind), tuple(members),
                tuple(_value(kind, n, m.value) for n, m in members.items()))
    if is_named_tuple(kind):
        defaults = getattr(kind, "_field_defaults", {})
        return (NAMED_TUPLE, name_of(kind), kind._fields,
                tuple(_value(kind, n, defaults[n]) for n in kind._fields if n in defaults))
    return None


def name_of(kind):
    """What the compiler calls a class."""
    return f"{kind.__module__}.{kind.__qualname__}"


def _value(kind, name, value):
    from . import capture

    bound = capture.constant(value)
    if bound is None or bound[0] == "refused":
        raise TypeError(f"{name_of(kind)}.{name} is {value!r}: values in classes are numbers, strings, None and tuples of "
                        "these")
    return bound
