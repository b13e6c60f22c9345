"""The words of Coterie: every message between a client and the server, as msgspec Structs."""
