//! Exceptions that the virtual machine itself throws.

/// Whether compiled code may throw one object of this class again and again where a check of the virtual machine fails, without
/// message and stack trace: what HotSpot's `OmitStackTraceInFastThrow` does, which is on by default.
pub fn is_thrown_again(class: &str) -> bool {
    matches!(
        class,
        "java/lang/NullPointerException"
            | "java/lang/ArithmeticException"
            | "java/lang/ArrayIndexOutOfBoundsException"
            | "java/lang/ArrayStoreException"
            | "java/lang/ClassCastException"
    )
}
