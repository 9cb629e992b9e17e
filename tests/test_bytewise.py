"""Memory as bytes, shared and pinned memory."""

from __future__ import annotations

import mmap
import os
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wengert
from wengert._core.errors import deprecated_errors


def test_a_storage_is_the_memory_of_a_tensor_and_its_views(lib: Any) -> None:
    x = lib.arange(6, dtype=lib.float32).reshape(2, 3)
    s = x.untyped_storage()
    assert (s.nbytes(), s.size(), len(s), s.element_size()) == (24, 24, 24, 1)
    assert sys.getsizeof(s) - sys.getsizeof(lib.UntypedStorage()) == 24
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # typed ones are deprecated
        assert sys.getsizeof(x.storage()) - sys.getsizeof(lib.zeros(0).storage()) == 24
    for view in (x[1:], x.t(), x.detach(), x.view(-1)[::2], x[0, 1], x.view(lib.int32)):
        assert view.untyped_storage() == s and hash(view.untyped_storage()) == hash(s)
        assert view.untyped_storage().data_ptr() == x.data_ptr()
        assert view.untyped_storage().nbytes() == 24
    assert x.clone().untyped_storage() != s and s != 3
    assert bytes(s.tolist()) == np.arange(6, dtype=np.float32).tobytes()
    assert s[7] == s.tolist()[7] and s[4:8].tolist() == s.tolist()[4:8]
    assert str(s.device) == "cpu" and not s.is_cuda and not s.is_pinned() and not s.is_shared()


def test_what_is_written_into_a_storage_is_in_the_tensor(lib: Any) -> None:
    x, y = lib.ones(2), lib.full((2,), 3.0)
    s = x.untyped_storage()
    copied = s.clone()
    assert s.copy_(y.untyped_storage()) == s and x.tolist() == [3, 3]
    assert copied != s and copied.nbytes() == 8
    s.fill_(0)
    s[3] = 64
    assert x.tolist() == [2, 0] and len(lib.UntypedStorage(5)) == 5
    with pytest.raises(RuntimeError, match="size does not match, self was 8 bytes but src was 5 bytes"):
        s.copy_(lib.UntypedStorage(5))
    assert repr(lib.UntypedStorage(1).fill_(7)).startswith(" 7\n[")


def test_a_tensor_moves_into_a_storage(lib: Any) -> None:
    x = lib.arange(4.0)
    s = x.untyped_storage()
    row, part = lib.zeros(0).set_(s), lib.zeros(0, dtype=lib.int32).set_(s, 1, (2,), (2,))
    assert row.tolist() == [0, 1, 2, 3] and row.untyped_storage() == s
    assert part.tolist() == x.view(lib.int32)[1::2].tolist()
    row[0] = 7
    assert x[0] == 7 and lib.zeros(0).set_(s, 2, (2,)).tolist() == [2, 3]
    assert lib.zeros(0).set_(lib.UntypedStorage(11)).shape == (2,)
    with pytest.raises(RuntimeError):
        lib.zeros(1, requires_grad=True).set_(s)


def test_a_storage_is_a_sequence_of_bytes(lib: Any) -> None:
    s = lib.UntypedStorage([1, 2, 300, -1])
    assert list(s) == s.tolist() == [1, 2, 44, 255] and s[-1] == 255
    part = s[1:3]
    part[0] = 257
    assert s.tolist() == [1, 1, 44, 255] and s.fill_(256).tolist() == [0, 0, 0, 0]
    assert s.cpu() == s and s.untyped() == s and lib.UntypedStorage().nbytes() == 0


@pytest.mark.parametrize(("call", "kind", "words"), [
    (lambda lib: lib.UntypedStorage(-1), RuntimeError, None),
    (lambda lib: lib.UntypedStorage(2.5), RuntimeError, "Expected a sequence type, but got float"),
    (lambda lib: lib.UntypedStorage(True), RuntimeError, "Expected a sequence type, but got bool"),
    (lambda lib: lib.UntypedStorage([1.5]), RuntimeError, "one of the items was of type float instead of int"),
    (lambda lib: lib.UntypedStorage(3)[3], IndexError, "index 3 out of range for storage of size 3"),
    (lambda lib: lib.UntypedStorage(3)[-4], IndexError, "out of range for storage of size 3"),
    (lambda lib: lib.UntypedStorage(3)[1.5], TypeError, "can't index a .*UntypedStorage with float"),
    (lambda lib: lib.UntypedStorage(3)[::2], RuntimeError, "slice with a step of 2, but only a step of 1"),
    (lambda lib: lib.UntypedStorage(4).copy_(lib.ones(1)), TypeError, "must be .*Storage, not Tensor"),
    (lambda lib: lib.zeros(0).set_(lib.UntypedStorage(4), -1, (1,), (1,)), RuntimeError, None),
    (lambda lib: lib.zeros(0).set_(lib.UntypedStorage(4), 1), TypeError, "invalid combination of arguments"),
    (lambda lib: lib.zeros(0).set_([1]), TypeError, "invalid combination of arguments"),
])  # fmt: skip
def test_what_is_no_byte_is_refused(lib: Any, call: Any, kind: type[Exception], words: str | None) -> None:
    with pytest.raises(kind, match=words):
        call(lib)


