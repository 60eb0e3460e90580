"""Data that is shipped as YAML: read, held to its model, and built into a form that needs no YAML."""
