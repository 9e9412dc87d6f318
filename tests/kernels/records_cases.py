# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(77)

FIELDS = [("x", "f4"), ("n", "i8"), ("f", "f8"), ("b", "?"), ("h", "i2"), ("c", "c8"), ("u", "u1")]
PAIR = [("re", "f8"), ("im", "f8")]
PARTICLE = [("x", "f4"), ("v", "i4", (3,)), ("p", PAIR), ("m", "i2", (2, 2))]


def filled(dtype, shape):
    """Random numbers in all fields."""
    a = np.zeros(shape, dtype)
    fill(a)
    return a


def fill(a):
    for name in a.dtype.names:
        part = a[name]
        if part.dtype.names:
            fill(part)
        elif part.dtype.kind == "b":
            part[...] = R.integers(0, 2, part.shape)
        else:
            part[...] = R.integers(0 if part.dtype.kind == "u" else -60, 60, part.shape)


def dtypes(fields):
    """Packed, aligned, and with gaps that leave nothing aligned."""
    yield np.dtype(fields)
    yield np.dtype(fields, align=True)
    packed = np.dtype(fields)
    yield np.dtype({"names": packed.names, "formats": [packed[n] for n in packed.names],
                    "offsets": [packed.fields[n][1] + 1 for n in packed.names], "itemsize": packed.itemsize + 3})


def strided(a):
    wide = np.zeros(2 * a.size, a.dtype)
    wide[::2] = a
    return wide


def after_fields(a):
    n = a.size
    want = np.zeros((n, 6))
    a = a.copy()
    i = np.arange(n)
    want[:, 0], want[:, 1], want[:, 2], want[:, 3] = a["x"], a["n"], a["f"], a["b"]
    want[:, 4] = a["x"].astype("f8") + a["n"]
    want[:, 5] = a["h"].astype("i8") + a["u"]
    a["x"] = -a["x"]
    a["n"] += i
    a["f"] *= 2
    a["b"] = ~a["b"]
    a["c"] = (a["c"].astype("c16") * 1j + a["n"]).astype("c8")
    a["u"] = a["h"].astype("u1")
    return a, want


def by_value():
    """Records of constants, and as arguments."""
    points = np.array([(1.5, (1, -2, 3), (0.5, -0.25), ((1, 2), (3, -4))),
                       (2.5, (7, 8, 9), (1.5, 4.0), ((5, 6), (7, 8)))], dtype=PARTICLE)
    flat = np.dtype([("x", "f4"), ("n", "i8")])
    table = np.array([[(1, 2), (3.5, -4)], [(5, 6), (7.25, 2**40)]], dtype=flat)
    last = points[-1]
    out = np.zeros((2, 8))
    for i in range(2):
        r = points[0] if i else last
        out[i] = [points["x"].sum(), points[i]["v"][2] * 10 + points["m"][i, 1, 1],
                  points[i]["p"]["re"] ** 2 + points[i]["p"]["im"] ** 2 + last["p"]["im"],
                  last["v"][i] + last["m"][0, i], 200 + 2.5, 4 + 2,
                  float(table[i, 1 - i]["x"]) + table["n"][i, i] + 2**40 + 7.25, r["x"]]
    yield Case("constants", 1, 2, [np.zeros_like(out)], {0: out})
    for particle in dtypes(PARTICLE):
        for pair in dtypes(flat.descr):
            p, q = filled(particle, ()), filled(pair, ())
            want = np.float64(p["x"]) * q["n"] + p["v"][np.arange(8) % 3]
            after, then = p.copy(), q.copy()
            after["x"] += 1
            after["v"][1] = 77
            after["p"]["re"] *= 2
            after["p"]["im"] *= 2
            after["m"] = 3
            then["x"], then["n"] = 2.5, q["n"] + 1
            yield Case("by_reference", 1, 1, [p, q, np.zeros(8)], {0: after, 1: then, 2: want})
            a = filled(pair, 5)
            many = np.array([q] * 5, pair)
            many["n"] += np.arange(5)
            yield Case("into_array", 1, 8, [q, a], {1: many})


