"""The log looked at again: fold to any moment, play back, verify, export and import."""
