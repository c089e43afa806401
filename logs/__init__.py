"""The invocation log: the record, its writer and its readers."""
