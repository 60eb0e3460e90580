"""What is known about programs, one module of literals a family. See FORMAT.md."""
