"""Pruning: parameters of which a mask keeps some elements, and the methods that choose them."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Iterator
from typing import Any

from ... import errors
from ...api.generated import functions


class BasePruningMethod(abc.ABC):
    """A way to choose the elements of a parameter that are kept. As a hook of a module it masks the parameter.

    A subclass has ``PRUNING_TYPE``, which says what is left to choose from when a parameter is pruned again:
    ``"unstructured"``, the elements that are kept; ``"structured"``, the channels along ``self.dim`` that have some;
    ``"global"``, all elements. It defines :meth:`compute_mask`.

    >>> import wengert
    >>> from wengert.nn.utils import prune
    >>> class EverySecond(prune.BasePruningMethod):
    ...     PRUNING_TYPE = "unstructured"
    ...     def compute_mask(self, t, default_mask):
    ...         mask = default_mask.clone()
    ...         mask.view(-1)[::2] = 0
    ...         return mask
    >>> EverySecond().prune(wengert.ones(4))
    tensor([0., 1., 0., 1.])
    """

    PRUNING_TYPE: str
    _tensor_name: str

    def __call__(self, module: Any, inputs: Any) -> None:
        """Compute the masked parameter before each call of its module."""
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abc.abstractmethod
    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the new mask: ones where an element is kept.

        Args:
            t: how important the elements are: the parameter, or the scores that were given.
            default_mask: the mask until now.
        """

    def apply_mask(self, module: Any) -> Any:
        """Return the parameter of a module, multiplied by its mask."""
        original = getattr(module, self._tensor_name + "_orig")
        return getattr(module, self._tensor_name + "_mask").to(dtype=original.dtype) * original

    @classmethod
    def apply(cls, module: Any, name: str, *args: Any, importance_scores: Any = None, **kwargs: Any) -> Any:
        """Prune a parameter of a module. One that is pruned already loses further elements.

        Args:
            module: the module.
            name: the name of the parameter.
            args: arguments of the method.
            importance_scores: how important the elements are. Default: the parameter.
            kwargs: arguments of the method.

        Returns:
            the hook
        """
        method: BasePruningMethod = cls(*args, **kwargs)
        method._tensor_name = name
        number = _hook_of(module, name)
        if number is not None:
            before = module._forward_pre_hooks[number]
            container = PruningContainer(*(before if isinstance(before, PruningContainer) else (before,)))
            container.add_pruning_method(method)
            method = container
        value = getattr(module, name)
        if importance_scores is None:
            importance_scores = value
        elif importance_scores.shape != value.shape:
            raise errors.parametrizing.scores_shape(name, module, importance_scores.shape, value.shape)
        default = functions.ones_like(value) if number is None else getattr(module, name + "_mask").detach().clone()
        mask = method.compute_mask(importance_scores, default_mask=default)
        if number is None:
            del module._parameters[name]
            module.register_parameter(name + "_orig", value)
        else:
            del module._forward_pre_hooks[number]
        module.register_buffer(name + "_mask", mask)
        method(module, None)
        module.register_forward_pre_hook(method)
        return method

    def prune(self, t: Any, default_mask: Any = None, importance_scores: Any = None) -> Any:
        """Return a tensor with zeros for the elements that are not kept.

        Args:
            t: the tensor.
            default_mask: the mask until now. Default: all ones.
            importance_scores: how important the elements are. Default: the tensor.
        """
        if importance_scores is None:
            importance_scores = t
        elif importance_scores.shape != t.shape:
            raise errors.parametrizing.scores_shape("t", None, importance_scores.shape, t.shape)
        if default_mask is None:
            default_mask = functions.ones_like(t)
        return t * self.compute_mask(importance_scores, default_mask=default_mask)

    def remove(self, module: Any) -> None:
        """Make the masked parameter a parameter again: its zeros stay. The hook itself is left."""
        name = self._tensor_name
        masked, original = self.apply_mask(module), getattr(module, name + "_orig")
        original.data = masked.detach()
        delattr(module, name)
        del module._parameters[name + "_orig"], module._buffers[name + "_mask"]
        module.register_parameter(name, original)


