"""Running rooms: one task per room, its directory, fan-out and presence; knows no sockets."""
