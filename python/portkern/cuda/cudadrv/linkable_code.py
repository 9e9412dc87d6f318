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
        return self._name or self.default_name

    @property
    def default_name(self):
        return f"<unnamed-{self.kind}>"

    def __repr__(self):
        return f"{type(self).__name__}({self.name!r})"


class PTXSource(LinkableCode):
    kind = "ptx"


class CUSource(LinkableCode):
    kind = "cu"


class Fatbin(LinkableCode):
    kind = "fatbin"


class Cubin(LinkableCode):
    kind = "cubin"


class Archive(LinkableCode):
    kind = "library"


class Object(LinkableCode):
    kind = "object"


class LTOIR(LinkableCode):
    kind = "ltoir"
