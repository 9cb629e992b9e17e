"""Names that PyTorch or NumPy has and wengert does not: the error names the replacement."""

from __future__ import annotations

import importlib
import sys
from typing import Any, NoReturn

import numpy as np

from .text import TWINS

PARALLEL = "there is one process with one device: call the module itself"
QUANTISED = "nothing is quantised: tensors keep their dtype"
SYMBOLS = "sizes are Python's numbers: compute with these"
BLOCKS = "sparse layouts have no blocks: use wengert.sparse_csr, and x.to_sparse_csr()"
TABLES = "print what wengert.utils.benchmark.Timer measures"
PRODUCTS = "use wengert.sparse.mm(s, x), whose result is dense: to_sparse() makes it sparse"
RESIZED = "make one of the new size: wengert.sparse_coo_tensor(x.indices(), x.values(), size)"
MASKED = "keep values and mask apart, and call wengert.masked.sum(x, mask=mask) and its kin"
SETTINGS = "there is nothing to set: leave the line out"
DEVICES = "devices are the CPU and NVIDIA's GPUs: wengert.accelerator finds the one that there is"
COMPILED = "nothing is compiled: functions run as they are"
BINDING = "call the function of wengert.nn.functional"
FUNCTIONAL = "call wengert.func.functional_call(module, parameters, args)"
CUSTOM = "make an operation of a function with wengert.library.custom_op"
STEPS = "call step() of the optimiser of that name in wengert.optim, which keeps this state"
STREAMS = "use cupy.cuda.Stream: operations run in the one that is current"
COUNTS = "wengert.cuda.memory_allocated() and memory_reserved() count the memory"
METERS = "nvidia-smi tells what a GPU does, and NVIDIA's package pynvml"
STREAMED = "write a wengert.utils.data.Dataset or IterableDataset"
PLACES = "memory is the CPU's or, by CuPy, that of a GPU: call x.cuda() or x.cpu()"
KINDS = ["Float", "Double", "Half", "BFloat16", "Byte", "Char", "Short", "Int", "Long"]  # of tensors, in old programs
STARTS = {  # one replacement for all names that begin so
    "wengert.quantiz": QUANTISED, "wengert.fake_quant": QUANTISED, "wengert.qint": QUANTISED,
    "wengert.quint": QUANTISED, "wengert.q_": QUANTISED, "wengert.fbgemm_": BINDING, "wengert.mkldnn_": BINDING,
    "wengert.cudnn_": BINDING, "wengert.miopen_": BINDING, "wengert.sym_": SYMBOLS, "wengert.sparse_bs": BLOCKS,
}  # fmt: skip
INSTEAD = {
    "wengert.ao": QUANTISED,
    "wengert.batch_norm_stats": BINDING,
    "wengert.chalf": "NumPy has no complex numbers of 32 bits: use x.cfloat()",
    "wengert.complex32": "NumPy has no complex numbers of 32 bits: use wengert.complex64",
    "wengert.cond": "write if and else of Python",
    "wengert.convolution": "call wengert.nn.functional.conv2d and its kin",
    "wengert.dequantize": QUANTISED,
    "wengert.detach_copy": "call x.detach().clone()",
    "wengert.eig": "use wengert.linalg.eig",
    "wengert.embedding_bag": "call wengert.nn.functional.embedding_bag",
    "wengert.embedding_renorm_": "call wengert.nn.functional.embedding with max_norm",
    "wengert.from_file": "use numpy.memmap and wengert.from_numpy",
    "wengert.geqrf": "use wengert.linalg.qr, whose factors are whole",
    "wengert.get_device": "call x.get_device()",
    "wengert.hash_tensor": "use hashlib of x.numpy()",
    "wengert.int_repr": QUANTISED,
    "wengert.backends.cpu": SETTINGS,
    "wengert.backends.cuda.cufft_plan_cache": SETTINGS,
    "wengert.backends.cuda.preferred_blas_library": SETTINGS,
    "wengert.backends.cuda.preferred_linalg_library": SETTINGS,
    "wengert.backends.mkl.verbose": SETTINGS,
    "wengert.backends.nnpack": SETTINGS,
    "wengert.backends.opt_einsum": SETTINGS,
    "wengert.backends.quantized": SETTINGS,
    "wengert.compiler.config": COMPILED,
    "wengert.compiler.set_default_backend": COMPILED,
    "wengert.compiler.substitute_in_graph": COMPILED,
    "wengert.compiler.wrap_numpy": COMPILED,
    "wengert.jit.Attribute": COMPILED,
    "wengert.jit.CompilationUnit": COMPILED,
    "wengert.jit.fork": COMPILED,
    "wengert.jit.interface": COMPILED,
    "wengert.jit.isinstance": COMPILED,
    "wengert.jit.set_fusion_strategy": COMPILED,
    "wengert.jit.trace_module": COMPILED,
    "wengert.jit.wait": COMPILED,
    "wengert.mtia": DEVICES,
    "wengert.futures": "use concurrent.futures, which is Python's own",
    "wengert.hub": "download the file, and call wengert.load",
    "wengert.jit.load": "in PyTorch, save the state_dict() of the module, and load that",
    "wengert.jit.save": "save its state_dict() with wengert.save",
    "wengert.library.impl_abstract": "use wengert.library.register_fake",
    "wengert.library.opcheck": "call wengert.autograd.gradcheck",
    "wengert.lobpcg": "use wengert.linalg.eigh, and of what it gives the first or last k",
    "wengert.lstsq": "use wengert.linalg.lstsq, which takes its arguments the other way round",
    "wengert.hspmm": PRODUCTS,
    "wengert.smm": PRODUCTS,
    "wengert.sspaddmm": "use wengert.sparse.addmm",
    "wengert.dsmm": "use wengert.mm",
    "wengert.spmm": "use wengert.mm",
    "wengert.matrix_rank": "use wengert.linalg.matrix_rank",
    "wengert.native_batch_norm": BINDING,
    "wengert.native_dropout": BINDING,
    "wengert.native_group_norm": BINDING,
    "wengert.native_layer_norm": BINDING,
    "wengert.native_norm": BINDING,
    "wengert.nested": "pad to one length, with wengert.nn.functional.pad, and keep a mask",
    "wengert.resize_as_": "call x.resize_as_(y)",
    "wengert.profiler.ExecutionTraceObserver": "write the trace with export_chrome_trace(path)",
    "wengert.solve": "use wengert.linalg.solve, which takes its arguments the other way round",
    "wengert.symeig": "use wengert.linalg.eigh",
    "wengert.while_loop": "write while of Python",
    "wengert.Event": "use cupy.cuda.Event",
    "wengert.Stream": STREAMS,
    "wengert.accelerator.current_stream": STREAMS,
    "wengert.accelerator.set_stream": STREAMS,
    "wengert.cuda.current_stream": STREAMS,
    "wengert.cuda.stream": STREAMS,
    **{
        f"wengert.cuda.{name}": COUNTS
        for name in (
            "host_memory_stats",
            "max_memory_cached",
            "memory_cached",
            "memory_snapshot",
            "memory_stats",
            "memory_stats_as_nested_dict",
            "memory_summary",
            "reset_accumulated_memory_stats",
            "reset_max_memory_allocated",
            "reset_max_memory_cached",
        )
    },
    **{f"wengert.cuda.{name}": STREAMS for name in ("default_stream", "get_stream_from_external", "set_stream")},
    **{
        f"wengert.cuda.{name}": METERS
        for name in ("clock_rate", "memory_usage", "power_draw", "temperature", "utilization")
    },
    **{
        f"wengert.cuda.{name}": SETTINGS
        for name in (
            "get_sync_debug_mode",
            "ipc_collect",
            "set_per_process_memory_fraction",
            "set_sync_debug_mode",
            "change_current_allocator",
        )
    },
    "wengert.cuda.device_of": "enter wengert.cuda.device with the device of the tensor",
    "wengert.cuda.make_graphed_callables": COMPILED,
    "wengert.is_warn_always_enabled": "the filters of Python's warnings decide",
    "wengert.set_warn_always": "the filters of Python's warnings decide: warnings.simplefilter('always')",
    "wengert.monitor": "use logging of Python",
    **{f"wengert.mps.{name}": PLACES for name in ("current_allocated_memory", "empty_cache", "synchronize")},
    **{f"wengert.xpu.{name}": PLACES for name in ("current_device", "empty_cache", "memory_allocated", "synchronize")},
    "wengert.package": "save state_dict() with wengert.save, and the code as a Python package",
    "wengert.utils.collect_env": "run python -m wengert info",
    "wengert.utils.weak": "keep a dict by id(x), and drop entries with weakref.finalize of Python",
    "wengert.cuda.Event": "use cupy.cuda.Event",
    "wengert.cuda.Stream": STREAMS,
    "wengert.distributed": "average gradients with mpi4py or the like: .grad.numpy() is a NumPy array",
    "wengert.export": "functions run as they are",
    "wengert.fx": "the graph of a result is that of its grad_fn: see wengert.autograd.graph",
    "wengert.multiprocessing": "tensors can be pickled, and so sent by Python's own multiprocessing",
    "wengert.onnx": "functions run as they are",
    "wengert.testing.assert_allclose": "use wengert.testing.assert_close",
    "wengert.overrides.enable_reentrant_dispatch": "there is no dispatch below functions: call them as they are",
    "wengert.nn.parallel": PARALLEL,
    "wengert.nn.DataParallel": PARALLEL,
    "wengert.nn.CrossMapLRN2d": "use wengert.nn.LocalResponseNorm",
    "wengert.nn.LinearCrossEntropyOptions": "wengert.nn.LinearCrossEntropyLoss has one implementation: give no options",
    "wengert.nn.intrinsic": QUANTISED,
    "wengert.nn.qat": QUANTISED,
    "wengert.nn.quantizable": QUANTISED,
    "wengert.nn.quantized": QUANTISED,
    "wengert.nn.utils.stateless": FUNCTIONAL,
    "wengert.func.functionalize": "functions may write in place as they are: every transform takes that",
    "wengert.masked.MaskedTensor": MASKED,
    "wengert.masked.as_masked_tensor": MASKED,
    "wengert.masked.is_masked_tensor": MASKED,
    "wengert.masked.masked_tensor": MASKED,
    "wengert.nn.common_types": "write int | tuple[int, int] in annotations, and the like",
    "wengert.nn.factory_kwargs": "pass device= and dtype= on",
    "wengert.nn.functional.grouped_mm": "multiply group by group: wengert.matmul(a[i], b[i])",
    "wengert.nn.functional.scaled_grouped_mm": "multiply group by group: wengert.matmul(a[i], b[i])",
    "wengert.nn.functional.scaled_mm": "multiply after conversion: wengert.matmul(a.to(dtype), b.to(dtype))",
    **{f"wengert.sparse.{kind}Tensor": "use wengert.sparse_coo_tensor" for kind in KINDS},
    **{
        f"wengert.cuda.{kind}Tensor": f"make a wengert.{kind}Tensor, and give it to the GPU with cuda()"
        for kind in (*KINDS, "Bool")
    },
    "wengert.sparse.to_sparse_semi_structured": "call x.to_sparse_csr()",
    "wengert.func.combine_state_for_ensemble": "call wengert.func.stack_module_state",
    "wengert.func.make_functional": FUNCTIONAL,
    "wengert.func.make_functional_with_buffers": FUNCTIONAL,
    **{
        f"wengert.optim.{name}.{name}": STEPS
        for name in (
            "adadelta",
            "adagrad",
            "adam",
            "adamax",
            "adamw",
            "asgd",
            "nadam",
            "radam",
            "rmsprop",
            "rprop",
            "sgd",
        )
    },
    "wengert.optim._functional": STEPS,
    **{f"wengert.utils.benchmark.{name}": TABLES for name in ("Fuzzer", "FuzzedParameter", "FuzzedTensor")},
    "wengert.utils.benchmark.CallgrindStats": "wengert.autograd.profiler.profile(with_flops=True) counts operations",
    **{f"wengert.utils.data.{name}": STREAMED for name in ("IterDataPipe", "MapDataPipe", "functional_datapipe")},
    "wengert.utils.swap_tensors": "swap what they hold: x.data, y.data = y.data, x.data",
    "wengert.utils.cpp_extension": "write a wengert.autograd.Function around compiled code that takes NumPy's arrays",
    "wengert.utils.tensorboard": "whatever takes NumPy's arrays takes x.detach().numpy()",
}


