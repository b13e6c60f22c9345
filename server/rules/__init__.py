"""The rules as plain arithmetic: faces in, outcomes out. Knows no I/O, clock or chance."""