def flat_fields():
    for dtype in dtypes(FIELDS):
        a = filled(dtype, 50)
        changed, want = after_fields(a)
        yield Case("fields", 2, 32, [a, np.zeros_like(want)], {0: changed, 1: want})

        a = filled(dtype, 24)
        changed = a.copy()
        changed["x"] += 1
        total = np.zeros(3)
        yield Case("views", 1, 1, [a[:1].copy(), total],
                   {0: (one := one_more(a[:1])),
                    1: np.array([one["x"][0], 1 + dtype.itemsize * 2 + 1,
                                 one["x"].sum() + one["n"].max() + dtype.itemsize])})

        g = filled(dtype, (5, 7))
        want = g["x"].astype("f8") + g["n"] + g["n"] + g["x"]
        after = g.copy()
        after["n"] = np.arange(5)[:, None] * 10 + np.arange(7)
        for v, w in ((g, after), (np.asfortranarray(g), after)):
            yield Case("grid", (1, 1), (8, 8), [v, np.zeros((5, 7))], {0: w, 1: want})
            yield Case("again", (1, 1), (8, 8), [v, np.zeros((5, 7))], {1: g["n"] + g["n"] * 2.5})

        a = filled(dtype, 9)
        best = a[np.argmax(a["x"])]["n"]
        want = np.array([a["x"].sum(dtype="f8"), (np.arange(9) * a["n"]).sum(), (a["x"].astype("f8") * a["n"]).sum(),
                         best])
        after = a.copy()
        after["n"][1:3] = 7
        after[-1] = after[0]
        after[3:5] = after[:2]
        after["x"][5:7] = 9
        after["x"][:2] = after["n"][:2] * 2
        yield Case("loops", 1, 1, [a, np.zeros(4)], {0: after, 1: want})


def nested_fields():
    for dtype in dtypes(PARTICLE):
        a, b = filled(dtype, 40), filled(dtype, 40)
        want = b[::-1].copy()
        want["v"][:, 1] = b["v"][:, 2]
        want["p"] = b["p"]
        want["p"]["re"] *= 2
        want["p"]["im"] *= 2
        yield Case("copies", 2, 32, [a, b], {0: want})

        a = filled(dtype, 33)
        i = np.arange(33)
        p = a["p"]
        want = np.stack([p["re"] ** 2 + p["im"] ** 2, a["v"].sum(1) + a["m"][:, 1, 0] + 4, p["re"] - p["im"],
                         a["v"][:, 2] + a["m"][:, 0, 1], np.maximum(a["x"], np.roll(a["x"], -1))], 1)
        after = a.copy()
        after["v"] = np.stack([i - 1, 2 * i, 3 * i], 1)
        after["m"][:, 0] += 5
        after["p"]["re"] *= 0.5
        after["p"]["im"] *= 0.5
        yield Case("nested", 1, 1, [a[:1], np.zeros((1, 5))], {1: alone(want, a)})
        # a device function reads a neighbour, none is written: each thread its own
        yield Case("nested", 2, 32, [a, np.zeros_like(want)], {0: after, 1: want})


def own_and_declared():
    dtype = np.dtype(PARTICLE, align=True)
    a = filled(dtype, 64)
    back = a.reshape(2, 32)[:, ::-1].reshape(-1)
    t = np.arange(64) % 32
    want = np.stack([back["x"] + (back["x"] + 1) + back["v"][:, 2], t + (back["x"] + 1) - 3,
                     (200 + t + 1).astype("u1") + (back["x"] + 1)], 1).astype("f8")
    after = a.copy()
    after["v"][:, 0] = t
    yield Case("own", 2, 32, [a, np.zeros_like(want)], {0: after, 1: want})

    for out in (np.zeros(64, "f4"), np.zeros(64, "i4")):
        yield Case("declared", 2, 32, [a, out], {1: a["x"].astype(out.dtype)})
    yield Case("declared", 2, 32, [filled([("y", "f4")], 3), np.zeros(3, "f4")], error=["declared"])


