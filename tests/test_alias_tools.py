"""What packages use of PyTorch's private and older modules: gradients of each sample, scans, cases of unit tests,
functions made of modules, settings of compilers."""

from __future__ import annotations

from pathlib import Path

from tests.test_alias import run

SAMPLES = """\
import torch
from torch import nn
from torch.nn.utils._per_sample_grad import call_for_per_sample_grads

def samples(module, x, dim=0):
    '''The gradients of each sample, one after the other.'''
    each = [torch.autograd.grad(module(part).square().sum(), list(module.parameters())) for part in x.split(1, dim)]
    return [torch.stack(parts) for parts in zip(*each)]

module = nn.Sequential(nn.Conv1d(2, 3, 2), nn.GroupNorm(3, 3), nn.Flatten(), nn.Linear(6, 4)).double()
x = torch.randn(5, 2, 3, dtype=torch.float64)
for reduction, scale in (("sum", 1), ("mean", 5)):
    for times in (1, 2):
        call_for_per_sample_grads(module, loss_reduction=reduction)(x).square().sum().backward()
        for p, expected in zip(module.parameters(), samples(module, x)):
            assert torch.allclose(p.grad_sample, expected * scale) and p.grad is None
            p.grad_sample = None
linear = nn.Linear(2, 3)
linear.bias.requires_grad_(False)
x = torch.randn(4, 5, 2)
out = call_for_per_sample_grads(linear, batch_first=False)(x)
assert out.allclose(linear(x)) and not hasattr(linear.bias, "grad_sample")
out.sum().backward()
assert linear.weight.grad_sample.shape == (5, 3, 2)

def refused(says, *args, **kwargs):
    try:
        call_for_per_sample_grads(*args, **kwargs)(x, x[:3])
    except RuntimeError as e:
        assert says in str(e), e
    else:
        raise AssertionError(says)

refused("earlier call", linear)
linear.weight.grad_sample = None
refused("one batch size, got [3, 4]", linear)
refused("sum or mean, got none", linear, loss_reduction="none")
refused("must be nn.Module, got function", refused)
refused("positive integer, got 0", linear, batch_size=0)
"""


