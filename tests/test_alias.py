"""`import torch` can import wengert: one set of modules under two names, chosen by the user alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.facts import files

SOURCE = Path(__file__).resolve().parent.parent / "src"
FAKE = """raise ImportError("PyTorch itself")"""
PROGRAM = """\
import pickle, sys
import torch, torch.nn.functional as F, torch.optim.lr_scheduler
from torch import Tensor, nn
from torch.autograd import Function, grad
from torch.autograd.functional import _as_tuple
from torch.nn.modules.linear import Linear
from torch.optim.lbfgs import _strong_wolfe
from torch._vmap_internals import _vmap
from torch._C import _LinAlgError
from functorch import vmap
import wengert, wengert.nn.functional

assert torch.__version__ == "2.13.0+wengert" and wengert.__version__ != torch.__version__
assert "2.9" < torch.__version__ >= (2, 13) and torch.__version__ < (2, 13, 1) and torch.__version__ < "2.14.0a0"
assert "2.13.0.dev1" < torch.__version__ > "2.13.0rc1" and torch.__version__ > "2.13" and torch.__version__ < "x"
assert torch.torch_version.TorchVersion("2.13") == (2, 13, 0) and str(torch.__version__) == "2.13.0+wengert"
assert torch.nn is wengert.nn is sys.modules["torch.nn"] and F is wengert.nn.functional and Linear is wengert.nn.Linear
assert torch.float32 is wengert.float32 and Tensor is wengert.Tensor and vmap is wengert.func.vmap
assert wengert.nn.__spec__.name == wengert.nn.__name__ == "wengert.nn"
assert sorted(dir(torch)) == sorted(dir(wengert))

