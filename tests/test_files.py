"""Files: what PyTorch wrote is read without it, what is written here comes back, and no file executes code."""

from __future__ import annotations

import fractions
import io
import os
import pickle
import struct
import subprocess
import sys
import warnings
import zipfile
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wengert
from tests.facts import files
from wengert import serialization

OLDER = {"_use_new_zipfile_serialization": False}


def saved(lib: Any, obj: Any, **options: Any) -> io.BytesIO:
    file = io.BytesIO()
    lib.save(obj, file, **options)
    file.seek(0)
    return file


def round_trip(lib: Any, obj: Any, **options: Any) -> Any:
    return lib.load(saved(lib, obj, **options))


# -- PyTorch's files


@pytest.mark.parametrize("format", files.FORMATS)
def test_files_of_pytorch_are_read(format: str) -> None:
    wrong = []
    for name, made in files.OBJECTS.items():
        if (name, format) not in list(files.names()):
            continue
        for options in ({}, {"weights_only": False}, {"mmap": True} if format == "zip" else {}):
            found = wengert.load(files.path(name, format), **options)
            if files.told(wengert, name, found) != files.told(wengert, name, made(wengert)):
                wrong.append((name, options))
    assert not wrong


@pytest.mark.parametrize("format", files.FORMATS)
def test_what_a_training_program_of_pytorch_saved_is_read(format: str) -> None:
    found = wengert.load(files.path("trained", format))
    assert list(found["model"]) == ["weight", "bias"] and type(found["model"]) is OrderedDict
    assert found["model"]._metadata == {"": {"version": 1}}
    assert [p.requires_grad for p in found["parameters"]] == [True, True]
    assert np.allclose(found["model"]["weight"], 0.8, atol=1e-6)
    weight = found["optimizer"]["state"][0]
    assert (
        weight["step"].item() == 2
        and np.allclose(weight["exp_avg"], 0.19)
        and np.allclose(weight["exp_avg_sq"], 0.001999)
    )
    assert found["optimizer"]["param_groups"][0]["betas"] == (0.9, 0.999)
    found["parameters"][0].sum().backward()
    with wengert.no_grad():
        found["parameters"][0].zero_()
    assert found["model"]["weight"].tolist() == [[0, 0]]  # the state of a module is its parameters


@pytest.mark.parametrize("options", [{}, OLDER, {"pickle_protocol": 4}], ids=["zip", "older", "protocol 4"])
def test_what_is_saved_comes_back(options: Any) -> None:
    for name, made in files.OBJECTS.items():
        obj = made(wengert)
        for trusting in ({}, {"weights_only": False}):
            found = wengert.load(saved(wengert, obj, **options), **trusting)
            assert files.told(wengert, name, found) == files.told(wengert, name, obj), name


@pytest.mark.oracle
@pytest.mark.parametrize("options", [{}, OLDER], ids=["zip", "older"])
def test_pytorch_reads_what_is_saved_here(options: Any) -> None:
    torch = pytest.importorskip("torch")
    for name, made in files.OBJECTS.items():
        if options and name in files.ONE_FORMAT:
            continue
        for weights_only in (True, False):
            torch.sparse.check_sparse_tensor_invariants.disable()  # or it warns
            found = torch.load(saved(wengert, made(wengert), **options), weights_only=weights_only)
            assert files.told(torch, name, found) == files.told(torch, name, made(torch)), name


@pytest.mark.oracle
def test_the_files_are_what_pytorch_writes() -> None:
    torch = pytest.importorskip("torch")
    for name, format in files.names():
        if name != "trained":
            found = wengert.load(
                saved(torch, files.OBJECTS[name](torch), _use_new_zipfile_serialization=files.FORMATS[format])
            )
            assert files.told(wengert, name, found) == files.told(wengert, name, wengert.load(files.path(name, format)))


# -- memory


def test_views_share_memory_and_versions_after_loading(lib: Any) -> None:
    x = lib.zeros(2, 3)
    for options in ({}, OLDER):
        a, b, c = round_trip(lib, [x, x[1], lib.zeros(2, 3)], **options)
        b.fill_(1)
        assert a.tolist() == [[0, 0, 0], [1, 1, 1]] and c.sum() == 0 and b.storage_offset() == 3


def test_one_memory_as_two_dtypes_is_refused(lib: Any) -> None:
    x = lib.zeros(2)
    with pytest.raises(
        RuntimeError, match="Cannot save multiple tensors or storages that view the same data as different"
    ):
        lib.save([x, x.view(lib.int32)], io.BytesIO())


