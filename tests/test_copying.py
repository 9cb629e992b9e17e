"""copy, deepcopy and pickle: what goes along, what stays behind, and what copies share."""

from __future__ import annotations

import copy
import itertools
import pickle
import pickletools
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import within
from wengert.autograd import forward_ad, profiler
from wengert.utils.checkpoint import CheckpointPolicy

Copy = Callable[[Any], Any]


def pickled(protocol: int) -> Copy:
    return lambda x: pickle.loads(pickle.dumps(x, protocol=protocol))


WAYS: dict[str, Copy] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {p}": pickled(p) for p in range(pickle.HIGHEST_PROTOCOL + 1)},
}
APART = [name for name in WAYS if name != "copy"]
every = pytest.mark.parametrize("how", WAYS)
apart = pytest.mark.parametrize("how", APART)
DTYPES = [
    "float64", "float32", "float16", "bfloat16", "complex64", "complex128", "int64", "int32", "int16", "int8", "uint8",
    "bool",
]  # fmt: skip


def leaf(t: Any = wengert) -> Any:
    return t.tensor([1.0, 2.0, 3.0], requires_grad=True)


def twice(g: Any) -> Any:
    return g * 2


# -- one tensor


@every
@within("dtype, shape", itertools.product(DTYPES, [(), (3,), (2, 3), (0, 3)]))
def test_values_dtypes_and_shapes(how: str, dtype: str, shape: tuple[int, ...]) -> None:
    x = wengert.from_numpy(np.asarray(np.arange(np.prod(shape)).reshape(shape) + 1.25))
    x = x.to(getattr(wengert, dtype if dtype != "bool" else "bool_"))
    y = WAYS[how](x)
    assert type(y) is wengert.Tensor and y is not x
    assert (y.dtype, y.shape, y.device) == (x.dtype, x.shape, x.device)
    assert y.tolist() == x.tolist()
    assert np.shares_memory(x.numpy(), y.numpy()) == (how == "copy" and x.numel() > 0)


@every
@pytest.mark.parametrize(
    "view",
    [
        lambda x: x.t(),
        lambda x: x[1],
        lambda x: x[:, 1::2],
        lambda x: x[1, 2],
        lambda x: x[0].expand(4, 3),
        lambda x: wengert.view_as_real(x + 0j)[..., 1],
        lambda x: wengert.from_numpy(np.asfortranarray(x.numpy())),
        lambda x: wengert.from_numpy(np.arange(12.0)[::2]).view(2, 3)[1],
    ],
)
def test_layouts(how: str, view: Copy) -> None:
    x = view(wengert.arange(6.0).view(2, 3))
    y = WAYS[how](x)
    assert y.tolist() == x.tolist() and y.shape == x.shape
    if x._wg_view is None or x._wg_view.base.is_contiguous():
        assert y.stride() == x.stride()
    if x.stride() == (0, 1):
        with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
            y.add_(1)


@every
def test_a_leaf_stays_a_leaf(how: str) -> None:
    x = leaf()
    (x * x).sum().backward()
    y = WAYS[how](x)
    assert y.requires_grad and y.is_leaf and y.grad_fn is None
    if how == "deepcopy":
        assert y.grad.tolist() == x.grad.tolist() and not np.shares_memory(x.grad.numpy(), y.grad.numpy())
    else:
        assert y.grad is None
    y.grad = None
    (y * 3).sum().backward()
    assert y.grad.tolist() == [3, 3, 3] and x.grad.tolist() == [2, 4, 6]


@every
def test_a_non_leaf_becomes_a_leaf_or_is_refused(how: str) -> None:
    x = leaf()
    y = x * 2
    if how == "deepcopy":
        message = r"Only Tensors created explicitly by the user \(graph leaves\) support the deepcopy protocol"
        with pytest.raises(RuntimeError, match=message + r" at the moment\. \(This one is a result of MulBackward0"):
            copy.deepcopy(y)
        x.grad = x * 2
        with pytest.raises(RuntimeError, match=message):
            copy.deepcopy(x)
        return
    if how == "copy":
        return
    z = WAYS[how](y)
    assert z.requires_grad and z.is_leaf
    (z * 3).sum().backward()
    assert x.grad is None and z.grad.tolist() == [3, 3, 3]


@every
def test_attributes_go_along(how: str) -> None:
    x = leaf()
    x.foo = [1, 2]
    x._bar = {"k": x}
    x.data_of = x.detach()
    y = WAYS[how](x)
    assert y.foo == [1, 2] and (y.foo is x.foo) == (how == "copy")
    assert y._bar["k"] is (x if how == "copy" else y)
    with wengert.no_grad():
        y.mul_(2)
    assert y.data_of.tolist() == [2, 4, 6]


