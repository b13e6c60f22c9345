"""Vampire: The Masquerade, fifth edition. Citations such as A2.6 name rows of our rules facts."""
