//! Where classes come from.

use crate::path_list::PathList;
use clap::Args;
use std::path::PathBuf;

/// Where the classes come from that the input needs.
#[derive(Args, Clone, Debug)]
pub struct LibraryArgs {
    /// Directories and jars with the classes that the input needs; several are separated as in `java -cp`.
    #[arg(long, value_name = "PATHS", help_heading = "Input", value_parser = PathList::parser())]
    pub classpath: Option<PathList>,
    /// Home of the JDK whose library classes are used, and whose `java` replays tests [default: JAVA_HOME, else the `java` on the PATH].
    #[arg(long, value_name = "HOME", help_heading = "Input")]
    pub jdk: Option<PathBuf>,
}

impl LibraryArgs {
    /// The entries of the class path.
    pub fn entries(&self) -> &[PathBuf] {
        self.classpath.as_ref().map_or(&[], |list| &list.0)
    }
}

/// Where classes come from, for every command that reads them.
#[derive(Args, Clone, Debug)]
pub struct ClassPathArgs {
    /// What the input needs.
    #[command(flatten)]
    pub libraries: LibraryArgs,
    /// Only classes whose binary name matches (`org.example.*`, `demo.Outer$Inner`); may be repeated.
    #[arg(long, value_name = "GLOB", help_heading = "Input")]
    pub class: Vec<String>,
    /// Only methods that match: `name`, `name(descriptor)` or `Class#name` (`gcd`, `gcd(II)I`, `demo.Fraction#gcd`, `<init>`); may be repeated. Private and
    /// compiler-made methods are taken only where a pattern without wildcards names them.
    #[arg(long, value_name = "GLOB", help_heading = "Input")]
    pub method: Vec<String>,
}
