"""What calls of a language do, as data: one module of literals a language. `policyhooks.shell.deeds` explains them."""
