"""Figures that a run shows at its end: a test records them with `record_property(FIGURE, text)`."""

FIGURE = "figure"
