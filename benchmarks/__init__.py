"""Measurements: ratios from one interleaved run, never bare milliseconds."""
