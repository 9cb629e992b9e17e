"""``nn.utils.prune``: masks of parameters, how methods follow one another, and what is left when they are removed."""

from __future__ import annotations

import importlib
import pickle
from typing import Any

import pytest


@pytest.fixture
def prune(lib: Any) -> Any:
    return importlib.import_module(f"{lib.__name__}.nn.utils.prune")


def layer(lib: Any) -> Any:
    """A layer whose weight has the numbers from 1 to 12, four in a row."""
    made = lib.nn.Linear(4, 3)
    made.weight.data = lib.arange(1.0, 13).view(3, 4)
    return made


def test_a_mask_is_a_buffer_and_the_parameter_keeps_its_gradient(lib: Any, prune: Any) -> None:
    pruned = layer(lib)
    weight = pruned.weight
    assert prune.l1_unstructured(pruned, "weight", amount=5) is pruned and prune.is_pruned(lib.nn.Sequential(pruned))
    assert list(pruned.state_dict()) == ["bias", "weight_orig", "weight_mask"] and pruned.weight_orig is weight
    assert pruned.weight_mask.tolist() == [[0] * 4, [0, 1, 1, 1], [1] * 4]
    weight.data.mul_(2)
    pruned(lib.ones(4)).sum().backward()
    assert pruned.weight.tolist() == [[0] * 4, [0, 12, 14, 16], [18, 20, 22, 24]]
    assert weight.grad.tolist() == pruned.weight_mask.tolist() and not pruned.weight.is_leaf
    prune.remove(pruned, "weight")
    assert pruned.weight is weight and weight.is_leaf and not prune.is_pruned(pruned)
    assert list(pruned.state_dict()) == ["bias", "weight"] and weight.tolist()[0] == [0] * 4


def test_methods_choose_from_what_is_left(lib: Any, prune: Any) -> None:
    pruned = layer(lib)
    prune.ln_structured(pruned, "weight", amount=1, n=2, dim=1)
    prune.ln_structured(pruned, "weight", amount=0.4, n=1, dim=-1)  # one of three
    assert pruned.weight_mask.tolist() == [[0, 0, 1, 1]] * 3
    prune.l1_unstructured(pruned, "weight", amount=0.5)
    assert pruned.weight_mask.tolist() == [[0] * 4, [0, 0, 0, 1], [0, 0, 1, 1]]
    prune.custom_from_mask(pruned, "weight", lib.tensor([[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 0]]))
    assert pruned.weight_mask.tolist() == [[0] * 4, [0, 0, 0, 1], [0, 0, 1, 0]]
    (hook,) = pruned._forward_pre_hooks.values()
    assert [type(method).__name__ for method in hook] == [
        "LnStructured", "LnStructured", "L1Unstructured", "CustomFromMask"
    ]  # fmt: skip
    assert len(hook) == 4 and isinstance(hook[0], prune.BasePruningMethod)
    prune.identity(pruned, "bias")
    assert pruned.bias_mask.tolist() == [1, 1, 1] and len(pruned._forward_pre_hooks) == 2


def test_draws_are_those_of_pytorch(lib: Any, prune: Any) -> None:
    lib.manual_seed(0)
    pruned = lib.nn.Linear(4, 3)
    prune.random_unstructured(pruned, "weight", amount=5)
    assert pruned.weight_mask.tolist() == [[1, 0, 0, 1], [1, 1, 0, 1], [0, 1, 1, 0]]
    lib.manual_seed(0)
    pruned = lib.nn.Linear(4, 3)
    prune.random_structured(pruned, "weight", amount=2, dim=1)
    assert pruned.weight_mask.tolist() == [[0, 1, 1, 0]] * 3


def test_several_parameters_at_once(lib: Any, prune: Any) -> None:
    a, b = layer(lib), layer(lib)
    pairs = [(a, "weight"), (b, "weight")]
    prune.global_unstructured(pairs, pruning_method=prune.L1Unstructured, amount=0.25)
    assert a.weight_mask.tolist() == b.weight_mask.tolist() == [[0, 0, 0, 1], [1] * 4, [1] * 4]
    scores = {pairs[0]: lib.full((3, 4), 100.0)}
    prune.global_unstructured(pairs, prune.L1Unstructured, importance_scores=scores, amount=4)
    assert int(a.weight_mask.sum()) == 9 and b.weight_mask.tolist() == [[0] * 4, [0, 0, 0, 1], [1] * 4]


