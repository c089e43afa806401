"""Handlers that can refuse."""
