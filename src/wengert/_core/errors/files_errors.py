"""Files: what cannot be saved, what is not loaded, and files that are broken."""

from __future__ import annotations

import pickle
import re
from typing import Any

from .text import describe

TRUST = "If you trust the file, load it with weights_only=False: that may execute code of whoever made the file"


def _refused(what: str, instead: str) -> pickle.UnpicklingError:
    return pickle.UnpicklingError(f"Weights only load failed. {what} {instead}")


def unsupported_global(name: str) -> pickle.UnpicklingError:
    ours = re.sub(r"^torch\.", "wengert.", name)  # files have PyTorch's names
    return _refused(
        f"Unsupported global: GLOBAL {name} was not an allowed global by default.",
        f"If it is harmless, allow it: wengert.serialization.add_safe_globals([{ours}]), or the context manager "
        f"safe_globals. {TRUST}.",
    )


def absent_global(name: str) -> pickle.UnpicklingError:
    return _refused(
        f"Unsupported global: GLOBAL {name} is a name of PyTorch that wengert does not have.",
        "Save the file again without it, in PyTorch.",
    )


def unsupported_call(what: Any) -> pickle.UnpicklingError:
    return _refused(f"The file calls {what!r}, which is not allowed.", f"{TRUST}.")


def unsupported_new(what: Any) -> pickle.UnpicklingError:
    return _refused(f"Can only create new object for classes that are allowed, but got {what!r}.", f"{TRUST}.")


def unsupported_state(kind: type) -> pickle.UnpicklingError:
    return _refused(
        f"Can only build Tensor, Parameter, OrderedDict or types allowed via add_safe_globals, but got {kind}.",
        f"{TRUST}.",
    )


def unsupported_target(doing: str, kind: type) -> pickle.UnpicklingError:
    return _refused(f"Can only {doing}, but got {kind}.", f"{TRUST}.")


def unsupported_opcode(name: str) -> pickle.UnpicklingError:
    return _refused(f"Unsupported opcode {name}.", f"Save the file with pickle_protocol=2. {TRUST}.")


def unsupported_id(value: Any) -> pickle.UnpicklingError:
    return _refused(f"Only persistent_load of storage is allowed, but got {value!r}.", f"{TRUST}.")


def unsupported_encoding(encoding: Any) -> pickle.UnpicklingError:
    return _refused(f"Bytes are encoded as latin1 in pickles, but got {encoding!r}.", f"{TRUST}.")


def broken_pickle(why: Any) -> pickle.UnpicklingError:
    return _refused(
        f"The pickle is broken: {why}.",
        "Copy or save the file again, if it was written by save(): load() reads no other.",
    )


def of_numpy() -> pickle.UnpicklingError:
    return _refused("This is an array of NumPy.", "Read it with wengert.from_numpy(numpy.load(path)).")


def explicit_module() -> RuntimeError:
    return RuntimeError(
        "Can not safely load weights when explicit pickle_module is specified: pass weights_only=False with it, or "
        "leave pickle_module out."
    )


def no_archive(why: Any) -> RuntimeError:
    return RuntimeError(
        f"load: PytorchStreamReader failed reading zip archive: {why}. Expected a file written by save(). Copy or save "
        "it again."
    )


def no_record(name: str) -> RuntimeError:
    return RuntimeError(
        f"load: PytorchStreamReader failed locating file {name}: file not found. Expected a file written by save()."
    )


def record_size(name: str, expected: int, came: int) -> RuntimeError:
    return RuntimeError(
        f"load: the storage {name} has {came} bytes, but the pickle says {expected}. The file is broken: save it again."
    )


def script() -> RuntimeError:
    return RuntimeError(
        "Cannot use ``weights_only=True`` with TorchScript archives passed to ``load``, nor without it: wengert does "
        "not run TorchScript. Save the state_dict() of the module in PyTorch, and load that."
    )


def tar() -> RuntimeError:
    return RuntimeError(
        "load: the file is in the .tar format of PyTorch 0.1, which wengert does not read. Load it in PyTorch, and "
        "save it again."
    )


def magic() -> RuntimeError:
    return RuntimeError("Invalid magic number; corrupt file? load expects a file written by save() or torch.save().")


def protocol(version: Any) -> RuntimeError:
    return RuntimeError(f"Invalid protocol version: {version}. Expected 1001: save the file again in PyTorch.")


def file_ended() -> RuntimeError:
    return RuntimeError("load: unexpected EOF. The file might be corrupted: copy or save it again.")


