# SPDX-License-Identifier: Apache-2.0
"""Control flow: every statement that steers a thread, also where threads of
one block go different ways."""
from numba import cuda


@cuda.jit
def collatz(n, steps):
    i = cuda.grid(1)
    if i >= n.size:
        return
    x = n[i]
    count = 0
    while x != 1:
        if x % 2 == 0:
            x //= 2
        else:
            x = 3 * x + 1
        count += 1
        if count >= 1000:
            break
    steps[i] = count


@cuda.jit
def breaks(x, out):
    i = cuda.grid(1)
    if i < x.size:
        total = 0
        for j in range(20):
            if j == x[i]:
                continue
            if j > 2 * x[i]:
                break
            for k in range(j, 0, -2):
                if k == 3:
                    break
                total += k * j
            else:
                total += 1000
        else:
            total += 100000
        out[i] = total


@cuda.jit
def ranges(start, stop, step, count, last):
    i = cuda.grid(1)
    if i < start.size:
        n = 0
        v = -1
        for k in range(start[i], stop[i], step[i]):
            n += 1
            v = k
        count[i] = n
        last[i] = v


@cuda.jit
def choices(a, b, out):
    i = cuda.grid(1)
    if i >= a.size:
        return
    x = a[i]
    y = b[i]
    out[i, 0] = 1 if 0 < x < y else 2 if x < y <= 0 else 3
    out[i, 1] = x and y
    out[i, 2] = x or y
    out[i, 3] = not x
    out[i, 4] = (x > 0 and y > 0) or (x < 0 and not y > 0)
    if x == y:
        out[i, 5] = 7
    elif x > y and x - y > 4:
        out[i, 5] = 8
    elif x > y:
        out[i, 5] = 9
    else:
        pass
        out[i, 5] = 10
    out[i, 6] = min(x, y, 3) * 10 + max(x, y)


@cuda.jit
def guarded(x, i0, out):
    i = cuda.grid(1)
    # the second operand must not run where the first decides
    if i < out.size:
        j = i + i0
        if j < x.size and x[j] > 0:
            out[i] = x[j]
        else:
            out[i] = -1


@cuda.jit(device=True)
def first_factor(n):
    d = 2
    while d * d <= n:
        if n % d == 0:
            return d
        d += 1
    return n


@cuda.jit(device=True)
def is_prime(n):
    return n > 1 and first_factor(n) == n


