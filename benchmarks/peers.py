"""Small programs beside the other libraries for NumPy: the same programs, written for each.

A program is a function without arguments. It runs forward and backward and returns the gradients, so that the libraries
can be compared before they are timed.
"""

import importlib
import math
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from benchmarks import by_hand
from benchmarks.case import Case

Program = Callable[[], list[np.ndarray]]

CONTROL = "control: NumPy alone"
CHAIN = "chain of 20 operations, 10 elements"
BUFFER = "`buf[t] += x`, 1,000 rows of 100"
MLP = "perceptron, 3 layers of 256, batch 64"
LARGE = "`(x * sigmoid(x)).tanh()`, 1,000,000 elements"
STEP = "training step of a classifier, 20 × 64 × 64 × 10, batch 32"
BLOCK = "attention block, 8 × 16 × 32, forward and backward"
HESSIAN = "Hessian of Rosenbrock's function, 200 variables"
JACOBIAN = "Jacobian of `cumsum(tanh(A @ x))`, 100 × 60"
SAMPLES = "gradients per sample, perceptron, batch 256"
HVP, VHP = "`hvp` of a logistic regression, 500 × 50", "`vhp` of the same"
FORWARD = "`jvp` of the chain of 20"
TALL, WIDE = "`jacfwd`, 1,000 results of 5 variables", "`jacrev`, 5 results of 1,000 variables"
NAMES = (CONTROL, CHAIN, BUFFER, MLP, LARGE, STEP, BLOCK, HESSIAN, JACOBIAN, SAMPLES, HVP, VHP, FORWARD, TALL, WIDE)
RECORDED = 21  # the number of operations that one run of the chain records


def _array(*shape: int) -> np.ndarray:
    """Return the same numbers for every library, scaled such that tanh does not saturate."""
    return (np.random.default_rng(0).normal(size=shape) / math.sqrt(shape[0])).astype(np.float32)


X, B, ROW = _array(10), 1 + _array(10), _array(100)
MANY = 1000 * _array(1_000_000)
INPUT, TARGET = 16 * _array(64, 256), _array(64, 256)
WEIGHTS = [(1 + 0.1 * i) * _array(256, 256) for i in range(3)]
LAYER, SAMPLE, LABELS = [_array(64, 64), _array(64), _array(64, 10)], _array(256, 64), np.arange(256) % 10
ROWS, ANSWERS, POINT = _array(500, 50), (_array(500) > 0).astype(np.float32), _array(50)


def control() -> list[np.ndarray]:
    """The forward pass of the chain in NumPy: a lower bound for libraries built on it, and a measure of the machine."""
    y = X
    for _ in range(10):
        y = np.tanh(y * B)
    return [y]


def torch_style(torch: ModuleType) -> dict[str, Program]:
    """The cases of PyTorch and wengert, which share their code."""

    def leaf(array: np.ndarray) -> object:
        return torch.from_numpy(array.copy()).requires_grad_()

    def gradients(*leaves: object) -> list[np.ndarray]:
        found = [leaf.grad.numpy() for leaf in leaves]
        for leaf in leaves:
            leaf.grad = None
        return found

    x, b, row, many = leaf(X), leaf(B), leaf(ROW), leaf(MANY)
    data, target = torch.from_numpy(INPUT), torch.from_numpy(TARGET)
    weights = [leaf(w) for w in WEIGHTS]

    def chain() -> list[np.ndarray]:
        y = x
        for _ in range(10):
            y = (y * b).tanh()
        y.sum().backward()
        return gradients(x, b)

    def buffer() -> list[np.ndarray]:
        buf = torch.zeros(1000, 100)
        for t in range(1000):
            buf[t] += row
        buf.sum().backward()
        return gradients(row)

    def mlp() -> list[np.ndarray]:
        y = data
        for w in weights:
            y = (y @ w).tanh()
        ((y - target) ** 2).mean().backward()
        return gradients(*weights)

    def large() -> list[np.ndarray]:
        (many * many.sigmoid()).tanh().sum().backward()
        return gradients(many)

    return {CHAIN: chain, BUFFER: buffer, MLP: mlp, LARGE: large, **models(torch), **transforms(torch)}


