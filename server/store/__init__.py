"""The event log behind one interface, and the engines that keep it."""
