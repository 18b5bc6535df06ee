//! The driver: jobs, worker processes and budgets.
