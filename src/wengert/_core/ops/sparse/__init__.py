"""Operations on sparse tensors, and their patterns."""
