"""Operations that make tensors."""
