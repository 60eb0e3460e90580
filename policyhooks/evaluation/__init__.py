"""What lowered conditions call. Loaded by the hook process: small modules, nothing but the interpreter's own imports.

Values are plain Python: None, bool, int, UInt, float, str, bytes, list or tuple, dict, Timestamp, Duration, Type,
Optional, and the records of policyhooks.core. INVARIANT: a dict built here has no bool keys (maps.py).
"""
