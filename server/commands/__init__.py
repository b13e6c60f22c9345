"""What the `coterie` command does: one module for each of its commands, and what they share."""
