# SPDX-License-Identifier: Apache-2.0
"""portkern.cupy.random: Philox's numbers, which are the same on every device; their
distributions."""
import math

import numpy as np
import pytest

from portkern import _device, errors
from portkern import cupy as cp
from portkern.cupy.random import _philox

# Of Random123's known answers (kat_vectors): counter, key, words.
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0), (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)),
]


def philox(counter, key):
    """The algorithm, by Python's integers."""
    c, k, low = list(counter), list(key), 0xFFFFFFFF
    for _ in range(10):
        p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [q >> 32 ^ c[1] ^ k[0], q & low, p >> 32 ^ c[3] ^ k[1], p & low]
        k = [k[0] + 0x9E3779B9 & low, k[1] + 0xBB67AE85 & low]
    return tuple(c)


def halves(n):
    return n & 0xFFFFFFFF, n >> 32


@pytest.fixture
def cpu():
    with _device.device("cpu"):
        yield


def test_the_algorithm():
    for counter, key, words in KNOWN:
        assert philox(counter, key) == words


def test_the_numbers(device):
    for seed, number, count in ((0, 0, 3), (2**64 - 1, 2**33 + 5, 2)):
        made = _philox.fill("bits", (count,), "L", seed, number).tolist()
        wanted = [philox((*halves(i), *halves(number)), halves(seed)) for i in range(count)]
        assert made == [w[0] | w[1] << 32 for w in wanted]
    rng = cp.random.default_rng(42)
    words = [philox((i, 0, 0, 0), (42, 0)) for i in range(4)]
    assert rng.random(4).tolist() == [(w[0] | w[1] << 32 >> 0) >> 11 and ((w[0] | w[1] << 32) >> 11) * 2.0**-53 for w in words]
    words = [philox((i, 0, 1, 0), (42, 0)) for i in range(4)]
    assert rng.random(4, np.float32).tolist() == [(w[0] >> 8) * 2.0**-24 for w in words]
    words = [philox((i, 0, 2, 0), (42, 0)) for i in range(6)]
    assert rng.integers(-5, 1000, 6).tolist() == [-5 + ((w[0] | w[1] << 32) * 1005 >> 64) for w in words]


def test_devices_agree():
    found = {}
    for selector in ("cpu", "interp", "cuda"):
        with _device.device(selector):
            rng = cp.random.default_rng(7)
            found[selector] = np.concatenate([rng.standard_normal(50).get(), rng.exponential(2.0, 20).get(),
                                              rng.standard_normal(20, np.float32).get()]).tobytes()
    assert len(set(found.values())) == 1


def test_reproducible(cpu):
    def draw():
        return [cp.random.rand(3), cp.random.randn(2, 2), cp.random.randint(0, 9, 5), cp.random.uniform(-1, 1, 4),
                cp.random.normal(5, 2, 3), cp.random.permutation(6), cp.random.choice(10, 3), cp.random.random_sample((2,))]

    cp.random.seed(3)
    first = [x.tolist() for x in draw()]
    assert [x.tolist() for x in draw()] != first
    cp.random.seed(3)
    assert [x.tolist() for x in draw()] == first
    a, b = cp.random.default_rng([1, 2]), cp.random.default_rng([1, 2])
    assert a.random(3).tolist() == b.random(3).tolist() != a.random(3).tolist()
    assert cp.random.RandomState(3).rand(3).tolist() == first[0]


def near(values, mean, deviation, count):
    assert abs(values.mean() - mean) < 5 * deviation / math.sqrt(count)
    assert abs(values.std() - deviation) < 0.02 * deviation


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_distributions(dtype, cpu):
    n, rng = 200_000, cp.random.default_rng(11)
    u, g, e = rng.random(n, dtype).get(), rng.standard_normal(n, dtype).get(), rng.standard_exponential(n, dtype).get()
    assert u.dtype == g.dtype == e.dtype == dtype
    assert (u >= 0).all() and (u < 1).all()
    near(u.astype(float), 0.5, math.sqrt(1 / 12), n)
    near(g.astype(float), 0, 1, n)
    near(e.astype(float), 1, 1, n)
    assert abs(np.mean(np.abs(g) < 1) - 0.6827) < 0.005 and abs(np.mean(np.abs(g) > 2) - 0.0455) < 0.003
    assert np.abs(np.histogram(u, 20, (0, 1))[0] - n / 20).max() < 5 * math.sqrt(n / 20)
    near(rng.uniform(-2, 6, n).get(), 2, 8 * math.sqrt(1 / 12), n)
    near(rng.normal(3, 0.5, n).get(), 3, 0.5, n)
    k = rng.integers(3, 9, n).get()
    assert np.abs(np.bincount(k)[3:] - n / 6).max() < 5 * math.sqrt(n / 6) and k.min() == 3 and k.max() == 8
    assert np.array_equal(np.sort(rng.permutation(1000).get()), np.arange(1000))
    assert len(set(rng.choice(50, 50, replace=False).tolist())) == 50
    p = cp.asarray(np.array([0.2, 0.5, 0.3]))
    assert np.abs(np.bincount(rng.choice(3, n, p=p).get()) / n - p.get()).max() < 0.01


def test_what_is_refused(cpu):
    with pytest.raises(errors.UnsupportedError, match="numpy.random"):
        cp.random.poisson(3)
    with pytest.raises(NotImplementedError, match="cupy.random.gamma"):
        cp.random.default_rng(0).gamma(2.0)
    with pytest.raises(ValueError, match="low >= high"):
        cp.random.randint(5, 5)
    with pytest.raises(ValueError, match="out of bounds for uint8"):
        cp.random.randint(0, 257, dtype=np.uint8)
    with pytest.raises(ValueError, match="larger sample"):
        cp.random.choice(3, 4, replace=False)
    with pytest.raises(TypeError, match="float32"):
        cp.random.rand(3, dtype=np.float16)
    with pytest.raises(AttributeError, match="no attribute"):
        cp.random.nonsense
