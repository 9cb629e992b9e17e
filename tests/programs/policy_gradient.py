"""REINFORCE on a bandit with context, and an actor-critic with discounted returns on a corridor."""

import torch
import torch.nn.functional as F

torch.manual_seed(14)
best = torch.tensor([2, 0, 1, 3])
theta = torch.zeros(4, 4, requires_grad=True)
baseline = 0.0
for _ in range(60):
    state = torch.randint(0, 4, (16,))
    logp = theta[state].log_softmax(-1)
    action = torch.multinomial(logp.exp(), 1).squeeze(1)
    reward = (action == best[state]).float()
    chosen = logp.gather(1, action[:, None])[:, 0]
    entropy = -(logp.exp() * logp).sum(-1).mean()
    loss = -((reward - baseline) * chosen).mean() - 0.01 * entropy
    (g,) = torch.autograd.grad(loss, theta)
    theta = (theta - 2.0 * g).detach().requires_grad_()
    baseline = 0.9 * baseline + 0.1 * reward.mean().item()


def discounted(rewards, gamma=0.9):
    out, running = [], 0.0
    for r in reversed(rewards):
        running = r + gamma * running
        out.insert(0, running)
    return torch.tensor(out)


policy = torch.zeros(6, 2, requires_grad=True)
values = torch.zeros(6, requires_grad=True)
returns = []
for _ in range(15):
    position, log_probs, visited, rewards = 2, [], [], []
    for _ in range(12):
        probs = F.softmax(policy[position], dim=0)
        move = torch.bernoulli(probs[1]).long()
        log_probs.append(torch.log(probs[move]))
        visited.append(position)
        position = max(0, position + (1 if move.item() else -1))
        rewards.append(1.0 if position == 5 else -0.05)
        if position == 5:
            break
    target = discounted(rewards)
    estimate = values[visited]
    advantage = target - estimate.detach()
    loss = -(torch.stack(log_probs) * advantage).sum() + F.smooth_l1_loss(estimate, target, reduction="sum")
    loss.backward()
    for p in (policy, values):
        with torch.no_grad():
            p.add_(-0.3 * p.grad)
        p.grad = None
    returns.append(target[0].item())

RESULT = {
    "learned": theta.argmax(1),
    "policy": theta.detach().softmax(1).max(1).values,
    "returns": torch.tensor(returns),
    "values": values.detach(),
}