def test_numbers_lie_at_multiples_of_their_size() -> None:
    with pytest.raises(RuntimeError, match="begin at a multiple of 4, but this storage begins 1 after one"):
        wengert.zeros(0).set_(wengert.UntypedStorage(9)[1:])


def test_memory_taken_from_a_storage_is_promoted_with_it() -> None:
    def example(x: wengert.Tensor) -> wengert.Tensor:
        memory = wengert.zeros(2)
        other = wengert.zeros(0).set_(memory.untyped_storage())
        memory.add_(x)
        return other

    assert wengert.func.vmap(example)(wengert.tensor([1.0, 2.0])).tolist() == [[1, 1], [2, 2]]


def test_transposed_memory_is_one_piece() -> None:
    x = wengert.from_numpy(np.asfortranarray(np.arange(6.0).reshape(2, 3)))
    assert x.untyped_storage().nbytes() == 48 and x[1].untyped_storage() == x.untyped_storage()
    assert repr(wengert.UntypedStorage(2)) == " 0\n 0\n[wengert.UntypedStorage(device=cpu) of size 2]"


def test_what_cannot_be_had_says_so() -> None:
    x = wengert.ones(2)
    for call, words in [
        (lambda: x.untyped_storage().resize_(0),
         "resize_: the memory of an array cannot be resized, from 8 to 0 bytes. Resize the tensor "
         "instead, by its resize_(), or empty it: x.set_()."),
        (x.share_memory_,
         "share_memory_: the memory of arrays cannot move to where processes share it. Make the tensor there, for "
         "processes that are forked: wengert.frombuffer(mmap.mmap(-1, 8), dtype=wengert.float32)."),
        (lambda: wengert.func.vmap(lambda y: y.untyped_storage() and y)(x), None),
        (lambda: x.to_sparse().untyped_storage(), None),
    ]:  # fmt: skip
        with pytest.raises((RuntimeError, NotImplementedError)) as raised:
            call()
        assert words is None or str(raised.value) == words
    assert x.untyped_storage().resize_(8).nbytes() == 8


@pytest.mark.skipif(wengert.cuda.is_available(), reason="pins memory where there is a GPU")
def test_without_a_gpu_nothing_is_pinned() -> None:
    x = wengert.ones(2)
    assert not x.is_pinned()
    with pytest.raises(RuntimeError) as raised:
        x.pin_memory()
    assert str(raised.value) == (
        "Cannot access accelerator device when none is available: pin_memory() is for transfers to a GPU, and none was "
        "found. Leave it out."
    )


@pytest.mark.oracle
def test_pytorch_pins_nothing_either() -> None:
    import torch

    if not torch.cuda.is_available():
        with pytest.raises(RuntimeError, match="Cannot access accelerator device when none is available"):
            torch.ones(2).pin_memory()


@pytest.mark.gpu
def test_pinned_memory() -> None:
    x = wengert.ones(2).pin_memory()
    assert x.is_pinned() and x[1:].is_pinned() and x.pin_memory() is x and x.cuda().is_shared()
    assert x.untyped_storage().is_pinned() and not x.clone().is_pinned()
    with pytest.raises(RuntimeError, match="only dense CPU tensors can be pinned"):
        x.cuda().pin_memory()
    with pytest.raises(RuntimeError, match="Pin x.detach"):
        wengert.ones(2, requires_grad=True).pin_memory()


def test_maps_are_shared_and_their_views(tmp_path: Path) -> None:
    x = wengert.frombuffer(mmap.mmap(-1, 16), dtype=wengert.float32)
    assert x.is_shared() and x[1:].is_shared() and x.share_memory_() is x and x.untyped_storage().is_shared()
    assert not x.clone().is_shared()
    file = np.memmap(tmp_path / "numbers", np.float32, "w+", shape=(4,))
    assert wengert.from_numpy(file).is_shared()
    del file
    own = np.memmap(tmp_path / "numbers", np.float32, "c", shape=(4,))
    assert not wengert.from_numpy(own).is_shared()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
@pytest.mark.filterwarnings("ignore:This process")
def test_a_forked_process_writes_shared_memory() -> None:
    x = wengert.frombuffer(mmap.mmap(-1, 8), dtype=wengert.float32).requires_grad_()
    child = os.fork()
    if child == 0:
        with wengert.no_grad():
            x += 3
        os._exit(0)
    os.waitpid(child, 0)
    assert x.tolist() == [3, 3]


# -- as elements


@pytest.fixture
def typed() -> Iterator[None]:
    with warnings.catch_warnings(action="ignore"):
        yield


def test_elements_are_deprecated() -> None:
    for make in (lambda: wengert.ones(2).storage(), lambda: wengert.FloatStorage(2)):
        deprecated_errors.typed_storage.cache_clear()
        with pytest.warns(UserWarning, match=r"TypedStorage is deprecated.*tensor.untyped_storage\(\)") as told:
            make()
            make()  # it is said once, as in PyTorch
        assert [w.filename for w in told] == [__file__]


