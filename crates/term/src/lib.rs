//! Hash-consed terms with canonical forms, a simplifier, an evaluator and a printer.
