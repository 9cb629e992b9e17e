"""Mechanics from energies: a learnt Hamiltonian and its Lyapunov exponent, a Lagrangian, a residual of third order."""

import torch
from torch.func import grad, hessian, jacfwd, jacrev, jvp, vmap

torch.manual_seed(0)
double = torch.float64
inner = torch.randn(16, 2, dtype=double) * 0.5
outer = torch.randn(16, dtype=double) * 0.3
turn = torch.tensor([[0.0, 1.0], [-1.0, 0.0]], dtype=double)


def energy(z):
    return torch.tanh(inner @ z) @ outer + 0.5 * z @ z


def field(z):
    return turn @ grad(energy)(z)


z, direction = torch.tensor([1.0, 0.3], dtype=double), torch.tensor([1.0, 0.0], dtype=double)
energies, exponent = [energy(z)], 0.0
for _ in range(40):
    velocity, stretch = jvp(field, (z,), (direction,))
    z, direction = z + 0.02 * velocity, direction + 0.02 * stretch
    length = direction.norm()
    exponent += length.log() / 0.8
    direction = direction / length
    energies.append(energy(z))
divergence = vmap(lambda z: jacfwd(field)(z).trace())(torch.randn(5, 2, dtype=double))


def lagrangian(q, v):
    return 0.5 * v.square().sum() * (1 + 0.1 * q.square().sum()) - torch.cos(q).sum()


q, v = torch.tensor([0.3, -0.2], dtype=double), torch.tensor([0.1, 0.5], dtype=double)
mass, drag = hessian(lagrangian, 1)(q, v), jacrev(grad(lagrangian, 1), 0)(q, v)
acceleration = torch.linalg.solve(mass, grad(lagrangian, 0)(q, v) - drag @ v)

net = [torch.randn(12, 2, dtype=double), torch.zeros(12, dtype=double), torch.randn(12, dtype=double) * 0.4]
for p in net:
    p.requires_grad_()


def u(x, t):
    return torch.sin(net[0] @ torch.stack([x, t]) + net[1]) @ net[2]


def residual(x, t):
    """Of the equation of Korteweg and de Vries."""
    return grad(u, 1)(x, t) + 6 * u(x, t) * grad(u)(x, t) + grad(grad(grad(u)))(x, t)


losses = []
for _ in range(5):
    loss = vmap(residual)(torch.linspace(-1, 1, 8, dtype=double), torch.linspace(0, 1, 8, dtype=double)).square().mean()
    for p, g in zip(net, torch.autograd.grad(loss, net), strict=True):
        p.data.sub_(g, alpha=1e-3)
    losses.append(loss.item())

RESULT = {
    "energies": torch.stack(energies),
    "exponent": exponent,
    "nothing flows in or out": bool((divergence.abs() < 1e-12).all()),
    "acceleration": acceleration,
    "losses": torch.tensor(losses, dtype=double),
    "net": net[1].detach(),
}