OF_MODULES = {  # one replacement for several names of a module
    "library": {
        CUSTOM:
            "Library define impl triton_op wrap_triton get_kernel fallthrough_kernel register_torch_dispatch get_ctx",
        'cast in the function, or call it in wengert.autocast("cpu", enabled=False)': "register_autocast",
        "give wengert.library.custom_op the schema, or annotate the function": "infer_schema",
    },
    "serialization": {
        "files are read and checked as they are: leave the line out":
            "skip_data get_crc32_options set_crc32_options get_default_mmap_options set_default_mmap_options",
    },
    "cuda": {
        "use what CuPy has: cupy.cuda.MemoryPool and set_allocator":
            "CUDAPluggableAllocator MemPool use_mem_pool caching_allocator_alloc caching_allocator_delete "
            "caching_allocator_disabled caching_allocator_enable get_allocator_backend get_per_process_memory_fraction",
        STREAMS: "ExternalStream StreamContext GreenContext streams is_current_stream_capturing",
        "use cupy.cuda.Stream.begin_capture": "CUDAGraph graph_pool_handle graphs",
        "use cupy.cuda.runtime": "cudart cudaStatus check_error CudaError can_device_access_peer memory",
        "use cupy.show_config": "get_arch_list get_gencode_flags",
        "write a cupy.RawKernel in a wengert.autograd.Function": "jiterator tunable nccl",
        METERS: "list_gpu_processes device_memory_used",
        COUNTS: "host_memory_stats_as_nested_dict reset_accumulated_host_memory_stats reset_peak_host_memory_stats",
    },
    "compiler": {
        COMPILED:
            "get_default_backend set_enable_guard_collectives load_compiled_function save_cache_artifacts "
            "load_cache_artifacts nested_compile_region",
    },
    "jit": {COMPILED: "Error Future enable_onednn_fusion export_opnames onednn_fusion_enabled strict_fusion"},
    "nn.attention": {
        "there is one implementation: leave the line out":
            "register_flash_attention_impl activate_flash_attention_impl list_flash_attention_impls "
            "current_flash_attention_impl restore_flash_attention_impl",
    },
    "nn.functional": {"use wengert.nn.grad": "grad"},
    "autograd": {"write a wengert.autograd.Function of tensors, and flatten what nests": "NestedIOFunction"},
    "autograd.graph": {
        "a backward pass runs in the current stream: leave the line out":
            "set_warn_on_accumulate_grad_stream_mismatch set_override_stale_capture_stream",
    },
    "func": {
        "use einops.rearrange, which takes tensors": "rearrange",
        "x.detach() is the value": "debug_unwrap",
    },
    "sparse": {
        "use scipy.sparse.linalg.spsolve in a wengert.autograd.Function": "spsolve",
        "call x.to_sparse_csr()":
            "SparseSemiStructuredTensor SparseSemiStructuredTensorCUTLASS SparseSemiStructuredTensorCUSPARSELT",
    },
    "utils.flop_counter": {"products and convolutions are counted as they run: leave it out": "register_flop_formula"},
    "utils.data": {
        STREAMED: "DFIterDataPipe DataChunk argument_validation runtime_validation runtime_validation_disabled",
    },
}  # fmt: skip
INSTEAD.update({
    f"wengert.{module}.{name}": instead
    for module, table in OF_MODULES.items() for instead, names in table.items() for name in names.split()
})  # fmt: skip
OF_TENSORS = {  # PyTorch's names
    "chalf": INSTEAD["wengert.chalf"],
    "const_data_ptr": "use x.data_ptr()",
    "dequantize": QUANTISED, "int_repr": QUANTISED, "q_per_channel_axis": QUANTISED, "q_per_channel_scales": QUANTISED,
    "q_per_channel_zero_points": QUANTISED, "q_scale": QUANTISED, "q_zero_point": QUANTISED, "qscheme": QUANTISED,
    "eig": INSTEAD["wengert.eig"],
    "geqrf": INSTEAD["wengert.geqrf"],
    "hash_tensor": INSTEAD["wengert.hash_tensor"],
    "ipu": PLACES, "mtia": PLACES, "xpu": PLACES, "to_mkldnn": PLACES,
    "is_set_to": "compare what data_ptr(), shape and stride() give",
    "lstsq": INSTEAD["wengert.lstsq"],
    "record_stream": "CuPy's pool keeps the memory of each stream apart: wait for the stream, stream.synchronize()",
    "resize": "use x.reshape(shape), or x.resize_(shape) in place",
    "resize_as": "use x.reshape(y.shape), or x.resize_as_(y) in place",
    "smm": INSTEAD["wengert.smm"], "sspaddmm": INSTEAD["wengert.sspaddmm"],
    "sparse_resize_": RESIZED, "sparse_resize_and_clear_": RESIZED, "resize_as_sparse_": RESIZED,
    "solve": INSTEAD["wengert.solve"],
    "symeig": INSTEAD["wengert.symeig"],
    "to_padded_tensor": INSTEAD["wengert.nested"],
    "to_sparse_bsc": BLOCKS, "to_sparse_bsr": BLOCKS,
}  # fmt: skip
OF_ARRAYS = {  # NumPy's names
    "base": "use x._base",
    "byteswap": "use x.detach().numpy().byteswap()",
    "ctypes": "use x.data_ptr(), or x.detach().numpy().ctypes",
    "dump": "use wengert.save(x, path)", "dumps": "use pickle.dumps, or wengert.save(x, path)",
    "flags": "use x.is_contiguous()",
    "flat": "use x.flatten()",
    "getfield": "use x.view(dtype)", "setfield": "use x.view(dtype)",
    "partition": "use x.sort() or x.topk(k)", "argpartition": "use x.argsort() or x.topk(k)",
    "setflags": "tensors can be written: detach a copy, x.detach().clone()",
    "strides": "use x.stride(), which counts elements",
    "tobytes": "use x.detach().numpy().tobytes()", "tofile": "use x.detach().numpy().tofile(path)",
}  # fmt: skip
OWN_RULE = "write a wengert.autograd.Function, which has a backward and a jvp of its own"
LOOPS = "write the loop in Python: whatever runs is recorded"
KEYS = "keep a generator, wengert.Generator().manual_seed(0), and give it as generator= to what draws"
TOGETHER = "call wengert.func.vmap: one process computes all"
TRANSFORMS = {  # names of JAX and HIPS autograd, which are looked for in wengert and in wengert.func
    "value_and_grad": "call wengert.func.grad_and_value, which returns the gradient first",
    "elementwise_grad": "sum in the function: wengert.func.grad(lambda x: f(x).sum())",
    "hessian_vector_product": "call wengert.func.jvp(wengert.func.grad(f), (x,), (v,))",
    "make_hvp": "call wengert.func.jvp(wengert.func.grad(f), (x,), (v,))",
    "make_vjp": "call wengert.func.vjp(f, x), which returns the value and the function",
    "make_jvp": "call wengert.func.jvp(f, (x,), (v,))",
    "primitive": OWN_RULE, "defvjp": OWN_RULE, "defjvp": OWN_RULE, "custom_vjp": OWN_RULE, "custom_jvp": OWN_RULE,
    "custom_gradient": OWN_RULE,
    "stop_gradient": "call x.detach()",
    "jit": COMPILED, "make_jaxpr": COMPILED,
    "pmap": TOGETHER, "xmap": TOGETHER, "shard_map": TOGETHER,
    "scan": LOOPS, "fori_loop": LOOPS, "while_loop": LOOPS, "map": LOOPS,
    "lax": "write loops and branches in Python; its functions are in wengert itself",
    "switch": "write if and else of Python",
    "cond": "write if and else of Python; the number of a matrix is wengert.linalg.cond(A)",
    "remat": "call wengert.utils.checkpoint.checkpoint",
    "PRNGKey": KEYS, "fold_in": KEYS,
    "numpy": "its functions are in wengert itself; NumPy's take tensors, too",
    "scipy": "call wengert.special and wengert.linalg; SciPy's optimisers take wengert.func.grad(f) as jac=",
    "tree": "use wengert.pytree", "tree_util": "use wengert.pytree",
    "tree_map": "use wengert.pytree.tree_map",
    "config": "float64 is always there: give dtype=wengert.float64 where tensors are made",
    "device_put": "call x.to(device)",
    "debug": "call print, which shows all examples of a batch, too",
    "test_util": "call wengert.autograd.gradcheck", "check_grads": "call wengert.autograd.gradcheck",
}  # fmt: skip
OF_NUMPY = {  # what to write instead: the names of NumPy's functions
    "NumPy's takes tensors, too, and is recorded":
        "apply_along_axis apply_over_axes block compress convolve correlate delete ediff1d extract geomspace insert "
        "interp nancumprod nancumsum nanmax nanmin nanpercentile nanprod nanstd nanvar partition piecewise poly "
        "polyadd polyder polydiv polyfit polyint polymul polysub polyval rollaxis roots spacing trim_zeros union1d "
        "unique_all unique_counts unique_inverse unique_values unwrap",
    "it has no gradient: give NumPy's the array, x.detach().numpy()":
        "histogram2d histogram_bin_edges intersect1d setdiff1d setxor1d lexsort poly1d argpartition ravel_multi_index "
        "sort_complex packbits unpackbits frompyfunc nditer ndenumerate ndindex matrix bitwise_count savetxt",
    "use wengert.func.vmap": "vectorize", "use wengert.masked": "ma",
    "use wengert.bucketize": "digitize",
    "use x.sign() * x.abs() ** (1 / 3)": "cbrt",
    "use x.shape": "shape", "use x.numel()": "size", "use x.ndim": "ndim", "use x.to(dtype)": "astype",
    "use wengert.save with a dict": "savez savez_compressed",
    "read with NumPy's: wengert.from_numpy takes its arrays": "loadtxt genfromtxt fromfile fromstring",
    "use wengert.as_tensor": "asanyarray asarray_chkfinite require fromiter", "use x.contiguous()": "ascontiguousarray",
    "replace what is NaN: x.nan_to_num(-wengert.inf)": "nanargmax",
    "replace what is NaN: x.nan_to_num(wengert.inf)": "nanargmin",
    "use x.max() - x.min()": "ptp", "use x.nonzero()": "flatnonzero", "use x.mT": "matrix_transpose",
    "use wengert.matmul": "matvec vecmat", "use wengert.block_diag or wengert.cat": "bmat r_ c_",
    "use wengert.meshgrid": "mgrid ogrid ix_ indices fromfunction",
    "use wengert.hann_window": "hanning", "use x.copy_(y)": "copyto", "use x.fill_diagonal_(value)": "fill_diagonal",
    "use x.scatter_(1, index, value)": "put_along_axis", "use x.masked_fill_(mask, value)": "place putmask",
    "use wengert.gather": "choose", "use wengert.frac and wengert.trunc": "modf",
    "use wengert.floor_divide and wengert.remainder": "divmod", "use wengert.bitwise_not": "bitwise_invert",
    "use wengert.equal": "array_equiv", "use x.is_complex()": "iscomplexobj", "negate wengert.isreal": "iscomplex",
    "use wengert.isreal": "isrealobj real_if_close", "use wengert.is_tensor": "isscalar iterable",
    "use x.is_contiguous()": "isfortran", "use x.data_ptr()": "shares_memory may_share_memory",
    "use wengert.result_type": "common_type min_scalar_type", "use wengert.can_cast": "issubdtype isdtype",
    "use wengert.Tensor": "ndarray", "use x.tolist()": "array2string array_repr array_str",
    "use wengert.set_printoptions": "printoptions get_printoptions", "use wengert.broadcast_tensors": "broadcast",
    "use wengert.tril_indices": "tri mask_indices tril_indices_from", "use wengert.triu_indices": "triu_indices_from",
    "use wengert.arange": "diag_indices diag_indices_from", "use x.reshape(shape), or x.repeat(2, 2)": "resize",
    "use wengert.int64": "int_ intc intp integer longlong", "use wengert.uint8": "ubyte", "use wengert.int8": "byte",
    "use wengert.uint64": "uint uintp ulong ulonglong",
    "use wengert.float64": "float128 longdouble floating inexact number", "use wengert.complex64": "csingle",
    "use wengert.complex128": "complex256 clongdouble complexfloating", "use wengert.float32": "single",
    "write True or False": "True_ False_", "write slices, x[1:3]": "s_ index_exp",
    "floating point raises no errors: check with wengert.isfinite": "errstate seterr geterr",
}  # fmt: skip
OF_NUMPY_RANDOM = {
    "make it of wengert.distributions, and draw with its sample()":
        "beta chisquare dirichlet exponential gamma gumbel laplace lognormal logistic multivariate_normal "
        "negative_binomial binomial pareto geometric standard_gamma standard_t standard_cauchy uniform vonmises "
        "weibull f multinomial poisson",
    "draw with NumPy: wengert.from_numpy takes its arrays":
        "hypergeometric logseries noncentral_chisquare noncentral_f power rayleigh triangular wald zipf bytes",
    "use wengert.randperm": "permutation shuffle", "use wengert.multinomial or wengert.randint": "choice",
    "use wengert.rand": "random_sample ranf sample", "use wengert.randn": "standard_normal",
    "use x.exponential_()": "standard_exponential", "use wengert.randint": "random_integers",
    "use wengert.get_rng_state": "get_state", "use wengert.set_rng_state": "set_state",
    KEYS: "BitGenerator MT19937 PCG64 PCG64DXSM Philox RandomState SFC64 SeedSequence default_rng",
}  # fmt: skip
FOREIGN = {
    **{f"wengert.{name}": instead for instead, names in OF_NUMPY.items() for name in names.split()},
    **{f"wengert.random.{name}": instead for instead, names in OF_NUMPY_RANDOM.items() for name in names.split()},
    **{f"wengert.func.{name}": instead for name, instead in TRANSFORMS.items()},
    **{f"wengert.{name}": instead for name, instead in TRANSFORMS.items() if name != "jit"},  # PyTorch's module
    **{f"wengert.random.{name}": KEYS for name in ("PRNGKey", "key", "split", "fold_in")},
    **{
        f"wengert.pytree.{name}": f"use wengert.pytree.tree_{name}"
        for name in ("map", "leaves", "structure", "flatten", "unflatten")
    },
    "wengert.pytree.tree_reduce": "call functools.reduce(f, wengert.pytree.tree_leaves(tree))",
    "wengert.pytree.ravel_pytree": "call wengert.nn.utils.parameters_to_vector(wengert.pytree.tree_leaves(tree))",
}
OF_JAX = {  # attributes of JAX's arrays
    "at": "copy, and write into the copy: y = x.clone(), then y[0] = 1.0",
    "block_until_ready": "what x holds is there at once: leave it out",
}


