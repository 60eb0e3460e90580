"""Rules that people already have, in other tools' words, turned into policies with tests."""
