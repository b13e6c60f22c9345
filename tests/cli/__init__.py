"""Tests of the `coterie` command: its settings, and its commands as processes of their own."""
