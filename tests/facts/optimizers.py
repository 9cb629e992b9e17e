"""Ten steps of every optimiser with its options, and the learning rates of every schedule, as PyTorch takes them.

A case is a line of Python: ``SGD(lr=0.1, momentum=0.9) float64``. The gradients of the steps are given, so that
rounding does not grow. There is none in one step, and some are zero.
"""

from __future__ import annotations

from typing import Any

import numpy as np

LR = "lr=lib.tensor(0.05, dtype=lib.float64)"
OPTIONS: dict[str, tuple[str, ...]] = {
    "SGD": (
        "lr=0.1", LR, "lr=0.1, weight_decay=0.1, maximize=True", "lr=0.1, momentum=0.9", "lr=0.1, fused=True",
        "lr=0.1, momentum=0.9, dampening=0.2, weight_decay=0.1", "lr=0.1, momentum=0.9, nesterov=True, foreach=True",
        "lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.1, maximize=True",
    ),
    "Adam": (
        "lr=0.1", LR, "lr=0.1, betas=(0.5, 0.7), eps=0.1", "lr=0.1, weight_decay=0.2, maximize=True",
        "lr=0.1, amsgrad=True, weight_decay=0.1", "lr=0.1, amsgrad=True, decoupled_weight_decay=True, weight_decay=0.1",
        "lr=0.1, foreach=True", "lr=0.1, fused=True", "lr=0.1, amsgrad=True, maximize=True, foreach=True",
        "betas=(lib.tensor(0.5, dtype=lib.float64), lib.tensor(0.7, dtype=lib.float64))",
    ),
    "AdamW": (
        "lr=0.1", LR, "lr=0.1, weight_decay=0.5, amsgrad=True", "lr=0.1, betas=(0.5, 0.7), eps=0.1, maximize=True",
        "lr=0.1, fused=True", "lr=0.1, amsgrad=True, fused=True",
    ),
    "Adamax": ("lr=0.1", LR, "lr=0.1, betas=(0.5, 0.7), eps=0.1", "weight_decay=0.2, maximize=True", "foreach=True"),
    "NAdam": (
        "lr=0.1", LR, "betas=(0.5, 0.7), eps=0.1, momentum_decay=0.1", "weight_decay=0.2, maximize=True",
        "weight_decay=0.2, decoupled_weight_decay=True", "foreach=True",
    ),
    "RAdam": (
        "lr=0.1", LR, "betas=(0.5, 0.7), eps=0.1", "weight_decay=0.2, maximize=True",
        "weight_decay=0.2, decoupled_weight_decay=True", "foreach=True",
    ),
    "RMSprop": (
        "lr=0.1", LR, "alpha=0.5, eps=0.1, weight_decay=0.1, maximize=True", "momentum=0.9", "centered=True",
        "momentum=0.9, centered=True, alpha=0.5, weight_decay=0.1", "foreach=True",
    ),
    "Rprop": ("lr=0.1", LR, "lr=0.5, etas=(0.3, 1.5), step_sizes=(0.2, 0.6)", "maximize=True", "foreach=True"),
    "Adagrad": (
        "lr=0.1", LR, "lr=0.1, lr_decay=0.1, weight_decay=0.1, maximize=True", "initial_accumulator_value=0.5, eps=0.1",
        "foreach=True", "fused=True",
    ),
    "Adadelta": ("", LR, "rho=0.5, eps=0.1, weight_decay=0.1, maximize=True", "foreach=True"),
    "ASGD": (
        "lr=0.1", LR, "lr=0.1, lambd=0.1, alpha=0.5, t0=4, weight_decay=0.1", "t0=1, maximize=True",
    ),
    "Adafactor": (
        "lr=0.1", LR, "beta2_decay=-0.5, eps=(0.1, 0.2), d=2.0, weight_decay=0.1", "maximize=True", "foreach=True",
    ),
    "LBFGS": (
        "", "lr=0.5, max_iter=4", "history_size=2, max_iter=6", "line_search_fn='strong_wolfe'",
        "line_search_fn='strong_wolfe', history_size=2, max_iter=3, max_eval=4", LR,
        "tolerance_grad=0.1, line_search_fn='strong_wolfe'", "tolerance_change=0.1, line_search_fn='strong_wolfe'",
    ),
}  # fmt: skip
OTHER = {"SGD": "lr=0.1, momentum=0.9", "Adam": "lr=0.1, amsgrad=True"}  # what other dtypes are tried with
EPS = {"float16": ", eps=0.01", "bfloat16": ", eps=0.01"}  # the usual one is 0 in float16
HAS_EPS = ("Adam", "AdamW", "Adamax", "NAdam", "RAdam", "RMSprop", "Adagrad", "Adadelta")
TOLERANCE = {"float64": 1e-12, "complex128": 1e-12, "float32": 1e-5, "float16": 2e-2, "bfloat16": 1e-1}