class PruningContainer(BasePruningMethod):
    """Several methods for one parameter, of which the last chooses from what the others have left.

    Args:
        args: the methods.

    >>> import wengert
    >>> prune = wengert.nn.utils.prune
    >>> layer = wengert.nn.Linear(4, 2)
    >>> _ = prune.l1_unstructured(layer, "weight", 2)
    >>> _ = prune.random_unstructured(layer, "weight", 2)
    >>> int((layer.weight == 0).sum())
    4
    """

    def __init__(self, *args: Any) -> None:
        self._pruning_methods: tuple[BasePruningMethod, ...] = ()
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method: Any) -> None:
        """Add a method for the same parameter.

        Args:
            method: the method.
        """
        if not isinstance(method, BasePruningMethod):
            raise errors.parametrizing.no_method(type(method))
        if not self._pruning_methods:
            self._tensor_name = method._tensor_name
        if method._tensor_name != self._tensor_name:
            raise errors.parametrizing.other_parameter(self._tensor_name, self, method._tensor_name)
        self._pruning_methods += (method,)

    def __len__(self) -> int:
        return len(self._pruning_methods)

    def __iter__(self) -> Iterator[BasePruningMethod]:
        return iter(self._pruning_methods)

    def __getitem__(self, idx: Any) -> Any:
        return self._pruning_methods[idx]

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask of the last method, which chooses from what is left."""
        method = self._pruning_methods[-1]
        mask = default_mask.to(dtype=t.dtype, copy=True)
        left = _left(method, mask)
        mask[left] = method.compute_mask(t[left], default_mask=mask[left])
        return mask


def _left(method: Any, mask: Any) -> Any:
    """The index of the elements that a method may choose from."""
    if method.PRUNING_TYPE == "unstructured":
        return mask == 1
    if method.PRUNING_TYPE == "global":
        return (slice(None),) * mask.ndim
    if method.PRUNING_TYPE != "structured":
        raise errors.parametrizing.pruning_type(method.PRUNING_TYPE)
    dim = method.dim % mask.ndim
    others = [d for d in range(mask.ndim) if d != dim]
    return (*(slice(None),) * dim, mask.sum(dim=others) != 0)


def _hook_of(module: Any, name: str) -> int | None:
    """The number of the hook that prunes a parameter, if there is one."""
    for number, hook in module._forward_pre_hooks.items():
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            return int(number)
    return None


# -- the methods


def _check_amount(amount: Any) -> None:
    if isinstance(amount, bool) or not isinstance(amount, (int, float)):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    if amount < 0 or (isinstance(amount, float) and amount > 1):
        raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")


def _how_many(amount: Any, size: int) -> int:
    """How many of ``size`` an amount is: a number, or a share."""
    if isinstance(amount, float):
        return round(amount * size)
    if amount > size:
        raise errors.parametrizing.amount_size(amount, size)
    return int(amount)


def _without(mask: Any, places: Any) -> Any:
    """A mask that is zero in these places too, by their number in a row."""
    kept = mask.reshape(-1).clone()
    kept[places] = 0
    return kept.view(mask.shape)


class Identity(BasePruningMethod):
    """Keeps all elements: the parameter gets a mask of ones.

    >>> import wengert
    >>> wengert.nn.utils.prune.Identity().prune(wengert.tensor([3.0, 4.0]))
    tensor([3., 4.])
    """

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask until now."""
        return default_mask


class _Unstructured(BasePruningMethod):
    """Drops single elements.

    Args:
        amount: how many, or which share.
    """

    PRUNING_TYPE = "unstructured"

    def __init__(self, amount: float) -> None:
        _check_amount(amount)
        self.amount = amount

    @abc.abstractmethod
    def _dropped(self, t: Any, count: int) -> Any:
        """The places of the ``count`` elements that are dropped, by their number in a row."""

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask until now, without the elements that are dropped."""
        count = _how_many(self.amount, t.numel())
        return _without(default_mask, self._dropped(t, count)) if count else default_mask.clone()


class RandomUnstructured(_Unstructured):
    """Drops elements at random.

    Args:
        amount: how many, or which share.

    >>> import wengert
    >>> wengert.nn.utils.prune.RandomUnstructured(amount=0.5).prune(wengert.ones(4)).sum()
    tensor(2.)
    """

    def _dropped(self, t: Any, count: int) -> Any:
        return functions.rand_like(t).view(-1).topk(count).indices


class L1Unstructured(_Unstructured):
    """Drops the elements of the smallest absolute value.

    Args:
        amount: how many, or which share.

    >>> import wengert
    >>> wengert.nn.utils.prune.L1Unstructured(amount=1).prune(wengert.tensor([3.0, -1.0, 2.0]))
    tensor([3., -0., 2.])
    """

    def _dropped(self, t: Any, count: int) -> Any:
        return t.abs().view(-1).topk(count, largest=False).indices


class _Structured(BasePruningMethod):
    """Drops whole channels along a dimension.

    Args:
        amount: how many, or which share.
        dim: the dimension of the channels.
    """

    PRUNING_TYPE = "structured"

    def __init__(self, amount: float, dim: int = -1) -> None:
        _check_amount(amount)
        self.amount = amount
        self.dim = dim

    @abc.abstractmethod
    def _kept(self, t: Any, count: int) -> Any:
        """Which channels are kept if ``count`` of them are dropped: ones, or True."""

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask until now, without the channels that are dropped."""
        if t.ndim < 2:
            raise errors.parametrizing.structured_ndim(t)
        if not -t.ndim <= self.dim < t.ndim:
            raise errors.parametrizing.structured_dim(self.dim, t)
        count = _how_many(self.amount, t.shape[self.dim])
        if count == 0:
            return default_mask
        shape = [1] * t.ndim
        shape[self.dim] = -1
        return default_mask * self._kept(t, count).view(shape).to(dtype=default_mask.dtype)