def test_storages(lib: Any) -> None:
    x = lib.ones(3)
    found = round_trip(lib, {"x": lib.zeros(2), "storage": x.untyped_storage()})["storage"]
    with warnings.catch_warnings(action="ignore"):  # PyTorch gives a typed one, which is deprecated
        assert found.untyped().tolist() == x.untyped_storage().tolist()


def test_arrays_that_files_have_no_strides_for_are_copied() -> None:
    x = wengert.from_numpy(np.arange(6.0).reshape(2, 3)[::-1, ::-1])
    assert round_trip(wengert, x).tolist() == x.tolist()


def test_every_storage_is_aligned(tmp_path: Path) -> None:
    path = tmp_path / "model.pt"
    wengert.save({f"{'n' * n}": wengert.ones(n) for n in range(1, 9)}, path)
    data = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        assert {name.split("/")[0] for name in archive.namelist()} == {"model"}
        for entry in archive.infolist():
            name, extra = struct.unpack_from("<2H", data, entry.header_offset + 26)
            assert (entry.header_offset + 30 + name + extra) % 64 == 0


def test_a_mapped_file_is_not_changed(lib: Any, tmp_path: Path) -> None:
    path = str(tmp_path / "x.pt")
    lib.save([lib.arange(4.0), lib.ones(2)], path)
    before = Path(path).read_bytes()
    x, _ = lib.load(path, mmap=True)
    assert x.untyped_storage().nbytes() == 16 and not x.is_shared()
    x.fill_(7)
    assert x.tolist() == [7] * 4 and Path(path).read_bytes() == before
    with pytest.raises(ValueError, match="f must be a file path in order to use the mmap argument"):
        lib.load(io.BytesIO(before), mmap=True)
    lib.save(x, path, _use_new_zipfile_serialization=False)
    with pytest.raises(RuntimeError, match="mmap can only be used with files saved with"):
        lib.load(path, mmap=True)


# -- where storages go


def test_map_location(lib: Any) -> None:
    file, seen = saved(lib, [lib.ones(2), lib.zeros(1)]), []

    def load(where: Any) -> Any:
        file.seek(0)
        return [x.tolist() for x in lib.load(file, map_location=where)]

    def function(storage: Any, tag: str) -> Any:
        seen.append((storage.nbytes(), tag))

    for where in (None, "cpu", lib.device("cpu"), {"cuda:0": "cpu"}, lambda storage, tag: storage, function):
        assert load(where) == [[1, 1], [0]]
    assert sorted(seen) == [(4, "cpu"), (8, "cpu")]
    with pytest.raises(RuntimeError, match="(?s)don't know how to restore data location of .*tagged with nowhere"):
        load({"cpu": "nowhere"})


def test_a_file_from_a_gpu_asks_for_map_location_where_there_is_none(lib: Any) -> None:
    if lib.cuda.is_available():
        pytest.skip("there is a GPU")
    data = saved(lib, lib.ones(2)).getvalue()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        records = {name: archive.read(name) for name in archive.namelist()}
    changed = io.BytesIO()
    with zipfile.ZipFile(changed, "w") as archive:
        for name, record in records.items():
            archive.writestr(name, record.replace(b"\x03\0\0\0cpu", b"\x06\0\0\0cuda:0"))
    changed.seek(0)
    with pytest.raises(RuntimeError, match="Attempting to deserialize object on a CUDA device but"):
        lib.load(changed)
    changed.seek(0)
    assert lib.load(changed, map_location="cpu").tolist() == [1, 1]


# -- what is trusted


class Attack:
    """Pickled as a call of whatever is given."""

    def __init__(self, *call: Any) -> None:
        self.call = call

    def __reduce__(self) -> Any:
        return self.call[0], self.call[1:]


class Plain:
    def __init__(self) -> None:
        self.x = 1