class Squared(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        return 2 * g * ctx.saved_tensors[0]

x = torch.tensor([1.0, 2.0], requires_grad=True)
assert grad(Squared.apply(x).sum(), x)[0].tolist() == [2, 4]
assert b"torch" not in pickle.dumps(nn.Linear(2, 1))
assert _as_tuple(x) == (False, (x,)) and _LinAlgError is torch.linalg.LinAlgError
doubled, absent = _vmap(lambda x: (x * 2, None), allow_none_pass_through=True)(x.detach())
assert doubled.tolist() == [2, 4] and absent is None
from torch.nn.common_types import _size_2_t
assert _size_2_t == int | tuple[int, int]
shown = [torch.float32, torch.Size([2]), torch.strided, x.detach().double(), x.shape, torch.ones(2).max(0)]
assert all("wengert" not in repr(one) and "torch" in repr(one) for one in shown), shown
assert torch.overrides.resolve_name(torch.add) == "torch.add" and type(x).__module__ == "torch"
assert type(nn.Parameter(x)).__module__ == "torch.nn.parameter"
assert b"torch" not in pickle.dumps([x.detach(), torch.float32, torch.Size([2]), nn.Parameter(x.detach())])
try:
    import torch.export
except ModuleNotFoundError as e:
    assert str(e).startswith("torch.export is not part of wengert; functions run as they are"), e
else:
    raise AssertionError("torch.export")
for name in ("torch._nothing", "torch.nothing", "torch.distributed.nothing"):
    try:
        __import__(name)
    except ModuleNotFoundError as e:
        assert e.name == name, e
    else:
        raise AssertionError(name)
try:
    torch.nothing
except AttributeError as e:
    assert "nothing" in str(e)
print(*sys.argv[1:], __name__)
"""

# Names that a test replaces for a while, by what the standard library and pytest have for it.
REPLACING = """\
import unittest.mock
import pytest
import torch, wengert

late = "compile" if "compile" not in vars(wengert) else "nothing"
for name in ("eye", "Tensor", late):
    before = getattr(torch, name, None)
    with pytest.MonkeyPatch.context() as patch:
        for value in (1, 2):
            patch.setattr(torch, name, value, raising=False)
            assert getattr(torch, name) == getattr(wengert, name) == value
    assert getattr(torch, name, None) is getattr(wengert, name, None) is before, name
    for _ in range(2):
        with unittest.mock.patch(f"torch.{name}", 3, create=before is None):
            assert getattr(torch, name) == getattr(wengert, name) == 3
        assert getattr(torch, name, None) is getattr(wengert, name, None) is before, name
torch.mine = 1
del torch.mine
assert not hasattr(torch, "mine") and not hasattr(wengert, "mine")

# A name that was read is found without __getattr__ from then on, and is still wengert's.
for name in ("float32", "sin", "Size", "linalg", "get_default_dtype"):
    before = getattr(torch, name)
    assert vars(torch)[name] is before is getattr(wengert, name), name
    setattr(wengert, name, 4)
    assert getattr(torch, name) == 4, name
    setattr(wengert, name, before)
    assert getattr(torch, name) is before, name
before = torch.sin
del wengert.sin
assert not hasattr(torch, "sin")
wengert.sin = before
del torch.sin
assert not hasattr(wengert, "sin")
torch.sin = before
assert torch.sin is wengert.sin is before
"""

# What packages import, as PyTorch has it in one process on the CPU.
PRIVATE = """\
import multiprocessing, warnings
import torch

for name in ("connection", "reduction", "resource_sharer", "spawn", "util"):  # programs name these without an import
    assert hasattr(multiprocessing, name), name

def refused(kind, text, function, *args):
    try:
        function(*args)
    except kind as e:
        assert text in str(e), e
    else:
        raise AssertionError(text)

a, b = [torch.tensor([1.0, 4.0]), torch.tensor([9.0])], [torch.tensor([1.0, 2.0]), torch.tensor([3.0])]
shown = lambda xs: [x.tolist() for x in xs]
assert shown(torch._foreach_sqrt(a)) == [[1, 2], [3]] and shown(torch._foreach_mul(a, [2.0, 3.0])) == [[2, 8], [27]]
assert shown(torch._foreach_add(a, b, alpha=2)) == [[3, 8], [15]]
assert shown(torch._foreach_addcmul(a, b, b, 2.0)) == [[3, 12], [27]]
assert shown(torch._foreach_addcdiv(a, b, b, torch.tensor([1.0, 2.0]))) == [[2, 5], [11]]
assert shown(torch._foreach_lerp(a, b, 0.5)) == [[1, 3], [6]] and shown(torch._foreach_norm(b[1:])) == [3]
assert shown(torch._foreach_maximum(a, 2.0)) == [[2, 4], [9]] and shown(torch._foreach_pow(2.0, b)) == [[2, 4], [8]]
kept = [*a]
assert torch._foreach_sub_(a, b) is a and kept[0] is a[0] and shown(a) == [[0, 2], [6]]
assert shown(torch._foreach_clamp_min_(a, 1.0)) == [[1, 2], [6]] == shown(torch._foreach_maximum_(a, 1.0))
assert shown(torch._foreach_addcmul_(a, b, b, [1.0, 0.0])) == [[2, 6], [6]]
assert shown(torch._foreach_copy_(a, b)) == shown(b) and shown(torch._foreach_zero_(a)) == [[0, 0], [0]]
refused(RuntimeError, "at least one tensor", torch._foreach_neg, [])
refused(RuntimeError, "got 2 and 1", torch._foreach_add_, a, a[:1])
refused(RuntimeError, "same number of elements as scalar list", torch._foreach_mul, a, [1.0])
assert torch._foreach_powsum([torch.tensor([3.0, -4.0])], 2)[0] == 25
from torch.utils._foreach_utils import _group_tensors_by_device_and_dtype as grouped, _has_foreach_support
mixed = [b[0], b[1].double(), b[1]]
parts = grouped([mixed, [None, "x", b[0]], []], with_indices=True)
cpu = torch.device("cpu")
(singles, at), (doubles, others) = parts[cpu, torch.float32], parts[cpu, torch.float64]
assert singles[0][1] is mixed[2] and singles[1:] == [[None, b[0]], []] and at == [0, 2]
assert doubles[1:] == [["x"], []] and others == [1] and grouped([b])[cpu, torch.float32] == ([b], [])
refused(RuntimeError, "at least one tensor", grouped, [[]])
refused(RuntimeError, "got 3 and 1", grouped, [mixed, [None]])
assert _has_foreach_support(mixed, cpu) and not _has_foreach_support([torch.nn.Parameter(b[0])], cpu)
assert not torch.distributed.is_nccl_available() and not torch.distributed.is_gloo_available()

i, v = torch.tensor([[0, 1], [1, 0]]), torch.tensor([1.0, 2.0])
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    s = torch.sparse.FloatTensor(i, v, torch.Size([2, 3]))
assert "sparse_coo_tensor" in str(told[0].message) and s.type() == "torch.sparse.FloatTensor"
assert isinstance(s, torch.sparse.FloatTensor) and not isinstance(s, torch.FloatTensor)
assert torch.dsmm(s, torch.ones(3, 1)).tolist() == [[1], [2]] and v.type(torch.sparse.DoubleTensor).is_sparse
refused(TypeError, "only accepts sizes", torch.sparse.FloatTensor, [1, 2])

assert not torch.distributed.is_available() and not torch.distributed.is_initialized()
from torch.distributed import ReduceOp, all_reduce
refused(ValueError, "Default process group has not been initialized", all_reduce, v, ReduceOp.SUM)
refused(RuntimeError, "one process", torch.distributed.init_process_group, "gloo")
refused(AttributeError, "mpi4py", lambda: torch.distributed.pipelining)
from torch.distributed._composable.fsdp import FSDPModule
from torch.distributed._tensor.experimental import implicit_replication
refused(RuntimeError, "one process", torch.distributed.fsdp.fully_shard, torch.nn.Linear(2, 1))
refused(RuntimeError, "one process", implicit_replication)
assert not isinstance(torch.nn.Linear(2, 1), (FSDPModule, torch.distributed.fsdp.FullyShardedDataParallel))
linear = torch.nn.Linear(2, 1)
parallel = torch.nn.DataParallel(linear)
assert parallel(torch.ones(1, 2)).equal(linear(torch.ones(1, 2))) and list(parallel.state_dict())[0] == "module.weight"
assert torch.nn.utils.stateless.functional_call is torch.func.functional_call
with torch.nn.utils.stateless._reparametrize_module(linear, {"weight": torch.zeros(1, 2)}):
    assert linear(torch.ones(1, 2)).equal(linear.bias[None])
assert not linear.weight.eq(0).any()
assert torch.nn.parallel.DataParallel is torch.nn.DataParallel
refused(ValueError, "init_process_group", torch.nn.parallel.DistributedDataParallel, linear)

assert not torch.cuda._initialized  # reversible blocks look here whether to keep the state of a GPU's generator

from torch.nn.modules.conv import _ConvTransposeMixin, _ConvTransposeNd
assert issubclass(_ConvTransposeMixin, _ConvTransposeNd)
assert not issubclass(torch.nn.ConvTranspose1d, _ConvTransposeMixin)
class Older(_ConvTransposeMixin, torch.nn.ConvTranspose1d):
    pass
with warnings.catch_warnings(record=True, action="always") as found:
    assert Older(1, 2, 3)(torch.ones(1, 1, 4)).shape == (1, 2, 6)
assert [w.category for w in found] == [FutureWarning], found
from torch import ListType, TensorType
assert issubclass(TensorType, torch.Type) and not isinstance(v, TensorType) and torch._C.ListType is ListType
refused(RuntimeError, "torch.TensorType: nothing is compiled", TensorType)
from torch._utils import _take_tensors
mixed = [torch.ones(3), torch.ones(1, dtype=torch.int64), torch.ones(2), torch.ones(9), torch.ones(1)]
parts = [[t.numel() for t in part] for part in _take_tensors(mixed, 20)]
assert parts == [[3, 2], [9], [1], [1]], parts
from torch._subclasses.fake_tensor import _is_tensor_constructor
from torch.distributed.fsdp.api import ShardingStrategy
from torch.distributed.fsdp.fully_sharded_data_parallel import FullyShardedDataParallel
assert torch.distributed.fsdp.ShardingStrategy is ShardingStrategy
refused(RuntimeError, "one process", FullyShardedDataParallel, linear)
assert type(torch.nn.Parameter) is torch.nn.parameter._ParameterMeta
from torch.cuda.amp.common import amp_definitely_not_available
assert amp_definitely_not_available() is not torch.cuda.is_available()
from torch.distributions.kl import _KL_REGISTRY
assert (torch.distributions.Normal, torch.distributions.Normal) in _KL_REGISTRY

import importlib.metadata, torch.distributed.rpc as rpc, torch.multiprocessing as mp
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.fx import GraphModule, Tracer, symbolic_trace, wrap
from torch.futures import Future, collect_all, wait_all
from torch.nn.parallel.scatter_gather import scatter

assert torch.torch is torch and importlib.metadata.version("torch") == torch.__version__
assert torch.version.__version__ == torch.__version__ and torch.version.cuda is None
refused(TypeError, "Assign torch.nn.Parameter(x)", setattr, linear, "weight", torch.ones(1, 2))
assert torch.functional.einsum is torch.einsum
refused(RuntimeError, "is not traced", symbolic_trace, linear)
refused(RuntimeError, "is not traced", Tracer)
refused(RuntimeError, "no graphs of it", torch.fx.Graph)
assert not isinstance(linear, GraphModule) and wrap(len) is len and not torch.onnx.is_in_onnx_export()
refused(ValueError, "init_process_group", ZeroRedundancyOptimizer, [], None)
refused(RuntimeError, "one process", rpc.init_rpc, "a")
refused(RuntimeError, "one device", scatter, v, [0])
refused(RuntimeError, "Download https", torch.hub.load_state_dict_from_url, "https://example.org/a.pt")
later, failing = Future(), Future()
double = later.then(lambda f: 2 * f.wait())
whole = collect_all([later, double])
refused(RuntimeError, "no result", later.value)
assert not whole.done()
later.set_result(3)
refused(RuntimeError, "can be set once", later.set_result, 4)
assert [f.value() for f in whole.wait()] == [3, 6] == wait_all([later, double]) and torch.Future is Future
failing.set_exception(KeyError("k"))
refused(KeyError, "k", failing.then(lambda f: f.wait()).wait)
if __name__ == "__main__":
    for method in mp.get_all_start_methods():  # two of them start new interpreters, which import the program again
        with mp.get_context(method).Pool(1) as pool:
            assert pool.apply(torch.add, (v, v)).equal(v + v)
mp.set_sharing_strategy("file_system")
assert mp.get_sharing_strategy() in mp.get_all_sharing_strategies()
refused(AssertionError, "file_system", mp.set_sharing_strategy, "none")
refused(AttributeError, "multiprocessing", lambda: mp.spawn)
refused(RuntimeError, "seven", torch._check, False, lambda: "seven")
refused(RuntimeError, "got zero", torch._assert_async, torch.zeros(()))
assert torch._shape_as_tensor(v).tolist() == [2] and torch._cast_Long(v).dtype is torch.int64
assert not isinstance(1, torch.SymInt) and torch.float32 != torch.complex32 and str(torch.qint8) == "torch.qint8"
refused(TypeError, "NoDtype", lambda: torch.zeros(1, dtype=torch.complex32))
assert torch.jit.wait(torch.jit.fork(torch.add, v, v)).equal(v + v) and torch.cuda.FloatTensor
assert (v > 1).type(torch.Tensor).tolist() == [0, 1] and isinstance(torch.cuda.max_memory_allocated(), int)
assert not torch.is_autocast_enabled("mps")
with torch.autocast("xpu"):
    assert torch.is_autocast_enabled("xpu") and (v[None] @ v[:, None]).dtype is torch.float32
from torch._subclasses.fake_tensor import is_fake
from torch.fx.experimental.proxy_tensor import get_proxy_mode
assert not is_fake(v) and get_proxy_mode() is None
class Plain(torch.Tensor):
    __torch_function__ = torch._C._disabled_torch_function_impl
assert type(torch.ones(2).as_subclass(Plain) + 1) is torch.Tensor

assert not isinstance(v, torch.cuda.Stream) and torch.jit.Final[int]
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.nn.functional import all_gather
assert torch.distributed.device_mesh.DeviceMesh is torch.distributed.tensor.DeviceMesh
assert not isinstance(v, (torch.Stream, torch.Event)) and torch._C._mps_is_available() is False
refused(RuntimeError, "cupy.cuda", torch.cuda.Event)
from torch.nn.attention.flex_attention import _DEFAULT_SPARSE_BLOCK_SIZE, _mask_mod_signature, create_block_mask
assert create_block_mask(lambda b, h, q, k: q >= k, 1, 1, 9, 9).BLOCK_SIZE == (_DEFAULT_SPARSE_BLOCK_SIZE,) * 2
from torch._dynamo._trace_wrapped_higher_order_op import TransformGetItemToIndex
with TransformGetItemToIndex():
    assert torch.vmap(lambda i: v[i])(torch.tensor([1, 0, 1])).tolist() == [v[1], v[0], v[1]]
from torch.utils import _pytree
pairs, keys = _pytree._dict_flatten_with_keys({"b": 1, "a": 2})
assert [str(key) for key, _ in pairs] == ["['b']", "['a']"] and _pytree._dict_flatten({"b": 1}) == ([1], ["b"])
assert _pytree._dict_unflatten([3, 4], keys) == {"b": 3, "a": 4} and _pytree._list_flatten([5]) == ([5], None)
assert _pytree.SUPPORTED_NODES[_pytree._get_node_type([1])].flatten_fn([1]) == ([1], None)
assert _pytree.LeafSpec() == _pytree.tree_structure(3)
cpu, float64 = torch.device("cpu"), torch.float64
assert torch._C._nn._parse_to("cpu", float64, True) == (cpu, float64, True, None)
assert torch._C._nn._parse_to(v.double())[:2] == (cpu, float64) and torch._C._nn._parse_to()[:2] == (None, None)
from torch.utils.flop_counter import FlopCounterMode
with FlopCounterMode(display=False) as counter:
    torch.nn.Linear(2, 3)(torch.ones(4, 2))
assert counter.get_total_flops() == 48 and isinstance(torch.Tensor, torch._C._TensorMeta)
from torch.distributed.tensor import DTensor
from torch.utils.data.dataloader import _BaseDataLoaderIter, _SingleProcessDataLoaderIter
batches = iter(torch.utils.data.DataLoader([v, v]))
assert not isinstance(v, DTensor) and isinstance(batches, (_BaseDataLoaderIter, _SingleProcessDataLoaderIter))
refused(RuntimeError, "torch.load", torch.PyTorchFileReader, "file")
refused(RuntimeError, "torch.library.custom_op", torch.library.Library, "mine", "DEF")
assert v._cdata == v._cdata != v.clone()._cdata and torch.ScriptModule is torch.jit.ScriptModule
assert torch.finfo(torch.float8_e4m3fn).max == 448 and torch.finfo(torch.complex32).bits == 16
assert torch.float8_e8m0fnu.itemsize == 1 and not torch.float8_e8m0fnu.is_signed
refused(TypeError, "qint8", torch.finfo, torch.qint8)

import pickle
for module in (torch, torch._C, torch._utils):  # joblib pickles the modules that a function names
    assert pickle.loads(pickle.dumps(module)) is module
from torch.serialization import DEFAULT_PROTOCOL
from torch.utils._contextlib import _DecoratorContextManager
from torch.utils._foreach_utils import _foreach_supported_types
assert DEFAULT_PROTOCOL == 2 and not torch._C._is_tracing() and type(v) in _foreach_supported_types
assert torch._disable_dynamo(len) is len and torch._disable_dynamo(recursive=False)(len) is len
class Noted(_DecoratorContextManager):
    notes = []
    def __init__(self, name): self.name = name
    def clone(self): return Noted(self.name)
    def __enter__(self): self.notes.append(self.name)
    def __exit__(self, *error): self.notes.append("end")
@Noted("a")
def noted(): Noted.notes.append(1)
@Noted("b")
def counted(): yield from (1, 2)
noted(), noted()
assert Noted.notes == ["a", 1, "end"] * 2 and list(counted()) == [1, 2] and Noted.notes[-2:] == ["b", "end"]
refused(NotImplementedError, "clone", _DecoratorContextManager().__enter__)

active = torch._C._are_functorch_transforms_active
seen = []
torch.func.grad(lambda x: (seen.append(active()), x * x)[1])(torch.tensor(1.0))
assert seen == [True] and not active() and not torch._dynamo.is_compiling() and torch.jit.TracerWarning
torch._assert(True, "")
refused(AssertionError, "no", torch._assert, False, "no")
from torch.distributions.utils import _standard_normal, _sum_rightmost
from torch.distributions.transforms import _InverseTransform
from torch.nn.modules.module import _IncompatibleKeys
from torch.types import Device, Number
assert _sum_rightmost(torch.ones(2, 3), 1).tolist() == [3, 3]
torch.manual_seed(0)
from torch.distributions.multivariate_normal import _precision_to_scale_tril, Distribution
spread = torch.tensor([[4.0, 1.0], [1.0, 2.0]])
assert torch.allclose(_precision_to_scale_tril(spread), torch.linalg.cholesky(torch.linalg.inv(spread)))
torch.manual_seed(0)
z = _standard_normal((2,), torch.float32, "cpu")
torch.manual_seed(0)
assert z.equal(torch.randn(2))
"""


# What torchvision, timm, kornia, torch_geometric, sbi and fastai import; then torchbnn, snnTorch, lightly, heavyball,
# pomegranate.
MORE = """\
import importlib.metadata, os, sys, types
import numpy as np
import torch

def refused(kind, text, function, *args):
    try:
        function(*args)
    except kind as e:
        assert text in str(e), e
    else:
        raise AssertionError(text)

from torch.hub import HASH_REGEX, _get_torch_home, get_dir, load_state_dict_from_url, set_dir, urlparse
import torch.utils.model_zoo
os.environ["TORCH_HOME"] = os.path.abspath("home")
assert _get_torch_home() == os.path.abspath("home") and get_dir() == os.path.join(_get_torch_home(), "hub")
set_dir("models")
url = "https://example.org/weights/net-0a1b.pth?x=1"
refused(RuntimeError, os.path.join("models", "checkpoints", "net-0a1b.pth"), load_state_dict_from_url, url)
os.makedirs(os.path.join(get_dir(), "checkpoints"))
torch.save({"w": torch.ones(2)}, os.path.join(get_dir(), "checkpoints", "net-0a1b.pth"))
assert torch.utils.model_zoo.load_url(url)["w"].tolist() == [1, 1]
refused(RuntimeError, "Download the file", torch.hub.download_url_to_file, url, "there")

import warnings  # which programs ignore by PyTorch's words
eye = torch.eye(2)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    torch.triangular_solve(eye, eye), torch.range(0, 2), torch.cuda.amp.autocast(), torch.set_num_threads(2)
    torch.meshgrid(eye[0], eye[0]), torch.utils.checkpoint.checkpoint(torch.sin, eye), torch.cholesky(eye)
assert len(caught) >= 6 and not any("wengert" in str(w.message) for w in caught), [str(w.message) for w in caught]

keys = torch._C.DispatchKeySet(torch._C.DispatchKey.AutocastCPU) | torch._C.DispatchKeySet(
    torch._C.DispatchKey.AutocastCUDA)
refused(RuntimeError, "enabled=False", torch._C._ExcludeDispatchKeyGuard, keys)
x = torch.arange(6.0).reshape(2, 3)
assert torch._C._is_alias_of(x, x[0]) and not torch._C._is_alias_of(x, x.clone())
fits = torch._has_compatible_shallow_copy_type
assert fits(x, torch.nn.Parameter(x.double())) and fits(x.to_sparse_csr(), x.to_sparse_csc())
assert not fits(x, x.to_sparse()) and not fits(x.to_sparse(), x.to_sparse_csr()) and fits(x.to_sparse(), x.to_sparse())
assert not torch._C._is_torch_function_mode_enabled()
torch._C._set_grad_enabled(False)
assert not torch._C.is_grad_enabled() and not torch._C.is_inference_mode_enabled()
torch._C._set_grad_enabled(True)
with torch.overrides.TorchFunctionMode():
    assert torch._C._is_torch_function_mode_enabled()
from torch._C._functorch import get_unwrapped, is_batchedtensor
from torch._functorch.vmap import _add_batch_dim, _remove_batch_dim
seen = []
def double(row):
    level = row._wg_data.level
    inner = _remove_batch_dim(row * 2, level, 2, 0)
    seen.append((is_batchedtensor(row), get_unwrapped(row).shape, is_batchedtensor(inner)))
    return _add_batch_dim(inner, 0, level)
assert torch.vmap(double)(x).equal(2 * x) and seen == [(True, torch.Size([2, 3]), False)] and not is_batchedtensor(x)

aten = torch.ops.aten
assert aten.add.Tensor(x, x).equal(2 * x) and aten.add.Tensor is aten.add.Tensor is not aten.add.Scalar
assert {aten.clone.default: 1}[torch.ops.aten.clone.default] == 1 and str(aten.view.default) == "aten.view.default"
refused(NotImplementedError, "aten._to_copy.default", aten._to_copy.default, x)
refused(AttributeError, "aten.add.Tensor", lambda: aten.add.Tensor.more)
refused(OSError, "custom_op", torch.ops.load_library, "ops.so")
@torch.library.register_fake("compiled::nothing")
def shapes(x):
    return x
assert shapes(1) == 1
refused(AttributeError, "nothing", lambda: torch.ops.compiled.nothing)

from torch.ao.quantization import DeQuantStub, QuantStub
f = torch.nn.quantized.FloatFunctional()
assert QuantStub()(x) is x is DeQuantStub()(x) and f.add(x, x).equal(2 * x) and f.mul_scalar(x, 3).equal(3 * x)
assert f.cat([x, x]).shape == (4, 3) and f.add_relu(x, -2 * x).eq(0).all() and f.matmul(x, x.T).equal(x @ x.T)
assert f.add_scalar(x, 1).equal(x + 1) and f.mul(x, x).equal(x * x)
refused(RuntimeError, "add", f, x)
refused(RuntimeError, "nothing is quantised", torch.ao.quantization.prepare, f)
refused(RuntimeError, "nothing is quantised", torch.ao.quantization.QConfig)
@torch.jit.interface
class Step(torch.nn.Module):
    def forward(self, x):
        pass
assert Step()(x) is None and "einsum" in torch.functional.__all__
from typing import Dict, List, Optional, Tuple
assert torch.jit.isinstance(x, torch.Tensor) and torch.jit.isinstance([1, 2], List[int])
assert not torch.jit.isinstance([1, "a"], List[int]) and torch.jit.isinstance({"a": [x]}, Dict[str, List[torch.Tensor]])
assert torch.jit.isinstance((1, "a"), Tuple[int, str]) and not torch.jit.isinstance((1,), Tuple[int, str])
assert torch.jit.isinstance((), Tuple[()])
assert torch.jit.isinstance(None, Optional[int]) and not torch.jit.isinstance("a", int | None)
assert torch.jit.isinstance(1, (str, int)) and not torch.jit.isinstance(1, List[int])
refused(RuntimeError, "List without a contained type", torch.jit.isinstance, [1], list)
refused(RuntimeError, "Dict without a contained type", torch.jit.isinstance, {}, Dict)
refused(RuntimeError, "_get_trace_graph: torch.jit traces nothing", torch.jit._get_trace_graph, f)
refused(RuntimeError, "Graph: torch.jit traces nothing", torch._C.Graph)
from torch.nn.modules.module import _EXTRA_STATE_KEY_SUFFIX
class Extra(torch.nn.Linear):
    def get_extra_state(self):
        return 1
assert _EXTRA_STATE_KEY_SUFFIX in Extra(1, 1).state_dict()
from torch.ao.quantization import FakeQuantizeBase, ObserverBase
from torch.quantization.observer import HistogramObserver
assert not any(isinstance(m, (FakeQuantizeBase, ObserverBase)) for m in f.modules())
assert HistogramObserver is torch.ao.quantization.HistogramObserver and torch.quantization.QuantStub is QuantStub

# What tensordict looks for.
import time
from collections import namedtuple
from functorch import FunctionalModule, make_functional
from torch.nn.modules.module import _global_parameter_registration_hooks as hooks
from torch.nn.utils._named_member_accessor import _MISSING, swap_tensor
from torch.utils._pytree import is_structseq_instance
assert not isinstance(f, FunctionalModule)
assert isinstance(make_functional(torch.nn.Linear(2, 2))[0], FunctionalModule)
assert is_structseq_instance(time.localtime()) and not is_structseq_instance((1, 2))
with torch.nn.modules.module.register_module_parameter_registration_hook(lambda module, name, p: None):
    assert len(hooks) == 1
assert torch._utils._get_device_module("cpu") is torch.cpu
assert torch._utils._get_available_device_type() in (None, "cuda")
layer = torch.nn.Linear(2, 1)
weight, other = layer.weight, torch.ones(1, 2)
assert swap_tensor(layer, "weight", other) is weight and layer.weight is other and "weight" in layer._parameters
assert swap_tensor(layer, "weight", _MISSING) is other and "weight" not in dict(layer.named_parameters())
refused(AttributeError, "no attribute `weight`", swap_tensor, layer, "weight", other)
assert swap_tensor(layer, "weight", weight, allow_missing=True) is _MISSING and layer._parameters["weight"] is weight
assert swap_tensor(layer, "scale", other, True) is _MISSING and swap_tensor(layer, "scale", _MISSING) is other
assert not hasattr(layer, "scale")
refused(KeyError, "submodule", swap_tensor, layer, "a.b", other)
refused(TypeError, "not an instance of Tensor", swap_tensor, layer, "weight", 1.0)

from torch.utils.data._utils.pin_memory import pin_memory
class Pinned:
    def pin_memory(self):
        return "pinned"
Pair = namedtuple("Pair", "a b")
assert pin_memory({"a": [Pinned(), "x"], "b": (2, Pinned())}) == {"a": ["pinned", "x"], "b": (2, "pinned")}
assert pin_memory(Pair(1, Pinned())) == Pair(1, "pinned") and type(pin_memory(Pair(1, 2))) is Pair

from torch.utils._python_dispatch import TorchDispatchMode, is_traceable_wrapper_subclass
class Watching(TorchDispatchMode):
    pass
refused(RuntimeError, "TorchFunctionMode", Watching)
assert not is_traceable_wrapper_subclass(x)

from torch.utils.data._utils.collate import collate, collate_tensor_fn, default_collate_fn_map, np_str_obj_array_pattern
from torch.utils.data import DataLoader, default_collate
class Point:
    def __init__(self, value):
        self.value = value
class Corner(Point):
    pass
def collate_points(batch, *, collate_fn_map=None):
    return torch.tensor([point.value for point in batch])
def collate_sum(batch, *, collate_fn_map=None):
    return sum(batch)
refused(TypeError, "batch must contain tensors", default_collate, [Point(1)])
refused(TypeError, "batch must contain tensors", collate, [1, 2])
default_collate_fn_map[Point] = collate_points
assert default_collate([{"a": Point(1)}, {"a": Point(2)}])["a"].tolist() == [1, 2]
points, names = next(iter(DataLoader([(Corner(1), "x"), (Corner(4), "y")], 2)))
assert points.tolist() == [1, 4] and names == ("x", "y")
del default_collate_fn_map[Point]
assert collate([[1, 5], [3, 4]], collate_fn_map={int: collate_sum}) == [4, 9]
assert default_collate_fn_map[torch.Tensor] is collate_tensor_fn and collate_tensor_fn([x, x]).shape == (2, *x.shape)
assert np_str_obj_array_pattern.search("<U3") and not np_str_obj_array_pattern.search("<f4")

from torch._utils import _flatten_dense_tensors, _unflatten_dense_tensors, _element_size
parts = [x, torch.ones(2)]
flat = _flatten_dense_tensors(parts)
assert flat.shape == (8,) and all(a.equal(b) for a, b in zip(_unflatten_dense_tensors(flat, parts), parts))
assert _element_size(torch.float64) == 8
from torch._tensor_str import PRINT_OPTS, _add_suffixes, _tensor_str
assert "tensor(" + _add_suffixes(_tensor_str(x, 7), ["a=1"], 7, False) == repr(x)[:-1] + ", a=1)"
assert PRINT_OPTS.threshold == 1000
from torch.utils.data._utils.collate import default_collate, default_convert
from torch.utils.data._utils.worker import _generate_state
assert default_collate([1, 2]).tolist() == [1, 2] and default_convert(np.ones(1)).tolist() == [1]
assert _generate_state(12345678901234, 3) == [2677634501, 810098766, 226270600, 4115140591]  # PyTorch's
from torch.utils.data.dataloader import RandomSampler, Sampler, _DatasetKind
assert _DatasetKind.Map == 0 and issubclass(RandomSampler, Sampler) and Sampler is torch.utils.data.Sampler
from torch.utils.weak import WeakIdKeyDictionary
kept = WeakIdKeyDictionary({x: 1})
other = x.clone()
kept[other] = 2
assert kept[x] == 1 and kept[other] == 2 and other in kept and len(kept) == 2 and [*kept][0] is x
del other, kept[x]
assert not len(kept) and not [*kept] and x not in kept
refused(KeyError, "tensor", lambda: kept[x])

from torch.amp.grad_scaler import OptState
from torch.distributed.nn import all_reduce
from torch.distributions.transforms import _clipped_sigmoid
from torch.jit.annotations import BroadcastingList2, List
from torch.onnx import symbolic_opset11
from torch.onnx.symbolic_helper import parse_args
refused(ValueError, "init_process_group", all_reduce, x)
assert _clipped_sigmoid(torch.tensor(100.0)) < 1 and BroadcastingList2[int] is int and List[int] and OptState.READY
assert parse_args("v")(len) is len and torch.onnx.register_custom_op_symbolic("a::b", len, 11) is None
assert torch.jit._overload_method(len) is len is torch.jit._script_if_tracing(len)
assert torch.backends.cpu.get_cpu_capability() == "DEFAULT" and not torch.distributed.autograd.is_available()
assert torch.backends.quantized.supported_engines == ["none"] and str(torch.quint4x2) == "torch.quint4x2"
assert x.layout != torch.sparse_csr and str(torch.sparse_csc) == "torch.sparse_csc" and torch.sparse_bsr != x.layout
refused(NotImplementedError, "to_sparse", lambda: torch.zeros(2, layout=torch.sparse_bsr))

import warnings
from torch.testing import assert_allclose
assert torch.testing.assert_allclose is assert_allclose
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    assert_allclose(torch.ones(2), [1.0, 1.00009])
    assert_allclose(torch.ones(1).double(), torch.ones(1) * 1.00009)
    assert_allclose(torch.tensor(float("nan")), float("nan"))
    refused(AssertionError, "not close", assert_allclose, torch.ones(1).double(), torch.ones(1).double() * 1.00009)
    refused(AssertionError, "mine", assert_allclose, 1, 2, None, None, True, "mine")
    refused(AssertionError, "not equal", assert_allclose, torch.zeros(1).bfloat16(), torch.full((1,), 9e-6).bfloat16())
    refused(ValueError, "no atol", assert_allclose, 1.0, 1.0, 1.0)
assert told[0].category is FutureWarning and "assert_close" in str(told[0].message)
import torch.utils.tensorboard
sys.modules["tensorboardX"] = None  # as if it were not installed
refused(ModuleNotFoundError, "tensorboardX", lambda: torch.utils.tensorboard.SummaryWriter)
class Writer:
    def __init__(self, *args):
        self.events = []
    def add_scalars(self, name, values, step=None):
        self.events.append((name, values, step))
    def close(self):
        return self.events
sys.modules["tensorboardX"] = types.ModuleType("tensorboardX")
sys.modules["tensorboardX"].SummaryWriter = Writer
from torch.utils.tensorboard.writer import SummaryWriter
assert SummaryWriter is torch.utils.tensorboard.SummaryWriter
writer = SummaryWriter("runs")
writer.add_scalars("loss", {"a": torch.ones(2, requires_grad=True), "b": 1.0}, step=3)
[(name, values, step)] = writer.close()
assert name == "loss" and type(values["a"]) is np.ndarray and values["b"] == 1.0 and step == 3
refused(NotImplementedError, "add_text", lambda: writer.add_graph)
sys.modules["tensorboardX.summary"] = types.ModuleType("tensorboardX.summary")
sys.modules["tensorboardX.summary"].scalar = lambda name, value: (name, value)
from torch.utils.tensorboard.summary import scalar
assert type(scalar("loss", torch.ones(2))[1]) is np.ndarray

from torch.nn import _reduction
assert _reduction.legacy_get_string(None, None) == "mean" and _reduction.get_enum("sum") == 2
assert _reduction.legacy_get_string(False, None, emit_warning=False) == "sum"
refused(ValueError, "all", _reduction.get_enum, "all")
from torch import _softmax_backward_data
x.requires_grad_()
out = x.softmax(0)
[expected] = torch.autograd.grad(out, x, torch.arange(6.0).reshape(2, 3))
assert _softmax_backward_data(torch.arange(6.0).reshape(2, 3), out, 0, torch.float64).allclose(expected.double())
from torch._C import Value
from torch.backends import opt_einsum
opt_einsum.strategy = "greedy"
from torch._dynamo.exc import TorchDynamoException
from torch.nn.modules import CrossMapLRN2d
assert issubclass(TorchDynamoException, Exception) and not isinstance(x, (torch.masked.MaskedTensor, Value))
refused(RuntimeError, "LocalResponseNorm", CrossMapLRN2d, 2)
refused(RuntimeError, "linalg.eigh", torch.lobpcg, x)
refused(RuntimeError, "mask apart", torch.masked.MaskedTensor, x, x > 1)

# what titans-pytorch, xlstm, tad-mctc, spikingjelly, tensordict and mup import or call
from torch.utils import cpp_extension
refused(RuntimeError, "autograd.Function", cpp_extension.load, "mine", [])
refused(RuntimeError, "autograd.Function", cpp_extension.CUDAExtension)
assert cpp_extension.CUDA_HOME is None
from torch._subclasses.fake_tensor import unset_fake_temporarily
# what labml_nn and timm import, and PyTorch's documents show
from torch.cuda.amp import grad_scaler
from torch.nn.modules.transformer import _get_activation_fn, _get_clones
assert grad_scaler.GradScaler is torch.cuda.amp.GradScaler and _get_activation_fn("gelu") is torch.nn.functional.gelu

# what torchcvnn, memcnn and fairscale import or ask
first, second = _get_clones(torch.nn.Linear(2, 2), 2)
assert torch.equal(first.weight, second.weight) and first.weight is not second.weight
functional = torch.nn.functional
wide, narrow = torch.randn(4, 2, 6, dtype=torch.float64, requires_grad=True), torch.randn(5, 2, 6).double()
weight, bias = torch.randn(18, 6).double(), torch.randn(18).double()
apart = zip(weight.chunk(3), bias.chunk(3))
ws, bs = zip(*apart)
for given in ((wide, wide, wide), (wide, narrow, narrow), (wide, narrow, narrow * 2)):
    parts = functional._in_projection_packed(*given, weight, bias)
    for part, x, w, b, same in zip(parts, given, ws, bs, functional._in_projection(*given, *ws, *bs)):
        assert part.allclose(x @ w.T + b) and same.allclose(part)
        assert part.view(-1, 4, 3).shape[0] == len(x)  # contiguous, so that it is viewed by heads
assert functional._in_projection_packed(wide, wide, wide, weight)[2].allclose(wide @ ws[2].T)
no, mask = functional._none_or_dtype(None), torch.tensor([True, False])
added = functional._canonical_mask(mask, "mask", no, "other", torch.float64, check_other=False)
assert no is None and added.dtype == torch.float64 and added.tolist() == [-float("inf"), 0.0]
assert functional._canonical_mask(added, "mask", None, "other", torch.float32) is added
assert functional._canonical_mask(None, "mask", no, "other", torch.float32) is None
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    functional._canonical_mask(mask, "mask", torch.float32, "other", torch.float32)
    functional._canonical_mask(mask, "mask", torch.float32, "other", torch.float32, check_other=False)
    functional._canonical_mask(mask, "mask", torch.bool, "other", torch.float32)
said = "Support for mismatched mask and other is deprecated. Use same type for both instead."
assert [str(w.message) for w in caught] == [said]
refused(AssertionError, "float", functional._canonical_mask, torch.ones(2).long(), "mask", no, "", torch.float32)
assert functional._mha_shape_check(wide, narrow, narrow, None, None, 2) is True
valid = [torch.autograd._is_checkpoint_valid()]
leaf = torch.ones(2, requires_grad=True)
class Asking(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        valid.append(torch.autograd._is_checkpoint_valid())
        return g * 2
Asking.apply(leaf).sum().backward()
torch.autograd.grad(Asking.apply(leaf).sum(), leaf)
assert valid == [True, True, False]
assert torch.masked._ops.sum(torch.ones(3), mask=torch.tensor([True, False, True])) == 2
with torch.cuda.stream(None), unset_fake_temporarily():
    pass
refused(RuntimeError, "cupy.cuda", torch.cuda.stream(3).__enter__)
refused(RuntimeError, "cupy.cuda", torch.cuda.current_stream)
assert torch.sym_max(2, 3) == 3 and torch.sym_min(2, 3) == 2 and torch.sym_not(0) is True
assert torch.sym_int(2.5) == 2 and torch.sym_float(2) == 2.0
wrapped, v = torch._C._functorch.is_gradtrackingtensor, torch.ones(2)
from torch.nn.init import _no_grad_fill_, _no_grad_normal_, _no_grad_trunc_normal_, _no_grad_uniform_, _no_grad_zero_
leaf = torch.ones(3, requires_grad=True)
assert _no_grad_fill_(leaf, 2.0) is leaf and leaf.tolist() == [2, 2, 2] and _no_grad_zero_(leaf).sum() == 0
assert _no_grad_uniform_(leaf, 1.0, 2.0).min() >= 1 and _no_grad_trunc_normal_(leaf, 0.0, 1.0, 0.0, 1.0).max() <= 1
assert _no_grad_normal_(leaf, 0.0, 1.0).is_leaf
assert torch.nn.functional.has_torch_function((v,)) is False and torch._C.DispatchKey.Autograd
seen = [wrapped(v)]
torch.func.grad(lambda x: (seen.append(wrapped(x * 2)), x * x)[1])(torch.tensor(1.0))
torch.vmap(lambda x: (seen.append(wrapped(x)), x)[1])(v)
torch.vmap(lambda x: (seen.append(torch._C._functorch.is_functorch_wrapped_tensor(x)), x)[1])(v)
assert seen == [False, True, False, True]
from torch._C._functorch import (
    TransformType, _wrap_for_grad, get_interpreter_stack, get_unwrapped, is_batchedtensor, is_functorch_wrapped_tensor,
    peek_interpreter_stack,
)
from torch._functorch.pyfunctorch import retrieve_current_functorch_interpreter
import importlib, pkgutil, types
from torch.autograd.gradcheck import gradcheck
assert torch.autograd.gradcheck is gradcheck and torch.autograd.variable.Variable
for found in pkgutil.walk_packages(torch.autograd.__path__, "torch.autograd."):  # a function of that name stays there
    around, _, name = found.name.rpartition(".")
    before = getattr(sys.modules[around], name, None)
    importlib.import_module(found.name)
    assert before in (None, getattr(sys.modules[around], name)), found.name
def unwrapped(x):
    kinds = []
    while is_functorch_wrapped_tensor(x) and len(kinds) < 9:
        kinds.append(is_batchedtensor(x))
        x = get_unwrapped(x)
    seen.append((kinds, x.shape, x.requires_grad))
def summed(x):
    return (unwrapped(x), x.sum())[1]
def within(x):
    while torch._C._functorch.is_gradtrackingtensor(x):
        x = get_unwrapped(x)
    return (unwrapped(x), x.sum())[1]
seen, m = [], torch.ones(3, 2)
torch.func.grad(summed)(v), torch.vmap(summed)(m), torch.vmap(torch.func.grad(summed))(m)
torch.func.grad(lambda m: torch.vmap(summed)(m).sum())(m), torch.vmap(torch.func.jacfwd(summed))(m)
torch.func.jvp(torch.vmap(summed), (m,), (m,)), torch.vmap(torch.func.grad(within))(m)
torch.vmap(torch.vmap(torch.func.grad(summed)))(m[None])
torch.vmap(torch.func.grad(lambda m: torch.vmap(summed)(m).sum()))(m[None])
assert [kinds for kinds, *_ in seen] == [
    [False], [True], [False, True], [True, False], [False, True], [True, False], [True], [False, True, True],
    [True, False, True],
], seen
assert [list(shape) for _, shape, _ in seen] == [[2], *[[3, 2]] * 6, *[[1, 3, 2]] * 2], seen
assert not any(requires for *_, requires in seen)
assert get_interpreter_stack() is None is peek_interpreter_stack() and TransformType.Jvp is not TransformType.Grad
refused(RuntimeError, "leave the call out", _wrap_for_grad, v, 1)
refused(RuntimeError, "leave the call out", retrieve_current_functorch_interpreter)
"""


def run(*args: str, where: Path, path: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCE), *([path] if path else [])])}
    command = [sys.executable, "-W", "error", *args]
    # a program that fails where its pool starts processes would start new ones without end
    return subprocess.run(command, cwd=where, env=env, capture_output=True, text=True, check=False, timeout=300)


def test_programs_run_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    for args in (["--force", "program.py", "a", "-b"], ["--force", "-m", "program", "a", "-b"]):
        ran = run("-m", "wengert", "run", *args, where=tmp_path)
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout == "a -b __main__\n"


def test_pytorch_is_hidden_only_if_that_is_asked_for(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "torch.py").write_text(FAKE)
    (tmp_path / "program.py").write_text("import torch; print(torch.__version__)")
    refused = run("-m", "wengert", "run", "program.py", where=tmp_path, path=str(theirs))
    assert refused.returncode == 2 and "PyTorch is installed" in refused.stderr and "--force" in refused.stderr
    forced = run("-m", "wengert", "run", "--force", "program.py", where=tmp_path, path=str(theirs))
    assert forced.stdout == "2.13.0+wengert\n", forced.stderr


def test_the_name_is_not_taken_twice_nor_from_what_was_imported(tmp_path: Path) -> None:
    twice = run("-c", "import wengert as w; w.install_as_torch(force=True); import torch; w.install_as_torch()",
                where=tmp_path)  # fmt: skip
    assert twice.returncode == 0, twice.stderr
    late = run("-c", "import sys, types, wengert; sys.modules['torch'] = types.ModuleType('torch');"
               "wengert.install_as_torch(force=True)", where=tmp_path)  # fmt: skip
    assert "PyTorch has been imported already" in late.stderr


@pytest.mark.parametrize("flags", [["--help"], []])
def test_the_command_says_how_it_is_called(flags: list[str], tmp_path: Path) -> None:
    ran = run("-m", "wengert", "run", *flags, where=tmp_path)
    assert "usage: python -m wengert run" in ran.stdout + ran.stderr


def test_what_a_test_replaces_is_put_back(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(REPLACING)
    done = run("-m", "wengert", "run", "--force", "program.py", where=tmp_path)
    assert not done.returncode, done.stderr


@pytest.mark.parametrize("program", [PRIVATE, MORE], ids=["some", "more"])
def test_names_that_packages_import(program: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(program)
    done = run("-m", "wengert", "run", "--force", "program.py", where=tmp_path)
    assert not done.returncode, done.stderr


def test_pickles_of_pytorch_are_read(tmp_path: Path) -> None:
    """Those that ``pickle`` wrote, as of a pipeline with tensors in it: ``torch.load`` does not come into it."""
    (tmp_path / "program.py").write_text(
        "import pickle, sys, torch\nfrom tests.facts import files\n"
        "found, trained = [pickle.load(open(path, 'rb')) for path in sys.argv[1:]]\n"
        "assert files.told(torch, 'dtypes', found) == files.told(torch, 'dtypes', files.dtypes(torch))\n"
        "made = files.trained(torch)\n"
        "for name, value in trained['model'].items():\n"
        "    assert torch.allclose(value, made['model'][name])\n"
        "assert all(type(p) is torch.nn.Parameter and p.requires_grad for p in trained['parameters'])\n"
    )
    paths = [str(files.pickled_path(name)) for name in files.PICKLED]
    done = run("-m", "wengert", "run", "--force", "program.py", *paths, where=tmp_path, path=str(SOURCE.parent))
    assert not done.returncode, done.stderr
