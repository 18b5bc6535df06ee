//! What engines exchange: goals, verdicts, assumptions and test cases.
