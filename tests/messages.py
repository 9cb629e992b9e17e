"""Programs that make the messages which propose code: what comes before, and the statement that fails or warns.

``tests/test_next_steps.py`` runs them, and pastes what the messages propose.
"""

from __future__ import annotations

X = "x = wengert.ones(2)"
G = "x = wengert.ones(2, requires_grad=True)"
S = "x = wengert.eye(2).to_sparse()"
FILE = "import io; f = io.BytesIO()"
PARAMETER = "p = wengert.ones(2, requires_grad=True); (p * float('inf')).sum().backward()"
WRAPPED = "from wengert.utils.checkpoint import checkpoint; c = wengert.utils.checkpoint"
SPACE = "import wengert.autograd.functional as F; f = lambda x: x * x; "
FUNCTION = """
class F(wengert.autograd.Function):
    {flags}
    @staticmethod
    def forward(x): return {result}
    @staticmethod
    def setup_context(ctx, inputs, output): ctx.save_for_backward({saved})
    @staticmethod
    def backward(ctx, g): {backward}
    {more}
"""
FOREIGN = """
class Tensor:
    __dlpack__, __dlpack_device__ = np.ones(2).__dlpack__, np.ones(2).__dlpack_device__
x = Tensor()
"""
MATRIX = """
class Matrix:  # as SciPy's are
    indptr, indices, data, shape = [0, 1, 2], [1, 0], [2.0, 3.0], (2, 2)
    def tocsr(self): return self
    tocoo = tocsr
A = Matrix()
"""
FROM_GPU = """
import io, zipfile
saved, f = io.BytesIO(), io.BytesIO()
wengert.save(wengert.ones(2), saved)
with zipfile.ZipFile(saved) as old, zipfile.ZipFile(f, "w") as new:
    for name in old.namelist():
        new.writestr(name, old.read(name).replace(b"\\x03\\0\\0\\0cpu", b"\\x06\\0\\0\\0cuda:0"))
f.seek(0)
"""
PAIR = """
import wengert.nn.utils.parametrize as P
class Sum(wengert.nn.Module):
    def forward(self, a, b): return a + b
    def right_inverse(self, x): return x / 2, x / 2
m = wengert.nn.Linear(2, 2)
P.register_parametrization(m, "weight", Sum())
"""
TWICE = "_ = ctx.saved_tensors; return g * ctx.saved_tensors[0]"


def function(flags: str = "pass", result: str = "x * 2", saved: str = "*inputs", backward: str = "return g * 2",
             more: str = "pass") -> str:  # fmt: skip
    return FUNCTION.format(flags=flags, result=result, saved=saved, backward=backward, more=more) + G


