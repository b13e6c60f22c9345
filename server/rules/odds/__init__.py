"""Exact odds of every roll: whole counts or fractions, never a float, never a simulation."""
