"""Layers: modules hold parameters, and call the functions of ``nn.functional`` with them."""
