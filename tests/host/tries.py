# SPDX-License-Identifier: Apache-2.0
"""try, except, else, finally."""
import numpy as np
from cases import case
from numba import njit

RERAISE = "Numba has no raise without an exception"
FINALLY = "an exception that passes a finally, or is raised in an except, ends Numba"


@njit
def fails(n, what):
    if n == what:
        raise ValueError("fails", n)
    return n


@njit
def catches(n):
    try:
        if n:
            raise ValueError("not zero", n)
        return 1
    except:  # noqa: E722
        return 2


@njit
def all_parts(n):
    r = 0
    try:
        r = 1
        fails(n, 1)
        r = 2
    except Exception:
        r += 10
    else:
        r += 100
    finally:
        r += 1000
    return r


@njit
def passes_finally(n, a):
    r = 0
    try:
        r = fails(n, 1)
    finally:
        a[0] = r + 5
    return r


@njit
def raises_in_except(n):
    try:
        fails(n, 1)
    except Exception:
        raise TypeError("instead", n)
    return 1


@njit
def raises_again(n, a):
    try:
        fails(n, 1)
        a[int(n)] = 7
    except Exception:
        a[0] = 1
        raise
    return 1


@njit
def swallows_before_raising_again(n, a):
    try:
        fails(n, 1)
    except Exception:
        for i in range(3):
            try:
                fails(i + 10, 11)
                a[i] = 1
            except Exception:
                a[i] = 2
        raise
    finally:
        try:
            raise IndexError("other", 1.5)
        except Exception:
            a[3] += 1
    return 0


@njit
def leaves_loops(n):
    r = 0
    for i in range(6):
        try:
            fails(i, n)
            r += i
        except Exception:
            break
        r += 100
    else:
        r += 1000
    return r


@njit
def jumps_in_body(n):
    r = 0
    for i in range(6):
        try:
            if i == n:
                break
            if i == 1:
                continue
            fails(i, 4)
            r += i
        except Exception:
            r += 100
        r += 1000
    return r


@njit
def jumps_by_finally(n):
    r = 0
    for i in range(6):
        try:
            if i == n:
                continue
            if i == 4:
                break
            r += i
        finally:
            r += 100
    return r


@njit
def jumps_by_two_finally(n):
    r = 0
    for i in range(6):
        try:
            try:
                if i == n:
                    continue
                if i == n + 2:
                    break
                if i == 2 * n + 1:
                    return r
                r += i
            finally:
                r += 100
            r += 10000
        finally:
            r += 1000
    return r


@njit
def returns_by_finally(x):
    try:
        return x
    finally:
        x += 1


@njit
def returns_array_by_finally(n, seen):
    for i in range(n):
        a = np.full(3, i * 1.0)
        try:
            if i == 2:
                return a
        finally:
            seen[0] += a.sum()
            a = np.zeros(2)
    return a


@njit
def finally_returns(n):
    try:
        fails(n, 1)
        return 5
    finally:
        return 4  # noqa: B012


@njit
def finally_breaks(n):
    r = 0
    for i in range(5):
        try:
            r += i
            fails(i, n)
        finally:
            if i == n:
                break  # noqa: B012
        r += 10
    return r


@njit
def nested(a, n):
    try:
        try:
            if n == 0:
                raise ValueError("q")
            if n == 1:
                raise IndexError
        except Exception:
            if n == 1:
                a[3] = 1 // (n - 1)
            a[0] = 1
        finally:
            a[1] = 1
    except Exception:
        a[2] = 1
    return a


@njit
def arrays(a, n):
    try:
        b = np.zeros(n)
        c = [1.0]
        c.append(b[0])
        if n > 2:
            raise ValueError
        a = b
    except Exception:
        a = a + 1
    return a


@njit
def arrays_in_loops(n, bad):
    total = 0.0
    for i in range(n):
        try:
            x = np.arange(i + 1.0) * 2
            y = np.concatenate((x, x[:fails(i, bad) + 1]))
            total += y.sum()
        except Exception:
            total += x.sum() / 2
    return total


@njit
def lists(n):
    made = [0]
    try:
        for i in range(10):
            made.append(i)
            if len(made) > n:
                raise RuntimeError("full")
    except Exception:
        made.append(-1)
    return made


