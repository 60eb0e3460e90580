"""What is shown of residents."""