@every
def test_hooks_stay_behind(how: str) -> None:
    x = leaf()
    handle = x.register_hook(twice)
    if how == "deepcopy":
        y, copied = WAYS[how]((x, handle))
    else:
        with pytest.warns(UserWarning, match="backward hook <function twice at .*> on tensor will not be serialized"):
            y = WAYS[how](x)
        copied = WAYS[how](handle)
    (y * 1).sum().backward()
    assert y.grad.tolist() == [1, 1, 1]
    if how != "copy":
        copied.remove()  # of a hook that the copy does not have
    (x * 1).sum().backward()
    assert x.grad.tolist() == [2, 2, 2]


def test_a_shallow_copy_of_a_result_keeps_its_history() -> None:
    class Kind(wengert.Tensor):
        pass

    x = leaf()
    y = x * x
    y.foo = "attribute"
    with wengert.no_grad():
        z = copy.copy(y)
    assert z.requires_grad and not z.is_leaf and z.foo == "attribute"
    z.mul_(2)  # and one memory, of which both know
    assert y.tolist() == [2, 8, 18]
    y.sum().backward()
    assert x.grad.tolist() == [4, 8, 12]
    kind = copy.copy((x * 2).as_subclass(Kind))
    sparse = copy.copy(wengert.sparse_coo_tensor([[0, 2]], x[:2] * 3, (4,)))
    assert type(kind) is Kind and sparse.is_sparse
    (kind.sum() + sparse.to_dense().sum()).backward()
    assert x.grad.tolist() == [9, 13, 14]


@every
def test_the_warning_of_hooks_can_be_suppressed(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twice, "__torch_unserializable__", True, raising=False)
    x = leaf()
    x.register_hook(twice)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        WAYS[how](x)


@every
def test_tangents_are_not_left_behind(how: str) -> None:
    with forward_ad.dual_level():
        d = forward_ad.make_dual(wengert.ones(3), wengert.ones(3))
        with pytest.raises(NotImplementedError, match=r"has a tangent, and the copy would have none\. Use clone\(\)"):
            WAYS[how](d)
        assert forward_ad.unpack_dual(WAYS[how](d.detach())).tangent is None
    assert WAYS[how](d).tolist() == [1, 1, 1]


def test_a_shallow_copy_shares_memory_and_its_version() -> None:
    x = leaf()
    y = copy.copy(x)
    loss = (x * x).sum()
    with wengert.no_grad():
        y.mul_(2)
    assert x.tolist() == [2, 4, 6] and x._version == y._version == 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


@apart
def test_graphs_are_not_pickled(how: str) -> None:
    with pytest.raises(TypeError, match="cannot pickle 'MulBackward0' object"):
        WAYS[how]((leaf() * 2).grad_fn)


def test_batched_values_are_not_pickled() -> None:
    with pytest.raises(NotImplementedError, match="vmap: Cannot access storage of .* for pickling"):
        wengert.vmap(lambda x: pickle.dumps(x))(wengert.ones(2, 3))


def test_deepcopy_of_a_batched_value_is_batched() -> None:
    x = wengert.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert wengert.vmap(lambda r: copy.deepcopy(r).mul_(2))(x).tolist() == [[2, 4], [6, 8]]
    assert x.tolist() == [[1, 2], [3, 4]]


def test_a_user_s_deepcopy_error_leaves_the_tensor_alone() -> None:
    class Stubborn:
        def __deepcopy__(self, memo: Any) -> Any:
            raise KeyError

    x = leaf()
    x.foo = Stubborn()
    with pytest.raises(KeyError):
        copy.deepcopy(x)
    assert x.requires_grad and x._version == 0 and isinstance(x.foo, Stubborn)


# -- several tensors in one copy


@apart
def test_the_same_tensor_is_copied_once(how: str) -> None:
    x = leaf()
    a, (b, c) = WAYS[how]([x, (x, {"k": x})])
    assert a is b and c["k"] is a and a is not x


def test_a_leaf_and_its_gradient_stay_together() -> None:
    x = leaf()
    (x * x).sum().backward()
    a, g = copy.deepcopy([x, x.grad])
    assert a.grad is g and g is not x.grad


@apart
@pytest.mark.parametrize("first", [True, False])
def test_views_share_memory_and_versions(how: str, first: bool) -> None:
    x = wengert.arange(6.0)
    together = [x, x[2:4], x.view(2, 3).t(), x.detach()]
    if not first:
        together.reverse()
    copies = WAYS[how](together)
    if not first:
        copies.reverse()
    y, v, w, d = copies
    v.fill_(9.0)
    assert y.tolist() == d.tolist() == [0, 1, 9, 9, 4, 5] and w.tolist() == [[0, 9], [1, 4], [9, 5]]
    assert [t._version for t in copies] == [1, 1, 1, 1]
    assert x.tolist() == [0, 1, 2, 3, 4, 5] and x._version == 0
    r = wengert.ones(6, requires_grad=True) * y
    v.fill_(0.0)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        r.sum().backward()


@apart
def test_views_of_another_dtype_share_memory(how: str) -> None:
    x = wengert.tensor([1 + 2j, 3 + 4j])
    y, v = WAYS[how]((x, wengert.view_as_real(x)))
    v.mul_(2)
    assert y.tolist() == [2 + 4j, 6 + 8j]


