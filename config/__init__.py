"""hooks.json from text to plan: models, layers, discovery, the plan cache. Knows no handler."""