def no_attribute(name: str, text: str) -> AttributeError:
    # with its name, Python adds no object: it would propose another attribute, and a class would count as an argument
    return AttributeError(text, name=name)


class Absent:
    """Stands in for an attribute that tensors do not have: reading it raises an error that names the replacement."""

    def __init__(self, name: str, instead: str) -> None:
        self.name, self.text = name, f"'Tensor' object has no attribute '{name}': {instead}"

    def __get__(self, tensor: Any, kind: type) -> NoReturn:
        raise no_attribute(self.name, self.text)


def instead_of(name: str) -> str | None:
    """Return the advice for a missing name, given in full; None if there is none."""
    if (instead := INSTEAD.get(name) or FOREIGN.get(name)) is not None:
        return instead
    return next((instead for start, instead in STARTS.items() if name.startswith(start)), None)


def advises(module: str) -> bool:
    """Whether there is advice for a name that is missing in a module."""
    return any(name.startswith(f"{module}.") for name in (*INSTEAD, *FOREIGN))


class Missing(AttributeError):
    """A name that a module lacks. It shows itself as the AttributeError that it is.

    Its advice is looked up when it is read: that imports modules, and programs often only ask whether there is a name.
    """

    def __init__(self, module: str, name: str) -> None:
        # Of the object Python would propose a name, too, however little it is alike: "ravel" for "save".
        super().__init__(f"module '{module}' has no attribute '{name}'", name=name, obj=None)
        self.module, self.missing = module, name

    def __str__(self) -> str:
        return f"{self.args[0]}{_advice(self.module, self.missing)}"

    def __reduce__(self) -> Any:
        return AttributeError, (str(self),)


