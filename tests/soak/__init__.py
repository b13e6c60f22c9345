"""
A soak: everything that clients do to a server over a long time, in a short one.

Afterwards memory, tasks and open files are what they were. `python -m tests.soak --minutes 30`.
"""
