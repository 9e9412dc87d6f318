#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The corpus with its arrays and what NumPy expects, for machines without
NumPy: corpus/x.tgz holds the cases of tests/kernels/x_cases.py.

    pack.py            are the files those that the cases make?
    pack.py --update   writes those that are not

A file has a list of cases (cases.json) and each array once, as .npy."""
import gzip
import hashlib
import io
import json
import pathlib
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE / "corpus"


def read(path):
    """(cases, {name: bytes of .npy}) of a file."""
    with tarfile.open(path) as file:
        arrays = {member.name: file.extractfile(member).read() for member in file}
    return json.loads(arrays.pop("cases.json")), arrays


def names():
    return sorted(path.stem for path in FOLDER.glob("*.tgz"))


# ---- below this line NumPy is wanted ----

def without_gaps(array):
    """With zeros between the fields of records, where NumPy leaves anything."""
    import numpy as np
    if array.dtype.names is None:
        return array
    out = np.frombuffer(bytearray(array.nbytes), array.dtype).reshape(array.shape)
    for name in array.dtype.names:
        out[name] = without_gaps(array[name])
    return out


def packed(cases):
    import corpus
    import numpy as np
    arrays = {}

    def put(array):
        out = io.BytesIO()
        np.save(out, without_gaps(array))
        raw = out.getvalue()
        name = hashlib.sha256(raw).hexdigest()[:12] + ".npy"
        arrays[name] = raw
        return name

    rows = []
    for case in cases:
        args = [corpus.word(a, put) for a in case.args]
        args += [f"{name}={corpus.word(value, put)}" for name, value in case.named.items()]
        rows.append({
            "case": str(case), "file": case.file.name, "kernel": case.kernel,
            "grid": corpus.dims(case.grid), "block": corpus.dims(case.block), "shared": case.shared,
            "args": args, "expect": {str(i): put(np.asarray(want)) for i, want in case.expect.items()},
            "rtol": case.rtol, "atol": case.atol, "error": list(case.error or []),
            "only": list(case.only or []), "prints": case.prints, "lost": case.lost, "checked": case.checked,
            "threads": int(np.prod(case.grid) * np.prod(case.block))})
    return rows, arrays


def write(path, rows, arrays):
    """The same bytes for the same content."""
    files = [("cases.json", json.dumps(rows, indent=0).encode()), *sorted(arrays.items())]
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as packed_file, \
            tarfile.open(fileobj=packed_file, mode="w") as file:
        for name, data in files:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            file.addfile(info, io.BytesIO(data))


def same(old, new):
    """Whether two packs mean the same. What NumPy expects within a tolerance
    may be another number with another NumPy, whose libm is another."""
    import npy
    (old_rows, old_arrays), (new_rows, new_arrays) = old, new
    if len(old_rows) != len(new_rows):
        return False
    for a, b in zip(old_rows, new_rows):
        if {**a, "expect": 0} != {**b, "expect": 0} or a["expect"].keys() != b["expect"].keys():
            return False
        for i in a["expect"]:
            want = npy.parse(new_arrays[b["expect"][i]])
            if npy.difference(npy.parse(old_arrays[a["expect"][i]]), want, 2 * a["rtol"], 2 * a["atol"]):
                return False
    return True


def main():
    sys.path[:0] = [str(HERE), str(HERE.parent)]
    import os
    import corpus
    os.environ["PORTKERN_CHECK"] = "bounds"  # these cases, too
    files = {}
    for case in corpus.all_cases(""):
        files.setdefault(case.file.stem, []).append(case)
    stale = [n for n in names() if n not in files]
    for name, cases in files.items():
        path, new = FOLDER / f"{name}.tgz", packed(cases)
        if not path.exists() or not same(read(path), new):
            stale.append(name)
            if "--update" in sys.argv:
                FOLDER.mkdir(exist_ok=True)
                write(path, *new)
    if "--update" in sys.argv:
        for name in stale:
            if name not in files:
                (FOLDER / f"{name}.tgz").unlink()
        return 0
    for name in stale:
        print(f"tests/gpu/corpus/{name}.tgz is not what {name}_cases.py makes: tests/gpu/pack.py --update")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
