"""``nn.utils`` and ``nn.init``: clipping, vectors, parametrizations, norms of weights, fusing, first values."""

from __future__ import annotations

import copy
import importlib
import pickle
import re
from typing import Any

import numpy as np
import pytest


def of(lib: Any, name: str) -> Any:
    return importlib.import_module(f"{lib.__name__}.nn.utils.{name}")


def grown(lib: Any) -> list[Any]:
    """Two parameters whose gradients are (3, 0) and (4)."""
    params = [lib.nn.Parameter(lib.zeros(2)), lib.nn.Parameter(lib.zeros(1)), lib.nn.Parameter(lib.zeros(1))]
    params[0].grad, params[1].grad = lib.tensor([3.0, 0.0]), lib.tensor([4.0])
    return params


def test_clipping(lib: Any) -> None:
    clip = lib.nn.utils.clip_grad_norm_
    params = grown(lib)
    assert clip(iter(params), 10).item() == 5 and params[1].grad.item() == 4
    assert clip(params, 2.5, norm_type=2).item() == 5 and params[0].grad.tolist() == pytest.approx([1.5, 0])
    assert clip(params[1], 1.0, float("inf")).item() == pytest.approx(2) and params[1].grad.item() == pytest.approx(1)
    params = grown(lib)
    assert lib.nn.utils.get_total_norm([p.grad for p in params[:2]], 1.0).item() == 7
    lib.nn.utils.clip_grads_with_norm_(params, 1.0, lib.tensor(2.0))
    assert params[1].grad.item() == pytest.approx(2)
    lib.nn.utils.clip_grad_value_(params, 0.5)
    assert params[1].grad.item() == 0.5 and clip([], 1.0).item() == 0
    params[0].grad.fill_(float("nan"))
    with pytest.raises(
        RuntimeError, match=r"The total norm of order 2.0 for gradients from `parameters` is non-finite"
    ):
        clip(params, 1.0, error_if_nonfinite=True)
    with pytest.warns(FutureWarning, match="clip_grad_norm_"):
        lib.nn.utils.clip_grad_norm(grown(lib), 1.0)


def test_vectors(lib: Any) -> None:
    layer = lib.nn.Linear(2, 1)
    vector = lib.nn.utils.parameters_to_vector(layer.parameters())
    assert vector.shape == (3,) and vector.requires_grad
    new = lib.tensor([1.0, 2.0, 3.0])
    lib.nn.utils.vector_to_parameters(new, layer.parameters())
    assert layer.weight.tolist() == [[1, 2]] and layer.bias.tolist() == [3] and layer.weight.requires_grad
    new.zero_()
    assert layer.bias.item() == 0
    with pytest.raises(TypeError, match="expected .*Tensor, but got: list"):
        lib.nn.utils.vector_to_parameters([1.0], layer.parameters())


def symmetric(lib: Any) -> Any:
    class Symmetric(lib.nn.Module):
        def forward(self, x: Any) -> Any:
            return x.triu() + x.triu(1).T

        def right_inverse(self, x: Any) -> Any:
            return x.triu()

    return Symmetric()