def models(torch: ModuleType) -> dict[str, Program]:
    """Small models, for PyTorch and wengert."""
    losses = torch.nn.functional

    def leaves(*shapes: tuple[int, ...]) -> list[Any]:
        return [torch.from_numpy(_array(*shape)).requires_grad_() for shape in shapes]

    first, a, second, b, third, c = classifier = leaves((20, 64), (64,), (64, 64), (64,), (64, 10), (10,))
    qkv, mixed, wide, narrow = block = leaves((32, 96), (32, 32), (32, 64), (64, 32))
    rows, labels = torch.from_numpy(_array(32, 20)), torch.from_numpy(np.arange(32) % 10)
    tokens = torch.from_numpy(_array(8, 16, 32))

    def step() -> list[np.ndarray]:
        hidden = losses.relu(losses.relu(rows @ first + a) @ second + b)
        losses.cross_entropy(hidden @ third + c, labels).backward()
        found = [p.grad.numpy() for p in classifier]
        with torch.no_grad():
            for p in classifier:
                p -= 1e-6 * p.grad  # a very small step, so that the problem stays the same
                p.grad = None
        return found

    def attention() -> list[np.ndarray]:
        split = [
            part.reshape(8, 16, 4, 8).transpose(1, 2) for part in (losses.layer_norm(tokens, (32,)) @ qkv).chunk(3, -1)
        ]
        weights = (split[0] @ split[1].transpose(-1, -2) / math.sqrt(8)).softmax(-1)
        x = tokens + (weights @ split[2]).transpose(1, 2).reshape(8, 16, 32) @ mixed
        (x + losses.gelu(losses.layer_norm(x, (32,)) @ wide) @ narrow).square().mean().backward()
        found = [p.grad.numpy() for p in block]
        for p in block:
            p.grad = None
        return found

    return {STEP: step, BLOCK: attention}


def transforms(torch: ModuleType) -> dict[str, Program]:
    """Function transforms, for PyTorch and wengert."""
    func = importlib.import_module(f"{torch.__name__}.func")
    functional = importlib.import_module(f"{torch.__name__}.autograd.functional")
    losses = torch.nn.functional

    def given(*shape: int) -> object:
        return torch.from_numpy(_array(*shape))

    start, mixing, point = given(200), given(100, 60), given(60)
    weights, inputs, labels = tuple(map(torch.from_numpy, LAYER)), torch.from_numpy(SAMPLE), torch.from_numpy(LABELS)
    rows, answers = torch.from_numpy(ROWS), torch.from_numpy(ANSWERS)
    w, v = torch.from_numpy(POINT), torch.from_numpy(POINT)
    tall, wide, few, many = given(1000, 5), given(5, 1000), given(5), given(1000)
    x, b = torch.from_numpy(X), torch.from_numpy(B)

    def rosenbrock(x: Any) -> object:
        return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()

    def of_one_sample(weights: Any, x: Any, label: Any) -> object:
        first, bias, last = weights
        logits = torch.tanh(x @ first + bias) @ last
        return losses.cross_entropy(logits.unsqueeze(0), label.unsqueeze(0))

    def chain(y: Any) -> object:
        for _ in range(10):
            y = (y * b).tanh()
        return y

    def regression(w: Any) -> object:
        return losses.binary_cross_entropy_with_logits(rows @ w, answers)

    per_sample = func.vmap(func.grad(of_one_sample), in_dims=(None, 0, 0))
    jacobian = func.jacrev(lambda x: torch.cumsum(torch.tanh(mixing @ x), 0))
    forwards, backwards = func.jacfwd(lambda x: torch.sin(tall @ x)), func.jacrev(lambda x: torch.sin(wide @ x))
    return {
        HESSIAN: lambda: [functional.hessian(rosenbrock, start, vectorize=True).numpy()],
        JACOBIAN: lambda: [jacobian(point).detach().numpy()],
        SAMPLES: lambda: [g.detach().numpy() for g in per_sample(weights, inputs, labels)],
        HVP: lambda: [functional.hvp(regression, w, v)[1].numpy()],
        VHP: lambda: [functional.vhp(regression, w, v)[1].numpy()],
        FORWARD: lambda: [func.jvp(chain, (x,), (b,))[1].numpy()],
        TALL: lambda: [forwards(few).numpy()],
        WIDE: lambda: [backwards(many).detach().numpy()],
    }


