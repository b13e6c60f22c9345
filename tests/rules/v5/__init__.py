"""Tests of the V5 rules."""