def test_parametrizations(lib: Any) -> None:
    para, layer = of(lib, "parametrize"), lib.nn.Linear(3, 3)
    para.register_parametrization(layer, "weight", symmetric(lib))
    assert type(layer).__name__ == "ParametrizedLinear" and para.type_before_parametrizations(layer) is lib.nn.Linear
    assert type(layer).__module__ == para.__name__
    assert [n for n, _ in layer.named_parameters()] == ["bias", "parametrizations.weight.original"]
    assert (layer.weight == layer.weight.T).all() and para.is_parametrized(layer, "weight")
    layer(lib.ones(3)).sum().backward()
    assert layer.parametrizations.weight.original.grad is not None
    layer.weight = lib.full((3, 3), 2.0)
    assert layer.weight.tolist() == [[2.0] * 3] * 3
    with para.cached():
        assert layer.weight is layer.weight
    assert layer.weight is not layer.weight
    twin = copy.deepcopy(layer)
    assert (twin.weight == layer.weight).all() and twin.parametrizations.weight.original is not layer
    with pytest.raises(RuntimeError, match="Serialization of parametrized modules is only supported"):
        pickle.dumps(layer)
    other = para.transfer_parametrizations_and_params(layer, lib.nn.Linear(3, 3))
    assert other.parametrizations.weight.original is layer.parametrizations.weight.original
    para.remove_parametrizations(layer, "weight")
    assert type(layer) is lib.nn.Linear and isinstance(layer.weight, lib.nn.Parameter) and not layer._modules
    assert layer.weight.tolist() == [[2.0] * 3] * 3
    with pytest.raises(ValueError, match="does not have a parametrization on weight"):
        para.remove_parametrizations(layer, "weight")
    with pytest.raises(ValueError, match="does not have a parameter, a buffer, or a parametrized element with name"):
        para.register_parametrization(layer, "none", symmetric(lib))


def test_parametrizations_that_change_what_they_may_not(lib: Any) -> None:
    para, layer = of(lib, "parametrize"), lib.nn.Linear(3, 2)

    class Cut(lib.nn.Module):
        def forward(self, x: Any) -> Any:
            return x[:1]

    with pytest.raises(ValueError, match="may not change the shape of the tensor, unless"):
        para.register_parametrization(layer, "weight", Cut())
    assert type(layer) is lib.nn.Linear and layer.weight.shape == (2, 3)
    para.register_parametrization(layer, "weight", Cut(), unsafe=True)
    assert layer.weight.shape == (1, 3)
    with pytest.raises(RuntimeError, match="parametrization Cut does not implement right_inverse"):
        layer.weight = lib.ones(1, 3)
    para.remove_parametrizations(layer, "weight", leave_parametrized=False)
    assert layer.weight.shape == (2, 3)


@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 4)])
@pytest.mark.parametrize("name", ["matrix_exp", "cayley", "householder"])
def test_orthogonal_weights(lib: Any, shape: tuple[int, int], name: str) -> None:
    for trivial in (True, False):
        lib.manual_seed(0)
        layer = lib.nn.Linear(*reversed(shape)).double()
        if not trivial and name == "householder":
            with lib.no_grad():
                lib.nn.init.orthogonal_(layer.weight)
        before = layer.weight.detach().clone()
        of(lib, "parametrizations").orthogonal(layer, orthogonal_map=name, use_trivialization=trivial)
        weight = layer.weight if shape[0] >= shape[1] else layer.weight.T
        assert lib.allclose(weight.T @ weight, lib.eye(min(shape), dtype=lib.float64))
        if not trivial and name == "householder":
            assert lib.allclose(layer.weight, before)
        layer(lib.ones(shape[1], dtype=lib.float64)).sum().backward()
        assert layer.parametrizations.weight.original.grad.isfinite().all()
    with pytest.raises(ValueError, match="orthogonal_map has to be one of"):
        of(lib, "parametrizations").orthogonal(lib.nn.Linear(2, 2), orthogonal_map="none")


