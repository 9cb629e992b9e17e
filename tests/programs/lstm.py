"""An LSTM by hand on a string of characters, truncated backpropagation through time, gradients clipped by hooks."""

import torch

torch.manual_seed(11)
text = "the quick brown fox jumps over the lazy dog. " * 3
chars = sorted(set(text))
index = {c: i for i, c in enumerate(chars)}
ids = torch.tensor([index[c] for c in text])
V, H = len(chars), 20


class LSTMCell:
    def __init__(self, input_size, hidden_size):
        k = hidden_size**-0.5
        self.w_ih = torch.empty(4 * hidden_size, input_size).uniform_(-k, k).requires_grad_()
        self.w_hh = torch.empty(4 * hidden_size, hidden_size).uniform_(-k, k).requires_grad_()
        self.bias = torch.zeros(4 * hidden_size)
        self.bias[hidden_size : 2 * hidden_size] = 1.0  # forget gate open
        self.bias.requires_grad_()

    def parameters(self):
        return [self.w_ih, self.w_hh, self.bias]

    def __call__(self, x, state):
        h, c = state
        gates = torch.addmm(self.bias, x, self.w_ih.t()) + h.mm(self.w_hh.t())
        i, f, g, o = gates.chunk(4, 1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c), c


cell = LSTMCell(V, H)
head = (torch.randn(H, V) * H**-0.5).requires_grad_()
params = [*cell.parameters(), head]
handles = [p.register_hook(lambda g: g.clamp(-1.0, 1.0)) for p in params]
onehot = torch.nn.functional.one_hot(ids, V).float()
h, c = torch.zeros(1, H), torch.zeros(1, H)
losses = []
for start in range(0, 120, 15):
    h, c = h.detach(), c.detach()
    logits = []
    for t in range(start, start + 15):
        h, c = cell(onehot[t : t + 1], (h, c))
        logits.append(h @ head)
    loss = torch.nn.functional.nll_loss(torch.log_softmax(torch.cat(logits), 1), ids[start + 1 : start + 16])
    grads = torch.autograd.grad(loss, params)
    with torch.no_grad():
        for p, g in zip(params, grads, strict=True):
            p -= g
    losses.append(loss.item())
for handle in handles:
    handle.remove()

torch.manual_seed(0)
out, state = [ids[0].item()], (torch.zeros(1, H), torch.zeros(1, H))
with torch.no_grad():
    for _ in range(10):
        state = cell(onehot[out[-1]].view(1, -1), state)
        out.append(int((state[0] @ head).argmax()))
RESULT = {
    "losses": torch.tensor(losses),
    "bias": cell.bias.detach()[::10],
    "no gradient was kept": all(p.grad is None for p in params),
    "length": len("".join(chars[i] for i in out)),
}
