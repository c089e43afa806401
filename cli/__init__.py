"""What people type: one module per command."""
