# SPDX-License-Identifier: Apache-2.0
"""Code in other languages, for `link`: it may be named, and is refused where it would
be linked."""


class LinkableCode:
    """Text or bytes of other code. cuda.jit(link=...) refuses it: portkern links no
    other code than Python."""

    kind = "code"

    def __init__(self, data, name=None, setup_callback=None, teardown_callback=None):
        self.data, self._name = data, name
        self.setup_callback, self.teardown_callback = setup_callback, teardown_callback

    @property
    def name(self):
        """The name that was given, or the usual one of its kind."""
        return self._name or self.default_name

    @property
    def default_name(self):
        """The usual name of its kind."""
        return f"<unnamed-{self.kind}>"

    def __repr__(self):
        return f"{type(self).__name__}({self.name!r})"


class PTXSource(LinkableCode):
    """PTX, which declarations may name and portkern does not link."""

    kind = "ptx"


class CUSource(LinkableCode):
    """CUDA C, which declarations may name and portkern does not link."""

    kind = "cu"


class Fatbin(LinkableCode):
    """A fatbin, which declarations may name and portkern does not link."""

    kind = "fatbin"


class Cubin(LinkableCode):
    """A cubin, which declarations may name and portkern does not link."""

    kind = "cubin"


class Archive(LinkableCode):
    """An archive of objects, which declarations may name and portkern does not link."""

    kind = "library"


class Object(LinkableCode):
    """An object file, which declarations may name and portkern does not link."""

    kind = "object"


class LTOIR(LinkableCode):
    """LTO-IR, which declarations may name and portkern does not link."""

    kind = "ltoir"