Missing.__module__, Missing.__name__, Missing.__qualname__ = "builtins", "AttributeError", "AttributeError"


def _advice(module: str, name: str) -> str:
    """What replaces a name that a module lacks, if PyTorch or NumPy has the name; or where it is; or what was meant."""
    instead = instead_of(f"{module}.{name}")
    if instead is not None:
        return f": it is not part of wengert; {instead}"
    if module == "wengert" and name in TWINS:
        return f": what it is in NumPy is wengert.{TWINS[name]} here"
    if places := _places(name):
        return f": it is {' or '.join(places)}"
    slip = _meant(name, dir(sys.modules[module]))
    return "" if slip is None else f". Did you mean: '{slip}'?"


def private(module: str, name: str, ours: str) -> AttributeError:
    """The error for a name that a module of ``torch`` lacks, of which there is not more than packages import."""
    instead = instead_of(f"{ours}.{name}") or instead_of(ours)
    return AttributeError(f"module '{module}' has no attribute '{name}'" + (f": {instead}" if instead else ""))


SHELVES = ("", "autograd", "func", "nn", "nn.functional", "linalg", "special", "fft", "masked", "signal.windows")
LATE = {  # of modules that are imported when they are used, what beginners look for elsewhere
    "optim": ("Adam", "AdamW", "LBFGS", "RMSprop", "SGD"),
    "utils.data": ("DataLoader", "Dataset", "TensorDataset", "random_split"),
    "utils.checkpoint": ("checkpoint", "checkpoint_sequential"),
    "distributions": ("Bernoulli", "Beta", "Categorical", "Dirichlet", "Gamma", "Normal", "Uniform"),
}  # fmt: skip


