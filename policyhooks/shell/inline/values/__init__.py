"""What expressions are called in full, and what they may be."""