def out_of_bounds(size: Any, stride: Any, offset: Any, itemsize: int, nbytes: int) -> RuntimeError:
    return RuntimeError(
        f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize {itemsize} are "
        f"out of bounds for storage of size {nbytes}. The file is broken: save it again."
    )


def no_storage(came: Any) -> RuntimeError:
    return RuntimeError(f"load: a tensor is rebuilt on a storage, got {came!r}. The file is broken: save it again.")


def no_tensor(came: Any) -> TypeError:
    return TypeError(f"load: a tensor is rebuilt of a tensor type, got {came!r}. The file is broken: save it again.")


def other_dtypes(one: Any, other: Any) -> RuntimeError:
    return RuntimeError(
        "Cannot save multiple tensors or storages that view the same data as different types: "
        f"{one} and {other}. Save a clone() of one."
    )


def unknown_location(location: str) -> RuntimeError:
    return RuntimeError(
        f"don't know how to restore data location of wengert.UntypedStorage (tagged with {location}). Pass "
        "map_location='cpu'."
    )


def no_cuda() -> RuntimeError:
    return RuntimeError(
        "Attempting to deserialize object on a CUDA device but wengert.cuda.is_available() is False. If you are "
        "running on a CPU-only machine, please use wengert.load with map_location=wengert.device('cpu') to map your "
        "storages to the CPU."
    )


def mapped(came: Any) -> TypeError:
    return TypeError(f"load: map_location must return a storage or None, got {came!r}.")


def map_of_format(name: str) -> RuntimeError:
    return RuntimeError(
        f"Loading {name} file with dict or callable map_location is not supported. Use a device string or "
        "wengert.device instead."
    )


def not_writable(f: Any) -> AttributeError:
    return AttributeError(
        f"expected 'f' to be string, path, or a file-like object with a 'write' attribute, got {type(f).__name__}. "
        "The object comes first, then the file: save(obj, f)."
    )


def not_seekable(f: Any) -> AttributeError:
    return AttributeError(
        f"You can only load from a file that is seekable, got {type(f).__name__}. Please pre-load the data into a "
        "buffer like io.BytesIO and try to load from it instead."
    )


def mapped_format(f: Any) -> RuntimeError:
    return RuntimeError(
        "mmap can only be used with files saved with `save(..., _use_new_zipfile_serialization=True)`, please save "
        "your checkpoint with this option in order to use mmap."
    )


def byte_order(order: str) -> RuntimeError:
    return RuntimeError(
        f"load: the file was written in {order}-endian byte order, and a storage in it has no dtype. Load and save it "
        "on a machine of that byte order, with tensors in place of storages."
    )


def older_unsafe() -> ValueError:
    return ValueError(
        "get_unsafe_globals_in_checkpoint expects a file in the format since PyTorch 1.6 (save with "
        "_use_new_zipfile_serialization=True), got the older one. Load it, and save it again."
    )


def no_endianness(value: Any) -> TypeError:
    return TypeError(
        f"Invalid argument type in function set_default_load_endianness: expected LoadEndianness, got {value!r}"
    )


def pickler(module: Any) -> RuntimeError:
    return RuntimeError(
        f"save: pickle_module {getattr(module, '__name__', module)!r} was given, whose Pickler is written in C. "
        "Expected a module whose Pickler is a subclass of pickle._Pickler, as that of pickle and dill: it writes "
        "PyTorch's names. Leave pickle_module out."
    )


def no_safetensors(why: str) -> RuntimeError:
    return RuntimeError(f"load: expected a .safetensors file, but {why}. Copy or save it again.")


def not_a_dict(suffix: str, came: Any) -> TypeError:
    return TypeError(
        f"save: a {suffix} file holds a dict of names to tensors, got {describe(came)}. "
        "Save other objects to a file with another suffix, such as .pt."
    )


def no_place_for(suffix: str, dtype: Any) -> TypeError:
    return TypeError(f"save: a {suffix} file has no {dtype}. Convert the tensor with .to(), or save to a .pt file.")


def options_of_format(suffix: str) -> RuntimeError:
    return RuntimeError(
        f"load: a {suffix} file is no pickle: leave out weights_only=False, pickle_module and pickle_load_args."
    )


def no_tensorboardx() -> ModuleNotFoundError:
    return ModuleNotFoundError(
        "No module named 'tensorboardX': torch.utils.tensorboard writes by it. Install it: pip install tensorboardX",
        name="tensorboardX",
    )


def no_graph_of_a_model() -> NotImplementedError:
    return NotImplementedError(
        "SummaryWriter.add_graph: the code of models is not traced here. Write the text of the model instead: "
        "add_text('model', str(model))."
    )
