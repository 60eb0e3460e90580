"""Looks at installations as they are on this machine: would the hook fire, and would a deny hold."""
