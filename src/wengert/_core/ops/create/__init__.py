"""Operations that create tensors."""
