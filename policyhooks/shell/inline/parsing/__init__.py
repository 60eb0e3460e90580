"""Tokens to an outline: each reader builds on the one before, from the cursor up to statements."""
