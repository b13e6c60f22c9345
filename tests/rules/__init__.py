"""Tests of the rules: tables and properties, no dice of chance."""
