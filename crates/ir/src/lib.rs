//! The program representation: methods, blocks, typed registers and explicit exceptions.