@njit
def divides(n):
    try:
        y = 1 // n
    except Exception:
        y = -1
    return y


@njit
def widens(n):
    try:
        y = 1
        fails(n, 1)
        y = 2.5
        fails(n, 2)
    except Exception:
        y = y * 3
    return y


@njit
def widens_in_loop(n):
    x = 1
    for i in range(4):
        try:
            x = x + i
            fails(i, n)
            x = x * 0.5
        except Exception:
            x = x + 100
    return x


@njit
def bounds(a, i):
    try:
        a[np.array([0, i])]
        return 1
    except Exception:
        return -1


@njit
def of_numpy(n):
    try:
        return np.zeros(n).sum() + np.arange(6.0).reshape(2, n).sum()
    except Exception:
        return -1.0


@njit
def asserts(n):
    try:
        assert n != 2, "two"
        return [1, 2][n]
    except Exception:
        if n == 2:
            return -2
        return -1


@njit
def loop_else(n):
    s = 0
    for i in range(n):
        try:
            for j in range(n):
                if i * j == 6:
                    raise ValueError
                s += 1
                if j > i:
                    break
            else:
                s += 100
        except Exception:
            s += 1000
            continue
        s += 10000
    return s


@njit
def forever(n):
    r = 0
    while True:
        try:
            r += 1
            if r > n:
                return r
        except Exception:
            return -1
        finally:
            r += 10


@njit
def recursive(n):
    try:
        if n == 0:
            raise ValueError("bottom")
        return recursive(n - 1) + 1
    except Exception:
        return 100


@njit
def climbs(n):
    if n == 1:
        raise ValueError("bottom", n)
    if n < 0:
        return n
    return climbs(n - 2) + 1


@njit
def catches_climbing(n):
    try:
        return climbs(n)
    except Exception:
        return -n


@njit
def optional(n):
    x = None
    try:
        if n > 0:
            x = n
        fails(n, 2)
    except Exception:
        if x is None:
            return -1
        return x + 100
    return 0 if x is None else x


@njit
def tuples(n):
    t = (0, 0.5)
    try:
        t = (n, 1.5)
        fails(n, 1)
        t = (2 * n, t[1] * 2)
    except Exception:
        t = (-t[0], t[1])
    return t


@njit
def apply(f, x):
    try:
        return f(x, 1)
    except Exception:
        return -1


@njit
def closures(n):
    def step(k):
        return fails(k, 1) + n

    try:
        count = step(0)
        count += step(n)
    except Exception:
        count += 100
    return count


@njit
def empty(n):
    try:
        pass
    except Exception:
        return 3
    return n


def cases():
    for n in (0, 1):
        yield catches, n
        yield all_parts, n
        yield case(passes_finally, n, np.zeros(1), numba=FINALLY if n else True)
        yield case(raises_in_except, n, numba=FINALLY if n else True)
        yield case(raises_again, n, np.zeros(2), numba=RERAISE)
        yield case(swallows_before_raising_again, n, np.zeros(4), numba=RERAISE)
        yield finally_returns, n
        yield divides, n
        yield tuples, n
        yield apply, fails, n
        yield closures, n
    yield case(raises_again, 2.0, np.zeros(3), numba=RERAISE)
    for n in (0, 3, 9):
        yield leaves_loops, n
        yield jumps_in_body, n
        yield jumps_by_finally, n
        yield case(finally_breaks, n, numba="Numba has no break in a finally")
    for n in (0, 1, 2, 5, 9):
        yield jumps_by_two_finally, n
    yield returns_by_finally, 1
    yield returns_by_finally, 2.5
    for n in (1, 2, 4):
        yield returns_array_by_finally, n, np.zeros(1)
    for n in range(3):
        yield nested, np.zeros(4), n
        yield widens, n
        yield optional, n
        yield asserts, n
    yield asserts, 1
    for n in (1, 2, 3, -1):
        yield arrays, np.ones(2), n
        yield of_numpy, n
    for bad in (0, 2, 9):
        yield arrays_in_loops, 5, bad
        yield widens_in_loop, bad
    for n in (0, 3, 20):
        yield lists, n
        yield forever, n
    yield bounds, np.ones(3), 2
    yield loop_else, 3
    yield loop_else, 5
    yield recursive, 5
    yield catches_climbing, 4
    yield catches_climbing, 5
    yield empty, 1