def zipped(pickled: bytes, **storages: bytes) -> io.BytesIO:
    """A file with any pickle in it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("archive/data.pkl", pickled)
        archive.writestr("archive/byteorder", b"little")
        for name, data in storages.items():
            archive.writestr(f"archive/data/{name[1:]}", data)
        archive.writestr("archive/version", b"3\n")
    file.seek(0)
    return file


@pytest.mark.parametrize("protocol", [0, 1, 2, 3, 4, 5])
def test_a_file_that_would_execute_code_is_refused(lib: Any, protocol: int, tmp_path: Path) -> None:
    target = tmp_path / "executed"
    attacks = [
        Attack(os.mkdir, str(target)), Attack(eval, f"__import__('os').mkdir({str(target)!r})"),
        Attack(getattr, 1, "real"), Attack(exec, "1"), Attack(lib.load, str(target)), Plain(),
    ]  # fmt: skip
    for attack in attacks:
        for obj in (attack, [1, {"a": attack}]):
            pickled = pickle.dumps(obj, protocol)
            older = (
                b"".join(pickle.dumps(x, 2) for x in (0x1950A86A20F9469CFC6C, 1001, {})) + pickled + pickle.dumps([], 2)
            )
            for file in (zipped(pickled), io.BytesIO(older)):
                with (
                    warnings.catch_warnings(action="ignore"),
                    pytest.raises(pickle.UnpicklingError, match="Weights only load failed"),
                ):
                    lib.load(file)
    assert not target.exists()


HOSTILE = {
    "state for a class": b"ctorch\nSize\n(N}X\x05\0\0\0numelK\x01stb.",
    "state for a function": b"ctorch._utils\n_rebuild_tensor_v2\n}X\x01\0\0\0aK\x01sb.",
    "state for a dtype": b"ctorch\nfloat32\n(N}X\x04\0\0\0nameX\x03\0\0\0abcstb.",
    "a call of what is no function": b"ctorch\nfloat32\n)R.",
    "a call of a result": b"ccollections\nOrderedDict\n)R)R.",
    "a new object of a type that is not allowed": b"cbuiltins\nobject\n)\x81.",
    "inst": b"(ios\ngetcwd\n.",
    "obj": b"(cos\ngetcwd\no.",
    "extension": b"\x82\x01.",
    "text as a persistent id": b"Pabc\n.",
    "a module as a persistent id": b"(X\x06\0\0\0moduleNNNtQ.",
    "a name in a module of wengert": b"cwengert._core.modules.files.serialization\nos\n.",
    "a dotted name": b"\x80\x04\x8c\x05torch\x8c\x0fserialization.os\x93.",
    "append to a tensor's class": b"ctorch\nTensor\nK\x01a.",
    "items of a class": b"ctorch\nTensor\nK\x01K\x02s.",
    "an encoding that unpacks": b"c_codecs\nencode\nX\x01\0\0\0aX\x03\0\0\0zip\x86R.",
    "empty stack": b"R.",
    "no mark": b"t.",
    "unknown memo": b"h\x07.",
    "two objects": b"NN.",
    "no end": b"N",
    "nothing": b"",
    "no pickle": b"hello world",
    "a storage of a wrong type": b"(X\x07\0\0\0storageNX\x01\0\0\x000X\x03\0\0\0cpuK\x01tQ.",
    "a storage of a negative size": b"(X\x07\0\0\0storagectorch\nFloatStorage\nX\x01\0\0\x000X\x03\0\0\0cpuJ"
    + b"\xff\xff\xff\xfftQ.",
}  # fmt: skip


def test_hostile_pickles_are_refused_and_change_nothing() -> None:
    wrong = []
    for what, pickled in HOSTILE.items():
        try:
            found = wengert.load(zipped(b"\x80\x02" + pickled, _0=bytes(4)))
        except pickle.UnpicklingError:
            continue
        except Exception as e:
            found = repr(e)
        wrong.append((what, found))
    assert not wrong
    assert wengert.Size([2, 3]).numel() == 6 and wengert.float32.name == "float32"


def tensor_pickle(offset: int, size: Any, stride: Any, state: Any = None) -> bytes:
    """The pickle of a tensor on the first storage of a file, of 2 floats, at any place."""
    pickled = pickle.dumps((offset, size, stride), 2)[2:-1]
    storage = b"(X\x07\0\0\0storagectorch\nFloatStorage\nX\x01\0\0\x000X\x03\0\0\0cpuK\x02tQ"
    parts = b"(" + storage + b"".join(pickle.dumps(x, 2)[2:-1] for x in (offset, size, stride)) + b"\x89Nt"
    assert pickled
    made = b"ctorch._utils\n_rebuild_tensor_v2\n" + parts + b"R"
    return b"\x80\x02" + made + (b"" if state is None else pickle.dumps(state, 2)[2:-1] + b"b") + b"."


def test_tensors_outside_of_their_storage_are_refused() -> None:
    inside = [(0, (2,), (1,)), (1, (1,), (5,)), (0, (0,), (9,)), (9, (0,), (1,)), (0, (3,), (0,)), (0, (), ())]
    outside = [
        (0, (3,), (1,)), (1, (2,), (1,)), (0, (2,), (2,)), (2, (), ()), (-1, (1,), (1,)), (1, (2,), (-1,)),
        (0, (-1,), (1,)), (0, (2,), ()), (0, (2**40, 2**40), (1, 0)), (2**70, (1,), (1,)),
    ]  # fmt: skip
    for place in inside:
        wengert.load(zipped(tensor_pickle(*place), _0=bytes(8)))
    for place in outside:
        with pytest.raises(RuntimeError, match="setStorage: sizes .* are out of bounds for storage of size 8"):
            wengert.load(zipped(tensor_pickle(*place), _0=bytes(8)))
    for size in (0, 7, 9):
        with pytest.raises(RuntimeError, match="the pickle says 8"):
            wengert.load(zipped(tensor_pickle(*inside[0]), _0=bytes(size)))


def test_a_file_cannot_reach_what_the_tape_keeps_on_tensors() -> None:
    for state in ({"_wg_data": None, "mine": 1}, (None, {"_wg_requires_grad": True, "mine": 1})):
        x = wengert.load(zipped(tensor_pickle(0, (2,), (1,), state), _0=bytes(8)))
        assert x.tolist() == [0, 0] and not x.requires_grad and x.mine == 1


def test_broken_files_say_so(tmp_path: Path) -> None:
    whole = saved(wengert, wengert.ones(100)).getvalue()
    older = saved(wengert, wengert.ones(100), **OLDER).getvalue()
    for data in (whole[: len(whole) // 2], whole.replace(np.ones(2, "f4").tobytes(), bytes(8), 1)):
        with pytest.raises(RuntimeError, match="PytorchStreamReader failed reading zip archive"):
            wengert.load(io.BytesIO(data))
    for size in (len(older) - 1, len(older) - 401):
        with pytest.raises(RuntimeError, match="unexpected EOF"):
            wengert.load(io.BytesIO(older[:size]))
    with pytest.raises(RuntimeError, match="Invalid magic number; corrupt file?"):
        wengert.load(io.BytesIO(pickle.dumps({"a": 1}, 2)))
    with pytest.raises(RuntimeError, match="the pickle says|failed locating"):
        wengert.load(zipped(tensor_pickle(0, (2,), (1,))))


def test_names_are_allowed_by_the_user(lib: Any) -> None:
    obj, before = {"plain": Plain(), "half": fractions.Fraction(1, 2)}, lib.serialization.get_safe_globals()
    file = saved(lib, obj)
    names = [f"{__name__}.Plain", "fractions.Fraction"]
    assert sorted(lib.serialization.get_unsafe_globals_in_checkpoint(file)) == sorted(names)
    file.seek(0)
    with lib.serialization.safe_globals([Plain, (fractions.Fraction, "fractions.Fraction")]):
        assert lib.serialization.get_safe_globals()
        found = lib.load(file)
    assert type(found["plain"]) is Plain and found["plain"].x == 1 and found["half"] == fractions.Fraction(1, 2)
    assert len(lib.serialization.get_safe_globals()) == len(before)
    file.seek(0)
    with pytest.raises(pickle.UnpicklingError, match="GLOBAL .* was not an allowed global by default"):
        lib.load(file)
    lib.serialization.add_safe_globals([Plain, fractions.Fraction])
    file.seek(0)
    assert lib.load(file)["plain"].x == 1
    lib.serialization.clear_safe_globals()
    file.seek(0)
    assert lib.load(file, weights_only=False)["half"] == fractions.Fraction(1, 2)


class Unit(wengert.Tensor):
    pass


def test_tensors_of_subclasses_keep_type_and_attributes() -> None:
    x = wengert.ones(2).as_subclass(Unit)
    x.unit = "m"
    file = saved(wengert, [x, x[:1]])
    with pytest.raises(pickle.UnpicklingError, match=f"add_safe_globals.*{__name__}.Unit"):
        wengert.load(file)
    file.seek(0)
    with serialization.safe_globals([Unit]):
        y, part = wengert.load(file)
    assert type(y) is Unit and y.unit == "m" and y.untyped_storage() == part.untyped_storage()


def test_parameters_stay_parameters(lib: Any) -> None:
    parameter = getattr(lib.nn, "Parameter", None)
    if parameter is None:
        pytest.skip("there are no modules")
    p, frozen, named = parameter(lib.ones(2)), parameter(lib.ones(1), requires_grad=False), parameter(lib.ones(1))
    named.note = "mine"
    state = lib.nn.Linear(2, 1).state_dict()
    found = round_trip(lib, [p, frozen, named, state])
    assert [type(q) is parameter for q in found[:3]] == [True] * 3 and [q.requires_grad for q in found[:3]] == [
        True,
        False,
        True,
    ]
    assert found[2].note == "mine" and type(found[3]) is type(state) and found[3]._metadata == state._metadata
    module = lib.nn.Sequential(lib.nn.Linear(2, 1), lib.nn.ReLU())
    again = lib.load(saved(lib, module), weights_only=False)
    assert lib.equal(again(lib.ones(1, 2)), module(lib.ones(1, 2)))


class Own(wengert.Tensor):
    def __reduce_ex__(self, protocol: Any) -> Any:
        return str, ("mine",)


def test_a_subclass_may_say_how_it_is_pickled() -> None:
    assert wengert.load(saved(wengert, wengert.ones(2).as_subclass(Own)), weights_only=False) == "mine"


# -- arguments


def test_arguments(lib: Any, tmp_path: Path) -> None:
    with pytest.raises(AttributeError, match="expected 'f' to be string, path, or a file-like object with a 'write'"):
        lib.save(1, 3)
    with pytest.raises(RuntimeError, match=r"Parent directory .* does not exist\."):
        lib.save(1, tmp_path / "nowhere" / "x.pt")
    with pytest.raises(AttributeError, match="(?s)from a file that is seekable"):
        lib.load(open)
    with pytest.raises(RuntimeError, match="Can not safely load weights when explicit pickle_module is specified"):
        lib.load(saved(lib, 1), pickle_module=pickle, weights_only=True)
    assert lib.load(saved(lib, {"a": 1}), pickle_module=pickle) == {"a": 1}
    with pytest.raises(FileNotFoundError):
        lib.load(tmp_path / "missing.pt")
    for proto in (2, 3, 4, 5):
        assert lib.load(saved(lib, [lib.ones(1)], pickle_protocol=proto), weights_only=False)[0].tolist() == [1]


def test_an_object_that_cannot_be_pickled_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "x.pt"
    wengert.save(1, path)
    with pytest.raises(Exception, match="pickle"):
        wengert.save([wengert.ones(2), lambda: 1], path)
    assert wengert.load(path) == 1


def test_files_that_cannot_be_sought_in_can_be_written(lib: Any) -> None:
    class Pipe:
        def __init__(self) -> None:
            self.data = bytearray()

        def write(self, data: Any) -> int:
            self.data += bytes(data)
            return len(data)

        def flush(self) -> None:
            pass

    pipe = Pipe()
    lib.save([lib.arange(1000)], pipe)
    assert lib.load(io.BytesIO(bytes(pipe.data)))[0].sum() == 499500


def test_picklers_in_c_are_refused() -> None:
    class Module:
        Pickler = pickle.Pickler

    with pytest.raises(RuntimeError, match="Pickler is written in C"):
        wengert.save(1, io.BytesIO(), pickle_module=Module)


def test_text_of_python_2() -> None:
    pickled = b"U\x02\xfcb."
    assert wengert.load(zipped(pickled), encoding="latin1") == "üb"
    assert wengert.load(zipped(pickled), encoding="bytes") == b"\xfcb"
    assert wengert.load(zipped(pickled), encoding="latin1", weights_only=False) == "üb"
    with pytest.warns(UserWarning, match="pickle_load_args only works"):
        wengert.load(zipped(pickled), encoding="latin1", fix_imports=True)


def test_modules_and_the_tar_format_say_what_to_do() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("m/constants.pkl", b"")
    file.seek(0)
    with pytest.raises(RuntimeError, match="wengert does not run TorchScript"):
        wengert.load(file)
    with pytest.raises(RuntimeError, match=r"\.tar format of PyTorch 0\.1"):
        wengert.load(io.BytesIO(b"\0" * 257 + b"ustar" + b"\0" * 300))
    with pytest.raises(
        pickle.UnpicklingError, match="torch.float8_e5m2 is a name of PyTorch that wengert does not have"
    ):
        wengert.load(zipped(b"ctorch\nfloat8_e5m2\n."))


def test_saving_leaves_tensors_of_vmap() -> None:
    with pytest.raises(RuntimeError, match="save"):
        wengert.vmap(lambda x: wengert.save(x, io.BytesIO()) or x)(wengert.ones(2))


def test_byte_order(lib: Any) -> None:
    with zipfile.ZipFile(saved(lib, [lib.arange(3), lib.tensor([1 + 2j])])) as archive:
        records = {name: archive.read(name) for name in archive.namelist()}
    swapped = io.BytesIO()
    with zipfile.ZipFile(swapped, "w") as archive:
        for name, data in records.items():
            if name.endswith("byteorder"):
                data = b"big"
            elif "/data/" in name and not name.split("/")[1].startswith("."):
                data = np.frombuffer(data, "i8" if len(data) == 24 else "f4").byteswap().tobytes()
            archive.writestr(name, data)
    swapped.seek(0)
    assert [x.tolist() for x in lib.load(swapped)] == [[0, 1, 2], [1 + 2j]]


# -- other formats

VALUES = {name: value for name, value in files.dtypes(wengert).items()} | files.unsigned(wengert)


def same(a: Any, b: Any) -> bool:
    return list(a) == list(b) and all(a[k].dtype is b[k].dtype and wengert.equal(a[k], b[k]) for k in a)


@pytest.mark.parametrize("suffix", [".safetensors", ".npz"])
def test_formats_by_suffix(suffix: str, tmp_path: Path) -> None:
    refused = {".safetensors": "complex128", ".npz": "bfloat16"}[suffix]
    values = {k: v for k, v in sorted(VALUES.items()) if k != refused} | {"view": wengert.arange(6).reshape(2, 3).T[1:]}
    values |= {"number": wengert.tensor(3.5), "none": wengert.ones(0, 3), "file": wengert.ones(1, requires_grad=True)}
    path = tmp_path / f"x{suffix}"
    wengert.save(values, path)
    found = wengert.load(path)
    assert same({k: found[k] for k in sorted(found)}, {k: v.detach() for k, v in sorted(values.items())})
    assert same(wengert.load(str(path), map_location="cpu"), found)
    with pytest.raises(TypeError, match=f"has no wengert.{refused}"):
        wengert.save({"x": VALUES[refused]}, path)
    for wrong in (wengert.ones(1), {"a": 1}, {1: wengert.ones(1)}, [1]):
        with pytest.raises(TypeError, match="holds a dict of names to tensors"):
            wengert.save(wrong, path)
    with pytest.raises(RuntimeError, match="with dict or callable map_location is not supported"):
        wengert.load(path, map_location={})
    with pytest.raises(RuntimeError, match="is no pickle"):
        wengert.load(path, weights_only=False)


def test_safetensors_of_the_package(tmp_path: Path) -> None:
    package = pytest.importorskip("safetensors.numpy")
    values = {k: v for k, v in VALUES.items() if k not in ("bfloat16", "complex128")}
    wengert.save(values, tmp_path / "a.safetensors")
    theirs = package.load_file(tmp_path / "a.safetensors")
    package.save_file(theirs, tmp_path / "b.safetensors", {"format": "np"})
    found = wengert.load(tmp_path / "b.safetensors")
    assert same({k: found[k] for k in values}, values)


def test_broken_safetensors(tmp_path: Path) -> None:
    path = tmp_path / "x.safetensors"
    entry = '{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}'
    wrong = [
        entry.replace("[2]", "[3]"), entry.replace("0,8", "-8,0"), entry.replace("F32", "F3"), "[]", "{", '{"a":1}',
        entry.replace("[2]", "[-2]"), entry.replace("8]", "16]").replace("[2]", "[4]"),
    ]  # fmt: skip
    for header in [entry, *wrong]:
        path.write_bytes(struct.pack("<Q", len(header)) + header.encode() + b"\0" * 8)
        if header == entry:
            assert wengert.load(path)["a"].tolist() == [0, 0]
        else:
            with pytest.raises(RuntimeError, match=r"expected a \.safetensors file"):
                wengert.load(path)
    for data in (b"", b"abc", struct.pack("<Q", 2**60) + b"{}"):
        path.write_bytes(data)
        with pytest.raises(RuntimeError, match="the header is too long"):
            wengert.load(path)


def test_programs_that_do_not_touch_files_do_not_import_them() -> None:
    program = "import sys, wengert; print([m for m in sys.modules if m.startswith('wengert._core.modules.')])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"