@cuda.jit
def primes(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = is_prime(i)


@cuda.jit
def retyped(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        v = v * 0.5
        w = 1
        if x[i] > 3:
            w = v
        out[i] = w


@cuda.jit
def ladder(x, out):
    i = cuda.grid(1)
    if i >= x.size:
        return
    v = x[i]
    r = -1
    for j in range(3):
        if v == 0: r = 7 * j
        elif v == 1: r = 1
        elif v == 2: r = 4
        elif v == 3: return
        elif v == 4: r = 16
        elif v == 5: break
        elif v == 6: r = 36
        elif v == 7: continue
        elif v == 8: r = 64
        elif v == 9: r = 81
        elif v == 10: r = 100
        elif v == 11: r = 20
        elif v == 12: r = 43
        elif v == 13: return
        elif v == 14: r = 95
        elif v == 15: break
        elif v == 16: r = 54
        elif v == 17: continue
        elif v == 18: r = 21
        elif v == 19: r = 58
        elif v == 20: r = 97
        elif v == 21: r = 37
        elif v == 22: r = 80
        elif v == 23: return
        elif v == 24: r = 71
        elif v == 25: break
        elif v == 26: r = 70
        elif v == 27: continue
        elif v == 28: r = 77
        elif v == 29: r = 33
        elif v == 30: r = 92
        elif v == 31: r = 52
        elif v == 32: r = 14
        elif v == 33: return
        elif v == 34: r = 45
        elif v == 35: break
        elif v == 36: r = 84
        elif v == 37: continue
        elif v == 38: r = 30
        elif v == 39: r = 6
        elif v == 40: r = 85
        elif v == 41: r = 65
        elif v == 42: r = 47
        elif v == 43: return
        elif v == 44: r = 17
        elif v == 45: break
        elif v == 46: r = 96
        elif v == 47: continue
        elif v == 48: r = 82
        elif v == 49: r = 78
        elif v == 50: r = 76
        elif v == 51: r = 76
        elif v == 52: r = 78
        elif v == 53: return
        elif v == 54: r = 88
        elif v == 55: break
        elif v == 56: r = 5
        elif v == 57: continue
        elif v == 58: r = 31
        elif v == 59: r = 47
        elif v == 60: r = 65
        elif v == 61: r = 85
        elif v == 62: r = 6
        elif v == 63: return
        elif v == 64: r = 56
        elif v == 65: break
        elif v == 66: r = 13
        elif v == 67: continue
        elif v == 68: r = 79
        elif v == 69: r = 14
        elif v == 70: r = 52
        elif v == 71: r = 92
        elif v == 72: r = 33
        elif v == 73: return
        elif v == 74: r = 22
        elif v == 75: break
        elif v == 76: r = 19
        elif v == 77: continue
        elif v == 78: r = 24
        elif v == 79: r = 80
        elif v == 80: r = 37
        elif v == 81: r = 97
        elif v == 82: r = 58
        elif v == 83: return
        elif v == 84: r = 87
        elif v == 85: break
        elif v == 86: r = 23
        elif v == 87: continue
        elif v == 88: r = 68
        elif v == 89: r = 43
        else: r = -2
        v += 1
    out[i] = r


@cuda.jit
def ladder_of_barriers(x, out, n):
    s = cuda.shared.array(64, "int64")
    i = cuda.threadIdx.x
    s[i] = x[i]
    cuda.syncthreads()
    if n == 0: out[i] = s[63 - i]
    elif n == 1:
        out[i] = s[(i + 1) % 64]
    elif n == 2:
        out[i] = s[(i + 2) % 64]
    elif n == 3:
        out[i] = s[(i + 3) % 64]
    elif n == 4:
        out[i] = s[(i + 4) % 64]
    elif n == 5:
        out[i] = s[(i + 5) % 64]
    elif n == 6:
        out[i] = s[(i + 6) % 64]
    elif n == 7:
        out[i] = s[(i + 7) % 64]
    elif n == 8:
        out[i] = s[(i + 8) % 64]
    elif n == 9:
        out[i] = s[(i + 9) % 64]
    elif n == 10:
        out[i] = s[(i + 10) % 64]
    elif n == 11:
        out[i] = s[(i + 11) % 64]
    elif n == 12:
        out[i] = s[(i + 12) % 64]
    elif n == 13:
        out[i] = s[(i + 13) % 64]
    elif n == 14:
        out[i] = s[(i + 14) % 64]
    elif n == 15:
        out[i] = s[(i + 15) % 64]
    elif n == 16:
        out[i] = s[(i + 16) % 64]
    elif n == 17:
        out[i] = s[(i + 17) % 64]
    elif n == 18:
        out[i] = s[(i + 18) % 64]
    elif n == 19:
        out[i] = s[(i + 19) % 64]
    elif n == 20:
        out[i] = s[(i + 20) % 64]
    elif n == 21:
        out[i] = s[(i + 21) % 64]
    elif n == 22:
        out[i] = s[(i + 22) % 64]
    elif n == 23:
        out[i] = s[(i + 23) % 64]
    elif n == 24:
        out[i] = s[(i + 24) % 64]
    elif n == 25:
        out[i] = s[(i + 25) % 64]
    elif n == 26:
        out[i] = s[(i + 26) % 64]
    elif n == 27:
        out[i] = s[(i + 27) % 64]
    elif n == 28:
        out[i] = s[(i + 28) % 64]
    elif n == 29:
        out[i] = s[(i + 29) % 64]
    elif n == 30:
        out[i] = s[(i + 30) % 64]
        cuda.syncthreads()
        s[i] += out[63 - i]
        cuda.syncthreads()
        out[i] += s[63 - i]
    elif n == 31:
        out[i] = s[(i + 31) % 64]
    elif n == 32:
        out[i] = s[(i + 32) % 64]
    elif n == 33:
        out[i] = s[(i + 33) % 64]
    elif n == 34:
        out[i] = s[(i + 34) % 64]
    elif n == 35:
        out[i] = s[(i + 35) % 64]
    elif n == 36:
        out[i] = s[(i + 36) % 64]
    elif n == 37:
        out[i] = s[(i + 37) % 64]
    elif n == 38:
        out[i] = s[(i + 38) % 64]
    elif n == 39:
        out[i] = s[(i + 39) % 64]
    elif n == 40:
        out[i] = s[(i + 40) % 64]
    elif n == 41:
        out[i] = s[(i + 41) % 64]
    elif n == 42:
        out[i] = s[(i + 42) % 64]
    elif n == 43:
        out[i] = s[(i + 43) % 64]
    elif n == 44:
        out[i] = s[(i + 44) % 64]
    elif n == 45:
        out[i] = s[(i + 45) % 64]
    elif n == 46:
        out[i] = s[(i + 46) % 64]
    elif n == 47:
        out[i] = s[(i + 47) % 64]
    elif n == 48:
        out[i] = s[(i + 48) % 64]
    elif n == 49:
        out[i] = s[(i + 49) % 64]
    elif n == 50:
        out[i] = s[(i + 50) % 64]
    elif n == 51:
        out[i] = s[(i + 51) % 64]
    elif n == 52:
        out[i] = s[(i + 52) % 64]
    elif n == 53:
        out[i] = s[(i + 53) % 64]
    elif n == 54:
        out[i] = s[(i + 54) % 64]
    elif n == 55:
        out[i] = s[(i + 55) % 64]
    elif n == 56:
        out[i] = s[(i + 56) % 64]
    elif n == 57:
        out[i] = s[(i + 57) % 64]
    elif n == 58:
        out[i] = s[(i + 58) % 64]
    elif n == 59:
        out[i] = s[(i + 59) % 64]
    elif n == 60:
        out[i] = s[(i + 60) % 64]
        cuda.syncthreads()
        s[i] += out[63 - i]
        cuda.syncthreads()
        out[i] += s[63 - i]
    elif n == 61:
        out[i] = s[(i + 61) % 64]
    elif n == 62:
        out[i] = s[(i + 62) % 64]
    elif n == 63:
        out[i] = s[(i + 63) % 64]
    elif n == 64:
        out[i] = s[(i + 64) % 64]
    elif n == 65:
        out[i] = s[(i + 65) % 64]
    elif n == 66:
        out[i] = s[(i + 66) % 64]
    elif n == 67:
        out[i] = s[(i + 67) % 64]
    elif n == 68:
        out[i] = s[(i + 68) % 64]
    elif n == 69:
        out[i] = s[(i + 69) % 64]
    elif n == 70:
        out[i] = s[(i + 70) % 64]
    elif n == 71:
        out[i] = s[(i + 71) % 64]
    elif n == 72:
        out[i] = s[(i + 72) % 64]
    elif n == 73:
        out[i] = s[(i + 73) % 64]
    elif n == 74:
        out[i] = s[(i + 74) % 64]
    elif n == 75:
        out[i] = s[(i + 75) % 64]
    elif n == 76:
        out[i] = s[(i + 76) % 64]
    elif n == 77:
        out[i] = s[(i + 77) % 64]
    elif n == 78:
        out[i] = s[(i + 78) % 64]
    elif n == 79:
        out[i] = s[(i + 79) % 64]


@cuda.jit
def guarded_rounds(out, n):
    """What guards ask of the place in the grid and of the round is not known before the rounds."""
    i = cuda.blockIdx.x * 128 + cuda.threadIdx.x
    if i < out.size:
        for k in range(3):
            if i + k < n and n > k:
                out[i] += 1
