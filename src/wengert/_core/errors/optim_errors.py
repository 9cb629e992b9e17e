"""Optimisers and schedules of learning rates."""

from __future__ import annotations

from typing import Any

from .text import warn

# -- what an optimiser is made with


def params_is_tensor(kind: str) -> TypeError:
    return TypeError(
        "params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
        f"{kind}. Put it into a list."
    )


def no_params() -> ValueError:
    return ValueError(
        "optimizer got an empty parameter list. Give tensors, or model.parameters(); layers in a list belong to a "
        "model if it is a wengert.nn.ModuleList."
    )


def params_is_set() -> TypeError:
    return TypeError(
        "optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets will "
        "change between runs. Please use a list instead."
    )


def names_of_groups(named: bool) -> ValueError:
    return ValueError(
        "all optimizer param groups should be with/without names. cannot add param group "
        f"{'with names' if named else 'without names'} to the optimizer"
    )


def module_given(kind: str) -> TypeError:
    return TypeError(f"'{kind}' object is not iterable: give its parameters, model.parameters()")


def not_a_tensor(kind: str) -> TypeError:
    return TypeError(f"optimizer can only optimize Tensors, but one of the params is {kind}")


def non_leaf() -> ValueError:
    return ValueError(
        "can't optimize a non-leaf Tensor: give the leaf that it was computed from, or detach it and set requires_grad"
    )


def required(name: str) -> ValueError:
    return ValueError(
        f"parameter group didn't specify a value of required optimization parameter {name}. Give it in the group, or "
        "to the optimizer as a default."
    )


def warn_duplicates() -> None:
    warn(
        "optimizer contains a parameter group with duplicate parameters: each step updates them more than once; "
        "in future, this will cause an error"
    )


def invalid(what: str, value: Any, instead: str = "a number of at least 0") -> ValueError:
    return ValueError(f"Invalid {what}: {value}. Give {instead}.")


def out_of_range(what: str, bound: str, value: Any) -> ValueError:
    return ValueError(f"{what} should be {bound} but is: {value}")


def one_element(name: str) -> ValueError:
    return ValueError(f"Tensor {name} must be 1-element")


def tensor_with_foreach(name: str) -> ValueError:
    return ValueError(f"{name} as a Tensor is not supported for capturable=False and foreach=True. Give a number.")


def nesterov() -> ValueError:
    return ValueError("Nesterov momentum requires a momentum and zero dampening")


def fused_with(other: str) -> RuntimeError:
    if other == "foreach":
        return RuntimeError("`fused` and `foreach` cannot be `True` together. Choose one of the two.")
    return RuntimeError(f"`fused` does not support `{other}`. Leave out one of the two.")


def fused_dtype(dtype: Any, device: str) -> RuntimeError:
    return RuntimeError(
        f"`fused=True` requires all the params to be floating point Tensors of supported devices: ['cpu', 'cuda'] but "
        f"{dtype} and {device}"
    )


def complex_params(at: list[list[int]]) -> ValueError:
    return ValueError(
        f"Complex params at indices {at}: SparseAdam does not support complex parameters. Use another optimizer, such "
        "as Adam."
    )


def not_a_matrix(size: Any) -> ValueError:
    return ValueError(f"Muon only supports 2D parameters whereas we found a parameter with size: {size}")


def adjustment(name: Any) -> ValueError:
    return ValueError(
        f"Adjust learning rate function {name} is not supported: 'original' and 'match_rms_adamw' are, or None. "
        "Choose one of these."
    )


def one_group() -> ValueError:
    return ValueError(
        "LBFGS doesn't support per-parameter options (parameter groups). Give one list of parameters, and one LBFGS "
        "for each set of options."
    )


# -- a step


def sparse(name: str) -> RuntimeError:
    advice = ", please consider SparseAdam instead" if name == "Adam" else ". Use SparseAdam, or make them dense"
    return RuntimeError(f"{name} does not support sparse gradients{advice}")


def dense() -> RuntimeError:
    return RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")


def complex_unsupported(name: str) -> RuntimeError:
    return RuntimeError(
        f"{name} does not support complex parameters. Optimise its real view instead: view_as_real gives it."
    )


def iterations() -> ValueError:
    return ValueError("Number of steps must be less than 100 for computational efficiency")


def coefficients() -> ValueError:
    return ValueError("Coefficients must be a tuple of exactly 3 values")


def line_search(name: Any) -> RuntimeError:
    return RuntimeError(f"only 'strong_wolfe' is supported, got line_search_fn={name!r}; None searches no line")


def no_closure() -> TypeError:
    return TypeError(
        "LBFGS.step() missing 1 required positional argument: 'closure': it calls it several times a step. "
        "Pass a function that computes the loss and calls backward()."
    )


