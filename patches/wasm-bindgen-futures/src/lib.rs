//! Empty: see `README.md` beside the manifest.
