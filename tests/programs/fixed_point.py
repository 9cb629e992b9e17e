"""A layer that is a fixed point, differentiated implicitly by a hook on its result."""

import torch

torch.manual_seed(6)
d = 6


def solve(f, x0, max_iter=60, tol=1e-12):
    x, residuals = x0, []
    for _ in range(max_iter):
        fx = f(x)
        residuals.append(((fx - x).norm() / (1e-8 + fx.norm())).item())
        x = fx
        if residuals[-1] < tol:
            break
    return x, residuals


W = (0.12 * torch.randn(d, d, dtype=torch.double)).requires_grad_()
U = torch.randn(d, 3, dtype=torch.double).requires_grad_()


def layer(z, x):
    return torch.tanh(z @ W.t() + x @ U.t())


def equilibrium(x):
    with torch.no_grad():
        z, _ = solve(lambda z: layer(z, x), torch.zeros(x.shape[0], d, dtype=x.dtype))
    z = layer(z, x)  # once more, recorded
    if not z.requires_grad:
        return z
    z0 = z.clone().detach().requires_grad_()
    f0 = layer(z0, x)

    def backward_hook(grad):
        g, _ = solve(lambda y: torch.autograd.grad(f0, z0, y, retain_graph=True)[0] + grad, grad)
        return g

    z.register_hook(backward_hook)
    return z


x = torch.randn(4, 3, dtype=torch.double)
z = equilibrium(x)
loss = (z**2).sum()
loss.backward()
implicit = [W.grad.clone(), U.grad.clone()]

W.grad = U.grad = None
unrolled = torch.zeros(4, d, dtype=torch.double)
for _ in range(80):
    unrolled = layer(unrolled, x)
(unrolled**2).sum().backward()

RESULT = {
    "z": z.detach(),
    "gradient": implicit[0],
    "implicit is unrolled": [torch.allclose(a, b, atol=1e-9) for a, b in zip(implicit, [W.grad, U.grad], strict=True)],
}
