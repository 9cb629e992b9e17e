"""Operations that change shapes and rearrange elements."""
