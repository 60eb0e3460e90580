"""What calls of a language do, as data: one module of literals a language. shell/inline/effects.py explains them."""