@pytest.mark.usefixtures("typed")
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16", "complex64", "int64", "uint8", "bool"])
def test_elements(dtype: str) -> None:
    x = wengert.arange(6).to(getattr(wengert, dtype)).view(2, 3)
    s = x[1].storage()
    assert (len(s), s.size(), s.element_size(), s.nbytes()) == (6, 6, x.element_size(), x.nbytes)
    assert s.tolist() == x.flatten().tolist() and s[-1] == x[1, 2].item() and s.dtype is x.dtype
    assert s == x.storage() and s.data_ptr() == x.data_ptr() and s.untyped() == x.untyped_storage()
    assert isinstance(s, wengert.TypedStorage) and isinstance(s, x.storage_type()) and wengert.is_storage(s)
    assert s.type() == f"torch.{x.storage_type().__name__}" and str(s.device) == "cpu" and not s.is_sparse
    s[0] = x[1, 1].item()
    assert x[0, 0] == x[1, 1]
    copy = s.clone()
    copy.fill_(1)
    assert x.flatten().tolist() == s.tolist() and copy.tolist() == [1] * 6
    assert s.copy_(copy) is s and x.eq(1).all()
    y = wengert.empty(0, dtype=x.dtype).set_(s, 1, (2,))
    assert y.data_ptr() == x.data_ptr() + x.element_size() and y.shape == (2,)
    assert s.long().tolist() == [1] * 6 and s.to(dtype=x.dtype) is s


@pytest.mark.usefixtures("typed")
def test_new_elements() -> None:
    assert wengert.LongStorage([3, 4]).tolist() == [3, 4] and wengert.DoubleStorage(0).size() == 0
    assert not isinstance(wengert.LongStorage(1), wengert.IntStorage)
    memory = wengert.UntypedStorage(8)
    s = wengert.TypedStorage(wrap_storage=memory, dtype=wengert.float32)
    s[1] = 2.5
    assert wengert.TypedStorage(wrap_storage=memory, dtype=wengert.float32).tolist() == [0.0, 2.5]
    assert repr(s) == " 0.0\n 2.5\n[wengert.TypedStorage(dtype=wengert.float32, device=cpu) of size 2]"


@pytest.mark.usefixtures("typed")
@pytest.mark.parametrize(
    ("call", "kind", "said"),
    [
        (lambda s: s[0:1], RuntimeError, "slices are only supported in UntypedStorage"),
        (lambda s: s[4], IndexError, "index 4 out of range for storage of size 4"),
        (lambda s: s["a"], RuntimeError, "can't index a .*TypedStorage with str"),
        (lambda s: s.copy_(wengert.FloatStorage(3)), RuntimeError, "size does not match"),
        (lambda s: s.resize_(9), RuntimeError, "cannot be resized"),
        (lambda s: wengert.empty(0).set_(s), RuntimeError, "Expected a Storage of type wengert.float32"),
        (lambda s: wengert.TypedStorage(1, 2), RuntimeError, "Too many positional arguments"),
        (lambda s: wengert.TypedStorage(1, wrap_storage=s.untyped()), RuntimeError, "cannot be specified when"),
        (lambda s: wengert.TypedStorage(wrap_storage=s), TypeError, "must be UntypedStorage, not TypedStorage"),
        (lambda s: wengert.TypedStorage(wrap_storage=wengert.UntypedStorage(3)), RuntimeError, "3 bytes are not"),
        (lambda s: wengert.TypedStorage(1.5), RuntimeError, "Expected a sequence type"),
        (lambda s: wengert.eye(2).to_sparse().storage(), RuntimeError, "doesn't have storage"),
    ],
)
def test_elements_refused(call: Any, kind: type[Exception], said: str) -> None:
    s = wengert.arange(4).storage()
    with pytest.raises(kind, match=said):
        call(s)
    assert s.tolist() == [0, 1, 2, 3]


def test_a_file_as_a_storage(lib: Any, tmp_path: Path) -> None:
    path = str(tmp_path / "bytes")
    own, made = (lib.UntypedStorage.from_file(path, shared, 8) for shared in (True, True))
    own[1] = 5
    assert made.tolist() == [0, 5, 0, 0, 0, 0, 0, 0] and own.nbytes() == 8
    copied = lib.UntypedStorage.from_file(path, False, 4)
    copied[0] = 7
    assert copied.tolist() == [7, 5, 0, 0] and made[0] == 0
    assert lib.UntypedStorage.from_file(path).nbytes() == 0
    assert lib.UntypedStorage.from_file(path, True, 16).tolist()[:2] == [0, 5] and os.path.getsize(path) == 16


def test_a_file_that_is_too_short(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"123")
    with pytest.raises(RuntimeError, match="has 3 bytes, fewer than the 4 that were asked for"):
        wengert.UntypedStorage.from_file(tmp_path / "bytes", nbytes=4)
    with pytest.raises(FileNotFoundError):
        wengert.UntypedStorage.from_file(tmp_path / "nothing", nbytes=4)