def _places(name: str) -> list[str]:
    """The public names of modules that have what was looked for in another one."""
    if name.startswith("_") or name.endswith("Tensor"):  # types of wengert.sparse and wengert.cuda are others
        return []
    shown = [(s, getattr(importlib.import_module(f"wengert.{s}".rstrip(".")), "__all__", ())) for s in SHELVES]
    found = [f"wengert.{s}.{name}".replace("..", ".") for s, names in (*shown, *LATE.items()) if name in names]
    return found[:2]


def _meant(name: str, known: list[str]) -> str | None:
    """The name of which this one is a slip of a finger, or the start; names of NumPy's have their own meaning."""
    if len(name) < 3 or not name.replace("_", "").isalpha() or hasattr(np, name):
        return None
    near = [other for other in known if _is_slip(name.lower(), other.lower())]
    if not near and len(longer := [other for other in known if other.startswith(f"{name}_")]) == 1:
        return longer[0]
    return min(near, key=lambda other: (other.lower() != name.lower(), other.islower() != name.islower()), default=None)


def _is_slip(a: str, b: str) -> bool:
    """Whether one letter is missing, added or another one, or two neighbours are swapped; upper case does not count.

    Nobody misses the first letter.
    """
    if abs(len(a) - len(b)) > 1 or a[:1] != b[:1]:
        return False
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    return max(len(a), len(b)) < 2 or (len(a) == 2 and a == b[::-1])


