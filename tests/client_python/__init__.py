"""Tests of the Python SDK and its terminal player, against a small server made here."""