def test_weight_norm(lib: Any) -> None:
    x, new, old = lib.ones(3), lib.nn.Linear(3, 2), lib.nn.Linear(3, 2)
    old.load_state_dict(new.state_dict())
    expected = new(x).detach()
    of(lib, "parametrizations").weight_norm(new)
    with pytest.warns(FutureWarning, match="weight_norm` is deprecated in favor of"):
        assert lib.nn.utils.weight_norm(old) is old
    for layer in (new, old):
        assert lib.allclose(layer(x), expected)
        layer(x).sum().backward()
    assert new.parametrizations.weight.original0.shape == old.weight_g.shape == (2, 1)
    assert lib.allclose(new.parametrizations.weight.original0.grad, old.weight_g.grad)
    assert lib.allclose(new.parametrizations.weight.original1.grad, old.weight_v.grad, atol=1e-6)
    assert sorted(old.state_dict()) == ["bias", "weight_g", "weight_v"]
    with lib.no_grad():
        old.weight_g.mul_(2.0)
    assert lib.allclose(old(x) - old.bias, 2 * (expected - old.bias))  # the weight is computed in each call
    new.load_state_dict(new.state_dict())
    assert lib.allclose(new(x), expected)
    new.load_state_dict(old.state_dict())
    assert lib.allclose(new(x), old(x))
    expected = old(x).detach()
    with pytest.raises(RuntimeError, match="Cannot register two weight_norm hooks on the same parameter weight"):
        with pytest.warns(FutureWarning):
            lib.nn.utils.weight_norm(old)
    lib.nn.utils.remove_weight_norm(old)
    assert isinstance(old.weight, lib.nn.Parameter) and lib.allclose(old(x), expected) and not old._forward_pre_hooks
    with pytest.raises(ValueError, match="weight_norm of 'weight' not found in Linear"):
        lib.nn.utils.remove_weight_norm(old)


def test_spectral_norm(lib: Any) -> None:
    x = lib.ones(4, dtype=lib.float64)
    for wrap in (of(lib, "parametrizations").spectral_norm, lib.nn.utils.spectral_norm):
        lib.manual_seed(3)
        layer = wrap(lib.nn.Linear(4, 4).double(), n_power_iterations=40)
        layer(x).sum().backward()
        layer.eval()
        layer(x)
        assert lib.linalg.matrix_norm(layer.weight, 2).item() == pytest.approx(1, 1e-3)
    assert sorted(layer.state_dict()) == ["bias", "weight_orig", "weight_u", "weight_v"]
    assert layer.state_dict()._metadata[""]["spectral_norm"] == {"weight.version": 1}
    lib.nn.utils.remove_spectral_norm(layer)
    assert sorted(layer.state_dict()) == ["bias", "weight"] and isinstance(layer.weight, lib.nn.Parameter)
    with pytest.raises(ValueError, match="spectral_norm of 'weight' not found in"):
        lib.nn.utils.remove_spectral_norm(layer)
    conv = lib.nn.utils.spectral_norm(lib.nn.ConvTranspose1d(2, 3, 2))
    assert conv.weight_u.shape == (3,) and conv(lib.ones(1, 2, 4)).shape == (1, 3, 5)


def test_fusing(lib: Any) -> None:
    x = lib.randn(2, 3, 8)
    norm = lib.nn.BatchNorm1d(4)
    norm(lib.randn(5, 4))
    for layer, fuse, transpose in (
        (lib.nn.Conv1d(3, 4, 2), lib.nn.utils.fuse_conv_bn_eval, False),
        (lib.nn.ConvTranspose1d(3, 4, 2, bias=False), lib.nn.utils.fuse_conv_bn_eval, True),
    ):
        fused = fuse(layer.eval(), norm.eval(), transpose)
        assert lib.allclose(fused(x), norm(layer(x)), atol=1e-5) and isinstance(fused.bias, lib.nn.Parameter)
    linear = lib.nn.Linear(3, 4).eval()
    assert lib.allclose(lib.nn.utils.fuse_linear_bn_eval(linear, norm)(x[:, :, 0]), norm(linear(x[:, :, 0])), atol=1e-5)
    with pytest.raises(AssertionError, match="Fusion only for eval!"):
        lib.nn.utils.fuse_conv_bn_eval(layer.train(), norm)
    with pytest.raises(AssertionError, match="To fuse, linear.out_features == bn.num_features"):
        lib.nn.utils.fuse_linear_bn_eval(lib.nn.Linear(3, 2).eval(), norm)