SCHEDULES = (
    "LambdaLR(optimizer, lambda epoch: 0.9**epoch)",
    "LambdaLR(optimizer, [lambda epoch: 1 / (1 + epoch), lambda epoch: epoch])",
    "MultiplicativeLR(optimizer, lambda epoch: 1 - epoch / 20)",
    "StepLR(optimizer, step_size=3, gamma=0.5)",
    "MultiStepLR(optimizer, milestones=[2, 5, 5, 9], gamma=0.5)",
    "ConstantLR(optimizer, factor=0.25, total_iters=4)",
    "LinearLR(optimizer, start_factor=0.25, end_factor=0.75, total_iters=6)",
    "ExponentialLR(optimizer, gamma=0.8)",
    "PolynomialLR(optimizer, total_iters=7, power=1.5)",
    "CosineAnnealingLR(optimizer, T_max=4, eta_min=0.01)",
    "CosineAnnealingWarmRestarts(optimizer, T_0=3, eta_min=0.01)",
    "CosineAnnealingWarmRestarts(optimizer, T_0=2, T_mult=2)",
    "CyclicLR(optimizer, base_lr=0.1, max_lr=0.5, step_size_up=3)",
    "CyclicLR(optimizer, base_lr=[0.1, 0.2], max_lr=[0.5, 0.4], step_size_up=2, step_size_down=3, mode='triangular2')",
    "CyclicLR(optimizer, base_lr=0.1, max_lr=0.5, step_size_up=3, mode='exp_range', gamma=0.9, cycle_momentum=False)",
    "CyclicLR(optimizer, base_lr=0.1, max_lr=0.5, step_size_up=3, scale_fn=lambda x: 0.5 * x, scale_mode='iterations')",
    "OneCycleLR(optimizer, max_lr=0.5, total_steps=12)",
    "OneCycleLR(optimizer, max_lr=[0.5, 0.2], epochs=3, steps_per_epoch=4, anneal_strategy='linear', pct_start=0.5)",
    "OneCycleLR(optimizer, max_lr=0.5, total_steps=12, three_phase=True, div_factor=5.0, final_div_factor=10.0)",
    "ChainedScheduler([ConstantLR(optimizer, factor=0.1, total_iters=3), ExponentialLR(optimizer, gamma=0.9)])",
    "SequentialLR(optimizer, [ConstantLR(optimizer, 0.1, 9), ExponentialLR(optimizer, 0.9)], milestones=[4])",
    "SequentialLR(optimizer, [LinearLR(optimizer), StepLR(optimizer, 2), CosineAnnealingLR(optimizer, 4)], [3, 7])",
    "SWALR(optimizer, swa_lr=0.5, anneal_epochs=5)",
    "SWALR(optimizer, swa_lr=[0.5, 0.01], anneal_epochs=4, anneal_strategy='linear')",
)  # fmt: skip
PLATEAUS = (
    "ReduceLROnPlateau(optimizer, patience=1)",
    "ReduceLROnPlateau(optimizer, 'max', factor=0.5, patience=0, threshold=0.5, cooldown=2)",
    "ReduceLROnPlateau(optimizer, factor=0.5, patience=0, threshold=0.1, threshold_mode='abs', min_lr=[0.02, 0.1])",
)
METRICS = (3.0, 2.0, 2.0, 2.1, 2.0, 1.9, 1.9, 1.9, 5.0, 1.89, 1.89, 1.0)


