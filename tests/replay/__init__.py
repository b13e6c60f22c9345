"""Tests of the log looked at again: fold, view, transcript, verification."""
