# SPDX-License-Identifier: Apache-2.0
"""Classes whose values kernels take: named tuples, dataclasses and enumerations, described as
the C library reads them (pk_class)."""
import enum

NAMED_TUPLE, ENUM, INT_ENUM = range(3)


def is_named_tuple(kind):
    """collections.namedtuple and typing.NamedTuple."""
    fields = getattr(kind, "_fields", None)
    return (isinstance(kind, type) and issubclass(kind, tuple) and isinstance(fields, tuple)
            and all(isinstance(f, str) for f in fields))


def is_dataclass(kind):
    """A class by dataclasses.dataclass, whose fields are passed as those of a named tuple."""
    return isinstance(kind, type) and "__dataclass_fields__" in vars(kind)


def _dataclass(kind):
    """The description of a dataclass. What its own functions would do when an object is made
    does not happen in compiled code."""
    import dataclasses

    found = dataclasses.fields(kind)
    own = next((name for name in ("__init__", "__post_init__", "__new__") if _is_own(kind, name)), None)
    if own or not all(f.init for f in found):
        raise TypeError(f"{_name(kind)} is a dataclass with {f'a {own} of its own' if own else 'a field with init=False'}, "
                        "which compiled functions do not run: use jitclass, or pass its fields")
    given = [f.default is not dataclasses.MISSING for f in found]
    last = len(given) - given[::-1].index(False) if False in given else 0
    if True in given[:last]:
        raise TypeError(f"{_name(kind)} is a dataclass that has a field without a default behind one with a default: "
                        "put those with defaults at the end")
    return (NAMED_TUPLE, _name(kind), tuple(f.name for f in found),
            tuple(_value(kind, f.name, f.default) for f in found[last:]))


def _is_own(kind, name):
    """Whether the class, or one that it inherits from, has a function written for it: that of the
    decorator is in no file."""
    function = getattr(kind, name, None)
    code = getattr(function, "__code__", None)
    return code is not None and code.co_filename != "<string>"


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


def is_enum(kind):
    """Flags are none: their members can be combined into values without a name."""
    return isinstance(kind, type) and issubclass(kind, enum.Enum) and not issubclass(kind, enum.Flag)


def describe(kind):
    """(what it is, name, names, values) of a class; None for others. TypeError when one
    of its values is nothing that kernels can use."""
    if is_enum(kind):
        members = kind.__members__
        return (INT_ENUM if issubclass(kind, enum.IntEnum) else ENUM, _name(kind), tuple(members),
                tuple(_value(kind, n, m.value) for n, m in members.items()))
    if is_named_tuple(kind):
        defaults = getattr(kind, "_field_defaults", {})
        return (NAMED_TUPLE, _name(kind), kind._fields,
                tuple(_value(kind, n, defaults[n]) for n in kind._fields if n in defaults))
    return _dataclass(kind) if is_dataclass(kind) else None


def _name(kind):
    return f"{kind.__module__}.{kind.__qualname__}"


def _value(kind, name, value):
    from . import capture

    bound = capture.constant(value)
    if bound is None or bound[0] == "refused":
        raise TypeError(f"{_name(kind)}.{name} is {value!r}: values in classes are numbers, strings, None and tuples of "
                        "these")
    return bound
