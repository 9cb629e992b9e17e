"""Common operations, one by one, at three sizes and in three ways: a table.

A row is a name, a function of the library ``t`` and inputs, and the inputs, each with a shape for every size. The
sizes are about ten elements, a realistic one, and a large one. A row is measured *plain* (nothing is recorded),
*recorded* (the inputs require grad), and *with backward* (a gradient of every result is handed in, and those of the
inputs are cleared). Rows without derivatives are only measured plain.
"""

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from types import ModuleType
from typing import Any

import numpy as np

from benchmarks.case import Case

SIZES = ("ten", "realistic", "large")
WAYS = ("plain", "recorded", "with backward")
Shape = tuple[int, ...]


@dataclass(frozen=True)
class Input:
    """An input of a row: its shape for each size, and which numbers it has."""

    shapes: tuple[Shape, Shape, Shape]
    numbers: str = "normal"
    grad: bool = True  # whether it requires grad where calls are recorded
    below: tuple[int, int, int] = (0, 0, 0)  # of integers: the numbers they are below


# shapes for the three sizes, then inputs of these shapes
FLAT = ((10,), (32, 256), (1000, 1000))
PLANE = ((2, 5), (32, 256), (1000, 1000))
ROW = ((5,), (256,), (1000,))
IMAGES = ((1, 1, 4, 4), (8, 16, 28, 28), (8, 32, 48, 48))
FILTERS = ((1, 1, 3, 3), (16, 16, 3, 3), (32, 32, 3, 3))
SIGNALS = ((1, 1, 10), (8, 16, 200), (8, 32, 2000))
SEQUENCE = ((1, 2, 5), (8, 64, 128), (16, 256, 256))
SQUARE = ((3, 3), (32, 32), (200, 200))
SQUARES = ((1, 3, 3), (16, 32, 32), (64, 100, 100))
SMALL = ((1, 3, 3), (200, 3, 3), (30_000, 3, 3))
SPACE = ((3, 3), (1000, 3), (300_000, 3))
HEADS = ((1, 1, 3, 4), (8, 4, 32, 16), (8, 8, 128, 64))
LOGITS = ((2, 5), (64, 100), (1024, 1000))
ROWS = ((2,), (64,), (1024,))
POINTS = ((3, 3), (100, 8), (1000, 32))
STACK = (2, 32, 1000)

x = y = z = Input(FLAT)
a = b = Input(PLANE)
row = Input(ROW)
positive = Input(FLAT, "positive")
unit = Input(FLAT, "unit")
mask = Input(FLAT, "mask", grad=False)
images, filters, bias = Input(IMAGES), Input(FILTERS), Input(((1,), (16,), (32,)))
signals, short = Input(SIGNALS), Input(((1, 1, 3), (16, 16, 5), (32, 32, 5)))
sequence, width = Input(SEQUENCE), Input(((5,), (128,), (256,)))
square, regular, spd = Input(SQUARE), Input(SQUARE, "regular"), Input(SQUARE, "spd")
right = Input(SQUARE)
squares, small, space = Input(SQUARES), Input(SMALL), Input(SPACE)
tall, sides = (Input(tuple((n, 6, m) for n in (1, 100, 5000))) for m in (2, 1))
heads = Input(HEADS)
logits, labels = Input(LOGITS), Input(ROWS, "below", grad=False, below=(5, 100, 1000))
points = Input(POINTS)
across = Input(tuple((n, m) for n, m in zip((5, 256, 1000), (2, 64, 500), strict=True)))
layer = Input(tuple((m, n) for n, m in zip((5, 256, 1000), (2, 64, 500), strict=True)))
layer_bias = Input(((2,), (64,), (500,)))
vector = Input(ROW)
target = Input(FLAT, grad=False)
probabilities = Input(FLAT, "unit", grad=False)
into_rows = Input(((3,), (20,), (700,)), "below", grad=False, below=STACK)
sorted_row = Input(ROW, "sorted", grad=False)
columns = Input(PLANE, "below", grad=False, below=(5, 256, 1000))
places = Input(PLANE, "below", grad=False, below=STACK)
tokens = Input(((2,), (8, 32), (32, 128)), "below", grad=False, below=(5, 100, 1000))
table = Input(((5, 4), (100, 64), (1000, 256)))
grid = Input(((1, 2, 2, 2), (8, 14, 14, 2), (8, 48, 48, 2)), "within")
part = Input(((3, 5), (20, 256), (700, 1000)))


@dataclass(frozen=True)
class Operation:
    """A row of the table."""

    name: str
    call: Callable[..., Any]
    inputs: tuple[Input, ...]
    ways: tuple[str, ...] = WAYS


