"""Benchmarks: ratios against a bare broadcaster in the same run, never timed tests."""
