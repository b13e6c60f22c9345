"""The V20 rules: pools, readings, combat, health, blood, Virtues. Shares nothing with V5."""
