"""Building blocks of invented project repositories: history, prose, settings, vocabulary."""