def nothing_is_compiled(name: str) -> RuntimeError:
    """A type of what compilers make was called."""
    return RuntimeError(f"{name}: nothing is compiled here. Write a function, or a subclass of wengert.nn.Module.")


def torch_is_installed() -> RuntimeError:
    """``install_as_torch`` would hide PyTorch."""
    return RuntimeError(
        "install_as_torch: PyTorch is installed, and could not be imported any more in this process. If that is meant, "
        "call install_as_torch(force=True), or run python -m wengert run --force."
    )


def torch_is_imported() -> RuntimeError:
    """``install_as_torch`` comes too late."""
    return RuntimeError(
        "install_as_torch: PyTorch has been imported already in this process, and what imported it keeps it. Call "
        "install_as_torch before anything imports torch."
    )


class Finder:
    """The last import finder: it raises the error that names the replacement.

    It serves ``import wengert.distributed`` and ``from wengert.nn import Module``. For the latter Python first looks
    for an attribute, drops the error which that raises, and then looks for a submodule.
    """

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> None:
        if name.startswith("wengert.") and (instead := import_instead(name)) is not None:
            raise no_module(name, instead)


def import_instead(ours: str) -> str | None:
    """What to do instead of an import that found nothing. A finder asks, with the module's name in wengert."""
    return instead_of(ours) if _importing() else None


def no_module(name: str, instead: str) -> ModuleNotFoundError:
    """An import that found nothing."""
    # Without name=: Python would recognise the error by it, go on, and raise a shorter one.
    return ModuleNotFoundError(f"{name} is not part of wengert; {instead}")


def _importing() -> bool:
    """True in an import. ``importlib.util.find_spec`` only asks whether there is a module, and gets None."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_name != "_find_spec":
        frame = frame.f_back
    return frame.f_back is not None and frame.f_back.f_code.co_name == "_find_and_load_unlocked"


def explain_imports() -> None:
    """Make failing imports of missing names raise errors that name the replacement."""
    if Finder not in sys.meta_path:
        sys.meta_path.append(Finder)
