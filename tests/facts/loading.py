"""What datasets, samplers and loaders give, in both libraries: the same orders for the same seeds."""

from __future__ import annotations

import importlib
import warnings
from collections import OrderedDict, namedtuple
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Point = namedtuple("Point", ["x", "y"])


class Programs:
    """One method per program. Each returns what it saw."""

    def __init__(self, lib: Any) -> None:
        self.lib = lib
        self.data = data = importlib.import_module(f"{lib.__name__}.utils.data")

        class Numbers(data.Dataset):
            def __init__(self, n: int) -> None:
                self.n = n

            def __len__(self) -> int:
                return self.n

            def __getitem__(self, i: int) -> int:
                return i * 10

        class Drawn(Numbers):
            def __getitem__(self, i: int) -> Any:
                info = data.get_worker_info()
                return i, lib.rand(()).item(), -1 if info is None else (info.id, info.num_workers, info.seed)

        class Stream(data.IterableDataset):
            def __init__(self, n: int) -> None:
                self.n = n
                self.start = 0

            def __len__(self) -> int:
                return self.n

            def __iter__(self) -> Iterator[int]:
                info = data.get_worker_info()
                first, step = (0, 1) if info is None else (info.id, info.num_workers)
                return iter(range(self.start + first, self.start + self.n, step))

        self.Numbers, self.Drawn, self.Stream = Numbers, Drawn, Stream

    def told(self, x: Any) -> Any:
        """A batch in plain values."""
        if isinstance(x, self.lib.Tensor):
            return [str(x.dtype).split(".")[1], x.tolist()]
        if isinstance(x, dict):
            return [type(x).__name__, {str(k): self.told(v) for k, v in x.items()}]
        if isinstance(x, (list, tuple)):
            return [type(x).__name__, *[self.told(v) for v in x]]
        return x if isinstance(x, (int, float, str)) or x is None else repr(x)

    def epochs(self, dataset: Any, epochs: int = 2, seed: int = 7, **options: Any) -> Any:
        """The batches of some epochs, and a number that is drawn after them."""
        self.lib.manual_seed(seed)
        loader = self.data.DataLoader(dataset, **options)
        found = [[self.told(batch) for batch in loader] for _ in range(epochs)]
        return [found, self.lib.rand(()).item()]

    def in_order(self) -> Any:
        return self.epochs(self.Numbers(5), batch_size=2)

    def shuffled(self) -> Any:
        return self.epochs(self.Numbers(10), batch_size=3, shuffle=True)

    def shuffled_by_workers(self) -> Any:
        return self.epochs(self.Numbers(10), batch_size=3, shuffle=True, num_workers=2)

    def shuffled_by_lasting_workers(self) -> Any:
        return self.epochs(self.Numbers(10), batch_size=3, shuffle=True, num_workers=2, persistent_workers=True)

    def last_one_dropped(self) -> Any:
        return self.epochs(self.Numbers(7), batch_size=3, drop_last=True)

    def own_generator(self) -> Any:
        generator = self.lib.Generator()
        generator.manual_seed(3)
        found = self.epochs(self.Numbers(6), batch_size=2, shuffle=True, generator=generator)
        return [found, self.lib.rand((), generator=generator).item()]

    def items(self) -> Any:
        return self.epochs(self.Numbers(3), batch_size=None, shuffle=True)

    def drawn_in_turn(self) -> Any:
        return self.epochs(self.Drawn(4), batch_size=None)

    def drawn_by_workers(self) -> Any:
        return self.epochs(self.Drawn(6), batch_size=None, num_workers=2, prefetch_factor=1)

    def drawn_by_lasting_workers(self) -> Any:
        return self.epochs(self.Drawn(6), batch_size=None, num_workers=2, persistent_workers=True)

    def stream(self) -> Any:
        return self.epochs(self.Stream(5), batch_size=2)

    def stream_dropped(self) -> Any:
        return self.epochs(self.Stream(5), batch_size=2, drop_last=True)

    def stream_of_workers(self) -> Any:
        return self.epochs(self.Stream(11), batch_size=2, num_workers=3)

    def stream_of_lasting_workers(self) -> Any:
        return self.epochs(self.Stream(11), batch_size=2, num_workers=3, persistent_workers=True, drop_last=True)

    def stream_of_items(self) -> Any:
        return self.epochs(self.Stream(5), batch_size=None, num_workers=2)

    def stream_by_init(self) -> Any:
        def init(worker: int) -> None:
            info = self.data.get_worker_info()
            info.dataset.start = 100 * info.id

        return self.epochs(self.Stream(4), batch_size=2, num_workers=2, worker_init_fn=init)

    def own_sampler(self) -> Any:
        class Eager(self.data.Sampler):
            def __iter__(this) -> Any:  # noqa: N805
                return iter(self.lib.randperm(4).tolist())

            def __len__(this) -> int:  # noqa: N805
                return 4

        loaders = [{"batch_size": 2}, {"batch_size": None}, {"batch_size": None, "num_workers": 1}]
        return [self.epochs(self.Numbers(4), sampler=Eager(), **options) for options in loaders]

    def own_batches(self) -> Any:
        batches = [[0, 2], [1]]
        return self.epochs(self.Numbers(3), batch_sampler=batches)

    def samplers(self) -> Any:
        d, numbers = self.data, self.Numbers(40)
        self.lib.manual_seed(5)
        found = [
            d.RandomSampler(numbers),
            d.RandomSampler(numbers, num_samples=100),
            d.RandomSampler(numbers, True, 70),
            d.SequentialSampler(numbers),
            d.SubsetRandomSampler([3, 1, 4, 15]),
            d.BatchSampler(range(7), 3, True),
            d.BatchSampler(d.RandomSampler(numbers, num_samples=7), 3, False),
            d.WeightedRandomSampler([0.1, 0.7, 0.2], 9),
            d.WeightedRandomSampler([0.1, 0.7, 0.2], 3, replacement=False),
            d.RandomSampler(numbers, generator=self.lib.Generator().manual_seed(1)),
        ]
        return [[len(s), *s] for s in found] + [self.lib.rand(()).item()]

    def parts_of_processes(self) -> Any:
        found = []
        for options in ({}, {"shuffle": False}, {"drop_last": True}, {"seed": 4}):
            for rank in range(3):
                sampler = self.data.DistributedSampler(self.Numbers(7), num_replicas=3, rank=rank, **options)
                sampler.set_epoch(2)
                found.append([len(sampler), *sampler])
        return found

    def splits(self) -> Any:
        found = []
        for lengths in ([3, 7], [0.3, 0.7], [0.5, 0.25, 0.25], [10, 0], [1 / 3, 1 / 3, 1 / 3]):
            self.lib.manual_seed(0)
            found.append([p.indices for p in self.data.random_split(range(10), lengths)])
        return found

    def datasets(self) -> Any:
        d, t = self.data, self.lib.arange(6).reshape(3, 2)
        joined = self.Numbers(2) + self.Numbers(3)
        found = [
            [len(joined), *[joined[i] for i in (0, 1, 2, 4, -1, -5)], joined.cumulative_sizes],
            list(self.Stream(2) + self.Stream(3)),
            len(self.Stream(2) + self.Stream(3)),
            [d.TensorDataset(t, t[:, 0])[1], d.TensorDataset(t)[self.lib.tensor([0, 2])], len(d.TensorDataset(t))],
            [
                d.StackDataset(self.Numbers(3), "abc")[2],
                d.StackDataset(a=self.Numbers(3), b="abc").__getitems__([0, 2]),
            ],
            [
                d.Subset(self.Numbers(9), [4, 2])[1],
                d.Subset(t, [2, 0])[[0, 1]],
                len(d.Subset(t, [2])),
                d.StackDataset(d.Subset(t, [2, 0])).__getitems__([1]),
            ],
        ]
        return self.told(found)

    def collated(self) -> Any:
        t, collate = self.lib.tensor, self.data.default_collate
        batches = [
            [t([1, 2]), t([3, 4])],
            [t(1.5), t(2.5)],
            [np.ones(2, "f4"), np.zeros(2, "f4")],
            [np.float32(1), np.float32(2)],
            [np.int64(1), np.int64(2)],
            [np.array(3), np.array(4)],
            [1.0, 2],
            [1, 2.0],
            [True, False],
            ["a", "b"],
            [b"a"],
            [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}],
            [OrderedDict(a=1), OrderedDict(a=2)],
            [Point(1, 2.0), Point(3, 4.0)],
            [(1, "a"), (2, "b")],
            [[1, "a"], [2, "b"]],
            [(), ()],
            [[(1, {"a": t([1])})]],
            [range(2), range(2)],
        ]
        return [self.told(collate(batch)) for batch in batches]

    def converted(self) -> Any:
        item = [
            np.ones(2),
            np.float32(2),
            "a",
            3,
            {"x": np.array(1)},
            (np.ones(1), 2),
            Point(np.ones(1), 1),
            None,
            self.lib.ones(1),
        ]
        return self.told(self.data.default_convert(item))

    def refusals(self) -> Any:
        """What is refused, and in which words."""
        d, t, numbers, stream = self.data, self.lib.tensor, self.Numbers(3), self.Stream(3)
        load = d.DataLoader
        calls: list[Callable[[], Any]] = [
            lambda: load(numbers, num_workers=-1),
            lambda: load(numbers, timeout=-1),
            lambda: load(numbers, prefetch_factor=2),
            lambda: load(numbers, num_workers=1, prefetch_factor=-1),
            lambda: load(numbers, persistent_workers=True),
            lambda: load(stream, shuffle=True),
            lambda: load(stream, sampler=[1]),
            lambda: load(stream, batch_sampler=[[1]]),
            lambda: load(numbers, sampler=[1], shuffle=True),
            lambda: load(numbers, batch_sampler=[[1]], batch_size=2),
            lambda: load(numbers, batch_sampler=[[1]], drop_last=True),
            lambda: load(numbers, batch_size=None, drop_last=True),
            lambda: load(numbers, batch_size=0),
            lambda: load(numbers, multiprocessing_context="fork"),
            lambda: load(numbers, num_workers=1, multiprocessing_context="x"),
            lambda: setattr(load(numbers), "batch_size", 2),
            lambda: load(self.Numbers(0), shuffle=True),
            lambda: d.Dataset()[0],
            lambda: d.TensorDataset(t([1]), t([1, 2])),
            lambda: d.StackDataset([1], a=[2]),
            lambda: d.StackDataset(),
            lambda: d.StackDataset([1], [1, 2]),
            lambda: d.ConcatDataset([]),
            lambda: d.ConcatDataset([stream]),
            lambda: list(d.ChainDataset([numbers])),
            lambda: (numbers + numbers)[-7],
            lambda: (numbers + numbers)[6],
            lambda: d.random_split(numbers, [1, 1]),
            lambda: d.random_split(numbers, [1.5, -0.5]),
            lambda: d.RandomSampler(numbers, replacement=1),
            lambda: d.RandomSampler(numbers, num_samples=0),
            lambda: d.WeightedRandomSampler([1.0], 0),
            lambda: d.WeightedRandomSampler([1.0], True),
            lambda: d.WeightedRandomSampler([1.0], 1, 1),
            lambda: d.WeightedRandomSampler([[1.0]], 1),
            lambda: d.BatchSampler([1], 0, False),
            lambda: d.BatchSampler([1], 1, 0),
            lambda: iter(d.Sampler()),
            lambda: d.DistributedSampler(numbers, 2, 2),
            lambda: d.default_collate([object()]),
            lambda: d.default_collate([None]),
            lambda: d.default_collate([np.array(["a"])]),
            lambda: d.default_collate([[1], [1, 2]]),
            lambda: d.default_collate([self.lib.eye(2).to_sparse()]),
            lambda: d.default_collate([t([1]), t([1, 2])]),
            lambda: len(load(d.ChainDataset([numbers]))),
            lambda: len(load(Endless(d), batch_size=2)),
            lambda: list(load(Broken(d))),
            lambda: list(load(Broken(d), num_workers=2)),
        ]
        found = []
        for call in calls:
            try:
                found.append(repr(call()))
            except KeyError:
                found.append("KeyError")
            except Exception as e:
                found.append(f"{type(e).__name__}: {e}".split("\n")[0].split(" found ")[0][:48])
        return found


def Endless(d: Any) -> Any:  # noqa: N802
    return type("Endless", (d.IterableDataset,), {"__iter__": lambda self: iter([1])})()


def Broken(d: Any) -> Any:  # noqa: N802
    def item(self: Any, i: int) -> Any:
        raise KeyError(i)

    return type("Broken", (d.Dataset,), {"__getitem__": item, "__len__": lambda self: 3})()


NAMES = [
    name
    for name, f in vars(Programs).items()
    if callable(f) and not name.startswith("__") and name not in ("told", "epochs")
]


def run(lib: Any, name: str) -> Any:
    with warnings.catch_warnings(action="ignore"):
        return getattr(Programs(lib), name)()


def table(lib: Any) -> dict[str, Any]:
    """What every program gives."""
    return {name: run(lib, name) for name in NAMES}
