//! Identities, canonical encodings, the lot and the encrypted pack.
