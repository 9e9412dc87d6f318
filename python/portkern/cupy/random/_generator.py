# SPDX-License-Identifier: Apache-2.0
"""cupy.random.Generator and RandomState: distributions over Philox's numbers."""
import operator
import secrets

import numpy as np

from .. import _dtypes, _refused
from .._array import ndarray
from . import _philox

_OTHERS = ("beta", "binomial", "chisquare", "dirichlet", "f", "gamma", "geometric", "gumbel", "hypergeometric", "laplace",
           "logistic", "lognormal", "logseries", "multinomial", "multivariate_normal", "negative_binomial",
           "noncentral_chisquare", "noncentral_f", "pareto", "poisson", "power", "rayleigh", "standard_cauchy",
           "standard_gamma", "standard_t", "triangular", "vonmises", "wald", "weibull", "zipf", "tomaxint")
REFUSED = dict.fromkeys(_OTHERS, "draw it on the host, with numpy.random, and copy it by cupy.asarray")


def _shape(size):
    if size is None:
        return ()
    try:
        return (operator.index(size),)
    except TypeError:
        return tuple(map(operator.index, size))


def _letter(dtype, allowed="fd"):
    letter = _dtypes.letter_of(np.dtype(dtype))
    if letter not in allowed:
        raise TypeError(f"random numbers have the dtypes {', '.join(_dtypes.BY_LETTER[a].name for a in allowed)}, not "
                        f"{np.dtype(dtype)}")
    return letter


class _Stream:
    """A seed, and how many arrays were made."""

    def __init__(self, seed=None):
        self._restart(seed)

    def _restart(self, seed):
        if seed is None:
            seed = secrets.randbits(64)
        elif not isinstance(seed, (int, np.integer)):
            seed = int(np.random.SeedSequence(np.asarray(seed).ravel().tolist()).generate_state(1, np.uint64)[0])
        if seed < 0:
            raise ValueError("the seed is an integer from 0 on")
        self._seed, self._count = int(seed) % (1 << 64), 0

    def _fill(self, name, size, letter, *params, out=None):
        number, self._count = self._count, self._count + 1
        made = _philox.fill(name, _shape(size) if out is None else out.shape, letter, self._seed, number, *params)
        if out is None:
            return made
        out[...] = made
        return out

    def _between(self, name, a, b, size, dtype=float):
        """The distribution of two parameters, which may be arrays."""
        letter = _letter(dtype)
        kind = _dtypes.BY_LETTER[letter].type
        if not any(isinstance(p, ndarray) for p in (a, b)):
            return self._fill(name, size, letter, kind(a), kind(b))
        shape = _shape(size) if size is not None else np.broadcast_shapes(*(getattr(p, "shape", ()) for p in (a, b)))
        made = self._fill(name, shape, letter, kind(0), kind(1))
        return a + made * (b - a) if name == "uniform" else a + made * b

    def uniform(self, low=0.0, high=1.0, size=None, dtype=float):
        """Numbers from low on, below high."""
        return self._between("uniform", low, high, size, dtype)

    def normal(self, loc=0.0, scale=1.0, size=None, dtype=float):
        """Normal numbers, of a mean and a deviation."""
        return self._between("normal", loc, scale, size, dtype)

    def standard_normal(self, size=None, dtype=float, out=None):
        """Normal numbers, of mean 0 and deviation 1."""
        letter = _letter(dtype)
        kind = _dtypes.BY_LETTER[letter].type
        return self._fill("normal", size, letter, kind(0), kind(1), out=out)

    def exponential(self, scale=1.0, size=None, dtype=float):
        """Exponential numbers, of a mean."""
        letter = _letter(dtype)
        return self._fill("exponential", size, letter, _dtypes.BY_LETTER[letter].type(scale))

    def standard_exponential(self, size=None, dtype=float, method=None, out=None):
        """Exponential numbers, of mean 1."""
        letter = _letter(dtype)
        return self._fill("exponential", size, letter, _dtypes.BY_LETTER[letter].type(1), out=out)

    def random(self, size=None, dtype=float, out=None):
        """Numbers from 0 on, below 1."""
        letter = _letter(dtype)
        kind = _dtypes.BY_LETTER[letter].type
        return self._fill("uniform", size, letter, kind(0), kind(1), out=out)

    def _whole(self, low, high, size, dtype, endpoint):
        if high is None:
            low, high = 0, low
        high = int(high) + bool(endpoint)
        letter = _letter(dtype, "?" + _dtypes.INTEGERS)
        least, most = (0, 1) if letter == "?" else _dtypes._RANGES[letter]
        if low < least or high - 1 > most:
            raise ValueError(f"{'low' if low < least else 'high'} is out of bounds for {_dtypes.BY_LETTER[letter]}")
        if low >= high:
            raise ValueError("low >= high")
        if high - low >= 1 << 64:
            raise ValueError("the range has 2**64 - 1 numbers at most")
        return self._fill("integers", size, letter, np.int64(((int(low) + (1 << 63)) % (1 << 64)) - (1 << 63)),
                          np.uint64(high - int(low)))

    def permutation(self, x, axis=0):
        """The elements in any order, or those of arange(x)."""
        from .._creation import arange

        if not isinstance(x, ndarray):
            x = arange(x)
        order = self._fill("bits", x.shape[axis], "L").argsort()
        return x[(slice(None),) * axis + (order,)]

    def shuffle(self, x, axis=0):
        """Brings the elements into any order."""
        x[...] = self.permutation(x, axis)

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        """Elements of an array, or of arange(a)."""
        from .._creation import arange

        if not isinstance(a, ndarray):
            a = arange(a)
        shape = _shape(size)
        count = int(np.prod(shape, dtype=np.int64))
        if p is not None:
            if not replace:
                raise _refused.NotServed("choice with p= and replace=False is not there: draw it on the host")
            from .._sorting import searchsorted

            sums = p.cumsum()
            found = searchsorted(sums / sums[-1], self.random(shape), "right")
        elif replace:
            found = self._whole(0, a.shape[axis], shape, np.int64, False)
        else:
            if count > a.shape[axis]:
                raise ValueError("Cannot take a larger sample than population when 'replace=False'")
            found = self.permutation(a.shape[axis])[:count].reshape(shape)
        return a[(slice(None),) * axis + (found,)]

    def bytes(self, length):
        """Random bytes of the host."""
        return self._fill("bits", -(-length // 8), "L").get().tobytes()[:length]

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return _refused.lookup(name, "random.", REFUSED)


class Generator(_Stream):
    """A stream of random numbers: default_rng(seed)."""

    def integers(self, low, high=None, size=None, dtype=np.int64, endpoint=False):
        """Integers from low on, below high."""
        return self._whole(low, high, size, dtype, endpoint)


class RandomState(_Stream):
    """The same, by the names of numpy.random.RandomState."""

    def seed(self, seed=None):
        """Begins anew."""
        self._restart(seed)

    def randint(self, low, high=None, size=None, dtype=np.int64):
        """Integers from low on, below high."""
        return self._whole(low, high, size, dtype, False)

    def random_integers(self, low, high=None, size=None):
        """Integers from low to high."""
        return self._whole(*((1, low) if high is None else (low, high)), size, np.int64, True)

    def rand(self, *size, dtype=float):
        """Numbers from 0 on, below 1."""
        return self.random(size or None, dtype)

    def randn(self, *size, dtype=float):
        """Normal numbers."""
        return self.standard_normal(size or None, dtype)

    def random_sample(self, size=None, dtype=float):
        """Numbers from 0 on, below 1."""
        return self.random(size, dtype)

    ranf = sample = random_sample
