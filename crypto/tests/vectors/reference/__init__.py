"""A second implementation of the protocol's primitives, for checking; slow and not for secrets."""
