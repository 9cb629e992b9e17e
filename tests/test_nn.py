"""What the laws cannot see in the neural network tables: state, chance, refusals, gradients withheld on purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert._core.ops.nn import normalization

F = wengert.nn.functional


def t(x: Any, requires_grad: bool = False) -> Any:
    out = wengert.from_numpy(np.array(x))
    return out.requires_grad_() if requires_grad else out


def ones(*shape: int) -> Any:
    return t(np.ones(shape))


def test_batch_norm_moves_its_running_statistics() -> None:
    x, mean, var = t(np.arange(8.0).reshape(4, 2)), t(np.zeros(2)), t(np.ones(2))
    F.batch_norm(x, mean, var, training=True, momentum=0.1)
    np.testing.assert_allclose(mean.numpy(), [0.3, 0.4])
    np.testing.assert_allclose(var.numpy(), [0.9 + 0.1 * 20 / 3] * 2)


def test_batch_norm_uses_its_running_statistics_in_evaluation() -> None:
    x, mean, var = np.array([[1.0, 4.0], [3.0, 2.0]]), np.array([1.0, 2.0]), np.array([4.0, 1.0])
    out = F.batch_norm(t(x), t(mean), t(var), t([2.0, 1.0]), t([0.0, 1.0]), eps=0.0)
    np.testing.assert_allclose(out.numpy(), (x - mean) / np.sqrt(var) * [2.0, 1.0] + [0.0, 1.0])


@pytest.mark.parametrize("dtype", [wengert.float16, wengert.bfloat16], ids=str)
@pytest.mark.parametrize(
    "normalise",
    [
        lambda x, w, b: F.batch_norm(x, t(np.zeros(4, "f4")), t(np.ones(4, "f4")), w, b, training=True),
        lambda x, w, b: F.batch_norm(x, t(np.zeros(4, "f4")), t(np.ones(4, "f4")), w, b),
        lambda x, w, b: F.batch_norm(x, t(np.zeros(4, "f4")), t(np.ones(4, "f4"))) * w[:, None] + b[:, None] * 0,
        lambda x, w, b: F.instance_norm(x, None, None, w, b),
        lambda x, w, b: F.group_norm(x, 2, w, b),
        lambda x, w, b: F.layer_norm(x.mT, (4,), w, b),
        lambda x, w, b: F.rms_norm(x.mT, (4,), w),
    ],
    ids=["batch", "running", "statistics", "instance", "group", "layer", "rms"],
)
def test_a_half_input_with_float32_parameters_is_computed_in_float32(dtype: Any, normalise: Any) -> None:
    draw = np.random.default_rng(0)
    x, w, b = (t(draw.normal(size=s).astype("f4")) for s in [(3, 4, 5), 4, 4])
    found, expected = [], []
    for given, gives in ((x.to(dtype), found), (x.to(dtype).float(), expected)):
        leaves = [given.requires_grad_(), w.clone().requires_grad_(), b.clone().requires_grad_()]
        out = normalise(*leaves)
        out.float().square().sum().backward()
        gives += [out, *[leaf.grad for leaf in leaves]]
    half = found[0].dtype == dtype  # with the statistics alone, the product with a weight is float32
    assert found[1].dtype == dtype and (half or found[0].dtype == wengert.float32)
    assert {g.dtype for g in found[2:] if g is not None} == {wengert.float32}
    for value, near in zip(found, expected, strict=True):
        if value is not None:
            wengert.testing.assert_close(value.float(), near, rtol=2e-2, atol=1e-2 if dtype == wengert.float16 else 0.2)
    if half:
        assert wengert.equal(found[0], expected[0].to(dtype))


def test_instance_norm_averages_its_statistics_over_examples() -> None:
    x = np.array([[[1.0, 3.0]], [[5.0, 9.0]]])
    mean, var = t([0.0]), t([0.0])
    F.instance_norm(t(x), mean, var, momentum=1.0)
    np.testing.assert_allclose([mean.item(), var.item()], [4.5, 5.0])


def test_embedding_gives_its_padding_no_gradient() -> None:
    weight = t(np.ones((3, 2)), requires_grad=True)
    F.embedding(t([0, 2, 2]), weight, padding_idx=-1).sum().backward()
    np.testing.assert_array_equal(weight.grad.numpy(), [[1, 1], [0, 0], [0, 0]])


def test_embedding_scales_by_frequency() -> None:
    weight = t(np.ones((3, 2)), requires_grad=True)
    F.embedding(t([0, 2, 2]), weight, scale_grad_by_freq=True).sum().backward()
    np.testing.assert_array_equal(weight.grad.numpy(), [[1, 1], [0, 0], [1, 1]])


def test_embedding_shortens_the_rows_it_uses() -> None:
    weight = t([[3.0, 4.0], [3.0, 4.0]])
    F.embedding(t([1]), weight, max_norm=1.0)
    np.testing.assert_allclose(weight.numpy(), [[3, 4], [0.6, 0.8]], rtol=1e-6)
    for places, error, message in (
        (t([0.0]), RuntimeError, "'indices' to have one of the following scalar types: Long, Int"),
        (t([0, 2]), IndexError, "out of range"),
        (t([0, -1]), IndexError, "out of range"),
    ):
        with pytest.raises(error, match=message):
            F.embedding(places, weight, max_norm=1.0)
    np.testing.assert_allclose(weight.numpy(), [[3, 4], [0.6, 0.8]], rtol=1e-6)  # nothing is written on the way


def test_dropout_keeps_the_mean_and_is_its_own_gradient() -> None:
    wengert.manual_seed(0)
    x = t(np.ones(10_000), requires_grad=True)
    out = F.dropout(x, 0.2)
    out.sum().backward()
    assert set(np.unique(out.detach().numpy())) == {0.0, 1.25}
    assert abs(out.mean().item() - 1) < 0.02
    np.testing.assert_array_equal(x.grad.numpy(), out.detach().numpy())


def test_dropout_draws_in_the_order_of_memory(lib: Any) -> None:
    def dropped(name: str, x: Any) -> Any:
        lib.manual_seed(0)
        return getattr(lib.nn.functional, name)(x, 0.5, training=True)

    for name in ("dropout", "alpha_dropout"):
        assert lib.equal(dropped(name, lib.ones(4, 6).T), dropped(name, lib.ones(4, 6)).T)
        last = dropped(name, lib.ones(2, 3, 4, 5).contiguous(memory_format=lib.channels_last))
        assert lib.equal(last.permute(0, 2, 3, 1), dropped(name, lib.ones(2, 4, 5, 3)))
    last = dropped("dropout2d", lib.ones(2, 3, 4, 5).contiguous(memory_format=lib.channels_last))
    assert lib.equal(last, dropped("dropout2d", lib.ones(2, 3, 4, 5)))


def test_channel_dropout_drops_whole_channels() -> None:
    wengert.manual_seed(0)
    out = F.dropout2d(ones(8, 8, 2, 2), 0.5).numpy()
    assert (out == out[:, :, :1, :1]).all()
    assert set(np.unique(out)) == {0.0, 2.0}


@pytest.mark.parametrize("name", ["relu", "elu", "leaky_relu", "hardtanh", "silu"])
def test_activation_in_place(name: str) -> None:
    x = t([-1.0, 2.0], requires_grad=True)
    y = x * 1
    assert getattr(F, name)(y, inplace=True) is y
    y.sum().backward()
    expected = t([-1.0, 2.0], requires_grad=True)
    getattr(F, name)(expected).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), expected.grad.numpy())


@pytest.mark.parametrize("name", ["MSELoss", "CrossEntropyLoss", "BCELoss", "L1Loss"])
def test_a_loss_module_that_is_given_tensors_says_how_it_is_called(name: str) -> None:
    input = target = wengert.ones(2, 3)
    with pytest.raises(RuntimeError, match=rf"with tensors: wengert.nn.{name}\(\)") as e:
        getattr(wengert.nn, name)(input, target)
    assert eval(str(e.value).split(": ")[1].rstrip("."), {"wengert": wengert, "input": input, "target": target}) >= 0


def test_an_infinite_gradient_leaves_ignored_rows_alone() -> None:
    for weight in (None, wengert.ones(4)):
        x = wengert.zeros(3, 4, requires_grad=True)
        loss = F.nll_loss(x, wengert.tensor([1, -100, 2]), weight, reduction="none")
        loss.backward(wengert.tensor([1.0, float("inf"), 2.0]))
        assert x.grad.tolist() == [[0, -1, 0, 0], [0, 0, 0, 0], [0, 0, -2, 0]]


def test_loss_where_every_target_is_ignored() -> None:
    x = t(np.ones((2, 3)), requires_grad=True)
    with np.errstate(invalid="ignore"):
        loss = F.cross_entropy(x, t([-100, -100]))
    loss.backward()
    assert np.isnan(loss.item())
    np.testing.assert_array_equal(x.grad.numpy(), np.zeros((2, 3)))


@pytest.mark.parametrize(("old", "new"), [({"size_average": False}, "sum"), ({"reduce": False}, "none"),
                                          ({"size_average": True}, "mean")])  # fmt: skip
def test_old_ways_to_ask_for_a_reduction(old: dict[str, bool], new: str) -> None:
    x, y = t([1.0, 2.0]), t([0.0, 0.5])
    with pytest.warns(UserWarning, match=f"please use reduction='{new}' instead"):
        loss = F.mse_loss(x, y, **old)
    np.testing.assert_array_equal(loss.numpy(), F.mse_loss(x, y, reduction=new).numpy())


def test_max_pool_prefers_nan() -> None:
    x = t([[1.0, np.nan, 3.0, 2.0]])
    out, indices = F.max_pool1d(x, 2, return_indices=True)
    np.testing.assert_array_equal(out.numpy(), [[np.nan, 3.0]])
    np.testing.assert_array_equal(indices.numpy(), [[1, 2]])


REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: ones(2, 3) @ ones(4, 5), RuntimeError, "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)"),
    (
        lambda: t([[1.0]]) @ t(np.float32([[1.0]])),
        RuntimeError,
        "expected m1 and m2 to have the same dtype, but got: double != float",
    ),
    (lambda: wengert.einsum("ij,jk->iz", ones(2, 3), ones(3, 2)), RuntimeError, "output subscript z does not appear"),
    (
        lambda: F.conv2d(ones(2, 3, 5, 5), ones(6, 4, 3, 3)),
        RuntimeError,
        "expected input[2, 3, 5, 5] to have 4 channels, but got 3 channels instead",
    ),
    (
        lambda: F.conv2d(ones(1, 1, 2, 2), ones(1, 1, 3, 3)),
        RuntimeError,
        "Kernel size can't be greater than actual input",
    ),
    (lambda: F.nll_loss(ones(2, 3), t([1, 5])), IndexError, "Target 5 is out of bounds."),
    (
        lambda: F.nll_loss(ones(2, 3), t([1])),
        ValueError,
        "Expected input batch_size (2) to match target batch_size (1).",
    ),
    (lambda: F.mse_loss(t([1.0]), t([1.0]), reduction="most"), ValueError, "most is not a valid value for reduction"),
    (lambda: F.mse_loss(t([1]), t([1])), NotImplementedError, "\"mse_cpu\" not implemented for 'Long'"),
    (lambda: F.huber_loss(t([True]), t([True])), NotImplementedError, "\"huber_cpu\" not implemented for 'Bool'"),
    (lambda: F.smooth_l1_loss(t([1]), t([1])), NotImplementedError, "\"smooth_l1_cpu\" not implemented for 'Long'"),
    (
        lambda: wengert.addcmul(*[t([True])] * 3),
        NotImplementedError,
        "\"addcmul_cpu_out\" not implemented for 'Bool'",
    ),
    (lambda: F.dropout(t([1.0]), 1.5), ValueError, "dropout probability has to be between 0 and 1, but got 1.5"),
    (lambda: wengert.dropout(t([1.0]), -1, False), RuntimeError, "dropout probability has to be between 0 and 1"),
    (lambda: wengert.feature_dropout_(ones(1, 2), 2, True), RuntimeError, "dropout probability has to be between"),
    (lambda: wengert.alpha_dropout(t([1.0]), 1.5, True), RuntimeError, "dropout probability has to be between"),
    (lambda: F.dropout1d(ones(2, 2), 1.5), ValueError, "dropout probability has to be between 0 and 1, but got 1.5"),
    (lambda: F.feature_alpha_dropout(ones(2, 2), -1), ValueError, "dropout probability has to be between 0 and 1"),
    (lambda: F.embedding(t([5]), ones(3, 2)), IndexError, "index out of range in self"),
    (
        lambda: F.max_pool2d(ones(2, 3, 5, 5), 2, padding=2),
        RuntimeError,
        "pad should be at most half of effective kernel size",
    ),
]


@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_refusals_in_the_words_of_torch(call: Callable[[], Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)


def test_gumbel_softmax_draws_categories_with_their_probabilities() -> None:
    wengert.manual_seed(0)
    logits = wengert.tensor([0.0, 1.0, 2.0], dtype=wengert.float64).expand(20_000, 3)
    drawn = F.gumbel_softmax(logits, tau=0.1, hard=True)
    assert set(drawn.unique().tolist()) == {0.0, 1.0} and wengert.equal(drawn.sum(1), wengert.ones(20_000).double())
    np.testing.assert_allclose(drawn.mean(0).numpy(), F.softmax(logits[0], 0).numpy(), atol=0.02)


def test_gumbel_softmax_rounds_the_result_and_not_its_derivative() -> None:
    logits = wengert.linspace(-1, 1, 12, dtype=wengert.float64).reshape(3, 4).requires_grad_()
    weight = wengert.arange(12).reshape(3, 4)
    grads = []
    for hard in (False, True):
        wengert.manual_seed(3)
        out = F.gumbel_softmax(logits, tau=0.7, hard=hard, dim=0)
        grads.append(wengert.autograd.grad((out * weight).sum(), logits)[0])
    assert wengert.equal(*grads) and grads[0].abs().min() > 0
    with pytest.warns(UserWarning, match="`eps` parameter is deprecated and has no effect"):
        F.gumbel_softmax(logits, eps=0.1)


def test_gumbel_softmax_under_vmap_draws_as_it_says() -> None:
    logits = wengert.zeros(5, 40)
    with pytest.raises(RuntimeError, match="randomness"):
        wengert.vmap(F.gumbel_softmax)(logits)
    same = wengert.vmap(F.gumbel_softmax, randomness="same")(logits)
    other = wengert.vmap(F.gumbel_softmax, randomness="different")(logits)
    assert wengert.equal(same[0], same[1]) and not wengert.equal(other[0], other[1])


@pytest.mark.parametrize("shape", [(2, 4, 3, 3), (3, 4, 8), (3, 4, 2)])
@pytest.mark.parametrize("name", ["batch_norm", "instance_norm", "group_norm"])
def test_normalisations_of_large_inputs_have_the_gradients_of_small_ones(
    name: str, shape: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Channels are summed on their own where that is worth it."""
    r = np.random.default_rng(0)
    x, weight, bias = (wengert.tensor(r.normal(size=s), requires_grad=True) for s in (shape, 4, 4))
    calls = {
        "batch_norm": lambda *xs: F.batch_norm(xs[0], None, None, *xs[1:], training=True),
        "instance_norm": lambda *xs: F.instance_norm(xs[0], None, None, *xs[1:]),
        "group_norm": lambda *xs: F.group_norm(xs[0], 2, *xs[1:]),
    }
    call = calls[name]

    def gradients(*xs: Any) -> Any:
        return wengert.func.grad(lambda *xs: (call(*xs) ** 3).sum(), argnums=(0, 1, 2))(*xs)

    examples = wengert.tensor(r.normal(size=(3, *shape)))
    small = gradients(x, weight, bias)
    batched = wengert.vmap(lambda x: gradients(x, weight.detach(), bias.detach()))(examples)
    monkeypatch.setattr(normalization, "LARGE", 0)
    wanted = (*small, *batched)
    found = (
        *gradients(x, weight, bias),
        *wengert.vmap(lambda x: gradients(x, weight.detach(), bias.detach()))(examples),
    )
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-9, atol=1e-9)
    assert wengert.autograd.gradcheck(call, (x, weight, bias))
    assert wengert.autograd.gradgradcheck(call, (x, weight, bias))
    assert wengert.autograd.gradcheck(lambda x, weight: call(x, weight, None), (x, weight))
    assert wengert.autograd.gradcheck(call, (x, None, None))


@pytest.mark.parametrize("dtype", ["int64", "float64", "float16"])
def test_weights_of_a_loss_of_logits_take_the_dtype_of_the_input(dtype: str) -> None:
    x, target = wengert.tensor([0.5, -1.0]), wengert.tensor([1.0, 0.0])
    weights = wengert.tensor([2, 3], dtype=getattr(wengert, dtype))
    for name in ("weight", "pos_weight"):
        loss = F.binary_cross_entropy_with_logits(x, target, **{name: weights})
        assert loss.dtype == wengert.float32
        assert loss.tolist() == F.binary_cross_entropy_with_logits(x, target, **{name: weights.float()}).tolist()
