//! Why there is no exploration of a method.

use clew_jvm::TranslateError;

/// Why a method cannot be explored at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExploreError {
    /// The method has no code.
    NoCode,
    /// Its code cannot be translated.
    Translate(String),
    /// A class in its descriptor cannot be loaded.
    Load(String),
    /// What is assumed of its input speaks of something that it does not have.
    Assumption(String),
}

impl std::fmt::Display for ExploreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExploreError::NoCode => write!(f, "the method has no code"),
            ExploreError::Translate(why) | ExploreError::Load(why) | ExploreError::Assumption(why) => {
                write!(f, "{why}")
            }
        }
    }
}

impl std::error::Error for ExploreError {}

impl From<TranslateError> for ExploreError {
    fn from(error: TranslateError) -> Self {
        ExploreError::Translate(error.to_string())
    }
}
