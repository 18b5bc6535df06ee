//! Test cases as JUnit sources, and their replay on a JVM.
