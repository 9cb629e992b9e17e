"""The profiler: wrong use, unreadable traces, and vendors' tools that are missing."""

from __future__ import annotations

from typing import Any

from .text import warn


def reentrant() -> RuntimeError:
    return RuntimeError(
        "Profiler context manager is not reentrant: profile() measures one block. Make another one for the next."
    )


def other_key(mine: Any, theirs: Any) -> AssertionError:
    return AssertionError(f"events of different names are not added: {mine} and {theirs}. Use total_average().")


def metric(given: str, known: list[str]) -> ValueError:
    return ValueError(f"metric should be one of: {known}, not {given!r}")


def unfinished(name: str) -> RuntimeError:
    return RuntimeError(f"Profiler didn't finish running: leave the block of profile() before {name}().")


def no_counters(name: str) -> NotImplementedError:
    return NotImplementedError(f"{name}: hardware counters of a GPU cannot be read here. Use NVIDIA's Nsight Compute.")


def use_cuda_deprecated() -> None:
    warn("The attribute `use_cuda` will be deprecated soon, please use ``use_device = 'cuda'`` instead.", FutureWarning)


def no_device(name: Any) -> None:
    warn(f"The {name} is not a valid device option.")


def no_cuda() -> None:
    warn("CUDA is not available, disabling CUDA profiling")


def device_only() -> AssertionError:
    return AssertionError("Device-only events supported only with Kineto (use_kineto=True). Record the CPU too.")


def no_activities() -> AssertionError:
    return AssertionError(
        "No activities specified for the profiler: use_cpu=False leaves only the GPU, and none is used."
    )


# -- steps


def schedule() -> AssertionError:
    return AssertionError(
        "Invalid profiler schedule arguments: expected wait, warmup, repeat and skip_first not to be negative, and "
        "active to be positive."
    )


def step(number: int) -> AssertionError:
    return AssertionError(f"Profiler schedule: step must not be negative, got {number}.")


def no_option(name: str) -> NotImplementedError:
    return NotImplementedError(f"profiler.profile: {name} is not supported. Leave it out.")


def not_started() -> AssertionError:
    return AssertionError(
        "Profiler must be initialized before exporting its events: nothing has been measured yet. Enter the block, and "
        "let the schedule come to a step that is measured."
    )


# -- reading and comparing traces


def nothing_to_read(given: Any) -> TypeError:
    what = "a profile that has not ended" if hasattr(given, "finished") else type(given).__name__
    return TypeError(
        f"profiler: expected a profile, its events or the path of a saved trace, got {what}. Take it with "
        "profiler.profile(), whose block has ended, or save it with export_chrome_trace(path)."
    )


def no_trace(path: str, why: Exception) -> ValueError:
    return ValueError(
        f"profiler: {path} holds no trace: {type(why).__name__}: {why}. Expected the JSON that "
        "export_chrome_trace(path) writes, compressed by gzip or not."
    )


def diff_argument(name: str, given: Any, known: tuple[str, ...]) -> ValueError:
    return ValueError(f"diff: expected {name} to be one of {', '.join(map(repr, known))}, got {given!r}.")


def no_nvprof(path: str, why: Exception) -> ValueError:
    return ValueError(
        f"load_nvprof: {path} is not a trace of nvprof: {why}. Write one with `nvprof --profile-from-start off -o PATH "
        "-- python program.py`."
    )


# -- ranges for the vendors' tools


def not_again(tool: str) -> RuntimeError:
    return RuntimeError(f"{tool} annotation context manager is not reentrant: make another one for the next block.")


def already_enabled(name: str) -> RuntimeError:
    return RuntimeError(
        f"{name}: Profiler is already enabled on this thread. One block at a time emits ranges: leave the other first."
    )


def not_installed(name: str, package: str, extra: str) -> ImportError:
    return ImportError(
        f"{name} needs the {package} package, which is not installed. Install it with `pip install wengert[{extra}]`.",
        name=package,
    )


# -- timing of statements


def no_statement(given: Any) -> ValueError:
    return ValueError(
        f"Currently only a `str` stmt is supported, not {type(given).__name__}. Give the call as text: "
        'Timer("f(x)", globals={"f": f, "x": x})'
    )


def no_measurement(given: Any) -> ValueError:
    return ValueError(
        f"Expected an instance of `Measurement`, {type(given).__name__} instead. Give what a Timer's "
        "blocked_autorange() returns."
    )


def other_language(language: Any) -> NotImplementedError:
    return NotImplementedError(
        f"Timer: language={language!r} is not there, nor global_setup: statements are of Python. Leave both out."
    )


def by_autorange(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"See `Timer.blocked_autorange`, which measures several times: `Timer.{name}` is not there."
    )


def no_instructions() -> NotImplementedError:
    return NotImplementedError(
        "Timer.collect_callgrind: instructions are not counted here. Measure the time with blocked_autorange()."
    )
