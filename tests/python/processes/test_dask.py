# SPDX-License-Identifier: Apache-2.0
"""Kernels under Dask: arrays in blocks, delayed calls, futures, and a device for each
worker, over processes on this machine."""
import os
import pickle

import numpy as np
import portkern
import pytest

from portkern import cuda, errors, guvectorize, njit, vectorize

try:
    import dask
    import dask.array as da
    import distributed
    from dask.base import tokenize
except ImportError:
    distributed = None

pytestmark = pytest.mark.skipif(distributed is None, reason="no Dask here: scripts/venv installs it")
WORKERS = 2


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A cluster whose processes have a cache of their own, and the CPU."""
    folder = tmp_path_factory.mktemp("dask")
    env = {"PORTKERN_BACKEND": "cpu", "PORTKERN_CACHE_DIR": str(folder / "cache"), "PYTHONWARNINGS": "ignore"}
    was = {name: os.environ.get(name) for name in env}
    os.environ.update(env)
    try:
        with dask.config.set({"temporary-directory": str(folder), "distributed.worker.daemon": True}), \
                distributed.LocalCluster(n_workers=WORKERS, threads_per_worker=2, processes=True,
                                         dashboard_address=None) as cluster, distributed.Client(cluster) as client:
            yield client
    finally:
        for name, value in was.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


def _made():
    """What each worker has compiled or found in the cache."""
    from portkern._tools import report

    counts = report.counts()
    return counts["compiles"], counts["cache_hits"]


def kernels(factor):
    """A kernel that no worker can import, and a function that launches it."""
    @cuda.jit
    def kernel(x, out):
        i, j = cuda.grid(2)
        if i < x.shape[0] and j < x.shape[1]:
            out[i, j] = factor * x[i, j] + i

    def launch(block):
        out = np.empty_like(block)
        kernel[(-(-block.shape[0] // 8), -(-block.shape[1] // 8)), (8, 8)](block, out)
        return out

    return kernel, launch


def test_blocks_of_an_array(client):
    _, launch = kernels(2.5)
    host = np.arange(60.0 * 40).reshape(60, 40)
    x = da.from_array(host, chunks=(15, 10))
    got = x.map_blocks(launch, dtype=x.dtype).compute()
    np.testing.assert_array_equal(got, 2.5 * host + np.arange(60)[:, None] % 15)


@cuda.jit
def blur(x, out):
    """Of a block with a border of one element."""
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = x[i, j]
        if 0 < i < x.shape[0] - 1 and 0 < j < x.shape[1] - 1:
            out[i, j] = (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1]) * 0.25


def run_kernel(block, kernel):
    """A kernel as an argument of map_blocks, and an array of the worker's device."""
    x = cuda.to_device(block)
    out = cuda.device_array_like(x)
    kernel[(-(-block.shape[0] // 16), -(-block.shape[1] // 16)), (16, 16)](x, out)
    return out.copy_to_host()


def test_blocks_that_overlap_and_a_kernel_as_an_argument(client):
    host = np.random.default_rng(1).random((40, 30))
    x = da.from_array(host, chunks=(20, 15))
    got = x.map_overlap(run_kernel, depth=1, boundary="none", kernel=blur, dtype=x.dtype).compute()
    expected = host.copy()
    expected[1:-1, 1:-1] = (host[:-2, 1:-1] + host[2:, 1:-1] + host[1:-1, :-2] + host[1:-1, 2:]) * 0.25
    np.testing.assert_array_equal(got, expected)


def test_a_kernel_is_compiled_once_in_a_worker(client):
    _, launch = kernels(7.0)
    x = da.ones((64, 64), chunks=(8, 8))
    before = client.run(_made)
    for _ in range(3):
        x.map_blocks(launch, dtype=x.dtype).sum().compute()
    after = client.run(_made)
    made = [sum(after[w]) - sum(before[w]) for w in after]
    assert sum(made) <= WORKERS and all(n <= 1 for n in made)
    assert any(made)


def test_delayed_calls_and_futures(client):
    kernel, launch = kernels(3.0)
    delayed = dask.delayed(launch)
    total = dask.delayed(sum)([delayed(np.full((2, 2), float(n))).sum() for n in range(4)])
    assert total.compute() == sum(4 * 3.0 * n + 2 for n in range(4))

    def change(launcher, x):
        out = np.zeros_like(x)
        launcher(x, out)
        return out

    futures = client.map(change, [kernel[1, (4, 4)]] * 3, [np.full((3, 3), n) for n in (1.0, 2.0, 3.0)])
    assert [f.result()[0, 0] for f in futures] == [3.0, 6.0, 9.0]


def test_functions_for_the_host(client):
    offset = 10

    @njit
    def add(block):
        return block + offset

    @vectorize(["float64(float64)"])
    def scaled(x):
        return x * offset

    @guvectorize(["float64[:,:], float64[:,:]"], "(n,m)->(n,m)")
    def doubled(x, out):
        out[:] = 2 * x

    def call(block):
        out = np.empty_like(block)
        doubled(block, out)
        return out

    x = da.ones((8, 8), chunks=(4, 4))
    for function, value in ((add, 11), (scaled, 10), (call, 2)):
        assert (x.map_blocks(function, dtype=x.dtype).compute() == value).all()


def test_a_failure_names_the_kernel_s_line(client):
    @cuda.jit(boundscheck=True)
    def wrong(out):
        out[5] = 1

    def launch():
        wrong[1, 1](np.zeros(1))

    with pytest.raises(IndexError) as caught:
        client.submit(launch).result()
    assert isinstance(caught.value, errors.KernelRuntimeError)
    assert caught.value.file == __file__ and caught.value.line > 1


def test_arrays_of_devices_as_results(client):
    def there(n):
        return cuda.to_device(np.arange(float(n)))

    future = client.submit(there, 5)
    assert client.submit(lambda a: float(a.copy_to_host().sum()), future).result() == 10
    assert future.result().copy_to_host().tolist() == [0, 1, 2, 3, 4]


class Devices(distributed.WorkerPlugin if distributed else object):
    """As docs/scaling.md has it."""

    def setup(self, worker):
        """Called in each worker, those that come later, too."""
        portkern.device_for_worker()


def _settings():
    return portkern.device().selector, os.environ.get("PORTKERN_NUM_THREADS"), portkern._worker._of_dask()


def test_a_device_for_each_worker(client):
    client.register_plugin(Devices())
    found = client.run(_settings)
    assert {s for s, _, _ in found.values()} == {"cpu:0"}
    assert sorted(n for _, _, n in found.values()) == [(0, 2), (1, 2)]
    assert {n for _, n, _ in found.values()} == {"2"}
    assert client.run(portkern.device_for_worker) == {w: portkern.device("cpu:0") for w in found}


def test_tokens_are_those_of_what_a_kernel_does():
    first, again, other = (kernels(k)[0] for k in (2.0, 2.0, 3.0))
    assert tokenize(first) == tokenize(again) == tokenize(pickle.loads(pickle.dumps(first)))
    assert tokenize(first) != tokenize(other)
    assert tokenize(first[1, 2]) == tokenize(again[1, 2]) != tokenize(first[1, 3])
    assert tokenize(blur) == tokenize(pickle.loads(pickle.dumps(blur)))
