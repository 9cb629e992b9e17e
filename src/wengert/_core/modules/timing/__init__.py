"""How long statements take: timers, and what they measure."""
