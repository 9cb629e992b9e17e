"""Complex parameters: a sum of damped oscillations is fitted to a signal; a unitary matrix is kept unitary."""

import math

import torch

torch.manual_seed(18)
t = torch.linspace(0, 4, 80, dtype=torch.float64)
true_poles = torch.tensor([-0.2 + 3j, -0.5 - 5j], dtype=torch.complex128)
true_amps = torch.tensor([1.0 + 0.5j, 0.7 - 1j], dtype=torch.complex128)
signal = (true_amps * torch.exp(t[:, None] * true_poles)).sum(-1)

poles = torch.tensor([-0.1 + 2.9j, -0.3 - 5.2j], dtype=torch.cdouble, requires_grad=True)
amps = torch.ones(2, dtype=torch.cdouble, requires_grad=True)
losses = []
for _ in range(40):
    model = torch.einsum("k,tk->t", amps, torch.exp(torch.outer(t.to(torch.cdouble), poles)))
    loss = (model - signal).abs().square().mean()
    loss.backward()
    with torch.no_grad():
        for p, lr in ((poles, 0.01), (amps, 0.1)):
            p -= lr * p.grad
            p.grad = None
    losses.append(loss.item())

# Wirtinger: the gradient of |z|**2 is 2 z, of re(z) is 1, of an analytic loss its conjugate derivative
z = torch.tensor(1.0 + 2.0j, requires_grad=True)
(g1,) = torch.autograd.grad((z * z.conj()).real, z)
(g2,) = torch.autograd.grad(torch.real(z), z)
(g3,) = torch.autograd.grad((z**3).imag, z)
phase = torch.zeros(3, dtype=torch.float64, requires_grad=True)
rotated = torch.polar(torch.ones(3, dtype=torch.float64), phase + torch.arange(3.0, dtype=torch.float64))
power = (torch.view_as_real(rotated).sum(-1) ** 2).sum()
power.backward()


def loss_of(u, a):
    return -(u.mH @ a @ u).diagonal().real.sum()


a = torch.randn(3, 3, dtype=torch.cdouble)
a = a + a.conj().T
u = torch.eye(3, dtype=torch.cdouble)[:, :2].clone().requires_grad_()
traces = []
for _ in range(10):
    loss = loss_of(u, a)
    (g,) = torch.autograd.grad(loss, u)
    with torch.no_grad():
        u -= 0.05 * g
        for k in range(2):  # Gram-Schmidt
            for j in range(k):
                u[:, k] -= (u[:, j].conj() @ u[:, k]) * u[:, j]
            u[:, k] /= u[:, k].abs().square().sum().sqrt()
    traces.append(loss.item())
RESULT = {
    "losses": torch.tensor(losses, dtype=torch.float64)[::8],
    "poles": torch.view_as_real(poles.detach()),
    "wirtinger": torch.view_as_real(torch.stack([g1, g2, g3])),
    "phase": phase.grad,
    "traces": torch.tensor(traces, dtype=torch.float64),
    "gradcheck": torch.autograd.gradcheck(lambda p: torch.exp(t[:5, None] * p).abs().sum(), poles),
    "period": math.tau / poles.detach().imag.abs(),
}