def test_a_method_of_ones_own(lib: Any, prune: Any) -> None:
    class Ends(prune.BasePruningMethod):
        PRUNING_TYPE = "global"

        def compute_mask(self, t: Any, default_mask: Any) -> Any:
            mask = default_mask.clone()
            mask[1:-1] = 0
            return mask

    pruned = layer(lib)
    Ends.apply(pruned, "bias")
    assert pruned.bias_mask.tolist() == [1, 0, 1]
    assert Ends().prune(lib.ones(4), default_mask=lib.tensor([0.0, 1, 1, 1])).tolist() == [0, 0, 0, 1]
    scores = lib.tensor([3.0, 1, 2])
    assert prune.L1Unstructured(1).prune(lib.ones(3), importance_scores=scores).tolist() == [1, 0, 1]
    with pytest.raises(TypeError, match="abstract"):
        prune.BasePruningMethod()


def test_a_pruned_layer_of_gru_runs_and_its_state_travels(lib: Any, prune: Any) -> None:
    gru = lib.nn.GRU(2, 2)
    prune.l1_unstructured(gru, "weight_ih_l0", amount=0.5)
    assert gru(lib.ones(1, 1, 2))[0].shape == (1, 1, 2)
    other = lib.nn.GRU(2, 2)
    prune.identity(other, "weight_ih_l0")
    other.load_state_dict(gru.state_dict())
    assert (other(lib.ones(1, 1, 2))[0] == gru(lib.ones(1, 1, 2))[0]).all()
    hook = pickle.loads(pickle.dumps(next(iter(gru._forward_pre_hooks.values()))))
    assert hook.amount == 0.5 and hook._tensor_name == "weight_ih_l0"


def test_what_is_wrong_is_said(lib: Any, prune: Any) -> None:
    for amount in (-1, 1.5):
        with pytest.raises(ValueError, match="should either be a float in the range"):
            prune.l1_unstructured(layer(lib), "weight", amount)
    for amount in ("half", True):
        with pytest.raises(TypeError):
            prune.l1_unstructured(layer(lib), "weight", amount)
    with pytest.raises(ValueError, match="should be smaller than the number of parameters to prune=12"):
        prune.l1_unstructured(layer(lib), "weight", 13)
    with pytest.raises(ValueError, match="Structured pruning can only be applied to multidimensional tensors"):
        prune.ln_structured(layer(lib), "bias", 1, 2, 0)
    with pytest.raises(IndexError, match="Invalid index 5 for tensor of size"):
        prune.random_structured(layer(lib), "weight", 1, 5)
    with pytest.raises(ValueError, match="Parameter 'bias' of module Linear.* has to be pruned before"):
        prune.remove(prune.identity(layer(lib), "weight"), "bias")
    with pytest.raises(AssertionError, match="importance_scores should have the same shape"):
        prune.l1_unstructured(layer(lib), "weight", 1, importance_scores=lib.ones(2))
    with pytest.raises(TypeError, match='Only "unstructured" PRUNING_TYPE supported'):
        prune.global_unstructured([(layer(lib), "weight")], prune.LnStructured, amount=1, n=2)
    with pytest.raises(TypeError, match="parameters is not an Iterable"):
        prune.global_unstructured(3, prune.L1Unstructured, amount=1)
    with pytest.raises(TypeError, match="importance_scores must be of type dict"):
        prune.global_unstructured([], prune.L1Unstructured, importance_scores=3, amount=1)
    one = prune.identity(layer(lib), "weight")
    (hook,) = one._forward_pre_hooks.values()
    with pytest.raises(TypeError, match="is not a BasePruningMethod subclass"):
        prune.PruningContainer(hook).add_pruning_method("x")
    other = prune.Identity.apply(layer(lib), "bias")
    with pytest.raises(ValueError, match="acting on the parameter named 'weight'"):
        prune.PruningContainer(hook).add_pruning_method(other)


def test_a_method_that_fails_changes_nothing(lib: Any, prune: Any) -> None:
    class Fails(prune.BasePruningMethod):
        PRUNING_TYPE = "unstructured"

        def compute_mask(self, t: Any, default_mask: Any) -> Any:
            raise KeyError("lost")

    whole = layer(lib)
    with pytest.raises(KeyError):
        Fails.apply(whole, "weight")
    assert sorted(whole.state_dict()) == ["bias", "weight"] and not prune.is_pruned(whole)
