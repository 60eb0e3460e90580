"""Collects the journals of a fleet into a folder of Parquet files, and says what does not fit together."""