def hips_style(autograd: ModuleType) -> dict[str, Program]:
    """The cases of HIPS autograd, which transforms functions and cannot assign to elements."""
    anp = importlib.import_module("autograd.numpy")

    def chain(xb: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        y, b = xb
        for _ in range(10):
            y = anp.tanh(y * b)
        return anp.sum(y)

    def mlp(weights: list[np.ndarray]) -> np.ndarray:
        y = INPUT
        for w in weights:
            y = anp.tanh(anp.dot(y, w))
        return anp.mean((y - TARGET) ** 2)

    def large(x: np.ndarray) -> np.ndarray:
        return anp.sum(anp.tanh(x / (1 + anp.exp(-x))))

    chain_gradient, mlp_gradient, large_gradient = autograd.grad(chain), autograd.grad(mlp), autograd.grad(large)
    return {
        CHAIN: lambda: list(chain_gradient((X, B))),
        MLP: lambda: mlp_gradient(WEIGHTS),
        LARGE: lambda: [large_gradient(MANY)],
    }


def mygrad_style(mygrad: ModuleType) -> dict[str, Program]:
    """The cases of MyGrad, which keeps gradients on tensors, and clears them with the graph on the next use."""
    x, b, row = (mygrad.tensor(array) for array in (X, B, ROW))
    weights = [mygrad.tensor(w) for w in WEIGHTS]

    def chain() -> list[np.ndarray]:
        y = x
        for _ in range(10):
            y = mygrad.tanh(y * b)
        y.sum().backward()
        return [x.grad, b.grad]

    def buffer() -> list[np.ndarray]:
        buf = mygrad.zeros((1000, 100), dtype=np.float32)
        for t in range(1000):
            buf[t] += row
        buf.sum().backward()
        return [row.grad]

    def mlp() -> list[np.ndarray]:
        y = INPUT
        for w in weights:
            y = mygrad.tanh(mygrad.matmul(y, w))
        ((y - TARGET) ** 2).mean().backward()
        return [w.grad for w in weights]

    return {CHAIN: chain, BUFFER: buffer, MLP: mlp}


def by_hand_style(numpy: ModuleType) -> dict[str, Program]:
    """The cases of NumPy without a library, with hand-written derivatives."""
    start, matrix, point = _array(200), _array(100, 60), _array(60)
    tall, wide, few, many = _array(1000, 5), _array(5, 1000), _array(5), _array(1000)
    return {
        CHAIN: lambda: by_hand.chain(X, B),
        BUFFER: lambda: by_hand.buffer(ROW),
        MLP: lambda: by_hand.perceptron(INPUT, TARGET, WEIGHTS),
        LARGE: lambda: by_hand.large(MANY),
        HESSIAN: lambda: by_hand.rosenbrock_hessian(start),
        JACOBIAN: lambda: by_hand.cumulated_jacobian(matrix, point),
        SAMPLES: lambda: by_hand.per_sample(LAYER, SAMPLE, LABELS),
        HVP: lambda: by_hand.regression(ROWS, ANSWERS, POINT, POINT),
        VHP: lambda: by_hand.regression(ROWS, ANSWERS, POINT, POINT),
        FORWARD: lambda: by_hand.pushed_chain(X, B),
        TALL: lambda: by_hand.of_sines(tall, few),
        WIDE: lambda: by_hand.of_sines(wide, many),
    }


STYLES = {
    "torch": torch_style,
    "wengert": torch_style,
    "numpy": by_hand_style,
    "autograd": hips_style,
    "mygrad": mygrad_style,
}


@cache
def programs_of(library: str) -> dict[str, Program]:
    """Import a library and return its programs."""
    return {CONTROL: control, **STYLES[library](importlib.import_module(library))}


def find(library: str, name: str) -> Case | None:
    """Build a case for any of ``STYLES``; None if the library lacks it."""
    program = programs_of(library).get(name)
    return None if program is None else Case(program)
