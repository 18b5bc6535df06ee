//! The entries of the input and the class path: there, readable, and not too new.

use super::Check;
use crate::args::DoctorArgs;
use crate::fault::Fault;
use crate::input::MAJOR_OF_JAVA_0;
use clew_jvm::{Jdk, NEWEST_MAJOR, OLDEST_JAVA, Surveyed, survey};

/// A line for each entry.
pub fn checks(args: &DoctorArgs, jdk: Option<&Jdk>) -> Vec<Check> {
    let feature = jdk.map_or(OLDEST_JAVA, |jdk| jdk.feature);
    let look = |name: &'static str, entries: Vec<Surveyed>| {
        entries.into_iter().map(move |entry| Check::needed(name, judge(&entry, jdk)))
    };
    let inputs = survey(&args.inputs, &[], feature);
    let libraries = survey(&[], args.libraries.entries(), feature);
    look("input", inputs).chain(look("class path", libraries)).collect()
}

fn judge(entry: &Surveyed, jdk: Option<&Jdk>) -> Result<String, Fault> {
    if let Some(problem) = entry.problems.first() {
        let mut fault = Fault::from(problem);
        if entry.problems.len() > 1 {
            fault.what += &format!(", and {} more problems", entry.problems.len() - 1);
        }
        return Err(fault);
    }
    let place = entry.place.display();
    let Some((major, class)) = &entry.newest else { return Ok(place.to_string()) };
    let class = class.replace('/', ".");
    let java = major.saturating_sub(MAJOR_OF_JAVA_0);
    if *major > NEWEST_MAJOR {
        let newest = NEWEST_MAJOR - MAJOR_OF_JAVA_0;
        return Err(Fault::new(
            format!(
                "class files too new: {place} (such as {class}, version {major}; this program reads up to {NEWEST_MAJOR})"
            ),
            format!("compile with --release {newest}"),
        ));
    }
    if let Some(jdk) = jdk.filter(|jdk| u32::from(java) > jdk.feature) {
        return Err(Fault::new(
            format!(
                "class files too new for the JDK: {place} (such as {class}, for Java {java}; the JDK is {})",
                jdk.version
            ),
            format!("name a JDK {java} or newer with --jdk or JAVA_HOME"),
        ));
    }
    let classes = if entry.classes == 1 { "1 class".to_owned() } else { format!("{} classes", entry.classes) };
    Ok(format!("{place}: {classes}, for Java {java} or older"))
}
