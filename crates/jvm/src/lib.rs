//! Class path, class hierarchy and the translation of bytecode to the IR.
