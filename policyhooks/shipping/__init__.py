"""Delivers journals to systems elsewhere, beside the hooks and never in their way."""