def test_skipped_first_values(lib: Any) -> None:
    lib.manual_seed(0)
    layer = lib.nn.utils.skip_init(lib.nn.Linear, 3, 2, bias=False)
    after = lib.rand(1)
    lib.manual_seed(0)
    assert layer.weight.shape == (2, 3) and lib.rand(1) == after
    with pytest.raises(RuntimeError, match="Module must support a 'device' arg to skip initialization"):
        lib.nn.utils.skip_init(lib.nn.ReLU)
    conv = lib.nn.utils.convert_conv2d_weight_memory_format(lib.nn.Conv2d(2, 3, 2), lib.channels_last)
    assert conv.weight.is_contiguous(memory_format=lib.channels_last)


def test_prefixes_of_states(lib: Any) -> None:
    state = lib.nn.Sequential(lib.nn.Linear(1, 1)).state_dict(prefix="module.")
    importlib.import_module(f"{lib.__name__}.nn.modules.utils").consume_prefix_in_state_dict_if_present(
        state, "module."
    )
    assert list(state) == ["0.weight", "0.bias"] and list(state._metadata) == ["", "0"]


# -- packed sequences


def test_packing_and_padding(lib: Any) -> None:
    rnn = of(lib, "rnn")
    parts = [lib.arange(3.0), lib.arange(5.0, requires_grad=True), lib.arange(1.0)]
    packed = rnn.pack_sequence(parts, enforce_sorted=False)
    assert packed.data.tolist() == [0, 0, 0, 1, 1, 2, 2, 3, 4] and packed.batch_sizes.tolist() == [3, 2, 2, 1, 1]
    assert packed.sorted_indices.tolist() == [1, 0, 2] and packed.unsorted_indices.tolist() == [1, 0, 2]
    padded, lengths = rnn.pad_packed_sequence(packed, batch_first=True, padding_value=-1.0, total_length=6)
    assert lengths.tolist() == [3, 5, 1] and padded[0].tolist() == [0, 1, 2, -1, -1, -1] and padded.shape == (3, 6)
    (padded * padded).sum().backward()
    assert parts[1].grad.tolist() == [0, 2, 4, 6, 8]
    assert [p.tolist() for p in rnn.unpack_sequence(packed)] == [p.tolist() for p in parts]
    left = rnn.pad_sequence([lib.tensor([[1, 2]]), lib.tensor([[3, 4], [5, 6]])], True, 9, "left")
    assert left.tolist() == [[[9, 9], [1, 2]], [[3, 4], [5, 6]]]
    assert packed.double().data.dtype == lib.float64 and packed.to(lib.float32) is packed
    assert [x.tolist() for x in rnn.unpad_sequence(padded, lengths, batch_first=True)][2] == [0]
    for call, message in (
        (lambda: rnn.pack_sequence(parts), "must be sorted in decreasing order when `enforce_sorted` is True"),
        (lambda: rnn.pack_padded_sequence(lib.ones(3, 2), [0, 3], False, False), "has to be greater than 0"),
        (lambda: rnn.pack_padded_sequence(lib.ones(3, 2), [3]), "Expected `len(lengths)` to be equal to batch_size"),
        (lambda: rnn.pad_sequence(parts, padding_side="up"), "Expected padding_side to be one of left or right"),
        (lambda: rnn.pad_sequence(3), "Expected iterable for input sequences"),
    ):
        with pytest.raises(RuntimeError, match=re.escape(message)):
            call()
    with pytest.raises(ValueError, match="Expected total_length to be at least the length"):
        rnn.pad_packed_sequence(packed, total_length=2)
    for batch_first in (False, True):  # what comes out of an order of its own can be viewed, as in PyTorch
        unsorted = rnn.pad_packed_sequence(packed, batch_first=batch_first)[0]
        assert unsorted.is_contiguous() and unsorted.view(-1).shape == (15,)


# -- first values


