"""Tests mirror the house: one folder or file for each part of it."""
