"""A student follows a teacher that is its own moving average: copy, deepcopy, pickle, state dicts, mixed precision."""

import copy
import pickle
from collections import OrderedDict

import numpy as np
import torch
import torch.nn.functional as F

torch.manual_seed(19)


class Module:
    """What people write when they want no framework."""

    def __init__(self, **params):
        self.__dict__["params"] = OrderedDict((k, p.requires_grad_()) for k, p in params.items())

    def __getattr__(self, name):
        return self.params[name]

    def state_dict(self):
        return OrderedDict((k, p.detach().clone()) for k, p in self.params.items())

    def load_state_dict(self, state):
        with torch.no_grad():
            for k, p in self.params.items():
                p.copy_(state[k])

    def __call__(self, x):
        return F.linear(torch.relu(F.linear(x, self.w1.to(x.dtype), self.b1.to(x.dtype))), self.w2.to(x.dtype))


student = Module(w1=torch.randn(8, 5) * 0.4, b1=torch.zeros(8), w2=torch.randn(3, 8) * 0.4)
teacher = Module(**{k: p.detach().clone() for k, p in student.params.items()})
for p in teacher.params.values():
    p.requires_grad_(False)
frozen = copy.deepcopy(student.params)
start = pickle.loads(pickle.dumps(student.state_dict()))

losses = []
for step in range(8):
    x = torch.from_numpy(np.random.default_rng(step).normal(size=(12, 5))).float()
    with torch.no_grad():
        goal = teacher(x + 0.1 * torch.randn_like(x)).softmax(-1)
    logits = student(x)
    loss = F.kl_div(F.log_softmax(logits, -1), goal, reduction="batchmean") + 0.1 * (logits**2).mean()
    loss.backward()
    for p in student.params.values():
        p.data -= 0.5 * p.grad
        p.grad = None
    for mean, p in zip(teacher.params.values(), student.params.values(), strict=True):
        mean.data.lerp_(p.data, 0.1)
    losses.append(loss.item())

half = student(torch.ones(1, 5, dtype=torch.bfloat16))
half.float().sum().backward()
scaled = student.w2.grad.dtype, half.dtype == torch.bfloat16
moved = {k: float((p.detach() - start[k]).norm()) for k, p in student.params.items()}
student.load_state_dict(start)
as_array = student.w1.detach().numpy()
as_array[0, 0] = 7.0  # the same memory
RESULT = {
    "losses": torch.tensor(losses),
    "moved": torch.tensor(list(moved.values())),
    "types": scaled == (torch.float32, True),
    "memory": student.w1[0, 0],
    "deepcopy is apart": bool((frozen["w1"][0, 0] != 7.0).item()) and frozen["w1"].requires_grad,
    "teacher has none": all(p.grad is None for p in teacher.params.values()),
}