def test_gradients_of_each_sample(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(SAMPLES)
    done = run("-m", "wengert", "run", "--force", "program.py", where=tmp_path)
    assert not done.returncode, done.stderr


SCANS = """
import torch
from torch._higher_order_ops.associative_scan import associative_scan
def plain(f, xs, reverse):
    rows = [xs[i] for i in range(len(xs))][:: -1 if reverse else 1]
    for i in range(1, len(rows)):
        rows[i] = f(rows[i - 1], rows[i])
    return torch.stack(rows[:: -1 if reverse else 1])
f = torch.matmul  # of whole slices; the order counts
for length in range(1, 8):
    for reverse in (False, True):
        x = torch.randn(length, 2, 2, dtype=torch.float64, requires_grad=True)
        assert torch.allclose(associative_scan(f, x, 0, reverse), plain(f, x, reverse))
        assert torch.allclose(associative_scan(f, x.movedim(0, -1), -1, reverse).movedim(-1, 0), plain(f, x, reverse))
assert torch.autograd.gradcheck(lambda x: associative_scan(f, x, 0), x)
states = associative_scan(lambda a, b: {"a": a["a"] * b["a"], "b": b["a"] * a["b"] + b["b"]},
                          {"a": torch.full((4,), 0.5), "b": torch.ones(4)}, dim=0, combine_mode="generic")
assert states["b"].tolist() == [1, 1.5, 1.75, 1.875] and associative_scan(f, x[:0], 0).shape == (0, 2, 2)
for wrong in ({"xs": x, "combine_mode": "x"}, {"xs": ()}):
    try:
        associative_scan(f, dim=0, **wrong)
    except ValueError as error:
        assert "associative_scan: expected" in str(error)
    else:
        raise AssertionError
"""


def test_scans(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(SCANS)
    done = run("-m", "wengert", "run", "--force", "program.py", where=tmp_path)
    assert not done.returncode, done.stderr


UNIT_TESTS = """
import numpy as np, torch
from torch.testing._internal.common_utils import TestCase, make_tensor, run_tests

class Tests(TestCase):
    def different(self, *values, **options):
        with self.assertRaises(AssertionError):
            self.assertEqual(*values, **options)
        self.assertNotEqual(*values, **options)

    def test_tensors(self):
        x = torch.ones(2)
        for equal in (x + 1e-7, np.ones(2, np.float32), [1, 1]):
            self.assertEqual(x, equal)
        for different in (x + 1e-3, x.double(), torch.ones(3), None):
            self.different(x, different)
        self.assertEqual(x, x + 1e-3, atol=1e-2, rtol=0)
        self.assertEqual(x, x.double(), exact_dtype=False)
        self.assertEqual([x, {"a": x}], [x, {"a": x}])
        self.different([x, {"a": x}], [x, {"a": x + 1}])
        self.assertEqual(x * float("nan"), x * float("nan"))
        self.assertEqual(torch.tensor(1.5), 1.5)
        self.assertEqual(torch.tensor(True), True)

    def test_others(self):
        for pair in ((1, 1.0), (1.0, 1.0 + 1e-9), ({1, 2}, {2, 1}), (None, None), (torch.Size([1]), (1,)), ("a", "a")):
            self.assertEqual(*pair)
        for pair in (("a", "b"), (torch.float32, torch.float64), (True, False), ((1, 2), (1, 3))):
            self.different(*pair)
        self.assertEqual(np.array(["a"]), np.array(["a"]))

    def test_tolerance_of_a_class(self):
        self.precision = 0.1
        self.assertEqual(torch.ones(1), torch.ones(1) + 0.05)
        self.different(1.0, 1.2)

    def test_seed(self):
        self.assertEqual(torch.initial_seed(), 1234)

run_tests()
"""


def test_unit_tests_that_compare_tensors(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(UNIT_TESTS)
    done = run("-m", "wengert", "run", "--force", "program.py", where=tmp_path)
    assert not done.returncode and "Ran 4 tests" in done.stderr, done.stderr


FUNCTIONAL = """
import torch
from functorch import combine_state_for_ensemble, grad, make_functional, make_functional_with_buffers, vmap
from torch import nn

def refused(error, says, function, *args):
    try:
        function(*args)
    except error as e:
        assert says in str(e), e
    else:
        raise AssertionError(says)

x, net = torch.randn(5, 3), nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
f, params = make_functional(net)
assert type(params) is tuple and params[0] is not net[0].weight and all(p.requires_grad for p in params)
assert f(params, x).equal(net(x)) and f([p * 0 for p in params], x).eq(0).all() and params[0].equal(net[0].weight)
each = vmap(grad(lambda params, x: f(params, x).square().sum()), (None, 0))(params, x)
net(x).square().sum().backward()
for one, p in zip(each, net.parameters()):
    assert one.sum(0).allclose(p.grad, atol=1e-5)
refused(RuntimeError, "make_functional_with_buffers", make_functional, nn.BatchNorm1d(2))
refused(ValueError, "expected 4 parameters (0.weight, 0.bias, 2.weight, 2.bias), got 1", f, params[:1], x)

models = [nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4)) for _ in range(2)]
for model in models:
    model(x)
    model.eval()
f, params, buffers = make_functional_with_buffers(models[0], disable_autograd_tracking=True)
assert not any(p.requires_grad for p in params) and models[0][0].weight.requires_grad
assert f(params, buffers, x).equal(models[0](x)) and len(buffers) == 3
f, params, buffers = combine_state_for_ensemble(models)
assert params[0].shape == (2, 4, 3) and params[0].is_leaf and not params[0].requires_grad
both = vmap(f, (0, 0, None))(params, buffers, x)
for one, model in zip(both, models):
    assert one.allclose(model(x), atol=1e-5)
refused(RuntimeError, "at least one model", combine_state_for_ensemble, [])
"""


def test_functions_made_of_modules(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(FUNCTIONAL)
    done = run("-m", "wengert", "run", "--force", "program.py", where=tmp_path)
    assert not done.returncode, done.stderr


COMPILERS = """
import torch
import torch._inductor.config as kernels
import torch._dynamo

tracing = torch._dynamo.config
tracing.suppress_errors = True
tracing.cache_size_limit = max(64, tracing.cache_size_limit)
torch._inductor.config.triton.unique_kernel_names = True
torch._functorch.config.activation_memory_budget = 0.5
assert tracing.suppress_errors and tracing.cache_size_limit == 64 and kernels.triton.unique_kernel_names
with tracing.patch(suppress_errors=False), tracing.patch("verbose", True), kernels.patch({"freezing": True, "new": 1}):
    assert not tracing.suppress_errors and tracing.verbose and kernels.freezing and kernels.new == 1
assert tracing.suppress_errors and not tracing.verbose and not kernels.freezing and not hasattr(kernels, "new")

@tracing.patch(verbose=True)
def deep(n):
    return tracing.verbose and (n == 0 or deep(n - 1))

assert deep(2) and not tracing.verbose
"""


def test_settings_of_compilers_are_read_back(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(COMPILERS)
    done = run("-m", "wengert", "run", "--force", "program.py", where=tmp_path)
    assert not done.returncode, done.stderr


BRACKETS = """
import torch

for function in (torch.cat, torch.stack):
    try:
        function(torch.ones(2, 3))
    except TypeError as e:
        assert "must be tuple of Tensors, not Tensor. Put several in a list" in str(e), e
    else:
        raise AssertionError(function)
"""


def test_our_tensors_are_not_taken_for_those_of_another_library(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(BRACKETS)
    done = run("-m", "wengert", "run", "--force", "program.py", where=tmp_path)
    assert not done.returncode, done.stderr