PROGRAMS: list[tuple[str, str]] = [  # what is there before, and the statement
    (G, "x.numpy()"),
    (f"{G}; a, b = x", "np.array([a, b])"),
    (f"{G}; a, b = x", "np.sum([a, b])"),
    (f"{G}; y = wengert.ones(2)", "np.setdiff1d(x, y)"),
    (f"import numpy as np; {G}", "np.histogram2d(x, x)"),
    (f"import numpy as np; {G}; x = wengert.complex(x, x)", "np.sort_complex(x)"),
    (f"from scipy.stats import norm; {G}", "norm.logpdf(x)"),
    (f"from scipy.optimize import minimize; {G}; y = x.sum()", "minimize(lambda p: y, [1.0])"),
    (f"from scipy.optimize import least_squares; {G}; y = x * 2", "least_squares(lambda p: y, [1.0, 2.0])"),
    (MATRIX, "wengert.tensor(A)"),
    (f"{G}; y = x * 2; f = lambda x: x * 2", "y.backward()"),
    (f"{G}; y = x * 1j", "y.sum().backward()"),
    (f"{G}; y = x * 2; x.requires_grad_(False).add_({G[4:]})", "y.sum().backward()"),
    (f"{X}; loss = x.sum()", "loss.backward()"),
    ("x = [1.0, 2.0]", "wengert.relu(x)"),
    ("import numpy as np; x = np.ones((2, 2))", "wengert.nn.init.eye_(x)"),
    ("import numpy as np; x = np.ones((2, 2))", "wengert.nn.Linear(2, 2)(x)"),
    ("x = wengert.ones(2, 2).half(); y = wengert.ones(2, 2)", "x @ y"),
    ("x, y = wengert.zeros(3), wengert.tensor([1])", "x.scatter_(0, wengert.tensor([0]), y)"),
    ("x = wengert.tensor([1, 2])", "x ** -1"),
    ("d = wengert.distributions.Normal(0.0, 1.0)", "d.log_prob(1.0)"),
    (
        "net = wengert.nn.Linear(2, 2); state = {f'module.{k}': v for k, v in net.state_dict().items()}",
        "net.load_state_dict(state)",
    ),
    ("x = wengert.tensor(3.0)", "len(x)"),
    ("x = wengert.tensor(3.0)", "for _ in x: pass"),
    ("x = wengert.tensor([0.0])", "wengert.nn.Embedding(2, 3)(x)"),
    (f"{X}; input = wengert.ones(2, 1); target = x", "wengert.nn.functional.binary_cross_entropy(input, target)"),
    (X, "wengert.multinomial(x, 5)"),
    ("x = wengert.tensor([1, 2])", "x.norm()"),
    (X, "wengert.nn.Linear(2, 2).weight = wengert.ones(2, 2)"),
    (X, "wengert.nn.Linear(1, 2).load_state_dict({'weight': np.ones((2, 1)), 'bias': np.ones(2)})"),
    ("x = a = wengert.ones(1, requires_grad=True); b = a * 2", "wengert.tensor([a, b]).sum().backward()"),
    ("a = b = wengert.ones(2)", "wengert.tensor([a, b])"),
    ("x = wengert.tensor([1, 2])", "x.requires_grad_()"),
    (f"{X}; a = b = x", "bool(x)"),
    ("x = wengert.ones(0)", "bool(x)"),
    (X, "x.item()"),
    (X, "float(x)"),
    (G, "float(x[0])"),
    ("import copy; x = wengert.ones(2, requires_grad=True) * 2", "copy.deepcopy(x)"),
    ("x = wengert.tensor([1, 2])", "x.mean()"),
    ("x = wengert.tensor([1, 2])", "x.std()"),
    ("x = wengert.ones(2) * 1j", "x.sort()"),
    ("x = wengert.ones(2) * 1j", "x.max()"),
    ("A = wengert.zeros(2, 2); n = 2", "wengert.linalg.inv(A)"),
    ("A = -wengert.eye(2); n = 2", "wengert.linalg.cholesky(A)"),
    ("A = wengert.tensor([[1, 2], [3, 4]])", "wengert.linalg.inv(A)"),
    ("A = wengert.eye(2).half()", "wengert.linalg.inv(A)"),
    ("A = wengert.ones(3, 2, requires_grad=True)", "wengert.linalg.qr(A, mode='complete')[0].sum().backward()"),
    ("A = wengert.ones(2, 2); B = wengert.ones(2)", "wengert.linalg.solve(A, B, left=False)"),
    ("a = wengert.ones(3, 4); b = wengert.ones(3)", "a + b"),
    ("a = wengert.ones(2, 3); b = wengert.ones(2, 3)", "a @ b"),
    ("a = wengert.ones(5, 2, 3); b = wengert.ones(5, 2, 3)", "wengert.bmm(a, b)"),
    ("a = wengert.ones(2, 3); b = wengert.ones(2)", "wengert.mv(a, b)"),
    ("x = wengert.ones(2, 2); y = wengert.ones(2, 2).double()", "x @ y"),
    ("x = wengert.ones(3, 4)", "x[[0, 1], [[2], [3, 1]]]"),
    ("x = wengert.ones(2); i = wengert.tensor([0.0])", "x[i]"),
    ("x = wengert.ones(2); index = wengert.tensor([0], dtype=wengert.int16)", "x.gather(0, index)"),
    ("x = wengert.ones(2); index = wengert.tensor([0], dtype=wengert.int16)", "x.index_add(0, index, x)"),
    ("x = wengert.ones(2); index = wengert.tensor([0.0])", "x.index_select(0, index)"),
    ("tensor = wengert.tensor(1.0)", "tensor[0]"),
    ("x = wengert.ones(1, 1, 4, 4, dtype=wengert.uint8)", "wengert.nn.functional.avg_pool2d(x, 2)"),
    ("x = wengert.ones(2, dtype=wengert.float16)", "wengert.fft.fft(x.to(wengert.bfloat16))"),
    ("x = wengert.ones(2).bool()", "wengert.where(x.byte(), x, x)"),
    ("x = wengert.ones(2).bool()", "wengert.nn.functional.hardtanh(x)"),
    ("x = wengert.tensor([1, 2])", "wengert.nn.functional.kl_div(x, x)"),
    ("x = wengert.ones(2, 3); p = wengert.ones(3).double()", "wengert.nn.functional.batch_norm(x, p, p)"),
    (
        "x = wengert.ones(1, 2, 3); y = x.double(); dtype = y.dtype",
        "wengert.nn.functional.scaled_dot_product_attention(x, y, y)",
    ),
    ("x = wengert.eye(2).to_sparse()", "wengert.sparse_coo_tensor([[0, 1], [0, 1]], x)"),
    # NumPy
    (G, "wengert.from_dlpack(x)"),
    ("import numpy as np; tensor = wengert.ones(2).cfloat().conj()", "tensor.__dlpack__()"),
    ("import numpy as np; a = np.zeros(2); " + G, "a += x"),
    ("import numpy as np; " + G, "np.add(x, 1, where=np.array([True, False]))"),
    ("import numpy as np; array = np.ones(2); array.flags.writeable = False", "wengert.from_numpy(array)"),
    (X, "wengert.func.jvp(lambda x: wengert.tensor(x.numpy()), (x,), (x,))"),
    (X, "wengert.func.jvp(lambda x: wengert.from_dlpack(x), (x,), (x,))"),
    # leaves, in-place writes and out=
    (G, "x.add_(1)"),
    (G, "x[0] = 1"),
    (G, "wengert.zeros(2, out=x)"),
    (f"{G}; dtype = wengert.float32", "wengert.sin(x, out=wengert.ones(2))"),
    ("x = wengert.ones(2); dtype = wengert.int64", "wengert.ones(2, dtype=dtype).add_(x)"),
    (
        "x = wengert.ones(2).double(); dtype = wengert.float32",
        "wengert.linalg.inv(wengert.eye(2).double(), out=wengert.eye(2))",
    ),
    ("x = wengert.ones(3); dtype = wengert.int64", "wengert.sin(x, out=wengert.ones(3, dtype=dtype))"),
    ("x = wengert.ones(2, 2, requires_grad=True)", "\nwith wengert.no_grad(): wengert.sin(wengert.ones(3), out=x[0])"),
    (f"{G}; y = wengert.ones(3)", "x.set_(y)"),
    # jacobians
    ("x = v = wengert.ones(300000); f = lambda x: x * x", "wengert.func.jacrev(f)(x)"),
    ("x = v = wengert.ones(300000); f = lambda x: (x * x).sum()", "wengert.func.hessian(f)(x)"),
    ("x = v = wengert.ones(2); f = lambda x: once(MemoryError()) or x * x", "wengert.func.jacfwd(f)(x)"),
    (
        "x = v = wengert.ones(2); f = lambda x: once(MemoryError()) or (x * x).sum()",
        "wengert.func.hessian(f)(x)",
    ),
    ("x = wengert.ones(2) * 1j; f = lambda x: x * x", "wengert.func.jacobian(f)(x)"),
    ("x = wengert.ones(2); f = lambda x: x * 1j", "wengert.autograd.functional.jacobian(f, x.requires_grad_())"),
    ("x = wengert.ones(2); f = lambda x: x * 1j", "wengert.func.jacobian(f, convention='holomorphic')(x)"),
    ("x = wengert.ones(2) * 1j; f = lambda x: x.conj()", "wengert.func.jacobian(f, convention='holomorphic')(x)"),
    (
        "x = wengert.ones(2); f = lambda x: x.flip(0); s = wengert.func.Sparsity([0, 1], [0, 1], (2, 2))",
        "wengert.func.jacobian(f, sparsity=s, check=True, layout='coo')(x)",
    ),
    (f"{SPACE}{X}", "F.jacobian(f, x, strict=True, strategy='forward-mode', vectorize=True)"),
    (f"{SPACE}{X}", "F.jacobian(f, x, create_graph=True, strategy='forward-mode', vectorize=True)"),
    (f"{SPACE}{X}", "F.jacobian(f, x, strict=True, vectorize=True)"),
    (f"{SPACE}{X}", "F.jacobian(f, x, strategy='forward-mode')"),
    (f"{SPACE}{X}", "wengert.func.grad(lambda x: F.vjp(f, x, x)[1].sum())(x)"),
    # histories
    (f"{G}; y = x.exp().sum(); y.backward()", "y.backward()"),
    (f"{G}; (g,) = wengert.autograd.grad(x.exp().sum(), x)", "g.sum().backward()"),
    (f"{G}; y = wengert.ones(2, requires_grad=True)", "wengert.autograd.grad(x.sum(), y)"),
    (
        f"{G}; y = x.exp(); s = y.grad_fn._raw_saved_result; y.sum().backward()",
        "s.register_hooks(lambda x: x, lambda x: x)",
    ),
    # Function
    (function(), "wengert.func.vmap(F.apply)(x)"),
    (
        function("generate_vmap_rule = True", more="@staticmethod\n    def vmap(info, in_dims, x): return x, 0"),
        "wengert.func.vmap(F.apply)(x)",
    ),
    (function("clear_saved_tensors_on_access = True", backward=TWICE), "F.apply(x).sum().backward()"),
    (function(result="x", saved="output"), "F.apply(x).sum().backward()"),
    (function(result="x.mul_(2)").replace("save_for_backward", "mark_dirty"), "F.apply(x)"),
    # checkpoint
    (f"{WRAPPED}; {G}", "y = checkpoint(wengert.sin, x, use_reentrant=True); wengert.autograd.grad(y.sum(), x)"),
    (f"{WRAPPED}; {G}", "checkpoint(wengert.sin, x, use_reentrant=True, debug=True)"),
    (f"{WRAPPED}; {G}; f = lambda x, twice: x", "checkpoint(f, x, use_reentrant=True, twice=True)"),
    # files
    (f"{FILE}; import fractions; wengert.save(fractions.Fraction(1, 2), f)", "f.seek(0); wengert.load(f)"),
    (
        f"{FILE}; import pickle; wengert.save(1, f)",
        "f.seek(0); wengert.load(f, pickle_module=pickle, weights_only=True)",
    ),
    # layers
    ("input = wengert.ones(2); target = wengert.zeros(2)", "wengert.nn.MSELoss(input, target)"),
    (
        "x = wengert.ones(2, 3); lengths = [1, 3]",
        "wengert.nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True)",
    ),
    (PARAMETER, "wengert.nn.utils.clip_grad_norm_([p], 1.0, error_if_nonfinite=True)"),
    ("x = wengert.ones(3)", "wengert.segment_reduce(x, 'sum', lengths=wengert.tensor([1]))"),
    (PAIR, "P.remove_parametrizations(m, 'weight', leave_parametrized=False)"),
    # signals
    ("x = wengert.ones(8); w = wengert.ones(4)", "wengert.stft(x, 4, window=w)"),
    ("x = wengert.ones(8); w = wengert.ones(4)", "wengert.stft(x, 4, window=w, return_complex=False)"),
    ("x = wengert.ones(8).cfloat(); w = wengert.ones(4)", "wengert.stft(x, 4, window=w, onesided=True)"),
    ("n = 4; x = wengert.ones(8)", "wengert.stft(x, 4, return_complex=True)"),
    # sparse
    (S, "x.numpy()"),
    (S, "x.reshape(4)"),
    (f"{S}; tensor = x", "x.__dlpack__()"),
    ("x = wengert.eye(2)", "x.coalesce()"),
    ("x = wengert.eye(2)", "wengert.eye(2).sparse_mask(x)"),
    ("x = wengert.eye(2)", "x.crow_indices()"),
    (S, "x.row_indices()"),
    ("x = wengert.ones(2)", "x.to_sparse_csr()"),
    (f"y = {S.removeprefix('x = ')}; x = wengert.eye(2)", "wengert.sparse.mm(x, y, 'mean')"),
    ("x = wengert.eye(2).to_sparse_csr()", "x.type()"),
    (
        "A = B = wengert.eye(2); b = wengert.eye(2).to_sparse(); upper = True",
        "wengert.triangular_solve(b, A)",
    ),
    ("x = wengert.ones(2)", "wengert.sparse_csr_tensor(x, x, x)"),
    (S, "wengert.sparse_csr_tensor([0, 1], [0], x)"),
    ("s = wengert.eye(2).to_sparse(); x = wengert.eye(2)", "wengert.smm(s, x)"),
    ("s = wengert.eye(2).to_sparse(); x = wengert.eye(2)", "wengert.hspmm(s, x)"),
    (f"{S}; size = (3, 3)", "x.sparse_resize_((3, 3), 2, 0)"),
    (S, "x + 1"),
    (S, "x.norm(-1)"),
    (S, "x.to_sparse(1)"),
    (f"{S}; size = (3, 3)", "x.resize_(3, 3)"),
    ("x = wengert.eye(2).to_sparse_csr(); size = (3, 3)", "x.resize_(3, 3)"),
    (f"{S}; y = wengert.eye(1).to_sparse()", "x.resize_as_(y)"),
    (f"{S}; y = wengert.eye(2).to_sparse(1)", "x.resize_as_(y)"),
    ("indices = wengert.zeros(1, 1).long(); values = wengert.ones(1); size = (2,)", "values.new(indices, values)"),
    (S, "x / x"),
    (S, "wengert.func.vmap(lambda v: x * v)(wengert.ones(3))"),
    (S, "wengert.mm(x, wengert.eye(2), out=x.clone())"),
    (S, "wengert.masked.sum(x)"),
    # what beginners meet
    (X, "f'{x:.3f}'"),
    ("x = y = wengert.ones(2, 2)", "x.dot(y)"),
    (X, "wengert.where(x, 1.0, 2.0)"),
    (
        "input = wengert.ones(2, 3); target = wengert.tensor([[0], [1]])",
        "wengert.nn.functional.cross_entropy(input, target)",
    ),
    (
        "input = wengert.ones(2, 1); target = wengert.ones(2)",
        "wengert.nn.functional.binary_cross_entropy_with_logits(input, target)",
    ),
    (X, "wengert.nn.functional.one_hot(x)"),
    (
        "input = wengert.ones(2, 3); target = wengert.tensor([0.0, 1.0])",
        "wengert.nn.functional.cross_entropy(input, target)",
    ),
    ("x = 2 * wengert.ones(2); y = wengert.ones(2)", "wengert.nn.functional.binary_cross_entropy(x, y)"),
    ("x = [1.0]", "wengert.from_numpy(x)"),
    # memory and what else there is
    (f"import mmap; {X}", "x.share_memory_()"),
    ("x = wengert.ones(2).cfloat()", "x.float()"),
    (f"{X}; p = wengert.bernoulli", "wengert.func.vmap(p, randomness='same')(x / 2)"),
    (X, "wengert.from_numpy(x.numpy()).untyped_storage().resize_(100)"),
    (
        "path = f'{folder}/empty'; open(path, 'w').close()",
        "wengert.UntypedStorage.from_file(path, nbytes=9)",
    ),
    # operations by name
    (X, "wengert.ops.mylib.nothing"),
    (
        f"{X}.requires_grad_(); f = wengert.library.custom_op('mylib::neg', wengert.neg, mutates_args='unknown')",
        "f(x)",
    ),
    (f"{X}; tensor = x", "x.storage()"),
    (
        "import wengert.distributions as D; d = type('D', (D.Distribution,), {})",
        "d(validate_args=True)",
    ),
    (
        "import wengert.distributions as D; d = type('D', (D.Distribution,), {'arg_constraints': {}})",
        "d(validate_args=True)._validate_sample(wengert.ones(()))",
    ),
    (f"{G}; y = x * 1; z = wengert.ones(3)", "y.set_(z)"),
    (FOREIGN, "wengert.sin(x)"),
    ("a = wengert.ones(2, 3); b = wengert.ones(3, 2)", "a + b"),
    (f"{FILE}; wengert.save(wengert.ones(2), f); f.seek(0)", "wengert.load(f, map_location={'cpu': 'nowhere'})"),
    (FROM_GPU, "wengert.load(f)"),
    (X, "wengert.func.jvp(lambda x: x.resize_(3), (x,), (x,))"),
    (
        f"{G}; y = x * 2; h = y.register_hook(lambda g: wengert.autograd.grad(y, x, g, retain_graph=True)[0])",
        "y.backward(wengert.ones(2), retain_graph=True)",
    ),
    (
        "s = wengert.nn.BatchNorm1d(2, affine=False).state_dict(); s._metadata = {}; m = wengert.nn.InstanceNorm1d(2)",
        "m.load_state_dict(s)",
    ),
    (X, "wengert.signal.windows.exponential(5, center=1.0, sym=True)"),
    ("x = wengert.ones(2, 2).to_sparse(1)", "x.transpose(0, 1)"),
    ("data = [1]", "wengert.utils.data.DataLoader(data, num_workers=-1)"),
    (f"{X}; index = wengert.tensor([0])", "x.put_(index, x)"),
    (
        "x = wengert.eye(2).double().to_sparse().requires_grad_()",
        "wengert.autograd.gradcheck(lambda x: x.to_dense() * 2, (x,))",
    ),
    (
        function(backward="return g * 2.0 if float(g.sum()) >= -1e9 else g") + ".double().detach().requires_grad_()",
        "wengert.autograd.gradcheck(F.apply, (x,), check_batched_grad=True)",
    ),
    (X, "wengert.autograd.gradcheck(wengert.sin, (x,))"),
    (f"{G}; g = np.ones(2)", "x.grad = g"),
    (f"{G}; y = x * 2", "y.grad_dtype"),
    (f"{G}; y = x * 2", "y.grad_dtype = None"),
    (f"{G}; x.grad = wengert.ones(2)", "x.grad_dtype = wengert.float64"),
    ("data = np.ones(2)", "wengert.nn.Parameter(data)"),
    (f"{function(saved='', result='np.ones(2)')}; y = np.ones(2)", "F.apply(x)"),
    ("import numpy; path = folder + '/x.npy'; np.save(path, np.ones(2))", "wengert.load(path)"),
    (
        "m = wengert.nn.Linear(2, 2); path = folder + '/x.pt'; wengert.save(m.state_dict(), path)",
        "m.load_state_dict(path)",
    ),
]

