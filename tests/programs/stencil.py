"""Heat and waves on grids, written in place as in NumPy: the conductivity and the speed from what sensors saw."""

import torch

torch.manual_seed(0)
double = torch.float64
size, steps = 16, 20

conductivity = torch.full((size, size), 0.8, dtype=double, requires_grad=True)
source = torch.zeros(size, size, dtype=double)
source[5:8, 5:8] = 1.0
source.requires_grad_()

heat = torch.zeros(steps + 1, size, size, dtype=double)
heat[0] = source
for t in range(steps):
    now = heat[t]
    flow = torch.zeros_like(now)
    flow[1:-1, 1:-1] = now[2:, 1:-1] + now[:-2, 1:-1] + now[1:-1, 2:] + now[1:-1, :-2] - 4 * now[1:-1, 1:-1]
    flow[:, -1] *= 0
    heat[t + 1] = now + 0.1 * conductivity * flow
    heat[t + 1][0, :] = 0.0  # a cold edge

sensors = (torch.tensor([3, 6, 12]), torch.tensor([4, 6, 11]))
wanted = torch.tensor([0.1, 0.5, 0.01], dtype=double)
misfit = (heat[-1][sensors] - wanted).square().sum()
rough = (conductivity[1:] - conductivity[:-1]).abs().sum()
(misfit + 1e-3 * rough).backward()

# one dimension, leapfrog, a layer that swallows what reaches it
speed = torch.linspace(0.5, 1.5, 40, dtype=double, requires_grad=True)
layer = torch.zeros(40, dtype=torch.bool)
layer[:4] = True
before = torch.exp(-(((torch.arange(40, dtype=double) - 20) / 3) ** 2))
now = before.clone()
seismogram = []
for _ in range(30):
    then = 2 * now - before + 0.25 * speed * (torch.roll(now, 1) - 2 * now + torch.roll(now, -1))
    then[[0, -1]] = 0.0
    then[layer] *= 0.9
    before, now = now, then
    seismogram.append(now[25])
seismogram = torch.stack(seismogram)
(adjoint,) = torch.autograd.grad(seismogram.square().sum(), speed)

RESULT = {
    "misfit": misfit.detach(),
    "conductivity": conductivity.grad,
    "source": source.grad,
    "writes": heat._version,
    "seismogram": seismogram.detach(),
    "adjoint": adjoint,
}
