"""Tests of the V20 rules."""
