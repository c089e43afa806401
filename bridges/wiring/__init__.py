"""Putting the one command into each provider's settings, and taking it out again."""
