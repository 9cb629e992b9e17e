"""Training with optimisers and schedules: groups, warm restarts, a checkpoint in the middle, and a line search."""

import copy
import math

import torch
import torch.nn.functional as F
from torch.optim import SGD, AdamW
from torch.optim.lr_scheduler import CosineAnnealingLR, LambdaLR, LinearLR, OneCycleLR, ReduceLROnPlateau, SequentialLR

x = torch.linspace(-2, 2, 80, dtype=torch.float64).unsqueeze(1)
y = torch.sin(2 * x) + 0.3 * x


def network():
    shapes = ((1, 12), (12,), (12, 1), (1,))
    start = [
        torch.arange(math.prod(s), dtype=torch.float64).mul(1.7).add(i).sin().reshape(s) for i, s in enumerate(shapes)
    ]
    return [p.requires_grad_() for p in start]


def loss_of(params):
    first, bias, second, offset = params
    return F.mse_loss(torch.tanh(x @ first + bias) @ second + offset, y)


def train(params, optimizer, scheduler, epochs, metric=False):
    for _ in range(epochs):
        optimizer.zero_grad()
        loss = loss_of(params)
        loss.backward()
        optimizer.step()
        if metric:
            scheduler.step(loss.item())
        else:
            scheduler.step()
    return loss.detach()


RESULT = {}

params = network()
optimizer = SGD(
    [{"params": params[::2], "weight_decay": 1e-4}, {"params": params[1::2], "lr": 0.02}],
    lr=0.05, momentum=0.9, nesterov=True,
)  # fmt: skip
scheduler = OneCycleLR(optimizer, max_lr=[0.1, 0.05], total_steps=60)
RESULT["sgd"] = train(params, optimizer, scheduler, 60)
RESULT["sgd rates"] = torch.tensor(scheduler.get_last_lr(), dtype=torch.float64)
RESULT["sgd bias"] = params[1].detach()

params = network()
optimizer = AdamW(params, lr=0.02, amsgrad=True)
scheduler = SequentialLR(
    optimizer, [LinearLR(optimizer, 0.1, total_iters=5), CosineAnnealingLR(optimizer, 30)], milestones=[5]
)
train(params, optimizer, scheduler, 20)
saved = copy.deepcopy((optimizer.state_dict(), scheduler.state_dict(), [p.detach().clone() for p in params]))
RESULT["adamw"] = train(params, optimizer, scheduler, 15)

restored = [p.requires_grad_() for p in saved[2]]
optimizer = AdamW(restored, lr=1.0)
scheduler = SequentialLR(
    optimizer, [LinearLR(optimizer, 0.1, total_iters=5), CosineAnnealingLR(optimizer, 30)], milestones=[5]
)
optimizer.load_state_dict(saved[0])
scheduler.load_state_dict(saved[1])
RESULT["adamw resumed"] = train(restored, optimizer, scheduler, 15)
RESULT["it is the same"] = torch.equal(RESULT["adamw"], RESULT["adamw resumed"])

params = network()
steps = []
optimizer = torch.optim.RMSprop(params, lr=0.05, momentum=0.5, centered=True)
optimizer.register_step_post_hook(lambda optimizer, args, kwargs: steps.append(optimizer.param_groups[0]["lr"]))
RESULT["rmsprop"] = train(params, optimizer, ReduceLROnPlateau(optimizer, patience=2, factor=0.5), 40, metric=True)
RESULT["rates"] = torch.tensor(steps, dtype=torch.float64)

params = network()
optimizer = torch.optim.NAdam(params, lr=0.05)
RESULT["nadam"] = train(params, optimizer, LambdaLR(optimizer, lambda epoch: 0.97**epoch), 40)

params = network()
optimizer = torch.optim.LBFGS(params, max_iter=10, history_size=5, line_search_fn="strong_wolfe")


def closure():
    optimizer.zero_grad()
    loss = loss_of(params)
    loss.backward()
    return loss


RESULT["lbfgs"] = torch.stack([optimizer.step(closure).detach() for _ in range(3)])
RESULT["evaluations"] = optimizer.state_dict()["state"][0]["func_evals"]
