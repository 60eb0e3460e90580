"""Tokens to an outline, each reader building on the one before: cursor, arguments, calls, operands, expressions."""