_HINTED = """
x, y, s = {}
k, i, value, shape, size, dtype, device = 1, 0, 2.0, (2, 2), (3, 3), wengert.float32, "cpu"
mask, values, index = wengert.ones(2, 2).bool(), wengert.ones(2, 1), wengert.tensor([[0]])
a = b = [wengert.eye(2)]
module = wengert.nn.Linear(2, 2)
parameters, args = dict(module.named_parameters()), wengert.eye(2)
x.grad = x.detach()
n, elements = 3, wengert.ones(2)
crow_indices = ccol_indices = wengert.tensor([0, 1, 2, 2])
row_indices = col_indices = wengert.tensor([1, 2])
"""
NUMPYS = "x = wengert.eye(3); y = x"
PROGRAMS += [  # arguments as NumPy takes them, where the advice is code: tests/test_numpy_arguments.py has all of them
    (NUMPYS, statement)
    for statement in (
        "x.angle(deg=True)", "x.corrcoef(rowvar=False)", "x.corrcoef(dtype=float)", "x.cov(rowvar=False)",
        "x.cov(dtype=float)", "x.flip()", "wengert.meshgrid(x[0], x[1], sparse=True)", "x.nan_to_num(copy=False)",
        "x.split(indices_or_sections=3)", "x.std(dtype=float)", "x.trace(dtype=float)",
        "wengert.linalg.svd(x, compute_uv=False)", "wengert.linalg.svd(x, hermitian=True)", "x.trace(offset=1)",
        "x.transpose(axes=(1, 0))", "x.transpose()", "x.unique(return_index=True)",
        "wengert.zeros_like(x, shape=(2,))",
    )
]  # fmt: skip
PROGRAMS += [
    ("x, index = wengert.ones(2, 3), wengert.tensor([[0], [1]])", "x.gather(index, 1)"),
    ("x, target = wengert.ones(2, 3), wengert.tensor([[0, 1, 0], [1, 0, 0]])",
     "wengert.nn.functional.cross_entropy(x, target)"),
    ("x, target = wengert.ones(2, 3), wengert.tensor([[0], [1]])",
     "wengert.nn.functional.multi_margin_loss(x, target)"),
    ("x, target = wengert.ones(2, 3), wengert.tensor([0, 1]).int()",
     "wengert.nn.functional.multi_margin_loss(x, target)"),
]  # fmt: skip
PROGRAMS += [("x = wengert.ones(1, 1, 1)", call) for call in (
    "x.transpose(1, 2, 0)", "x.transpose((1, 2, 0))", "x.max(axis=(0, 2))", "x.min(axis=(0, 2))", "x.prod(axis=(0, 2))",
    "x.trace()", "x.item(0)", "x.item(0, 0, 0)", "x.item((0, 0, 0))",
)]  # fmt: skip
PROGRAMS += [("x = wengert.ones(3); y = x", f"x.{name}(y=y)") for name in ("cov", "corrcoef")]
HINTED = [  # what is there where a hint for a missing name is pasted: x is dense, or sparse, or in groups
    _HINTED.format("wengert.eye(2), wengert.eye(2), wengert.eye(2).to_sparse()"),
    _HINTED.format("wengert.eye(2).to_sparse().coalesce(), wengert.eye(2), wengert.eye(2)"),
    _HINTED.format("wengert.eye(2), wengert.eye(2), wengert.eye(2)") + "a = b = wengert.eye(2)",
    _HINTED.format("wengert.ones(2), wengert.ones(2), wengert.ones(2)")
    + "f = lambda x: (x * x).sum()\nv = tree = x\nA = wengert.eye(2)\nimport functools",
]
