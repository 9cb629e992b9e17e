"""What ``vmap`` does with every operation, what shares memory with a buffer that is promoted, and what is refused.

`python -m tests.test_vmap_rules` writes docs/reference/batch_rules.md. That rules are loops: tests/laws_batching.py.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws, laws_batching
from wengert._core.arrays import batched
from wengert._core.declare.families import SIGNATURES
from wengert._core.dispatch.registry import COMPOSITES, REGISTRY
from wengert.func import grad, vmap

Fn = Callable[..., Any]

# -- the table

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "batch_rules.md"
BEGIN, END = "<!-- operations -->\n", "<!-- /operations -->"

SPARSE = ("sparse", "patterns", "compressed")
OTHERS = {  # what has no samples, by where it is declared
    "buffers": "makes the same for every example",
    "convert": "makes the same for every example; of `x` one that is like each example",
    "create": "makes the same for every example; of `x` one that is like each example",
    "ranges": "makes the same for every example",
    "frequencies": "makes the same for every example",
    "windows": "makes the same for every example",
    "draw": "draws as `randomness` of the vmap says",
    "nn_draw": "draws as `randomness` of the vmap says",
    "low_rank": "draws as `randomness` of the vmap says",
    **dict.fromkeys(
        SPARSE, "sparse tensors have no batch of patterns: use those from outside, or make dense ones inside"
    ),
    "queries": "asks what holds of every example alike: shapes and dtypes",
}
DYNAMIC = "the shape of the result depends on values, and differs between examples"
A_VALUE = "the answer is a Python value, of which every example would have its own"
NAMED = {  # what samples, whose examples are alike, do not tell; `REFUSED` below does
    "bincount": ("rule, or refused", DYNAMIC),
    "nn.functional.one_hot": ("rule, or refused", "without `num_classes`, " + DYNAMIC),
    "is_nonzero": ("refused", A_VALUE),
}
WHY = {  # words of a refusal, and what they mean
    "dynamic shape": DYNAMIC,
    "data-dependent control flow": A_VALUE,
    "made outside the vmap": "",  # a write, which the laws of writes are about
    "stride": "",  # a layout that allows no view
    "one_hot needs num_classes": "",  # else it depends on the values
}


def public_names() -> dict[str, list[str]]:
    """What is published, by the name that its samples have."""
    keys = {id(thing): key for key, thing in {**COMPOSITES, **REGISTRY}.items()}
    found: dict[str, list[str]] = {}
    for thing, signature, options in SIGNATURES:
        name, space = signature.partition("(")[0].strip(), options.get("namespace")
        found.setdefault(keys[id(thing)], []).append(f"{space}.{name}" if space else name)
    return found


def met_under_vmap(key: str) -> tuple[set[str], set[str], int]:
    """Rows that ran in a loop, why calls were refused, and how many were not, over all samples of an operation."""
    looped: set[str] = set()
    refused: set[str] = set()
    done = 0

    def loop(op: Any, *call: Any) -> Any:
        looped.add(op.name)
        return batched.batch_loop(op, *call)

    rows = [op for op in REGISTRY.values() if op.batch_rule is batched.batch_loop]
    for op in rows:
        op.batch_rule = loop
    try:
        for case in laws.cases(key):
            for subset in laws_batching.ones(len(case.leaves)):
                inputs = [np.stack([a, a]) if f else a for a, f in zip(case.leaves, subset, strict=True)]
                dims = tuple(0 if f else None for f in subset)
                try:
                    vmap(lambda *ts, case=case: tuple(laws.tensors_in(case(ts))), dims)(*laws.tensors(inputs))
                    done += 1
                except RuntimeError as e:
                    refused.add(next((why for words, why in WHY.items() if words in str(e)), str(e)))
    finally:
        for op in rows:
            op.batch_rule = batched.batch_loop
    return looped, refused - {""}, done


def table() -> str:
    by_rule: list[str] = []
    rest: list[tuple[str, str, str]] = []
    for key, names in public_names().items():
        if names[0] in NAMED:
            rest += [(name, *NAMED[names[0]]) for name in names]
            continue
        if key not in laws.SAMPLES:
            module = {**COMPOSITES, **REGISTRY}[key].__module__.rpartition(".")[2]
            how = "refused" if module in SPARSE else "rule"
            rest += [(name, how, OTHERS[module]) for name in names]
            continue
        looped, refused, done = met_under_vmap(key)
        if looped:
            rest += [(name, "loop", f"{', '.join(sorted(looped))} has no rule") for name in names]
        elif refused:
            how = "refused" if not done else "rule, or refused"
            rest += [(name, how, "; ".join(sorted(refused))) for name in names]
        else:
            by_rule += names
    kinds = {"loop": 0, "refused": 1, "rule, or refused": 2, "rule": 3}
    rest.sort(key=lambda row: (kinds[row[1]], row[2], row[0]))
    lines = [f"**By rule** ({len(by_rule)}): " + ", ".join(f"`{n}`" for n in sorted(by_rule)) + ".", ""]
    lines += ["| operation | under `vmap` | why |", "| --- | --- | --- |"]
    lines += [f"| `{name}` | {how} | {why} |" for name, how, why in rest]
    return "\n".join(lines) + "\n"


def split(text: str) -> tuple[str, str, str]:
    before, _, rest = text.partition(BEGIN)
    now, _, after = rest.partition(END)
    return before + BEGIN, now, END + after


def test_the_table_of_operations() -> None:
    with warnings.catch_warnings(action="ignore"):
        found = table()
    listed = split(PAGE.read_text(encoding="utf-8"))[1]
    assert found == listed, "docs/reference/batch_rules.md is out of date: run `python -m tests.test_vmap_rules`"


# -- the laws see a wrong rule

RULES = sorted(n for n, op in REGISTRY.items() if n in laws.SAMPLES and not op.takes_batched)


def turned(p: Any) -> Any:
    """The examples of a result in another order."""
    if isinstance(p, tuple):
        return tuple(map(turned, p))
    return batched.Batched(turned_at(p.data, 1), p.level) if type(p) is batched.Batched else turned_at(p, 0)


def turned_at(p: Any, axis: int) -> Any:
    if type(p) is batched.Batched:
        return batched.Batched(turned_at(p.data, axis + 1), p.level)
    return np.roll(p, 1, axis)


@pytest.mark.parametrize("name", RULES)
def test_wrong_rule_breaks_a_law(name: str) -> None:
    """A rule that gives every example the result of another is noticed, where the results differ."""
    op = REGISTRY[name]
    rule = op.batch_rule
    cases = [c for c in laws.cases(name) if c.leaves and differ(c)]
    op.batch_rule = lambda *call: turned(rule(*call))
    try:
        assert not cases or any(map(breaks, cases)), f"{name}: no law notices that its examples are mixed up"
    finally:
        op.batch_rule = rule
        for case in cases:
            case.forget()


def differ(case: laws.Case) -> bool:
    """Whether the examples of a case that vmap takes have different results."""
    examples = laws_batching.examples_of(case.leaves, [True] * len(case.leaves))
    try:
        first, second, _ = map(case.alone, examples)
        vmap(lambda *ts: laws_batching.results(case, ts))(*laws.tensors([np.stack(c) for c in zip(*examples)]))
    except RuntimeError:
        return False
    return any(a.shape == b.shape and not np.allclose(a, b, equal_nan=True) for a, b in zip(first, second, strict=True))


def breaks(case: laws.Case) -> bool:
    try:
        laws_batching.batching(case)
    except AssertionError:
        return True
    return False


# -- what shares the memory of a buffer that is promoted

X = np.float32([1.0, 2.0, 3.0])


def through_inner(x: Any) -> Any:
    buffer = wengert.zeros(2, 3)
    row = buffer[0]
    return vmap(lambda r, s: r.add_(x * s), (1, 0))(buffer, wengert.ones(3)), buffer, row


def gone(x: Any) -> Any:
    buffer = wengert.zeros(2, 3)
    a, b = buffer.detach()[0], buffer[:, 1].detach()
    del buffer
    a.add_(x)
    return a, b


def made(*views: Fn, write: int = 0, shape: tuple[int, ...] = (2, 3)) -> Fn:
    """A buffer, what each function makes of it, and a write into one of them (0: into the buffer)."""

    def f(x: Any) -> Any:
        buffer = wengert.zeros(shape)
        all_ = [buffer, *(view(buffer) for view in views)]
        all_[write].add_(x)
        return tuple(all_)

    return f


def set_data(buffer: Any) -> Any:
    other = wengert.zeros(1)
    other.data = buffer
    return other


SHARED: dict[str, Fn] = {
    "detached, then written": made(lambda b: b.detach()),
    "written through the detached": made(lambda b: b.detach(), write=1),
    "a detached view": made(lambda b: b[1:].detach(), write=1),
    "a view of a detached view": made(lambda b: b[:, 1:].detach()[0], lambda b: b[0], write=1),
    "data": made(lambda b: b.data, lambda b: b[1].data, write=0),
    "written through data": made(lambda b: b.data, lambda b: b[1].data, lambda b: b.data[0], write=2),
    "a transpose": made(lambda b: b.t(), lambda b: b.t()[1].detach(), write=1),
    "an expansion": made(lambda b: b[:1].expand(4, 3)),
    "parts": made(lambda b: b.unbind()[0], lambda b: b.split(1)[1], write=2),
    "a strided view": made(lambda b: b.as_strided((2, 2), (1, 2), 1), lambda b: b.detach(), write=0),
    "written through a strided view": made(lambda b: b.as_strided((2, 2), (3, 1), 1), lambda b: b.detach(), write=1),
    "complex numbers as real ones": made(lambda b: wengert.view_as_complex(b), lambda b: b.detach(), shape=(3, 2)),
    "data that is set": made(lambda b: set_data(b), lambda b: b[1], write=0),
    "another's memory": made(lambda b: wengert.zeros(1).set_(b), lambda b: wengert.zeros(1).set_(b, 2, (3,)), write=2),
    "no elements": made(lambda b: b.detach(), lambda b: b.t(), shape=(0, 3)),
    "the buffer is gone": gone,
    "an inner vmap": through_inner,
}


@pytest.mark.parametrize("name", SHARED)
def test_what_shares_memory_is_promoted_with_it(name: str) -> None:
    f = SHARED[name]
    found = vmap(f)(wengert.from_numpy(X))
    expected = zip(*(f(x) for x in wengert.from_numpy(X)), strict=True)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a.numpy(), np.stack([t.numpy() for t in b]))


def test_memory_is_still_shared_after_promotion() -> None:
    def f(x: Any) -> Any:
        buffer = wengert.zeros(4)
        view, other = buffer[1:], buffer.detach()
        buffer.add_(x)
        other.mul_(2)
        view[0] = 7.0
        view.add_(x)
        return buffer, view, other

    found = vmap(f)(wengert.from_numpy(X))
    for a, k in zip(found, (0, 1, 0), strict=True):
        expected = np.stack([np.float32([2 * x, 7 + x, 3 * x, 3 * x]) for x in X])[:, k:]
        np.testing.assert_array_equal(a.numpy(), expected)


def test_gradients_through_a_promoted_buffer_and_what_shares_it() -> None:
    def f(x: Any) -> Any:
        buffer = wengert.zeros(3)
        detached = buffer.detach()
        buffer[1:] = x * x
        return (buffer * detached).sum()

    np.testing.assert_allclose(vmap(grad(f))(wengert.from_numpy(X)).numpy(), 4 * X**3)


def test_the_list_of_aliases_does_not_grow() -> None:
    def f(x: Any) -> Any:
        buffer = wengert.zeros(3)
        for _ in range(1000):
            buffer[0]
        assert len(buffer._wg_storage.aliases) < 40
        return buffer.add_(x)

    vmap(f)(wengert.from_numpy(X))


def test_a_resized_out_is_refused_from_outside() -> None:
    out = wengert.empty(0)
    with pytest.raises(RuntimeError, match=r"add\(out=\.\.\.\) at .*made outside the vmap"):
        vmap(lambda x: wengert.add(x, 1, out=out))(wengert.from_numpy(X))
    assert out.shape == (0,)
    vmap(lambda x: [wengert.add(x, 1, out=(o := wengert.empty(0))), o][1])(wengert.from_numpy(X))


# -- what depends on the values

REFUSED: dict[str, Callable[[Any, Any], Any]] = {
    "nonzero": lambda T, x: x.nonzero(),
    "nonzero as tuple": lambda T, x: T.nonzero(x, as_tuple=True),
    "where": lambda T, x: T.where(x > 1),
    "unique": lambda T, x: T.unique(x),
    "unique along a dimension": lambda T, x: T.unique(x, dim=0),
    "unique_consecutive": lambda T, x: T.unique_consecutive(x),
    "masked_select": lambda T, x: T.masked_select(x, x > 1),
    "a mask": lambda T, x: x[x > 1],
    "bincount": lambda T, x: T.bincount(x.long()),
    "item": lambda T, x: x[0].item(),
    "if": lambda T, x: x if x.sum() > 1 else -x,
    "allclose": lambda T, x: T.allclose(x, x),
    "is_nonzero": lambda T, x: T.is_nonzero(x[0]),
    "one_hot": lambda T, x: T.nn.functional.one_hot(x.long()),
}
VALUES = np.float32([[1.0, 2.0, 2.0], [3.0, 0.0, 3.0]])


@pytest.mark.parametrize("name", REFUSED)
def test_refused_by_name(name: str) -> None:
    with pytest.raises(RuntimeError, match="vmap") as e:
        vmap(lambda x: REFUSED[name](wengert, x))(wengert.from_numpy(VALUES))
    if "dynamic shape" in str(e.value):
        assert name.split()[0] in str(e.value) or "mask" in str(e.value) or "nonzero" in str(e.value)
        assert "test_vmap_rules.py:" in str(e.value) and "where(mask, x, 0)" in str(e.value)


@pytest.mark.oracle
@pytest.mark.parametrize("name", REFUSED)
def test_torch_refuses_it_too(name: str) -> None:
    torch = pytest.importorskip("torch")
    with pytest.raises(RuntimeError):
        torch.vmap(lambda x: REFUSED[name](torch, x))(torch.from_numpy(VALUES.copy()))


SIZED: dict[str, Callable[[Any, Any], Any]] = {
    "nonzero_static": lambda T, x: T.nonzero_static(x, size=2),
    "bincount": lambda T, x: T.bincount(x.long(), minlength=5),
    "histc": lambda T, x: T.histc(x, 4, 0, 3),
    "histc of its own range": lambda T, x: T.histc(x, 3),
    "histogram": lambda T, x: T.histogram(x, 4, range=(0.0, 3.0))[0],
    "isin": lambda T, x: T.isin(x, x[:1]),
    "a mask that is not mapped": lambda T, x: x[T.tensor([True, False, True])],
    "masked_select": lambda T, x: T.masked_select(x, T.tensor([True, False, True])),
    "repeats that are not mapped": lambda T, x: T.repeat_interleave(x, T.tensor([1, 2, 1])),
    "as many repeats in all": lambda T, x: T.repeat_interleave(x, 3 * T.ones_like(x, dtype=T.int64) - T.argsort(x)),
    "repeats of rows": lambda T, x: T.repeat_interleave(T.ones(2, 3) * x, T.argsort(x), 1, output_size=3),
    "how often each is repeated": lambda T, x: T.repeat_interleave(T.argsort(x)),
    "a count for all": lambda T, x: T.repeat_interleave(x, (x[0] > -9).long() * 2),
    "repeats in two maps": lambda T, x: T.vmap(
        lambda y: T.vmap(lambda z: T.repeat_interleave(z, T.argsort(x)), in_dims=1)(y)
    )(T.ones(2, 3, 4) * x[:, None]),
    "one_hot": lambda T, x: T.nn.functional.one_hot(x.long(), 4),
    "embedding by frequency": lambda T, x: T.nn.functional.embedding(x.long(), T.ones(4, 2), scale_grad_by_freq=True),
}


@pytest.mark.oracle
@pytest.mark.parametrize("name", SIZED)
def test_sized_as_torch(name: str) -> None:
    torch = pytest.importorskip("torch")
    with warnings.catch_warnings(action="ignore"):  # torch runs most of them in a loop, and says so
        expected = torch.vmap(lambda x: SIZED[name](torch, x))(torch.from_numpy(VALUES.copy())).numpy()
    found = vmap(lambda x: SIZED[name](wengert, x))(wengert.from_numpy(VALUES)).numpy()
    np.testing.assert_array_equal(found, expected)
    assert found.dtype == expected.dtype


def test_embedding_shortens_the_rows_of_each_example() -> None:
    weights = wengert.from_numpy(np.random.default_rng(3).normal(size=(2, 4, 2)))
    index = wengert.tensor([[0, 1], [3, 3]])
    f: Fn = lambda i, w: wengert.nn.functional.embedding(i, w, max_norm=0.5)  # noqa: E731
    copies = weights.clone()
    expected = [f(i, w) for i, w in zip(index, copies, strict=True)]
    found = vmap(f)(index, weights)
    np.testing.assert_allclose(found.numpy(), np.stack([e.numpy() for e in expected]))
    np.testing.assert_allclose(weights.numpy(), copies.numpy())


def test_a_roll_stays_within_its_example() -> None:
    """PyTorch rolls examples without dimensions along the batch."""
    x = wengert.arange(3.0)
    assert vmap(lambda x: wengert.roll(x, 1))(x).tolist() == vmap(lambda x: x.roll((1,)))(x).tolist() == [0, 1, 2]


if __name__ == "__main__":
    with warnings.catch_warnings(action="ignore"):
        start, _, rest = split(PAGE.read_text(encoding="utf-8"))
        PAGE.write_text(start + table() + rest, encoding="utf-8")
