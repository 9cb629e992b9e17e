"""The gradients of the cases, written by hand in NumPy, without a tape.

A library's additional time is its own overhead. The additional time of this code over PyTorch is NumPy's.
"""

import numpy as np

Arrays = list[np.ndarray]


def chain(x: np.ndarray, b: np.ndarray) -> Arrays:
    """The gradient of the sum of ``y``, where ``y = tanh(y * b)`` ten times, starting at ``x``."""
    ys = [x]
    for _ in range(10):
        ys.append(np.tanh(ys[-1] * b))
    g, of_b = np.ones_like(x), np.zeros_like(b)
    for before, y in zip(reversed(ys[:-1]), reversed(ys[1:]), strict=True):
        g = g * (1 - y * y)
        of_b += g * before
        g = g * b
    return [g, of_b]


def pushed_chain(x: np.ndarray, b: np.ndarray) -> Arrays:
    """The derivative of ``y = tanh(y * b)``, ten times, starting at ``x``, in the direction ``b``."""
    y, t = x, b
    for _ in range(10):
        y = np.tanh(y * b)
        t = t * b * (1 - y * y)
    return [t]


def buffer(row: np.ndarray) -> Arrays:
    """The gradient of the sum of a buffer after ``buf[t] += row``, a thousand times."""
    buf, found = np.zeros((1000, len(row)), row.dtype), np.zeros_like(row)
    for t in range(1000):
        buf[t] += row
    g = np.broadcast_to(np.ones((), buf.dtype), buf.shape)
    buf.sum()
    for t in range(1000):
        found += g[t]
    return [found]


def perceptron(data: np.ndarray, target: np.ndarray, weights: Arrays) -> Arrays:
    """The gradients of the mean square error of layers ``tanh(y @ w)``."""
    ys = [data]
    for w in weights:
        ys.append(np.tanh(ys[-1] @ w))
    error = ys[-1] - target
    (error**2).mean()
    g, found = error * np.float32(2 / error.size), []
    for before, y, w in zip(reversed(ys[:-1]), reversed(ys[1:]), reversed(weights), strict=True):
        g = g * (1 - y * y)
        found.append(before.T @ g)
        if before is not data:
            g = g @ w.T
    return found[::-1]


def large(x: np.ndarray) -> Arrays:
    """The gradient of the sum of ``(x * sigmoid(x)).tanh()``."""
    s = 1 / (1 + np.exp(-x))
    y = np.tanh(x * s)
    y.sum()
    g = 1 - y * y
    return [g * s + g * x * (s * (1 - s))]


def rosenbrock_hessian(x: np.ndarray) -> Arrays:
    """The derivatives of the gradient along all unit vectors at once."""
    v, here = np.eye(len(x), dtype=x.dtype), x[:-1]
    off = x[1:] - here * here
    first = v[:, :-1]
    turned = 200 * (v[:, 1:] - 2 * here * first)
    found = np.zeros_like(v)
    found[:, 1:] = turned
    found[:, :-1] += 2 * first - 2 * (turned * here + 200 * off * first)
    return [found]


def cumulated_jacobian(matrix: np.ndarray, x: np.ndarray) -> Arrays:
    """The Jacobian of ``cumsum(tanh(A @ x))`` by reverse mode: all unit vectors go backwards together."""
    y = np.tanh(matrix @ x)
    y.cumsum()
    g = np.eye(len(y), dtype=y.dtype)[:, ::-1].cumsum(1)[:, ::-1]
    return [(g * (1 - y * y)) @ matrix]


def per_sample(weights: Arrays, inputs: np.ndarray, labels: np.ndarray) -> Arrays:
    """The gradients of the cross entropy of ``tanh(x @ first + bias) @ last``, for every row of ``inputs``."""
    first, bias, last = weights
    y = np.tanh(inputs @ first + bias)
    logits = y @ last
    shifted = logits - logits.max(1, keepdims=True)
    g = np.exp(shifted)
    total = g.sum(1, keepdims=True)
    rows = np.arange(len(labels))
    np.log(total)[:, 0] - shifted[rows, labels]
    g /= total
    g[rows, labels] -= 1
    of_last = y[:, :, None] * g[:, None, :]
    g = (g @ last.T) * (1 - y * y)
    return [inputs[:, :, None] * g[:, None, :], g, of_last]


def regression(rows: np.ndarray, answers: np.ndarray, w: np.ndarray, v: np.ndarray) -> Arrays:
    """The product of a vector and the Hessian of the mean cross entropy of ``sigmoid(rows @ w)``."""
    z = rows @ w
    p = 1 / (1 + np.exp(-z))
    (np.maximum(z, 0) - z * answers + np.log1p(np.exp(-np.abs(z)))).mean()
    rows.T @ ((p - answers) / np.float32(len(z)))
    return [rows.T @ (p * (1 - p) / np.float32(len(z)) * (rows @ v))]


def of_sines(matrix: np.ndarray, x: np.ndarray) -> Arrays:
    """The Jacobian of ``sin(A @ x)``."""
    y = matrix @ x
    np.sin(y)
    return [np.cos(y)[:, None] * matrix]