def test_first_values(lib: Any) -> None:
    init, x = lib.nn.init, lib.empty(40, 30)
    for fill, mean, std in (
        (lambda: init.uniform_(x, 1, 3), 2, 2 / np.sqrt(12)), (lambda: init.normal_(x, 1, 2), 1, 2),
        (lambda: init.xavier_uniform_(x, 2), 0, 2 * np.sqrt(2 / 70)),
        (lambda: init.xavier_normal_(x), 0, np.sqrt(2 / 70)),
        (lambda: init.kaiming_uniform_(x, nonlinearity="relu"), 0, np.sqrt(2 / 30)),
        (lambda: init.kaiming_normal_(x, mode="fan_out"), 0, np.sqrt(2 / 40)),
    ):  # fmt: skip
        lib.manual_seed(0)
        assert fill() is x and x.mean().item() == pytest.approx(mean, abs=0.1)
        assert x.std().item() == pytest.approx(std, rel=0.1)
    assert init.constant_(x, 3)[0, 0] == 3 and init.ones_(x).sum() == 1200 and init.zeros_(x).sum() == 0
    assert init.eye_(lib.empty(2, 3)).tolist() == [[1, 0, 0], [0, 1, 0]]
    conv = lib.randn(1, 4, 6)
    assert lib.nn.functional.conv1d(conv, init.dirac_(lib.empty(4, 4, 3)), padding=1).equal(conv)
    assert init.dirac_(lib.empty(4, 2, 3), groups=2)[2, 0, 1] == 1
    for shape in ((3, 5), (5, 3), (4, 2, 2)):
        q = init.orthogonal_(lib.empty(shape), gain=2).reshape(shape[0], -1)
        q = q if q.shape[0] <= q.shape[1] else q.T
        assert lib.allclose(q @ q.T, 4 * lib.eye(q.shape[0]), atol=1e-5)
    assert (init.sparse_(x, 0.25) == 0).sum(0).tolist() == [10] * 30
    for low, high in ((-1.0, 2.0), (1.5, 2.0)):
        drawn = init.trunc_normal_(x, 0.0, 1.0, low, high)
        assert low <= drawn.min() and drawn.max() <= high
    assert init.calculate_gain("leaky_relu", 0.2) == np.sqrt(2 / 1.04) and init.calculate_gain("selu") == 0.75
    with pytest.warns(FutureWarning, match="`nn.init.normal` is now deprecated in favor of `nn.init.normal_`."):
        init.normal(lib.empty(2))
    with pytest.warns(UserWarning, match="Initializing zero-element tensors is a no-op"):
        init.kaiming_uniform_(lib.empty(0, 2))
    for call, message in (
        (lambda: init.calculate_gain("none"), "Unsupported nonlinearity none"),
        (lambda: init.xavier_uniform_(lib.empty(2)), "can not be computed for tensor with fewer than 2 dimensions"),
        (lambda: init.kaiming_normal_(x, mode="in"), "Mode in not supported, please use one of"),
        (lambda: init.eye_(lib.empty(2)), "Only tensors with 2 dimensions are supported"),
        (lambda: init.dirac_(lib.empty(3, 2, 2), groups=2), "dim 0 must be divisible by groups"),
    ):
        with pytest.raises(ValueError, match=message):
            call()


@pytest.mark.oracle
def test_first_values_are_drawn_in_pytorchs_order() -> None:
    import torch

    import wengert

    wrong = []
    for name, options in (
        ("uniform_", (2.0, 5.0)), ("xavier_uniform_", (2.0,)), ("kaiming_uniform_", (0.5,)), ("normal_", (1.0, 2.0)),
        ("xavier_normal_", ()), ("kaiming_normal_", ()), ("trunc_normal_", (0.0, 1.0, -1.0, 1.0)),
        ("trunc_normal_", (0.0, 1.0, 1.0, 2.0)), ("orthogonal_", ()), ("sparse_", (0.3,)),
    ):  # fmt: skip
        values = []
        for lib in (torch, wengert):
            lib.manual_seed(1)
            values.append(getattr(lib.nn.init, name)(lib.empty(5, 7), *options).numpy())
        if not np.allclose(*values, rtol=1e-5, atol=1e-6) or (
            name[-9:] == "uniform_" and (values[0] != values[1]).any()
        ):
            wrong.append(name)
    assert not wrong
