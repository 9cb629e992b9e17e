"""What kind of tensor: type names, limits of dtypes, the layout, DLPack, and constructors of old programs."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import wengert
from wengert._core.api.types import NO_DTYPES

LIMITS = {
    "float8_e4m3fn": "finfo(resolution=1, min=-448, max=448, eps=0.125, smallest_normal=0.015625, tiny=0.015625, "
    "dtype=float8_e4m3fn)",
    "float8_e4m3fnuz": "finfo(resolution=1, min=-240, max=240, eps=0.125, smallest_normal=0.0078125, tiny=0.0078125, "
    "dtype=float8_e4m3fnuz)",
    "float8_e5m2": "finfo(resolution=1, min=-57344, max=57344, eps=0.25, smallest_normal=6.10352e-05, "
    "tiny=6.10352e-05, dtype=float8_e5m2)",
    "float8_e8m0fnu": "finfo(resolution=1, min=5.87747e-39, max=1.70141e+38, eps=1, smallest_normal=5.87747e-39, "
    "tiny=5.87747e-39, dtype=float8_e8m0fnu)",
    "complex32": "finfo(resolution=0.001, min=-65504, max=65504, eps=0.000976562, smallest_normal=6.10352e-05, "
    "tiny=6.10352e-05, dtype=float16)",
}
DTYPES = ("float16", "bfloat16", "float32", "float64", "complex64", "complex128")


@pytest.mark.parametrize("name", DTYPES)
def test_limits_of_floats(lib: Any, name: str) -> None:
    found = lib.finfo(getattr(lib, name))
    real = {"complex64": "float32", "complex128": "float64"}.get(name, name)
    one = lib.ones((), dtype=getattr(lib, real))
    assert found.dtype == real and found.bits == one.element_size() * 8
    assert one + found.eps != one and one + found.eps / 4 == one
    assert found.min == -found.max and (one * found.max).isfinite() and (one * found.max * 2).isinf()
    assert found.tiny == found.smallest_normal > 0 and found.resolution <= 0.01
    assert found == lib.finfo(getattr(lib, name))


@pytest.mark.parametrize("name", ["float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e8m0fnu", "complex32"])
def test_limits_of_dtypes_without_tensors(lib: Any, name: str) -> None:
    given = NO_DTYPES[name] if lib is wengert else getattr(lib, name)
    if lib is wengert and given.limits is None:
        pytest.skip(f"this release of ml_dtypes has no {name}")
    found = lib.finfo(given)
    assert repr(found) == LIMITS[name]
    assert (given.itemsize, given.is_floating_point, given.is_complex, given.is_signed) == {
        "float8_e8m0fnu": (1, True, False, False), "complex32": (4, False, True, True),
    }.get(name, (1, True, False, True))  # fmt: skip
    assert pickle.loads(pickle.dumps(found)) == found if lib is wengert else found.bits


def test_limits_as_they_print(lib: Any) -> None:
    assert repr(lib.finfo(lib.float32)) == repr(lib.finfo()) == (
        "finfo(resolution=1e-06, min=-3.40282e+38, max=3.40282e+38, eps=1.19209e-07, smallest_normal=1.17549e-38, "
        "tiny=1.17549e-38, dtype=float32)"
    )  # fmt: skip
    assert repr(lib.iinfo(lib.int32)) == "iinfo(min=-2.14748e+09, max=2.14748e+09, dtype=int32)"


def test_limits_of_integers(lib: Any) -> None:
    for name in ("uint8", "int8", "int16", "int32", "int64"):
        found, limits = lib.iinfo(getattr(lib, name)), np.iinfo(name)
        assert (found.min, found.max, found.bits, found.dtype) == (limits.min, limits.max, limits.bits, name)


def test_limits_of_the_other_kind_are_refused(lib: Any) -> None:
    with pytest.raises(TypeError, match=r"\.finfo\(\) requires a floating point input type. Use \w+\.iinfo"):
        lib.finfo(lib.int32)
    with pytest.raises(TypeError, match=r"\.iinfo\(\) requires an integer input type. Use \w+\.finfo"):
        lib.iinfo(lib.float32)
    with pytest.raises(TypeError, match=r"\w+\.bool is not supported by \w+\.iinfo"):
        lib.iinfo(lib.bool)


def test_the_layout(lib: Any) -> None:
    x = lib.ones(2, 3)
    assert x.layout is lib.strided and isinstance(lib.strided, lib.layout)
    assert repr(lib.strided) == f"{lib.__name__}.strided"
    assert lib.zeros(2, layout=x.layout).layout is x.layout and lib.zeros_like(x, layout=lib.strided).shape == (2, 3)
    assert pickle.loads(pickle.dumps(lib.strided)) is lib.strided
    assert x.is_cpu and x.get_device() == -1
    for name in (
        "is_sparse",
        "is_sparse_csr",
        "is_quantized",
        "is_meta",
        "is_nested",
        "is_mps",
        "is_xpu",
        "is_mtia",
        "is_maia",
        "is_ipu",
        "is_xla",
        "is_vulkan",
        "is_mkldnn",
    ):
        assert getattr(x, name) is False
    assert x.is_contiguous(memory_format=lib.contiguous_format)


def test_addresses(lib: Any) -> None:
    x = lib.arange(6.0).reshape(2, 3)
    assert x[1].data_ptr() == x.data_ptr() + 3 * x.element_size() and x.t().data_ptr() == x.data_ptr()
    assert x.clone().data_ptr() != x.data_ptr() == x.detach().data_ptr() == x.numpy().ctypes.data


def test_places_in_the_memory_that_views_share(lib: Any) -> None:
    x = lib.arange(24.0).reshape(2, 3, 4)
    views = x, x[1], x[1, 2, 3], x[:, 1:].transpose(0, 1)
    assert [v.storage_offset() for v in views] == [0, 12, 23, 4]
    assert x[1].clone().storage_offset() == 0


@pytest.mark.parametrize("ask", ["data_ptr", "storage_offset"])
def test_batched_tensors_have_no_address(ask: str) -> None:
    with pytest.raises(RuntimeError, match=ask):
        wengert.vmap(lambda x: x * getattr(x, ask)())(wengert.ones(2))


def test_type_tells_the_name_of_the_type(lib: Any) -> None:
    names = {
        "float": "Float", "double": "Double", "half": "Half", "bfloat16": "BFloat16", "long": "Long", "uint8": "Byte",
        "bool": "Bool", "cfloat": "ComplexFloat", "cdouble": "ComplexDouble", "short": "Short", "int": "Int",
        "int8": "Char",
    }  # fmt: skip
    for name, shown in names.items():
        x = lib.ones(2, dtype=getattr(lib, name))
        sparse, other = x.to_sparse(), lib.ones(2, dtype=lib.int64 if name == "double" else lib.double)
        assert x.type() == lib.typename(x) == f"torch.{shown}Tensor" and sparse.type() == f"torch.sparse.{shown}Tensor"
        for like in (x, sparse):
            assert like.type(like.type()) is like
            converted = (other.to_sparse() if like is sparse else other).type(like.type())
            assert converted.dtype is x.dtype and converted.type() == like.type()
    assert lib.typename(3) == "int"


def test_type_converts(lib: Any) -> None:
    x = lib.ones(2, requires_grad=True)
    for kind in (lib.float64, "torch.DoubleTensor", lib.DoubleTensor):
        y = x.type(kind)
        assert y.dtype is lib.float64 and y.requires_grad
        assert lib.autograd.grad(y.sum(), x)[0].dtype is lib.float32
    assert x.type(lib.float32) is x and x.type(dtype=lib.float64).dtype is lib.float64
    with pytest.raises(ValueError, match="invalid type: 'torch.FlootTensor'"):
        x.type("torch.FlootTensor")
    with pytest.raises(TypeError, match="dtype must be a type, str, or dtype object"):
        x.type(3)


def test_constructors_of_one_type(lib: Any) -> None:
    made = (lib.FloatTensor([1, 2]), lib.FloatTensor(2, 3), lib.FloatTensor(), lib.FloatTensor(lib.Size([4])))
    assert [tuple(t.shape) for t in made] == [(2,), (2, 3), (0,), (4,)]
    assert all(isinstance(t, lib.FloatTensor) and isinstance(t, lib.Tensor) for t in made)
    assert not isinstance(made[0], lib.LongTensor) and not isinstance(3, lib.FloatTensor)
    assert lib.LongTensor([1.5]).tolist() == [1] and lib.ByteTensor(np.array([1, 2])).dtype is lib.uint8
    x = lib.ones(2, dtype=lib.double)
    assert lib.DoubleTensor(x).data_ptr() == x.data_ptr()
    assert lib.FloatTensor.dtype is lib.float32 and repr(lib.FloatTensor) == "<class 'torch.FloatTensor'>"
    with pytest.raises(TypeError, match="expected"):
        lib.FloatTensor(x)
    with pytest.raises(TypeError, match=r"new\(\): data must be a sequence \(got float\)"):
        lib.FloatTensor(5.5)


@pytest.mark.parametrize("number", [int, np.int64, np.uint8, np.array, "tensor"])
def test_sizes_are_integers_of_any_kind(lib: Any, number: Any) -> None:
    """A size that NumPy computed, as ``np.prod`` does, is a size: so it is in one dimension, too."""
    number = lib.tensor if number == "tensor" else number
    for make in (lib.Tensor, lib.LongTensor, lib.ones(1).new):
        assert make(number(3), number(2)).shape == make(3, number(2)).shape == (3, 2)
        if number is not lib.tensor:  # one tensor is not a size
            assert make(number(3)).shape == (3,)
    for wrong in (np.float32(3), np.bool_(True), True):
        with pytest.raises(TypeError, match="data must be a sequence"):
            lib.Tensor(wrong)


def test_new_makes_tensors_of_the_same_type(lib: Any) -> None:
    x = lib.ones(2, 3, dtype=lib.double, requires_grad=True)
    assert x.new([1, 2]).tolist() == [1, 2] and x.new([1, 2]).dtype is lib.double and not x.new([1, 2]).requires_grad
    assert x.new(x.size()).zero_().shape == (2, 3) and x.new(4).shape == (4,) and x.new().numel() == 0
    with pytest.raises(TypeError, match="expected"):
        x.new(lib.ones(2))


@pytest.mark.filterwarnings("ignore:Sparse invariant checks")  # PyTorch asks to opt in or out
def test_new_of_a_sparse_tensor_is_sparse(lib: Any) -> None:
    indices, values = lib.tensor([[0, 2]]), lib.tensor([1.0, 2.0])
    x = lib.sparse_coo_tensor(indices, values, (4,))
    for made, size in ((x.new(), (0,)), (x.new(2, 3), (2, 3)), (x.new(x.size()), (4,)), (x.new(device="cpu"), (0,))):
        assert made.is_sparse and made.dtype is lib.float and made.shape == size and made._nnz() == 0
    assert x.new(indices, values).to_dense().tolist() == [1, 0, 2]
    made = x.new(indices, values.double(), (5,), device="cpu")
    assert made.dtype is lib.double and made.to_dense().tolist() == [1, 0, 2, 0, 0]
    for wrong in ((values,), (x,), ([1, 2],), (indices, values, indices)):
        with pytest.raises(TypeError):
            x.new(*wrong)
    for make in (values.new, lib.FloatTensor):
        with pytest.raises(TypeError):
            make(indices, values)


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_old_constructors_share_the_memory_of_a_storage(lib: Any) -> None:
    x = lib.ones(2)
    for memory in (x.untyped_storage(), x.storage()):
        for made in (lib.Tensor(memory), lib.FloatTensor(memory), x.new(memory), lib.Tensor(storage=memory)):
            assert made.tolist() == [1, 1] and made.dtype is lib.float32 and made.data_ptr() == x.data_ptr()
    assert lib.DoubleTensor(x.untyped_storage()).shape == (1,)
    with pytest.raises(RuntimeError, match="Expected a Storage of type"):
        lib.DoubleTensor(x.storage())
    with pytest.raises(TypeError):
        lib.Tensor(storage=3)


def test_to_takes_another_tensor_by_name(lib: Any) -> None:
    x, other = lib.ones(2), lib.ones(1).double()
    assert x.to(tensor=other).dtype is lib.float64 and x.to(tensor=x) is x and x.to(tensor=x, copy=True) is not x
    for call in (lambda: x.to(lib.float64, tensor=other), lambda: x.to(tensor=x, device="cpu")):
        with pytest.raises(TypeError):
            call()


def test_old_constructors_take_a_device_of_their_kind(lib: Any) -> None:
    x = lib.ones(2, dtype=lib.double)
    for make in (x.new, lib.DoubleTensor):
        assert make([3, 4], device="cpu").tolist() == [3, 4] and make(2, 3, device=x.device).shape == (2, 3)
        with pytest.raises(RuntimeError, match="expects device type: cpu but device type: cuda was passed"):
            make(2, device="cuda")


def test_the_default_type(lib: Any) -> None:
    try:
        with pytest.warns(UserWarning, match=r"set_default_tensor_type\(\) is deprecated"):
            lib.set_default_tensor_type("torch.DoubleTensor")
        assert lib.ones(1).dtype is lib.get_default_dtype() is lib.float64
    finally:
        lib.set_default_dtype(lib.float32)
    with pytest.raises(TypeError, match="only floating-point types are supported as the default type"):
        lib.set_default_tensor_type(lib.LongTensor)
    with pytest.raises(TypeError, match="only floating-point types are supported as the default type"):
        lib.set_default_tensor_type(3)
    with pytest.raises(TypeError, match="only dense types are supported as the default type"):
        lib.set_default_tensor_type("torch.sparse.FloatTensor")


def test_what_variables_had(lib: Any) -> None:
    x = lib.ones(2)
    assert x.name is None
    with pytest.warns(UserWarning, match="volatile was removed"):
        assert x.volatile is False
    assert x[lib.newaxis].shape == (1, 2)


def test_memory_is_shared_through_dlpack(lib: Any) -> None:
    x = lib.arange(3.0)
    shared = np.from_dlpack(x)
    x[0] = 7.0
    assert shared.tolist() == [7, 1, 2] and lib.from_dlpack(x).data_ptr() == x.data_ptr()
    assert tuple(map(int, x.__dlpack_device__())) == (1, 0)
    with pytest.raises(BufferError, match="Can't export tensors that require gradient, use tensor.detach()"):
        lib.ones(2, requires_grad=True).__dlpack__()


def test_dlpack_stops_at_vmap() -> None:
    for ask in (lambda x: x.__dlpack__(), lambda x: x.__dlpack_device__()):
        with pytest.raises(BufferError, match="inside vmap"):
            wengert.vmap(ask)(wengert.ones(2))


def test_results_of_several_fields_show_one_on_a_line(lib: Any) -> None:
    found = repr(lib.max(lib.ones(2, 2), 0))
    assert found == f"{lib.__name__}.return_types.max(\nvalues=tensor([1., 1.]),\nindices=tensor([0, 0]))"
    sign, size = lib.ones(()), lib.ones(())
    assert lib.slogdet(lib.eye(2), out=(sign, size)).logabsdet is size
    assert repr(lib.slogdet(lib.eye(2))).startswith(f"{lib.__name__}.return_types.slogdet(\nsign=tensor(1.)")


def test_results_of_several_fields_say_what_they_hold() -> None:
    said = (
        "'wengert.return_types.max' object has no attribute 'sum'. It holds values and indices: take one of them first"
    )
    with pytest.raises(AttributeError, match=said):
        wengert.ones(2, 2).max(0).sum()
    assert not hasattr(wengert.ones(2, 2).sort(), "sorted")


def test_bfloat16_is_shared_through_dlpack(lib: Any) -> None:
    x = lib.tensor([[1.0, 2.0], [3.0, 4.0]]).bfloat16()
    for y in (lib.from_dlpack(x), lib.from_dlpack(x.__dlpack__())):
        assert y.dtype is lib.bfloat16 and y.tolist() == x.tolist() and y.data_ptr() == x.data_ptr()
    y = lib.from_dlpack(x.T)
    y[0, 1] = 7.0
    assert x.tolist() == [[1, 2], [7, 4]] and y.stride() == (1, 2)


@pytest.mark.oracle
def test_bfloat16_is_shared_with_pytorch() -> None:
    torch = pytest.importorskip("torch")
    for ours, theirs in ((wengert, torch), (torch, wengert)):
        x = ours.ones(2).bfloat16()
        y = theirs.from_dlpack(x)
        y[0] = 5.0
        assert y.dtype is theirs.bfloat16 and x.tolist() == [5, 1]


def test_the_old_name_of_a_memory_format(lib: Any) -> None:
    assert lib.legacy_contiguous_format is lib.contiguous_format


def test_memory_formats_are_printed_with_their_package(lib: Any) -> None:
    for name in ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d"):
        made, shown = getattr(lib, name), f"{lib.__name__}.{name}"
        assert repr(made) == str(made) == f"{made}" == shown
        assert pickle.loads(pickle.dumps(made)) == made


@pytest.mark.parametrize("name", ["Tensor", "FloatTensor"])
def test_old_constructors_take_their_argument_by_name(lib: Any, name: str) -> None:
    make = getattr(lib, name)
    assert (
        make(size=(2, 3)).shape == (2, 3) and make(size=[2], device="cpu").shape == (2,) and make(size=()).shape == ()
    )
    assert make(data=[1, 2]).tolist() == make(other=lib.tensor([1.0, 2.0])).tolist() == [1, 2]
    assert lib.ones(1).new(size=(2,)).shape == (2,) and lib.ones(1).new(data=[3]).tolist() == [3]
    for wrong in ({"size": 2}, {"sizes": (2,)}, {"size": (2,), "data": [1]}):
        with pytest.raises(TypeError):
            make(**wrong)
    with pytest.raises(TypeError):
        make(2, size=(2,))


def test_old_constructors_name_themselves() -> None:
    with pytest.raises(TypeError, match=r"^FloatTensor\(\): takes sizes, .*; got sizes"):
        wengert.FloatTensor(sizes=(2,))


@pytest.mark.parametrize("key", [[2, 0], [1], [True, False, True], [0] * 40])
def test_a_list_of_numpys_numbers_is_an_index_as_one_of_pythons(lib: Any, key: list[Any]) -> None:
    for kind in (np.bool_,) if key[0] is True else (np.int64, np.int32):
        numbers, x = [kind(one) for one in key], lib.arange(3.0)
        assert x[numbers].tolist() == x[key].tolist() and x[numbers[:1] + key[1:]].tolist() == x[key].tolist()
        assert lib.arange(6.0).view(2, 3)[:, numbers].shape == lib.ones(2, 3)[:, key].shape
        x[numbers] = 7.0
        assert x.tolist() == [7.0 if at in np.arange(3)[key] else float(at) for at in range(3)]
