"""``wengert.utils.data``: what PyTorch gives, in its order; and what workers do that are threads."""

from __future__ import annotations

import gc
import json
import threading
import time
from typing import Any

import numpy as np
import pytest

import wengert
from tests import facts
from tests.facts import loading
from wengert.utils.data import DataLoader, Dataset, TensorDataset, get_worker_info

FACTS = facts.load("loading")


@pytest.mark.parametrize("name", loading.NAMES)
def test_programs_give_what_pytorch_gives(name: str) -> None:
    found = json.loads(json.dumps(loading.run(wengert, name)))
    if name == "refusals":  # a message may go on
        assert [said for said, fact in zip(found, FACTS[name], strict=True) if not said.startswith(fact)] == []
    else:
        assert found == FACTS[name]


class Numbers(Dataset[int]):
    def __init__(self, n: int) -> None:
        self.n = n

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, i: int) -> int:
        return i


def loaders() -> list[threading.Thread]:
    return [t for t in threading.enumerate() if t.name.startswith("wengert loader")]


def ended() -> bool:
    for _ in range(100):
        if not loaders():
            return True
        time.sleep(0.01)
    return False


def test_workers_end_with_the_iteration() -> None:
    gc.collect()  # loaders of other tests whose workers last
    assert ended()
    loader = DataLoader(Numbers(6), num_workers=2)
    assert len(list(loader)) == 6 and not loaders()
    batches = iter(loader)
    next(batches)
    assert len(loaders()) == 2
    del batches
    gc.collect()
    assert ended()
    lasting = DataLoader(Numbers(6), num_workers=2, persistent_workers=True)
    next(iter(lasting))
    before = loaders()
    assert [x.tolist() for x in lasting] == [[i] for i in range(6)] and loaders() == before
    del lasting
    gc.collect()
    before.clear()
    assert ended()


class Waiting(Numbers):
    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.go = threading.Event()

    def __getitem__(self, i: int) -> int:
        if i == 0:
            self.go.wait(10)
        return i


def test_batches_come_in_order_unless_they_need_not() -> None:
    for in_order in (True, False):
        dataset = Waiting(6)
        batches = iter(DataLoader(dataset, batch_size=None, num_workers=2, prefetch_factor=3, in_order=in_order))
        if not in_order:
            assert [next(batches) for _ in range(3)] == [1, 3, 5]
        dataset.go.set()
        assert list(batches) == ([0, 1, 2, 3, 4, 5] if in_order else [0, 2, 4])


def test_a_tensor_dataset_of_arrays_is_refused() -> None:
    with pytest.raises(TypeError, match=r"argument 'tensors\[1\]' must be Tensor, not ndarray. wengert.from_numpy"):
        TensorDataset(wengert.ones(2), np.ones(2))


def test_workers_that_load_nothing_ahead_are_refused() -> None:
    with pytest.raises(AssertionError, match="prefetch_factor must be greater than 0"):
        iter(DataLoader(Numbers(2), num_workers=1, prefetch_factor=0))


def test_a_worker_that_takes_too_long() -> None:
    dataset = Waiting(2)
    with pytest.raises(RuntimeError, match=r"DataLoader timed out after 0\.05 seconds"):
        list(DataLoader(dataset, num_workers=1, timeout=0.05))
    dataset.go.set()
    gc.collect()
    assert ended()


class Failing(Numbers):
    def __getitem__(self, i: int) -> int:
        if i == 1:
            raise ZeroDivisionError("mine")
        return i


def test_errors_of_workers_are_raised_in_their_turn_and_loading_goes_on() -> None:
    batches = iter(DataLoader(Failing(4), batch_size=None, num_workers=2))
    assert next(batches) == 0
    with pytest.raises(ZeroDivisionError, match="mine") as caught:
        next(batches)
    assert caught.value.__notes__ == ["This was raised in the loader's worker 1."]
    assert list(batches) == [2, 3]

    def init(worker: int) -> None:
        raise ValueError(f"no {worker}")

    with pytest.raises(ValueError, match="no 0"):
        list(DataLoader(Numbers(4), num_workers=2, worker_init_fn=init))


class Stopping(Numbers):
    def __getitem__(self, i: int) -> int:
        raise StopIteration


def test_a_dataset_that_says_stop_by_mistake() -> None:
    """It ends the iteration without workers. With workers it is an error, and no one waits for ever."""
    assert list(DataLoader(Stopping(3))) == []
    with pytest.raises(StopIteration) as info:
        next(iter(DataLoader(Stopping(3), num_workers=1)))
    assert info.value.__notes__ == ["This was raised in the loader's worker 0."]


def test_workers_have_attributes_of_their_own() -> None:
    dataset = Numbers(4)

    def init(worker: int) -> None:
        info = get_worker_info()
        assert info is not None and info.dataset is not dataset
        info.dataset.n = -1

    assert len(list(DataLoader(dataset, num_workers=2, worker_init_fn=init))) == 4 and dataset.n == 4
    assert get_worker_info() is None


def test_drawing_in_workers_leaves_the_generator_of_the_program_alone() -> None:
    class Drawing(Numbers):
        def __getitem__(self, i: int) -> Any:
            return wengert.rand(3)

    wengert.manual_seed(0)
    batches = iter(DataLoader(Drawing(4), num_workers=2))
    before = wengert.random.get_rng_state()
    list(batches)
    assert (wengert.random.get_rng_state() == before).all()


def test_what_is_loaded_may_be_differentiated() -> None:
    x = wengert.ones(4, 2, requires_grad=True)
    for (batch,) in DataLoader(TensorDataset(x), batch_size=2, num_workers=1):
        batch.sum().backward()
    assert x.grad is not None and x.grad.tolist() == [[1, 1]] * 4


def test_a_stream_that_is_longer_than_it_says(lib: Any) -> None:
    methods = {"__len__": lambda self: 3, "__iter__": lambda self: iter(range(5))}
    stream = type("Stream", (lib.utils.data.IterableDataset,), methods)
    loader = lib.utils.data.DataLoader(stream(), batch_size=None)
    assert len(loader) == 3
    batches = iter(loader)
    assert [next(batches) for _ in range(3)] == [0, 1, 2]
    with pytest.warns(
        UserWarning, match=r"Length of IterableDataset .* was reported to be 3 ?\(.*, but 4 samples have"
    ):
        assert next(batches) == 3


def test_pinning_without_a_gpu_warns(lib: Any) -> None:
    if lib.cuda.is_available():
        pytest.skip("there is a GPU")
    data = lib.utils.data
    with pytest.warns(UserWarning, match="'pin_memory' argument is set as true but no accelerator is found"):
        assert len(list(data.DataLoader([1, 2], pin_memory=True))) == 2


def test_a_subset_with_its_own_items_defines_those_of_batches(lib: Any) -> None:
    class Part(lib.utils.data.Subset):  # type: ignore[misc, name-defined]
        def __getitem__(self, i: int) -> Any:
            return -self.dataset[i]

    with pytest.raises(NotImplementedError, match="Part overrides __getitem__ but not __getitems__"):
        list(lib.utils.data.DataLoader(Part([1, 2], [0, 1])))


def test_other_names(lib: Any) -> None:
    data = lib.utils.data
    for module, name in (("dataset", "Dataset"), ("sampler", "Sampler"), ("dataloader", "DataLoader")):
        assert getattr(getattr(data, module), name) is getattr(data, name)
    assert data.distributed.DistributedSampler is data.DistributedSampler
