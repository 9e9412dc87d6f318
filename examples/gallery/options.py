# SPDX-License-Identifier: Apache-2.0
"""What an option is worth: thousands of ways that a price may go, and the formula of Black and Scholes.

Shows: random numbers of each thread's own, atomic operations, float64 that a thread adds up; a function of elements
(@vectorize), which takes arrays as NumPy's functions do.
"""
import math

import numpy as np
import picture

from portkern import cuda, vectorize
from portkern.cuda.random import create_xoroshiro128p_states, xoroshiro128p_normal_float64

PRICE, RATE, SPREAD, YEARS, STEPS = 100.0, 0.03, 0.25, 1.0, 400
LOW, HIGH = 40.0, 200.0     # of the picture


@cuda.jit
def paths(states, strikes, gains, squares, density, each):
    """A thread follows `each` paths; `gains` is what calls at each strike are worth at their end, added up."""
    thread = cuda.grid(1)
    if thread >= states.size:
        return
    drift, noise = (RATE - SPREAD * SPREAD / 2) * YEARS / STEPS, SPREAD * math.sqrt(YEARS / STEPS)
    rows, columns = density.shape
    for path in range(each):
        bright = 400 if thread < 6 and path == 0 else 1     # six of them can be followed in the picture
        log = math.log(PRICE)
        for step in range(STEPS):
            log += drift + noise * xoroshiro128p_normal_float64(states, thread)
            row = int((HIGH - math.exp(log)) / (HIGH - LOW) * rows)
            if 0 <= row < rows:
                cuda.atomic.add(density, (row, step * columns // STEPS), bright)
        for k in range(strikes.size):
            gain = max(math.exp(log) - strikes[k], 0.0)
            gains[thread, k] += gain
            squares[thread, k] += gain * gain


@vectorize
def black_scholes(price, strike, years):
    """What the right to buy at `strike` is worth, `years` before."""
    d = (math.log(price / strike) + (RATE + SPREAD * SPREAD / 2) * years) / (SPREAD * math.sqrt(years))
    now = 0.5 * (1 + math.erf(d / math.sqrt(2)))
    then = 0.5 * (1 + math.erf((d - SPREAD * math.sqrt(years)) / math.sqrt(2)))
    return price * now - strike * math.exp(-RATE * years) * then


def main():
    args = picture.options(__doc__)
    threads, each, shape = (128, 2, (25, 40)) if args.small else (4096, 8, (250, STEPS))
    strikes = np.array([80.0, 100.0, 120.0, 140.0])
    states = create_xoroshiro128p_states(threads, seed=11)
    gains, squares = (cuda.to_device(np.zeros((threads, strikes.size))) for _ in range(2))
    density = cuda.to_device(np.zeros(shape, np.int32))
    paths[threads // 128, 128](states, cuda.to_device(strikes), gains, squares, density, each)

    count = threads * each
    light = np.log1p(density.copy_to_host() * 2000 / count)
    rgb = picture.colours(light / light.max(), ["#0b0f1e", "#16325c", "#1b7f8c", "#8fd694", "#fdf6c9"])
    picture.save(args.out / "options.png", rgb.repeat(2, 0).repeat(2, 1))

    mean = gains.copy_to_host().sum(axis=0) / count
    error = np.sqrt((squares.copy_to_host().sum(axis=0) / count - mean**2) / count)
    discount, formula = math.exp(-RATE * YEARS), black_scholes(PRICE, strikes, YEARS)
    for strike, value, off, exact in zip(strikes, discount * mean, discount * error, formula, strict=True):
        print(f"strike {strike:3.0f}: {value:6.3f} +- {off:.3f}, by the formula {exact:6.3f}")
    picture.check((abs(discount * mean - formula) < 4 * discount * error).all(), f"{count} paths give what the formula says")


if __name__ == "__main__":
    main()
