"""What numpy and scipy take for the same work as tests/bench/analyze.ts; prints medians in milliseconds as JSON."""

import json
import statistics
import time

import numpy as np
import scipy
from scipy import stats


def points(count):
    i = np.arange(count)
    x = 100 * i / count
    return x, x + 0.05 + 0.001 * x + 0.01 * (((i * 7919) % 101) / 50 - 1)


def fit(count, degree):
    """Least squares, covariance, u_fit at every point, in a centred and scaled argument."""
    x, y = points(count)
    u = (y - y.mean()) / np.abs(y - y.mean()).max()
    design = np.vander(u, degree + 1, increasing=True)
    coefficients, _, _, _ = np.linalg.lstsq(design, x, rcond=None)
    residuals = x - design @ coefficients
    covariance = np.linalg.inv(design.T @ design) * (residuals @ residuals) / (count - degree - 1)
    return coefficients, np.sqrt(np.einsum("ij,jk,ik->i", design, covariance, design))


def whole(count):
    """A line with what a result holds of it: coverage factors and probabilities of conformity at every point."""
    (c, u_fit), (x, y) = fit(count, 1), points(count)
    combined = np.sqrt(u_fit**2 + 0.015**2 + 0.005**2 / 3)
    k = stats.t.ppf(0.97725, count - 2)
    inside = stats.t.cdf((0.3 - (y - x)) / combined, count - 2) - stats.t.cdf((-0.3 - (y - x)) / combined, count - 2)
    return c, k * combined, inside


def trials(count):
    """A line with a resolution and a reference standard: mean, u, and the ends of the symmetric interval."""
    rng = np.random.Generator(np.random.Philox(1))
    student = np.sqrt(98 / rng.chisquare(98, count))
    c0 = 50 + 0.0006 * student * rng.standard_normal(count)
    c1 = 50 + 0.001 * student * rng.standard_normal(count)
    reading = 0.5 + 1e-4 * rng.uniform(-1, 1, count)
    values = np.sort(c0 + c1 * reading + 0.015 * rng.standard_normal(count))
    return values.mean(), values.std(ddof=1), values[int(0.02275 * count)], values[int(0.97725 * count)]


def median_ms(work, runs, warm_ups=3):
    times = []
    for run in range(runs + warm_ups):
        start = time.perf_counter()
        work()
        if run >= warm_ups:
            times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


print(
    json.dumps(
        {
            "versions": f"numpy {np.__version__}, scipy {scipy.__version__}",
            "line": median_ms(lambda: whole(100), 50),
            "long": median_ms(lambda: whole(100_000), 9),
            "cubic": median_ms(lambda: fit(100_000, 3), 9),
            "trials": median_ms(lambda: trials(1_000_000), 5),
        }
    )
)
