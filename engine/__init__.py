"""The rules: events, verdicts, failures, plans, how handlers are run. Imports nothing of ours."""
