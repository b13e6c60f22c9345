"""Dice that can be checked: the arithmetic, what this member sent, and the check of what came."""
