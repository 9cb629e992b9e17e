"""Orthogonal weights, and weights of limited norms, as parametrizations and as hooks."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...api.generated import functions, linalg_functions
from ...api.generated import nn_functions as F
from ...api.grad_mode import no_grad
from ...api.types import finfo
from ...arrays import arrays
from ...tape.tensor import make
from . import parametrizing
from .conv_layers import _ConvTransposeNd
from .module import Module
from .parameter import Parameter, is_lazy

MAPS = ("matrix_exp", "cayley", "householder")


def _orthogonalized(a: Any) -> Any:
    """The orthogonal factor of a matrix whose other factor has a positive diagonal."""
    q, r = linalg_functions.qr(a)
    return q * r.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


class _Orthogonal(Module):
    """A matrix made orthogonal."""

    base: Any

    def __init__(self, weight: Any, orthogonal_map: str, *, use_trivialization: bool = True) -> None:
        super().__init__()
        if weight.is_complex() and orthogonal_map == "householder":
            raise errors.parametrizing.complex_householder()
        self.shape = weight.shape
        self.orthogonal_map = orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, X: Any) -> Any:
        wide = X.shape[-2] < X.shape[-1]
        if wide:
            X = X.mT
        n, k = X.shape[-2:]
        if self.orthogonal_map == "householder":
            a = X.tril(diagonal=-1)
            tau = 2.0 / (1.0 + (a * a).sum(dim=-2))
            q = linalg_functions.householder_product(a, tau)
            q = q * X.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)
        else:
            X = X.tril()
            if n != k:
                X = functions.cat([X, X.new_zeros(n, n - k).expand(*X.shape[:-2], -1, -1)], dim=-1)
            a = X - X.mH
            if self.orthogonal_map == "matrix_exp":
                q = functions.matrix_exp(a)
            else:
                one = functions.eye(n, dtype=a.dtype, device=a.device)
                q = linalg_functions.solve(functions.add(one, a, alpha=-0.5), functions.add(one, a, alpha=0.5))
            if n != k:
                q = q[..., :k]
        if hasattr(self, "base"):
            q = self.base @ q
        return q.mT if wide else q

    def right_inverse(self, Q: Any) -> Any:
        """Return the matrix of which an orthogonal one is made; others are made orthogonal first."""
        if Q.shape != self.shape:
            raise errors.parametrizing.orthogonal_shape(self.shape, Q.shape)
        given, wide = Q, Q.shape[-2] < Q.shape[-1]
        with no_grad():
            if wide:
                Q = Q.mT
            n, k = Q.shape[-2:]
            if not hasattr(self, "base"):
                if self.orthogonal_map != "householder":
                    raise errors.parametrizing.no_base()
                a = _reflections(Q)
                return a.mT if wide else a
            if n == k:
                one = functions.eye(k, dtype=Q.dtype, device=Q.device)
                near = 10.0 * n * finfo(Q.dtype).eps
                Q = Q.clone() if functions.allclose(Q.mH @ Q, one, atol=near) else _orthogonalized(Q)
            else:
                drawn = functions.randn(*Q.shape[:-2], n, n - k, dtype=Q.dtype, device=Q.device)
                Q = _orthogonalized(functions.cat([Q, drawn], dim=-1))
            self.base = Q
            minus = functions.zeros_like(given)
            minus.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
            return minus


def _reflections(q: Any) -> Any:
    """The vectors of the reflections whose product is an orthogonal matrix, below a diagonal of signs."""
    payload = q._wg_data
    a, tau = arrays.xp_of(payload).linalg.qr(payload, mode="raw")
    a, tau = make(a).mT.contiguous(), make(tau)
    diagonal = a.diagonal(dim1=-2, dim2=-1)
    diagonal.sign_()
    diagonal[tau == 0.0] *= -1
    return a


def orthogonal(
    module: Any, name: str = "weight", orthogonal_map: str | None = None, *, use_trivialization: bool = True
) -> Any:
    """Keep a weight orthogonal: it is computed from a parameter that is not.

    Args:
        module: the module.
        name: the name of the weight.
        orthogonal_map: ``"matrix_exp"``, ``"cayley"`` or ``"householder"``. Default: the first for square and complex
            matrices, the last for others.
        use_trivialization: whether the weight is a product with the one that was there at first, so that it can be
            assigned to.

    Returns:
        the module

    >>> import wengert
    >>> layer = wengert.nn.utils.parametrizations.orthogonal(wengert.nn.Linear(3, 3))
    >>> wengert.allclose(layer.weight @ layer.weight.T, wengert.eye(3), atol=1e-5)
    True
    """
    weight = parametrizing.tensor_of(module, name)
    if weight.ndim < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.ndim} dimensions.")
    if orthogonal_map is None:
        square = weight.shape[-2] == weight.shape[-1]
        orthogonal_map = "matrix_exp" if square or weight.is_complex() else "householder"
    if orthogonal_map not in MAPS:
        raise errors.parametrizing.orthogonal_map(orthogonal_map)
    made = _Orthogonal(weight, orthogonal_map, use_trivialization=use_trivialization)
    return parametrizing.register_parametrization(module, name, made, unsafe=True)


# -- weight norm


def _norms(weight: Any, dim: int) -> Any:
    return functions.norm_except_dim(weight, 2, dim)


class _WeightNorm(Module):
    """A weight, as a length and a direction."""

    def __init__(self, dim: int | None = 0) -> None:
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g: Any, weight_v: Any) -> Any:
        return weight_v * (weight_g / _norms(weight_v, self.dim))

    def right_inverse(self, weight: Any) -> tuple[Any, Any]:
        """Return the lengths and directions of a weight."""
        return _norms(weight, self.dim), weight


def weight_norm(module: Any, name: str = "weight", dim: int | None = 0) -> Any:
    """Learn the lengths and the directions of a weight apart.

    Args:
        module: the module.
        name: the name of the weight.
        dim: the dimension along which there are several lengths; None for one length.

    Returns:
        the module

    >>> import wengert
    >>> layer = wengert.nn.utils.parametrizations.weight_norm(wengert.nn.Linear(3, 2))
    >>> [name for name, _ in layer.named_parameters()]
    ['bias', 'parametrizations.weight.original0', 'parametrizations.weight.original1']
    """
    parametrizing.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)

    def from_hooks(state: Any, prefix: str, *rest: Any) -> None:
        """A state of the older ``weight_norm`` can be loaded, too."""
        keys = [f"{prefix}{name}_g", f"{prefix}{name}_v"]
        if all(key in state for key in keys):
            for i, key in enumerate(keys):
                state[f"{prefix}parametrizations.{name}.original{i}"] = state.pop(key)

    module._register_load_state_dict_pre_hook(from_hooks)
    return module


class WeightNorm:
    """The hook of the older ``weight_norm``: it computes the weight before each call."""

    def __init__(self, name: str, dim: int | None) -> None:
        self.name = name
        self.dim = -1 if dim is None else dim

    def compute_weight(self, module: Any) -> Any:
        """The weight, from its lengths and directions."""
        lengths, directions = getattr(module, self.name + "_g"), getattr(module, self.name + "_v")
        return directions * (lengths / _norms(directions, self.dim))

    def __call__(self, module: Any, inputs: Any) -> None:
        setattr(module, self.name, self.compute_weight(module))


def weight_norm_by_hook(module: Any, name: str = "weight", dim: int | None = 0) -> Any:
    """Deprecated: use :func:`wengert.nn.utils.parametrizations.weight_norm`.

    Args:
        module: the module.
        name: the name of the weight.
        dim: the dimension along which there are several lengths; None for one length.
    """
    errors.parametrizing.old_weight_norm()
    if any(isinstance(hook, WeightNorm) and hook.name == name for hook in module._forward_pre_hooks.values()):
        raise errors.parametrizing.twice("weight_norm", name)
    hook, weight = WeightNorm(name, dim), getattr(module, name)
    if is_lazy(weight):
        raise errors.parametrizing.lazy("WeightNorm", "weight")
    del module._parameters[name]
    with no_grad():
        lengths = _norms(weight, hook.dim)
    module.register_parameter(name + "_g", Parameter(lengths.detach()))
    module.register_parameter(name + "_v", Parameter(weight.detach()))
    setattr(module, name, hook.compute_weight(module))
    module.register_forward_pre_hook(hook)
    return module


def remove_weight_norm(module: Any, name: str = "weight") -> Any:
    """Make a weight of the older ``weight_norm`` a parameter again.

    Args:
        module: the module.
        name: the name of the weight.

    Raises:
        ValueError: if the weight is none of the older ``weight_norm``.

    >>> import warnings, wengert
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     layer = wengert.nn.utils.weight_norm(wengert.nn.Linear(3, 2))
    >>> _ = wengert.nn.utils.remove_weight_norm(layer, "weight")
    >>> [name for name, _ in layer.named_parameters()]
    ['bias', 'weight']
    """
    for number, hook in module._forward_pre_hooks.items():
        if isinstance(hook, WeightNorm) and hook.name == name:
            weight = hook.compute_weight(module)
            delattr(module, name)
            del module._parameters[name + "_g"], module._parameters[name + "_v"]
            setattr(module, name, Parameter(weight.detach()))
            del module._forward_pre_hooks[number]
            return module
    raise errors.parametrizing.hook_missing("weight_norm", name, module)


# -- spectral norm


def _as_matrix(weight: Any, dim: int) -> Any:
    if dim != 0:
        weight = weight.permute(dim, *(d for d in range(weight.ndim) if d != dim))
    return weight.reshape(weight.shape[0], -1)


def _usual_dim(module: Any, dim: int | None) -> int:
    return dim if dim is not None else 1 if isinstance(module, _ConvTransposeNd) else 0


class _SpectralNorm(Module):
    """A weight, divided by its largest singular value."""

    _u: Any
    _v: Any

    def __init__(self, weight: Any, n_power_iterations: int = 1, dim: int = 0, eps: float = 1e-12) -> None:
        super().__init__()
        if not -weight.ndim <= dim < weight.ndim:
            raise errors.parametrizing.dim_range(dim, weight.ndim)
        if n_power_iterations <= 0:
            raise errors.parametrizing.iterations(n_power_iterations)
        self.dim = dim % weight.ndim
        self.eps = eps
        if weight.ndim > 1:
            self.n_power_iterations = n_power_iterations
            with no_grad():
                matrix = _as_matrix(weight, self.dim)
                for name, size in zip(("_u", "_v"), matrix.shape, strict=True):
                    drawn = matrix.new_empty(size).normal_(0, 1)
                    self.register_buffer(name, F.normalize(drawn, dim=0, eps=eps))
            self._power_method(matrix, 15)

    def _power_method(self, matrix: Any, n_power_iterations: int) -> None:
        with no_grad():
            for _ in range(n_power_iterations):
                self._u = F.normalize(functions.mv(matrix, self._v), dim=0, eps=self.eps, out=self._u)
                self._v = F.normalize(functions.mv(matrix.mH, self._u), dim=0, eps=self.eps, out=self._v)

    def forward(self, weight: Any) -> Any:
        if weight.ndim == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = _as_matrix(weight, self.dim)
        if self.training:
            self._power_method(matrix, self.n_power_iterations)
        u, v = self._u.clone(), self._v.clone()
        return weight / functions.vdot(u, functions.mv(matrix, v))

    def right_inverse(self, value: Any) -> Any:
        """Return the value: it is divided whenever the weight is read."""
        return value


def spectral_norm(
    module: Any, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> Any:
    """Divide a weight by its largest singular value, which is estimated anew at each reading in training.

    Args:
        module: the module.
        name: the name of the weight.
        n_power_iterations: the number of steps of the estimate.
        eps: the least length that is divided by.
        dim: the dimension that becomes the rows of a matrix. Default: that of the outputs.

    Returns:
        the module

    >>> import wengert
    >>> layer = wengert.nn.utils.parametrizations.spectral_norm(wengert.nn.Linear(4, 4))
    >>> bool(wengert.linalg.matrix_norm(layer.weight, 2) < 1.1)
    True
    """
    weight = parametrizing.tensor_of(module, name)
    made = _SpectralNorm(weight, n_power_iterations, _usual_dim(module, dim), eps)
    return parametrizing.register_parametrization(module, name, made)


class SpectralNorm:
    """The hook of the older ``spectral_norm``: it computes the weight before each call."""

    _version = 1

    def __init__(self, name: str, n_power_iterations: int, dim: int, eps: float) -> None:
        if n_power_iterations <= 0:
            raise errors.parametrizing.iterations(n_power_iterations)
        self.name = name
        self.n_power_iterations = n_power_iterations
        self.dim = dim
        self.eps = eps

    def compute_weight(self, module: Any, do_power_iteration: bool) -> Any:
        """The weight, divided by the estimate of its largest singular value."""
        weight = getattr(module, self.name + "_orig")
        u, v = getattr(module, self.name + "_u"), getattr(module, self.name + "_v")
        matrix = _as_matrix(weight, self.dim)
        if do_power_iteration:
            with no_grad():
                for _ in range(self.n_power_iterations):
                    v = F.normalize(functions.mv(matrix.t(), u), dim=0, eps=self.eps, out=v)
                    u = F.normalize(functions.mv(matrix, v), dim=0, eps=self.eps, out=u)
                u, v = u.clone(), v.clone()
        return weight / functions.dot(u, functions.mv(matrix, v))

    def __call__(self, module: Any, inputs: Any) -> None:
        setattr(module, self.name, self.compute_weight(module, module.training))

    def saved(self, module: Any, state: Any, prefix: str, metadata: Any) -> None:
        """Note the version in what ``state_dict`` returns."""
        metadata.setdefault("spectral_norm", {})[self.name + ".version"] = self._version


def spectral_norm_by_hook(
    module: Any, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> Any:
    """Divide a weight by its largest singular value before each call. New programs use ``parametrizations``.

    Args:
        module: the module.
        name: the name of the weight.
        n_power_iterations: the number of steps of the estimate at each call in training.
        eps: the least length that is divided by.
        dim: the dimension that becomes the rows of a matrix. Default: that of the outputs.

    Returns:
        the module

    >>> import wengert
    >>> layer = wengert.nn.utils.spectral_norm(wengert.nn.Linear(4, 4))
    >>> [name for name, _ in layer.named_parameters()]
    ['bias', 'weight_orig']
    """
    if any(isinstance(hook, SpectralNorm) and hook.name == name for hook in module._forward_pre_hooks.values()):
        raise errors.parametrizing.twice("spectral_norm", name)
    hook = SpectralNorm(name, n_power_iterations, _usual_dim(module, dim), eps)
    weight = module._parameters[name]
    if weight is None:
        raise errors.parametrizing.weight_none(name)
    if is_lazy(weight):
        raise errors.parametrizing.lazy("SpectralNorm", "spectral")
    with no_grad():
        drawn = [weight.new_empty(n).normal_(0, 1) for n in _as_matrix(weight, hook.dim).shape]
        u, v = (F.normalize(x, dim=0, eps=eps) for x in drawn)
    delattr(module, name)
    module.register_parameter(name + "_orig", weight)
    setattr(module, name, weight.data)
    module.register_buffer(name + "_u", u)
    module.register_buffer(name + "_v", v)
    module.register_forward_pre_hook(hook)
    module._register_state_dict_hook(hook.saved)
    return module


def remove_spectral_norm(module: Any, name: str = "weight") -> Any:
    """Make a weight of the older ``spectral_norm`` a parameter again.

    Args:
        module: the module.
        name: the name of the weight.

    Raises:
        ValueError: if the weight is none of the older ``spectral_norm``.

    >>> import wengert
    >>> layer = wengert.nn.utils.spectral_norm(wengert.nn.Linear(3, 2))
    >>> _ = wengert.nn.utils.remove_spectral_norm(layer, "weight")
    >>> [name for name, _ in layer.named_parameters()]
    ['bias', 'weight']
    """
    for number, hook in module._forward_pre_hooks.items():
        if isinstance(hook, SpectralNorm) and hook.name == name:
            with no_grad():
                weight = hook.compute_weight(module, do_power_iteration=False)
            for suffix in ("", "_u", "_v", "_orig"):
                delattr(module, name + suffix)
            module.register_parameter(name, Parameter(weight.detach()))
            del module._forward_pre_hooks[number]
            saved = [n for n, h in module._state_dict_hooks.items() if getattr(h, "__self__", None) is hook]
            for n in saved:
                del module._state_dict_hooks[n]
            return module
    raise errors.parametrizing.hook_missing("spectral_norm", name, module)
