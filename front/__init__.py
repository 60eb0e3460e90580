"""The native front: its source, and how it is built."""
