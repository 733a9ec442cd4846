//! The node: who is there, and how entries reach them.