@apart
def test_data_shares_memory_but_not_the_version(how: str) -> None:
    x = leaf()
    y, d = WAYS[how]((x, x.data))
    d.zero_()
    assert y.tolist() == [0, 0, 0] and y._version == 0 and d._version == 1


@apart
def test_inference_tensors_share_memory_too(how: str) -> None:
    with wengert.inference_mode():
        x = wengert.arange(4.0)
        v = x[1:3]
    y, w = WAYS[how]((x, v))
    w.zero_()  # copies made outside are normal tensors
    assert y.tolist() == [0, 0, 0, 3] and not y.is_inference() and y._version == 1
    with wengert.inference_mode():
        assert WAYS[how](wengert.ones(2)).is_inference()


@apart
def test_memory_of_arrays_is_shared_with_them(how: str) -> None:
    a = np.zeros(3)
    b, t = WAYS[how]((a, wengert.from_numpy(a)))
    t.add_(1)
    assert b.tolist() == [1, 1, 1] and a.tolist() == [0, 0, 0]


@every
def test_what_comes_with_tensors(how: str) -> None:
    """Dtypes, devices, sizes, functions and generators copy too."""
    way = WAYS[how]
    for d in DTYPES:
        d = getattr(wengert, d if d != "bool" else "bool_")
        assert way(d) is d
    assert way(wengert.device("cpu")) == wengert.device("cpu")
    size = way(wengert.Size([1, 2]))
    assert size == (1, 2) and type(size) is wengert.Size
    assert way(wengert.autograd.Function) is wengert.autograd.Function


# -- the same programs on PyTorch


def observe(t: Any, way: Copy) -> list[Any]:
    """What a program sees of copies."""
    x = leaf(t)
    (x * x).sum().backward()
    x.foo = "attribute"
    y = way(x)
    seen: list[Any] = [y.requires_grad, y.is_leaf, y.tolist(), y.grad is None, y.foo]
    try:
        z = way(x * 2)
        seen += [z.requires_grad, z.is_leaf or way is copy.copy]  # docs/differences.md
    except RuntimeError as e:
        seen.append(str(e)[:97])
    with t.no_grad():
        y.add_(1)
    seen.append(x.tolist())
    x.register_hook(twice)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        y = way(x)
    y.grad = None
    (y * 1).sum().backward()
    seen += [y.grad.tolist(), [str(w.message)[:23] for w in found if "serialized" in str(w.message)]]
    a = t.arange(6.0).view(2, 3).t()
    b = way(a)
    seen += [b.stride(), b.is_contiguous(), b.tolist(), way(t.ones(1).expand(4)).stride()]
    return seen


@pytest.mark.oracle
@every
def test_as_torch(how: str) -> None:
    torch = pytest.importorskip("torch")
    assert observe(wengert, WAYS[how]) == observe(torch, WAYS[how])


@pytest.mark.oracle
def test_deepcopy_shares_as_torch() -> None:
    torch = pytest.importorskip("torch")
    for t in (wengert, torch):
        x = t.arange(6.0)
        y, v, d = copy.deepcopy([x, x[2:4], x.detach()])
        v.fill_(9.0)
        assert y.tolist() == d.tolist() == [0, 1, 9, 9, 4, 5] and x.tolist() == [0, 1, 2, 3, 4, 5]
        assert v._base is None and not v._is_view()


def picklable() -> dict[str, Any]:
    """One of everything public that can be pickled."""
    x = wengert.ones(3, requires_grad=True)
    with profiler.profile() as prof:
        (x * x).sum().backward()
    return {
        "tensor": x, "view": x.detach()[1:], "sparse": wengert.eye(2).to_sparse(), "dtype": wengert.bfloat16,
        "bool": wengert.bool, "size": x.shape, "device": x.device, "layout": wengert.strided,
        "generator": wengert.Generator(), "finfo": wengert.finfo(wengert.half), "iinfo": wengert.iinfo(wengert.int8),
        "structure": wengert.pytree.tree_structure({"a": (1, [2])}), "events": prof.function_events,
        "averages": prof.key_averages(), "dual": wengert.autograd.forward_ad.UnpackedDualTensor(x, None),
        "sparsity": wengert.func.jacobian_sparsity(lambda x: x * 2)(x), "policy": CheckpointPolicy.MUST_SAVE,
        "function": wengert.add, "context": wengert.no_grad, "error": wengert.linalg.LinAlgError("singular"),
        **{name: getattr(wengert.return_types, name) for name in dir(wengert.return_types)},
        "result": x.sort(),
    }  # fmt: skip


def test_pickles_name_public_modules_only() -> None:
    """Private files may move: a pickle has to be read by later versions."""
    for name, value in picklable().items():
        data = pickle.dumps(value)
        named = {s for _, s, _ in pickletools.genops(data) if isinstance(s, str) and s.startswith("wengert")}
        assert not [s for s in named if "._" in s], f"{name}: its pickle names {sorted(named)}"
        pickle.loads(data)
    assert pickle.loads(pickle.dumps(wengert.bfloat16)) is wengert.bfloat16
