"""Coterie, an authoritative dice and tracker server for Vampire tables."""