def cases(name: str) -> list[str]:
    """The cases of an optimiser."""
    found = [f"{name}({options}) float64" for options in OPTIONS[name]]
    for dtype in ("complex128", "float32", "float16", "bfloat16"):
        if name in ("LBFGS", "Adafactor") and dtype != "float32":
            continue
        options = OTHER.get(name, "lr=0.1")
        found.append(f"{name}({options}{EPS.get(dtype, '') if name in HAS_EPS else ''}) {dtype}")
    return found


def calls() -> list[str]:
    return [*(case for name in OPTIONS for case in cases(name)), *SCHEDULES, *PLATEAUS]


def numbers(lib: Any, shape: tuple[int, ...], seed: int, dtype: str) -> Any:
    """Numbers that every dtype holds exactly."""
    draw = np.random.default_rng(seed).integers(-8, 9, size=(2, *shape)) / 8
    values = draw[0] + 1j * draw[1] if dtype.startswith("complex") else draw[0]
    return lib.tensor(values, dtype=getattr(lib, dtype))


def outcome(lib: Any, case: str) -> list[Any]:
    """What the steps make of the parameters, or the learning rates (and momenta) of every epoch."""
    if "(optimizer" in case or "([" in case:
        return rates(lib, case)
    call, dtype = case.rsplit(" ", 1)
    p, q = (numbers(lib, shape, 1, dtype).requires_grad_() for shape in ((2, 3), (2,)))
    optimizer = eval(f"lib.optim.{call[:-1].replace('(', '([p, q], ', 1)})", {"lib": lib, "p": p, "q": q})
    if "LBFGS" in call:
        for _ in range(3):
            optimizer.step(lambda: valley(optimizer, p, q))
    else:
        for i in range(10 if dtype not in EPS else 3):
            p.grad, q.grad = (numbers(lib, x.shape, 10 + i, dtype) for x in (p, q))
            if i == 4:
                q.grad = None
            optimizer.step()
    flat = lib.cat([p.detach().flatten(), q.detach().flatten()])
    if dtype.startswith("complex"):
        flat = lib.view_as_real(flat).flatten()
    return [float(f"{x:.6g}") if dtype in EPS else x for x in flat.tolist()]


def tolerance(case: str) -> float:
    """How far two libraries, or two machines, may be apart."""
    return TOLERANCE.get(case.rsplit(" ", 1)[1], 1e-12)


def valley(optimizer: Any, p: Any, q: Any) -> Any:
    """A loss with a bent valley, and its gradients."""
    optimizer.zero_grad()
    loss = ((1 - p) ** 2).sum() + 3 * ((q - p[:, 0] ** 2) ** 2).sum() + 0.1 * (p[0] * p[1]).sum() ** 2
    loss.backward()
    return loss


def rates(lib: Any, case: str) -> list[Any]:
    """The learning rates and momenta of two groups in every epoch."""
    names = {**vars(lib.optim.lr_scheduler), "SWALR": lib.optim.swa_utils.SWALR}
    p, q = (lib.ones(1, requires_grad=True) for _ in range(2))
    groups = [{"params": [p], "lr": 0.4}, {"params": [q], "lr": 0.1, "momentum": 0.5}]
    optimizer = lib.optim.SGD(groups, momentum=0.9)
    scheduler = eval(case, {**names, "optimizer": optimizer})
    found: list[Any] = []
    for metric in METRICS:
        found += [[g["lr"], g["momentum"]] for g in optimizer.param_groups]
        optimizer.step()
        if case in PLATEAUS:
            scheduler.step(metric)
        else:
            scheduler.step()
    return found