def hook_result(step: Any, result: Any) -> RuntimeError:
    return RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), but got {result}.")


# -- what was saved


def other_groups() -> ValueError:
    return ValueError(
        "loaded state dict has a different number of parameter groups. Make the optimizer with the groups that it had "
        "when it was saved."
    )


def other_sizes() -> ValueError:
    return ValueError(
        "loaded state dict contains a parameter group that doesn't match the size of optimizer's group. Make the "
        "optimizer with the parameters that it had when it was saved, in the same order."
    )


def swapped(what: str) -> RuntimeError:
    return RuntimeError(f"swap_in_optimizer_params_and_state requires {what}")


# -- schedules


def not_an_optimizer(value: Any) -> TypeError:
    return TypeError(f"{type(value).__name__} is not an Optimizer. Give one: StepLR(optimizer, 10)")


def no_initial(i: int) -> KeyError:
    return KeyError(
        f"param 'initial_lr' is not specified in param_groups[{i}] when resuming scheduler with last_epoch >= 0. "
        "Load the state of the optimizer before, or give last_epoch=-1 for a new run."
    )


def lengths(name: str, given: int, groups: int) -> ValueError:
    return ValueError(
        f"{name} must have the same length as optimizer.param_groups. {name} has {given} values, param_groups has "
        f"{groups}."
    )


def min_lrs(given: int, groups: int) -> ValueError:
    return ValueError(f"expected {groups} min_lrs, got {given}")


def factor(which: str, bounds: str) -> ValueError:
    return ValueError(f"{which} multiplicative factor expected to be {bounds}.")


def unknown(what: str, value: Any) -> ValueError:
    return ValueError(f"{what} {value} is unknown! Choose one that its documentation names.")


def groups_added(groups: int, known: int) -> RuntimeError:
    return RuntimeError(
        f"The number of param groups in the `optimizer` ({groups}) differs from when `ReduceLROnPlateau` was "
        f"initialized ({known}), usually due to a new param group being added to the optimizer. Please modify the "
        "`min_lrs` field to match the length of the `optimizer` param groups."
    )


def expected(what: str, value: Any) -> ValueError:
    return ValueError(f"Expected {what}, but got {value}")


def strategy(value: Any) -> ValueError:
    return ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {value}")


def no_scale() -> ValueError:
    return ValueError(
        "mode is invalid and scale_fn is None. "
        "Give a mode or a scale_fn: mode is 'triangular', 'triangular2' or 'exp_range'."
    )


def too_many_steps(step: int, total: int) -> ValueError:
    return ValueError(
        f"Tried to step {step} times. The specified number of total steps is {total}. Make the schedule longer, or "
        "step it less often."
    )


def no_schedulers(name: str) -> ValueError:
    what = " to be chained" if name == "ChainedScheduler" else ""
    return ValueError(f"{name} expects at least one scheduler{what}, but got no scheduler.")


def plateau_inside(name: str, i: int) -> ValueError:
    return ValueError(
        f"{name} does not support `ReduceLROnPlateau` scheduler as it requires additional kwargs to be specified when "
        f"calling `step`, but got one at index {i} in the given schedulers sequence."
    )


def other_optimizer(name: str, i: int, scheduler: Any, optimizer: Any) -> ValueError:
    return ValueError(
        f"{name} expects all schedulers to belong to the same optimizer, but got scheduler "
        f"{type(scheduler).__name__} at index {i} has {scheduler.optimizer}, which is different from "
        f"{type(optimizer).__name__}."
    )


def milestones(schedulers: int, given: int) -> ValueError:
    return ValueError(
        "Sequential Schedulers expects number of schedulers provided to be one more than the number of milestone "
        f"points, but got number of schedulers {schedulers} and the number of milestones to be equal to {given}"
    )


def warn_order(replaced: bool) -> None:
    if replaced:
        warn(
            "Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization. Please, "
            "make sure to call `optimizer.step()` before `lr_scheduler.step()`."
        )
    else:
        warn(
            "Detected call of `lr_scheduler.step()` before `optimizer.step()`. Call them in the opposite order: "
            "`optimizer.step()` before `lr_scheduler.step()`. Else the first value of the learning rate schedule is "
            "skipped."
        )


def warn_epoch() -> None:
    warn(
        "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please "
        "use `scheduler.step()` to step the scheduler. If epoch is given, the closed form is used, where there is one."
    )


def warn_get_lr() -> None:
    warn("To get the last learning rate computed by the scheduler, please use `get_last_lr()`.")


# -- averages of weights


def anneal_epochs(value: Any) -> ValueError:
    return ValueError(f"anneal_epochs must be equal or greater than 0, got {value}")
