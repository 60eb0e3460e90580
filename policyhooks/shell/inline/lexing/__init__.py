"""Text to tokens, for languages without a parser here."""
