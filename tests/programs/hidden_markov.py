"""Hidden Markov models in log space: learning, expected visits as a gradient, their entropy, the likeliest path."""

import torch

torch.manual_seed(0)
double = torch.float64
states, symbols, length = 3, 4, 25
seen = torch.randint(symbols, (length,))

moves = torch.randn(states, states, dtype=double, requires_grad=True)
emits = torch.randn(states, symbols, dtype=double, requires_grad=True)
start = torch.zeros(states, dtype=double, requires_grad=True)
parameters = [moves, emits, start]


def forward(scores, log_moves):
    """The logarithm of the sum over all paths; ``scores`` are those of the states at each time."""
    alpha = scores[0]
    for score in scores[1:]:
        alpha = torch.logsumexp(alpha[:, None] + log_moves, dim=0) + score
    return alpha.logsumexp(0)


def scores_of():
    scores = emits.log_softmax(1)[:, seen].t().clone()
    scores[0] += start.log_softmax(0)
    return scores


likelihoods = []
for _ in range(10):
    likelihood = forward(scores_of(), moves.log_softmax(1))
    steps = torch.autograd.grad(likelihood, parameters)
    with torch.no_grad():
        for p, step in zip(parameters, steps, strict=True):
            p += 0.1 * step
    likelihoods.append(likelihood.item())

scores, log_moves = scores_of(), moves.log_softmax(1)
(visits,) = torch.autograd.grad(forward(scores, log_moves), scores, create_graph=True)
entropy = -torch.special.xlogy(visits, visits).sum()
(slope,) = torch.autograd.grad(entropy, moves)

best, came = scores[0].detach(), []
for score in scores[1:].detach():
    best, where = (best[:, None] + log_moves.detach()).max(dim=0)
    best = best + score
    came.append(where)
path = [best.argmax().item()]
for where in reversed(came):
    path.append(where[path[-1]].item())

RESULT = {
    "likelihoods": torch.tensor(likelihoods, dtype=double),
    "visits": visits.detach(),
    "one state at a time": torch.allclose(visits.sum(1), torch.ones(length, dtype=double)),
    "slope of the entropy": slope,
    "path": path[::-1],
}
