//! The symbolic heap: guarded values, aliasing, types and lazy initialization.
