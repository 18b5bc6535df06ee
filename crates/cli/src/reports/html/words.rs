//! Assumptions, reasons and descriptors in words, for people who read a report without the manual.

use clew_facts::{Assumption, CutReason, HeapAssumption, MethodKey};

/// What a proof with this assumption takes for granted.
pub fn assumption(assumption: &Assumption) -> String {
    match assumption {
        Assumption::Loop(bound) => {
            format!("No loop goes round more than {} for each time it is entered.", times(*bound))
        }
        Assumption::Block(bound) => format!("No basic block runs more than {} in one call.", times(*bound)),
        Assumption::Recursion(bound) => {
            format!("No method is active more than {} beyond its first activation at one time.", times(*bound))
        }
        Assumption::ArrayLength(bound) => format!("No array of the input has more than {bound} elements."),
        Assumption::StringLength(bound) => format!("No string of the input has more than {bound} characters."),
        Assumption::Heap(HeapAssumption::NonAliasing(one, other)) => {
            format!("You said that {one} and {other} do not name the same object.")
        }
        Assumption::Heap(HeapAssumption::NonSharing(one, other)) => {
            format!("You said that no object can be reached from both {one} and {other}.")
        }
        Assumption::Heap(HeapAssumption::Acyclic(place)) => {
            format!("You said that no cycle of references can be reached from {place}.")
        }
        Assumption::Heap(HeapAssumption::GenericTypes) => {
            "Inputs hold what the type arguments of their declared types say, as compilers see to it.".to_owned()
        }
        Assumption::Heap(HeapAssumption::RepOk(place)) => {
            format!("You said that repOk() is true of {place}, if it is not null.")
        }
        Assumption::RepOkRounds(bound) => {
            format!("No loop of an assumed repOk() goes round more than {}, so inputs are small.", times(*bound))
        }
        Assumption::MadeInputs(ty) => {
            format!("Inputs of type {ty} are objects that a few public calls make, such as a small collection.")
        }
        Assumption::FewClasses(ty) => {
            format!("Inputs of type {ty} are of classes that a test can make, and of very many such classes of a few.")
        }
        Assumption::StubInputs(ty) => format!(
            "Inputs of type {ty} are of known classes or stubs: what {ty} leaves open returns some value of a stub or throws what it \
             declares, and changes nothing."
        ),
        Assumption::FewShared(class) => {
            format!("Of the many objects that {class} keeps in static fields, inputs are only the first.")
        }
        Assumption::NoAlias => "No two references of the input name the same object.".to_owned(),
        Assumption::ClosedWorld => {
            "The class path has every class, and every lambda expression of an interface of the program. Nobody adds a subclass, an \
             implementation or a lambda expression."
                .to_owned()
        }
        Assumption::ClosedWorldJdk => {
            "The JDK's classes are those of the JDK that was read, in the state in which it starts.".to_owned()
        }
        Assumption::Stub(method) => {
            format!("Every call of {method} changes nothing, and returns some value of its type; only a stub's may throw.")
        }
        Assumption::Model(method) => format!("{method} does what Clew's model of it says."),
        Assumption::Output(sink) => format!("Output to {sink} throws nothing and changes nothing that the program sees."),
        Assumption::Environment(property) => format!("{property} has the value that it has on this machine."),
        Assumption::InitialStatics(class) => {
            format!("The static fields of {class} still hold what its initialization gave them.")
        }
        Assumption::InitializationOrder(class) => {
            format!("The initialization of {class} begins where this execution first needs it, not before and not within another's.")
        }
        Assumption::Initializer(class) => format!(
            "The initialization of {class}, which could not be followed to its end, succeeds and changes no other class's state."
        ),
        Assumption::FreshExceptions => {
            "Each exception that the virtual machine itself throws is a new object, as it is until compiled code throws one twice."
                .to_owned()
        }
        Assumption::FinalFields => {
            "No final field of an object changes while the method runs, as reflection could change one.".to_owned()
        }
        Assumption::ClassInvariant(class) => format!(
            "Objects of {class} keep what its constructors establish and its methods keep: none comes from reflection or \
             deserialization, or is seen before its constructor has ended."
        ),
        Assumption::Contract(method) => {
            format!("{method} and the methods that override it return an object, as the JDK's documentation says.")
        }
        Assumption::SingleThread => {
            "No other thread changes what the method reads of objects that both know.".to_owned()
        }
        Assumption::NoCollection => {
            "While the method runs, the collector clears no reference and runs no finalizer.".to_owned()
        }
        Assumption::CompiledByJavac => {
            "Callers pass only values of the parameters' types, as compilers see to it.".to_owned()
        }
        Assumption::AssertionsEnabled => "Assertions are enabled (java -ea).".to_owned(),
        Assumption::NoVmErrors => "The virtual machine runs out of neither memory nor stack.".to_owned(),
    }
}

fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

/// What a reader can make of the reason for which a goal is undecided.
pub fn reason(reason: &CutReason) -> String {
    match reason {
        CutReason::Bound(bound) => {
            format!("Executions beyond a bound were not followed. {}", self::assumption(bound))
        }
        CutReason::Budget(_) => {
            "The work, the time or a limit of Clew's own was spent. Where it is work or time, a larger --max-steps or --budget may \
             decide it."
                .to_owned()
        }
        CutReason::Memory => "The memory for this method was spent before the executions that lead here.".to_owned(),
        CutReason::SolverUnknown(_) => {
            "The solver gave no answer about an execution that may lead here, so nothing is claimed.".to_owned()
        }
        CutReason::Unsupported(_) => {
            "Executions that may lead here do something that this version does not follow.".to_owned()
        }
        CutReason::Unmodelled(method) => {
            format!("Executions that may lead here call {method}, which has no Java code and no model.")
        }
        CutReason::Chosen(what) => {
            format!("Executions that may lead here depend on {what}, of which only one value was followed.")
        }
        CutReason::Verified(by) => {
            format!("Executions were given up from which on every check is verified, as {by} says.")
        }
        CutReason::Summary => "The summary of a method that is called has no execution that leads here.".to_owned(),
    }
}

/// A method as people write it: `gcd(int, int)`, `new Fraction(int)`.
fn method(key: &MethodKey) -> String {
    let parameters = match clew_jvm::parse_method_descriptor(&key.descriptor) {
        Some((parameters, _)) => parameters.iter().map(|parameter| type_name(parameter)).collect::<Vec<_>>().join(", "),
        None => key.descriptor.clone(),
    };
    match key.method.as_str() {
        "<init>" => format!("new {}({parameters})", simple(&key.class)),
        "<clinit>" => "static initializer".to_owned(),
        name => format!("{name}({parameters})"),
    }
}

/// A method with its class: `Fraction.gcd(int, int)`, `new Fraction(int)`.
pub fn qualified(key: &MethodKey) -> String {
    match key.method.as_str() {
        "<init>" => method(key),
        _ => format!("{}.{}", simple(&key.class), method(key)),
    }
}

/// A class without its package.
pub fn simple(class: &str) -> &str {
    class.rsplit_once('.').map_or(class, |(_, simple)| simple)
}

/// A type descriptor as people write it, without packages.
pub fn type_name(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let class = element.strip_prefix('L').and_then(|class| class.strip_suffix(';')).unwrap_or(element);
    let simple = || class.rsplit_once(['/', '.']).map_or(class, |(_, simple)| simple);
    let name = clew_jvm::keyword(element).unwrap_or_else(simple);
    format!("{name}{}", "[]".repeat(descriptor.len() - element.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_named_as_people_write_them() {
        let key = |method: &str, descriptor: &str| MethodKey {
            class: "demo.Outer$Inner".into(),
            method: method.into(),
            descriptor: descriptor.into(),
        };
        assert_eq!(method(&key("f", "(I[[JLjava/lang/String;)V")), "f(int, long[][], String)");
        assert_eq!(method(&key("<init>", "()V")), "new Outer$Inner()");
        assert_eq!(method(&key("f", "broken")), "f(broken)");
        assert_eq!(qualified(&key("f", "()V")), "Outer$Inner.f()");
        assert_eq!(qualified(&key("<init>", "()V")), "new Outer$Inner()");
        assert_eq!(type_name("[Ldemo.Node;"), "Node[]");
    }

    #[test]
    fn bounds_read_as_sentences() {
        assert_eq!(assumption(&Assumption::Loop(2)), "No loop goes round more than twice for each time it is entered.");
        assert_eq!(
            reason(&CutReason::Bound(Assumption::ArrayLength(3))),
            "Executions beyond a bound were not followed. No array of the input has more than 3 elements."
        );
    }
}
