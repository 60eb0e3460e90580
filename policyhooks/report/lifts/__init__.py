"""What is shown of denies that a person can lift."""