def op(name: str, call: Callable[..., Any], *inputs: Input) -> Operation:
    return Operation(name, call, inputs)


def no_gradient(name: str, call: Callable[..., Any], *inputs: Input) -> Operation:
    """A row without derivatives."""
    return Operation(name, call, inputs, WAYS[:1])


def written(x: Any, change: Callable[[Any], Any]) -> Any:
    """A copy of ``x`` after it has been written."""
    copy = x.clone()
    change(copy)
    return copy


def assigned(x: Any, key: Any, value: Any) -> Any:
    copy = x.clone()
    copy[key] = value
    return copy


OPERATIONS = (
    # arithmetic
    op("x + y", lambda t, x, y: x + y, x, y),
    op("a + row", lambda t, a, row: a + row, a, row),
    op("x - y", lambda t, x, y: x - y, x, y),
    op("x * y", lambda t, x, y: x * y, x, y),
    op("2 * x", lambda t, x: 2.0 * x, x),
    op("x / y", lambda t, x, y: x / y, x, positive),
    op("1 / x", lambda t, x: 1.0 / x, positive),
    op("-x", lambda t, x: -x, x),
    op("x.mT * y.mT", lambda t, x, y: x.mT * y.mT, sequence, Input(SEQUENCE)),
    op("x.mT + x", lambda t, x: x.mT + x, square),
    op("x[:, ::2] * y", lambda t, x, y: x[:, ::2] * y[:, : (x.shape[1] + 1) // 2], sequence, Input(SEQUENCE)),
    op("x ** 2", lambda t, x: x**2, x),
    op("x ** y", lambda t, x, y: x**y, positive, y),
    op("maximum", lambda t, x, y: t.maximum(x, y), x, Input(FLAT)),
    op("where", lambda t, m, x, y: t.where(m, x, y), mask, x, y),
    op("lerp", lambda t, x, y, w: t.lerp(x, y, w), x, y, unit),
    op("addcmul", lambda t, x, y, z: t.addcmul(x, y, z), x, y, z),
    op("clamp", lambda t, x: x.clamp(-1.0, 1.0), x),
    op("masked_fill", lambda t, x, m: x.masked_fill(m, 0.0), x, mask),
    no_gradient("x > y", lambda t, x, y: x > y, x, target),
    no_gradient("logical_and", lambda t, m, n: m & n, mask, mask),
    # elementary functions and activations
    op("abs", lambda t, x: x.abs(), x),
    op("exp", lambda t, x: x.exp(), x),
    op("log", lambda t, x: x.log(), positive),
    op("log1p", lambda t, x: x.log1p(), positive),
    op("sqrt", lambda t, x: x.sqrt(), positive),
    op("rsqrt", lambda t, x: x.rsqrt(), positive),
    op("sin", lambda t, x: x.sin(), x),
    op("cos", lambda t, x: x.cos(), x),
    op("atan2", lambda t, x, y: t.atan2(x, y), x, positive),
    op("tanh", lambda t, x: x.tanh(), x),
    op("sigmoid", lambda t, x: x.sigmoid(), x),
    op("erf", lambda t, x: x.erf(), x),
    op("lgamma", lambda t, x: x.lgamma(), positive),
    op("relu", lambda t, x: x.relu(), x),
    op("leaky_relu", lambda t, x: t.nn.functional.leaky_relu(x), x),
    op("elu", lambda t, x: t.nn.functional.elu(x), x),
    op("gelu", lambda t, x: t.nn.functional.gelu(x), x),
    op("silu", lambda t, x: t.nn.functional.silu(x), x),
    op("softplus", lambda t, x: t.nn.functional.softplus(x), x),
    op("logsigmoid", lambda t, x: t.nn.functional.logsigmoid(x), x),
    # reductions and scans
    op("sum", lambda t, x: x.sum(), x),
    op("sum(0)", lambda t, a: a.sum(0), a),
    op("sum(-1)", lambda t, a: a.sum(-1), a),
    op("mean", lambda t, x: x.mean(), x),
    op("mean(-1)", lambda t, a: a.mean(-1), a),
    op("prod(-1)", lambda t, a: a.prod(-1), a),
    op("max", lambda t, x: x.max(), x),
    op("max(-1)", lambda t, a: a.max(-1).values, a),
    op("amin(0)", lambda t, a: a.amin(0), a),
    no_gradient("argmax(-1)", lambda t, a: a.argmax(-1), a),
    no_gradient("any", lambda t, m: m.any(), mask),
    op("std", lambda t, x: x.std(), x),
    op("var(-1)", lambda t, a: a.var(-1), a),
    op("norm", lambda t, x: x.norm(), x),
    op("linalg.vector_norm(-1)", lambda t, a: t.linalg.vector_norm(a, dim=-1), a),
    op("logsumexp", lambda t, a: a.logsumexp(-1), a),
    op("softmax", lambda t, a: a.softmax(-1), a),
    op("log_softmax", lambda t, a: a.log_softmax(-1), a),
    op("cumsum", lambda t, a: a.cumsum(-1), a),
    op("cumprod", lambda t, a: a.cumprod(-1), Input(PLANE, "near one")),
    op("median(-1)", lambda t, a: a.median(-1).values, a),
    op("sort", lambda t, a: a.sort(-1).values, a),
    op("topk", lambda t, a: a.topk(3).values, a),
    no_gradient("searchsorted", lambda t, s, x: t.searchsorted(s, x), sorted_row, target),
    # views and shapes
    op("x[0]", lambda t, a: a[0], a),
    op("x[1:-1]", lambda t, x: x[1:-1], x),
    op("x[:, 0]", lambda t, a: a[:, 0], a),
    op("x[..., None]", lambda t, x: x[..., None], x),
    op("select", lambda t, a: a.select(1, 2), a),
    op("narrow", lambda t, a: a.narrow(1, 1, 3), a),
    op("reshape", lambda t, a: a.reshape(-1), a),
    op("flatten", lambda t, x: x.flatten(1), images),
    op("t", lambda t, a: a.t(), a),
    op("transpose", lambda t, x: x.transpose(1, 2), sequence),
    op("permute", lambda t, x: x.permute(0, 2, 3, 1), images),
    op("unsqueeze", lambda t, x: x.unsqueeze(0), x),
    op("expand", lambda t, row: row.expand(4, -1), row),
    op("diagonal", lambda t, x: x.diagonal(), square),
    op("split", lambda t, a: a.split(1 if len(a) < 3 else 8), a),
    op("chunk", lambda t, a: a.chunk(2, -1), a),
    op("unbind", lambda t, x: x.unbind(1), points),
    op("contiguous", lambda t, a: a.t().contiguous(), a),
    op("clone", lambda t, x: x.clone(), x),
    op("double", lambda t, x: x.double(), x),
    op("cat", lambda t, a, b: t.cat((a, b)), a, b),
    op("stack", lambda t, x, y, z: t.stack((x, y, z)), x, y, z),
    op("repeat", lambda t, a: a.repeat(2, 1), a),
    op("flip", lambda t, a: a.flip(0), a),
    op("roll", lambda t, a: a.roll(1, 0), a),
    op("pad", lambda t, a: t.nn.functional.pad(a, (1, 1, 1, 1)), a),
    op("tril", lambda t, x: x.tril(), square),
    # indexing
    op("x[i]", lambda t, a, i: a[i], a, into_rows),
    op("x[mask]", lambda t, x, m: x[m], x, mask),
    op("gather", lambda t, a, i: a.gather(1, i), a, columns),
    op("index_select", lambda t, a, i: a.index_select(0, i), a, into_rows),
    op("scatter_add", lambda t, a, i, b: a.scatter_add(0, i, b), a, places, b),
    op("index_add", lambda t, a, i, p: a.index_add(0, i, p), a, into_rows, part),
    op("embedding", lambda t, i, w: t.nn.functional.embedding(i, w), tokens, table),
    no_gradient("one_hot", lambda t, i: t.nn.functional.one_hot(i), labels),
    no_gradient("nonzero", lambda t, m: m.nonzero(), mask),
    # writing
    op("x[i:j] = v", lambda t, a, row: assigned(a, slice(0, 1), row), a, row),
    op("x[i] += v", lambda t, a, row: written(a, lambda copy: copy[0].add_(row)), a, row),
    op("add_", lambda t, x, y: written(x, lambda copy: copy.add_(y)), x, y),
    op("mul_", lambda t, x: written(x, lambda copy: copy.mul_(2.0)), x),
    op("add_, a row", lambda t, a, row: written(a, lambda copy: copy.add_(row)), a, row),
    op("mul_, columns", lambda t, a, b: written(a, lambda copy: copy[:, 1:].mul_(b[:, :-1])), a, b),
    op("copy_", lambda t, x, y: written(x, lambda copy: copy.copy_(y)), x, y),
    # products and linear algebra
    op("x @ w", lambda t, a, w: a @ w, a, across),
    op("x @ w.T", lambda t, a, w: a @ w.T, a, layer),
    op("x @ v", lambda t, a, v: a @ v, a, vector),
    op("dot", lambda t, v, w: v.dot(w), vector, row),
    op("outer", lambda t, v, w: t.outer(v, w), vector, row),
    op("bmm", lambda t, p, q: p.bmm(q), squares, squares),
    op("bmm, 3 by 3", lambda t, p, q: p.bmm(q), small, small),
    op("einsum bij,bkj->bik", lambda t, p, q: t.einsum("bij,bkj->bik", p, q), squares, squares),
    op("linear", lambda t, a, w, c: t.nn.functional.linear(a, w, c), a, layer, layer_bias),
    op("linalg.solve", lambda t, m, r: t.linalg.solve(m, r), regular, right),
    op("linalg.inv", lambda t, m: t.linalg.inv(m), regular),
    op("linalg.cholesky", lambda t, m: t.linalg.cholesky(m), spd),
    op("linalg.det", lambda t, m: t.linalg.slogdet(m).logabsdet, regular),
    op("linalg.eigvalsh", lambda t, m: t.linalg.eigvalsh(m), spd),
    op("linalg.svdvals", lambda t, m: t.linalg.svdvals(m), regular),
    op("linalg.lstsq", lambda t, m, r: t.linalg.lstsq(m, r).solution, tall, sides),
    op("linalg.matrix_exp", lambda t, m: t.linalg.matrix_exp(m), small),
    op("linalg.cross", lambda t, u, v: t.linalg.cross(u, v), space, space),
    # layers and losses
    op("conv1d", lambda t, x, w: t.nn.functional.conv1d(x, w, padding=1), signals, short),
    op("conv2d", lambda t, x, w, c: t.nn.functional.conv2d(x, w, c, padding=1), images, filters, bias),
    op("conv_transpose2d", lambda t, x, w: t.nn.functional.conv_transpose2d(x, w, stride=2), images, filters),
    op("max_pool2d", lambda t, x: t.nn.functional.max_pool2d(x, 2), images),
    op("avg_pool2d", lambda t, x: t.nn.functional.avg_pool2d(x, 2), images),
    op("adaptive_avg_pool2d", lambda t, x: t.nn.functional.adaptive_avg_pool2d(x, 1), images),
    op("interpolate", lambda t, x: t.nn.functional.interpolate(x, scale_factor=2, mode="bilinear"), images),
    op("grid_sample", lambda t, x, g: t.nn.functional.grid_sample(x, g, align_corners=False), images, grid),
    op("unfold", lambda t, x: t.nn.functional.unfold(x, 3), images),
    op("batch_norm", lambda t, x: t.nn.functional.batch_norm(x, None, None, training=True), images),
    op("layer_norm", lambda t, x, w, c: t.nn.functional.layer_norm(x, w.shape, w, c), sequence, width, width),
    op("group_norm", lambda t, x: t.nn.functional.group_norm(x, 1), images),
    op("attention", lambda t, q, k, v: t.nn.functional.scaled_dot_product_attention(q, k, v), heads, heads, heads),
    op("dropout", lambda t, x: t.nn.functional.dropout(x, 0.5), x),
    op("mse_loss", lambda t, x, y: t.nn.functional.mse_loss(x, y), x, target),
    op("smooth_l1_loss", lambda t, x, y: t.nn.functional.smooth_l1_loss(x, y), x, target),
    op("cross_entropy", lambda t, x, i: t.nn.functional.cross_entropy(x, i), logits, labels),
    op("nll_loss", lambda t, x, i: t.nn.functional.nll_loss(x, i), logits, labels),
    op(
        "binary_cross_entropy_with_logits",
        lambda t, x, p: t.nn.functional.binary_cross_entropy_with_logits(x, p), x, probabilities,
    ),
    op("cosine_similarity", lambda t, a, b: t.nn.functional.cosine_similarity(a, b), a, b),
    op("cdist", lambda t, p, q: t.cdist(p, q), points, Input(POINTS)),
    # making tensors, and taking numbers out
    no_gradient("zeros", lambda t, x: t.zeros(x.shape), x),
    no_gradient("ones_like", lambda t, x: t.ones_like(x), x),
    no_gradient("arange", lambda t, x: t.arange(x.numel()), x),
    no_gradient("eye", lambda t, m: t.eye(len(m)), square),
    no_gradient("tensor([...])", lambda t: t.tensor([0.5, 1.5, 2.5])),
    no_gradient("rand", lambda t, x: t.rand(x.shape), x),
    no_gradient("randn", lambda t, x: t.randn(x.shape), x),
    no_gradient("item", lambda t, row: row[0].item(), row),
    no_gradient("detach", lambda t, x: x.detach(), x),
)  # fmt: skip

TABLE = {operation.name: operation for operation in OPERATIONS}
assert len(TABLE) == len(OPERATIONS)


def named(operation: str, size: str, way: str) -> str:
    return f"{operation}, {size}, {way}"


def names(sizes: tuple[str, ...] = SIZES) -> Iterator[str]:
    """The names of the cases, operation by operation."""
    for operation in OPERATIONS:
        for size in sizes:
            if operation.inputs or size == "ten":
                for way in operation.ways:
                    yield named(operation.name, size, way)


NAMES = tuple(names())


@cache
def array(given: Input, size: int, which: int) -> np.ndarray:
    """The numbers of an input, the same for every library. ``which`` of the inputs of a row it is counts, too."""
    shape = given.shapes[size]
    r = np.random.default_rng((which, *shape))
    if given.numbers == "mask":
        return r.random(shape) < 0.5
    if given.numbers == "below":
        return r.integers(0, given.below[size], shape)
    normal = np.asarray(r.normal(size=shape))
    n = shape[-1] if shape else 1
    made = {
        "normal": lambda: normal,
        "positive": lambda: np.abs(normal) + 0.5,
        "unit": lambda: r.random(shape),
        "near one": lambda: 1 + 0.01 * normal,
        "within": lambda: r.uniform(-0.9, 0.9, shape),
        "sorted": lambda: np.sort(normal),
        "regular": lambda: normal + 2 * np.sqrt(n) * np.eye(n),
        "spd": lambda: normal @ normal.swapaxes(-1, -2) / n + np.eye(n),
    }
    return made[given.numbers]().astype(np.float32)


def with_gaps(a: np.ndarray) -> np.ndarray:
    """A copy that takes every second element of a larger array."""
    whole = np.zeros((*a.shape, 2), a.dtype)
    whole[..., 0] = a
    return whole[..., 0]


# how else inputs may lie in memory: the first axis the fastest, as of a transposed matrix; with gaps
LAYOUTS: dict[str, Callable[[np.ndarray], np.ndarray]] = {"by columns": np.asfortranarray, "with gaps": with_gaps}


@cache
def tensor(
    t: ModuleType, given: Input, size: int, which: int, grad: bool, dtype: str = "float32", layout: str | None = None
) -> Any:
    """An input as a tensor. Rows share it, for none writes to it. As integers, its numbers are ten times as large."""
    numbers = array(given, size, which).copy()
    found = t.from_numpy(numbers if layout is None else LAYOUTS[layout](numbers))
    if dtype != "float32" and given.numbers not in ("mask", "below"):
        found = (found * 10 if dtype.startswith("int") else found).to(getattr(t, dtype))
    return found.requires_grad_(grad)


def several(results: Any) -> tuple[Any, ...]:
    return results if isinstance(results, tuple) else tuple(results) if isinstance(results, list) else (results,)


def find(library: str, name: str, dtype: str = "float32", layout: str | None = None) -> Case | None:
    """Build a case for PyTorch or wengert."""
    if library not in ("torch", "wengert"):
        return None
    t = importlib.import_module(library)
    name, size, way = name.rsplit(", ", 2)
    return build(t, TABLE[name], SIZES.index(size), way, dtype, layout)


def build(
    t: ModuleType, operation: Operation, size: int, way: str, dtype: str = "float32", layout: str | None = None
) -> Case:
    """The case of a row at a size, in one of ``WAYS``."""
    inputs = [
        tensor(t, given, size, which, given.grad and way != "plain", dtype, layout)
        for which, given in enumerate(operation.inputs)
    ]
    call = partial(operation.call, t, *inputs)

    def once() -> tuple[Any, ...]:
        t.manual_seed(0)
        return several(call())

    if way == "plain":
        return Case(call, once, t.no_grad)
    if way == "recorded":
        return Case(call, once)
    leaves = [x for x in inputs if x.requires_grad]
    outs = [out for out in once() if out.requires_grad]
    seeds = [t.from_numpy(array(Input((tuple(out.shape),) * 3), 0, 9)).to(out.dtype) for out in outs]
    backward = t.autograd.backward
    one = len(outs) == 1
    handed = seeds[0] if one else seeds

    def run() -> None:
        found = call()
        found.backward(handed) if one else backward(found, handed)
        for leaf in leaves:
            leaf.grad = None

    def results() -> list[Any]:
        found = once()
        backward(found, seeds)
        gradients = [leaf.grad for leaf in leaves]
        for leaf in leaves:
            leaf.grad = None
        return [*found, *gradients]

    return Case(run, results)