class RandomStructured(_Structured):
    """Drops channels at random.

    Args:
        amount: how many, or which share.
        dim: the dimension of the channels.

    >>> import wengert
    >>> pruned = wengert.nn.utils.prune.RandomStructured(amount=1, dim=0).prune(wengert.ones(3, 2))
    >>> pruned.sum()
    tensor(4.)
    """

    def _kept(self, t: Any, count: int) -> Any:
        drawn = functions.rand(t.shape[self.dim])
        return drawn > drawn.kthvalue(count).values


class LnStructured(_Structured):
    """Drops the channels of the smallest norm.

    Args:
        amount: how many, or which share.
        n: the order of the norm, as in :func:`wengert.norm`.
        dim: the dimension of the channels.

    >>> import wengert
    >>> x = wengert.tensor([[3.0, 4.0], [1.0, 1.0]])
    >>> wengert.nn.utils.prune.LnStructured(amount=1, n=2, dim=0).prune(x)
    tensor([[3., 4.],
            [0., 0.]])
    """

    def __init__(self, amount: float, n: Any, dim: int = -1) -> None:
        super().__init__(amount, dim)
        self.n = n

    def _kept(self, t: Any, count: int) -> Any:
        size, dim = t.shape[self.dim], self.dim % t.ndim
        norms = functions.norm(t, p=self.n, dim=[d for d in range(t.ndim) if d != dim])
        kept = functions.zeros_like(norms)
        kept[norms.topk(size - count).indices] = 1
        return kept