def fields_of_atomics():
    counts = np.zeros(3, np.dtype([("tag", "u1"), ("count", "i4"), ("most", "i8")], align=True))
    place = np.zeros(3, np.dtype([("sum", "f8", (4,)), ("k", "i4")], align=True))
    want, sums = counts.copy(), place.copy()
    want["count"][0], want["most"][1], sums["sum"][2] = 128, 127, 16
    yield Case("atomics", 4, 32, [counts, place], {0: want, 1: sums})
    packed = np.zeros(3, [("tag", "u1"), ("count", "i4"), ("most", "i8")])
    yield Case("atomics", 4, 32, [packed, place], error=["aligned memory"])


def neighbours():
    for n in (3, 4):
        a = filled(np.dtype([("x", "f4"), ("n", "i4")]), 33)
        after = a.copy()
        after["x"][n - 3 : n + 29] += after["n"][n - 3 : n + 29]
        yield Case("across", 1, 32, [a, n], {0: after})

    for align in (False, True):
        a = filled(np.dtype([("a", "i4"), ("hits", "u1"), ("b", "i4")], align=align), 10)
        a["hits"] = 0
        after = a.copy()
        after["a"], after["b"] = a["b"], a["a"]
        after["hits"] = [1, 0, 2, 0, 2, 0, 2, 0, 2, 0]
        after["hits"][0] = 2
        yield Case("swap", 1, 1, [a[:1]], {0: first_swapped(a)})


def cases():
    yield from by_value()
    yield from flat_fields()
    yield from nested_fields()
    yield from own_and_declared()
    yield from fields_of_atomics()
    yield from neighbours()
    yield from raw_fields()


def raw_fields():
    fields = [("x", "f8"), ("raw", "u1", (3, 8)), ("pairs", "u2", (4,)), ("tail", "u1")]
    for dtype in (np.dtype(fields, align=True), np.dtype(fields), np.dtype(fields[::-1]), np.dtype(fields[2:] + fields[:2], align=True)):
        a = filled(dtype, 37)
        raw = a["raw"].copy()
        raw[:, 1] = R.normal(size=37).view("u1").reshape(37, 8)
        raw[:, 2] = R.integers(-9, 9, 74).astype("f4").view("u1").reshape(37, 8)
        a["raw"] = raw
        pairs, after = a["pairs"].copy().view("u4"), a.copy()
        after["pairs"].flat = np.stack([pairs[:, 0], pairs[:, 0] + pairs[:, 1]], 1).reshape(-1).view("u2")
        want = np.stack([raw[:, 1].copy().view("f8")[:, 0] + raw[:, 2, :4].copy().view("i2")[:, 1], raw[:, 2].copy().view("f4")[:, 1],
                         raw[:, 0].copy().view("u4")[:, 1] + 1.0], 1)
        yield Case("raw_fields", 2, 32, [a, np.zeros_like(want)], {0: after, 1: want})
    for dtype in (np.dtype(fields, align=True), np.dtype(fields[1:3] + fields[:1])):
        a = filled(dtype, 33)
        after, k = a.copy(), np.arange(33)
        words = a["raw"].copy().view("i8")
        words[:, 2, 0] += k
        after["raw"] = words.view("u1")
        words = a["pairs"].copy().view("i4")
        np.add.at(words, (k // 2, 1), 7)
        after["pairs"] = words.view("u2")
        yield Case("raw_atomics", 2, 32, [a], {0: after})
    yield Case("raw_atomics", 2, 32, [filled(np.dtype(fields), 3)], error=["aligned memory"])


def one_more(a):
    a = a.copy()
    a["x"] += 1
    return a


def alone(want, a):
    row = want[:1].copy()
    row[0, 4] = a["x"][0]
    return row


def first_swapped(a):
    a = a[:1].copy()
    a["a"], a["b"], a["hits"] = a["b"].copy(), a["a"].copy(), 1
    return a
