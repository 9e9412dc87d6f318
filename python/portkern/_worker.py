# SPDX-License-Identifier: Apache-2.0
"""portkern.device_for_worker(): the devices of a machine, shared out among the processes
that work on it."""
import os
import re
import sys

from . import _device, errors

# What launchers of processes say: a process's number on its machine, and how many there are.
_LAUNCHERS = (
    ("OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"),  # Open MPI
    ("MPI_LOCALRANKID", "MPI_LOCALNRANKS"),  # MPICH, Intel MPI
    ("MV2_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_SIZE"),  # MVAPICH
    ("PALS_LOCAL_RANKID", "PALS_LOCAL_SIZE"),  # Cray
    ("SLURM_LOCALID", "SLURM_NTASKS_PER_NODE"),  # srun
)


def _last_number(name):
    found = re.search(r"(\d+)\D*$", str(name))
    return int(found[1]) if found else None


def _of_launcher():
    for number, size in _LAUNCHERS:
        if os.environ.get(number, "").isdigit():
            workers = os.environ.get(size, "")
            return int(os.environ[number]), _share(int(workers) if workers.isdigit() else None)
    return None


def _of_dask():
    if "distributed.worker" not in sys.modules:
        return None
    from distributed import Worker

    workers = list(getattr(Worker, "_instances", ()))  # get_worker() knows it in tasks only
    if len(workers) != 1:  # none, or threads of one process that are workers
        return None
    return _last_number(workers[0].name) or 0, workers[0].state.nthreads


def _of_multiprocessing():
    if "multiprocessing.process" not in sys.modules:
        return None
    from multiprocessing import current_process, parent_process

    number = _last_number(current_process().name) if parent_process() is not None else None
    return None if number is None else (number - 1, None)


def _share(workers):
    """The processors for each of so many processes; None where a process has its own by
    what it is bound to, or nobody says how many there are."""
    here = os.cpu_count() or 1
    return max(1, here // workers) if workers and len(os.sched_getaffinity(0)) == here else None


def _candidates(backend):
    """The selectors of the devices of the first backend that there is, in the order of
    PORTKERN_BACKEND. Opens none."""
    wanted = backend or os.environ.get("PORTKERN_BACKEND") or "auto"
    rows = [row for row in _device._rows() if row["usable"]]
    for part in wanted.split(","):
        for name in ("cuda", "opencl", "cpu") if part.strip() == "auto" else (part.strip(),):
            if ":" in name:
                return [name]
            found = [f"{row['backend']}:{row['index']}" for row in rows if row["backend"] == name and not (
                part.strip() == "auto" and name == "opencl" and not row["is_gpu"])]
            if found:
                return found
    raise errors.CudaSupportError(f"no device of {wanted} is here: `portkern devices` says why")


def device_for_worker(number: int | str | None = None, workers: int | None = None,
                      backend: str | None = None) -> "_device.Device":
    """Makes the device for this process the one that its launches use, and returns it.
    Processes of a machine get its devices in turn: device `number % count` of the first
    backend that there is, of those in `backend` or PORTKERN_BACKEND.

    `number` is the process's number on its machine, or a name that ends with it. Without it:
    the local rank that MPI or Slurm gave, the number in the name of a Dask worker or of a
    process of multiprocessing, or 0.

    Processes on the CPU share its processors: `workers`, how many there are, or what MPI and
    Dask say, sets PORTKERN_NUM_THREADS, unless it is set or the processes are bound to
    processors. Call it before the first launch: what is compiled and copied stays where it is."""
    place = (_of_launcher() or _of_dask() or _of_multiprocessing() or (0, None)) if number is None else (
        _last_number(number) or 0, None)
    threads = _share(workers) if workers else place[1]
    found = _candidates(backend)
    selector = found[place[0] % len(found)]
    if threads and selector.startswith("cpu"):
        os.environ.setdefault("PORTKERN_NUM_THREADS", str(threads))
    _device.set_default(selector)
    return _device._named(selector)