class CustomFromMask(BasePruningMethod):
    """Keeps what a mask says.

    Args:
        mask: ones for the elements that are kept.

    >>> import wengert
    >>> prune = wengert.nn.utils.prune
    >>> prune.CustomFromMask(wengert.tensor([1, 0])).prune(wengert.tensor([3.0, 4.0]))
    tensor([3., 0.])
    """

    PRUNING_TYPE = "global"

    def __init__(self, mask: Any) -> None:
        self.mask = mask

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask until now, without what the other one drops."""
        if self.mask.shape != default_mask.shape:
            raise errors.parametrizing.mask_shape(default_mask.shape, self.mask.shape)
        return default_mask * self.mask.to(dtype=default_mask.dtype)


# -- functions


def identity(module: Any, name: str) -> Any:
    """Give a parameter a mask of ones, as if it were pruned.

    Args:
        module: the module.
        name: the name of the parameter.

    Returns:
        the module

    >>> import wengert
    >>> layer = wengert.nn.utils.prune.identity(wengert.nn.Linear(2, 1), "weight")
    >>> layer.weight_mask
    tensor([[1., 1.]])
    """
    Identity.apply(module, name)
    return module


def random_unstructured(module: Any, name: str, amount: float) -> Any:
    """Prune elements of a parameter at random.

    Args:
        module: the module.
        name: the name of the parameter.
        amount: how many elements, or which share.

    Returns:
        the module

    >>> import wengert
    >>> layer = wengert.nn.Linear(4, 3)
    >>> _ = wengert.nn.utils.prune.random_unstructured(layer, "weight", amount=0.5)
    >>> int((layer.weight == 0).sum())
    6
    """
    RandomUnstructured.apply(module, name, amount=amount)
    return module


def l1_unstructured(module: Any, name: str, amount: float, importance_scores: Any = None) -> Any:
    """Prune the elements of a parameter whose absolute values are the smallest.

    Args:
        module: the module.
        name: the name of the parameter.
        amount: how many elements, or which share.
        importance_scores: what is small instead: a tensor in the shape of the parameter.

    Returns:
        the module

    >>> import wengert
    >>> layer = wengert.nn.Linear(2, 1)
    >>> layer.weight.data = wengert.tensor([[3.0, -1.0]])
    >>> wengert.nn.utils.prune.l1_unstructured(layer, "weight", amount=1).weight.tolist()
    [[3.0, -0.0]]
    >>> list(layer.state_dict())
    ['bias', 'weight_orig', 'weight_mask']
    """
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module: Any, name: str, amount: float, dim: int) -> Any:
    """Prune channels of a parameter at random.

    Args:
        module: the module.
        name: the name of the parameter.
        amount: how many channels, or which share.
        dim: the dimension of the channels.

    Returns:
        the module

    >>> import wengert
    >>> layer = wengert.nn.Linear(4, 3)
    >>> _ = wengert.nn.utils.prune.random_structured(layer, "weight", amount=1, dim=0)
    >>> int((layer.weight == 0).all(1).sum())
    1
    """
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module: Any, name: str, amount: float, n: Any, dim: int, importance_scores: Any = None) -> Any:
    """Prune the channels of a parameter whose norms are the smallest.

    Args:
        module: the module.
        name: the name of the parameter.
        amount: how many channels, or which share.
        n: the order of the norm, as in :func:`wengert.norm`.
        dim: the dimension of the channels.
        importance_scores: what is small instead: a tensor in the shape of the parameter.

    Returns:
        the module

    >>> import wengert
    >>> layer = wengert.nn.Linear(4, 3)
    >>> _ = wengert.nn.utils.prune.ln_structured(layer, "weight", amount=1, n=2, dim=0)
    >>> int((layer.weight == 0).all(1).sum())
    1
    """
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module: Any, name: str, mask: Any) -> Any:
    """Prune a parameter by a mask.

    Args:
        module: the module.
        name: the name of the parameter.
        mask: ones for the elements that are kept.

    Returns:
        the module

    >>> import wengert
    >>> layer = wengert.nn.Linear(2, 1, bias=False)
    >>> _ = wengert.nn.utils.prune.custom_from_mask(layer, "weight", wengert.tensor([[1, 0]]))
    >>> layer.weight == 0
    tensor([[False,  True]])
    """
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(parameters: Any, pruning_method: Any, importance_scores: Any = None, **kwargs: Any) -> None:
    """Prune elements of several parameters, chosen from all of them.

    Args:
        parameters: pairs of a module and the name of a parameter.
        pruning_method: a class whose ``PRUNING_TYPE`` is ``"unstructured"``.
        importance_scores: how important the elements are: a dict of tensors by these pairs. Default: the parameters.
        kwargs: arguments of the method.

    >>> import wengert
    >>> from wengert.nn.utils import prune
    >>> a, b = wengert.nn.Linear(4, 3), wengert.nn.Linear(3, 2)
    >>> prune.global_unstructured([(a, "weight"), (b, "weight")], prune.L1Unstructured, amount=0.5)
    >>> int(a.weight_mask.sum() + b.weight_mask.sum())
    9
    """
    if not isinstance(parameters, Iterable):
        raise TypeError("global_unstructured(): parameters is not an Iterable. Give pairs: [(module, 'weight')]")
    if importance_scores is not None and not isinstance(importance_scores, dict):
        raise errors.parametrizing.scores_type()
    given = importance_scores or {}
    pairs = list(parameters)
    values = [getattr(module, name) for module, name in pairs]
    scores = [given.get(pair, value) for pair, value in zip(pairs, values, strict=True)]
    masks = [
        getattr(module, name + "_mask", functions.ones_like(value))
        for (module, name), value in zip(pairs, values, strict=True)
    ]
    method = pruning_method(**kwargs)
    if method.PRUNING_TYPE != "unstructured":
        raise errors.parametrizing.not_unstructured(pruning_method, method.PRUNING_TYPE)
    method._tensor_name = "all"
    flat_scores, flat_masks = (functions.cat([t.reshape(-1) for t in found]) for found in (scores, masks))
    mask = PruningContainer(method).compute_mask(flat_scores, flat_masks)
    for (module, name), part in zip(pairs, mask.split([m.numel() for m in masks]), strict=True):
        custom_from_mask(module, name, part.view(getattr(module, name).shape))


def remove(module: Any, name: str) -> Any:
    """Make a pruned parameter a parameter again: its zeros stay, and may change in training.

    Args:
        module: the module.
        name: the name of the parameter.

    Returns:
        the module

    Raises:
        ValueError: if it is not pruned.

    >>> import wengert
    >>> prune = wengert.nn.utils.prune
    >>> layer = prune.l1_unstructured(wengert.nn.Linear(4, 3), "weight", amount=0.5)
    >>> _ = prune.remove(layer, "weight")
    >>> int((layer.weight == 0).sum()), type(layer.weight).__name__
    (6, 'Parameter')
    """
    number = _hook_of(module, name)
    if number is None:
        raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")
    module._forward_pre_hooks.pop(number).remove(module)
    return module


def is_pruned(module: Any) -> bool:
    """Whether a parameter of a module, or of one inside it, is pruned.

    >>> import wengert
    >>> prune = wengert.nn.utils.prune
    >>> layer = wengert.nn.Linear(2, 1)
    >>> prune.is_pruned(layer), prune.is_pruned(prune.identity(layer, "weight"))
    (False, True)
    """
    hooks = [hook for part in module.modules() for hook in part._forward_pre_hooks.values()]
    return any(isinstance(hook, BasePruningMethod) for hook in hooks)
