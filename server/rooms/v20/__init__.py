"""What V20 rooms decide by rules of their own; the rest is as in every room."""
