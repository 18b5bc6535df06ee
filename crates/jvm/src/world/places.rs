//! Places in the heap at a method's entry, found by the names that a person uses.

use super::{FieldId, Method, MethodId, World};
use std::rc::Rc;
use std::sync::Arc;

/// A parameter or the receiver, and fields to follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The parameter's position, or nothing for the receiver.
    pub parameter: Option<usize>,
    /// The fields, in the order in which they are followed.
    pub fields: Vec<FieldId>,
    /// The descriptor of the type that the place is declared with.
    pub descriptor: Arc<str>,
}

/// Why there is no such place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// No parameter has the name.
    #[error("it has no parameter {name} (it has {known})")]
    NoParameter {
        /// The name looked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The method is a constructor.
    #[error("it is a constructor, whose `this` is no input")]
    Constructor,
    /// The method is static.
    #[error("it is static and has no `this`")]
    Static,
    /// No field has the name.
    #[error("{class} has no field {name}")]
    NoField {
        /// Where it was looked for.
        class: String,
        /// The name looked for.
        name: String,
    },
    /// The place holds a number or a truth value.
    #[error("{0} is not a reference")]
    NotAReference(String),
    /// The class has no invariant.
    #[error("{0} has no method `boolean repOk()`")]
    NoRepOk(String),
    /// A class on the way cannot be loaded.
    #[error("{0} cannot be loaded")]
    NotLoaded(String),
}

impl World {
    /// The names of a method's parameters: from the class file, from the debug information, or `arg0`, `arg1`, ….
    pub fn parameter_names(&self, method: &Method) -> Vec<String> {
        let count = method.parameters.len();
        let from_file = method.parameter_names.iter().flatten().map(|name| name.to_string());
        let given: Vec<String> = from_file.filter(|name| !name.is_empty()).collect();
        if given.len() == count {
            return given;
        }
        let from_code: Vec<String> = match self.code(method.id) {
            Ok(code) => {
                let params = code.body.params.iter().rev().take(count).rev();
                params.map(|reg| code.body.regs[*reg].name.to_string()).collect()
            }
            Err(_) => Vec::new(),
        };
        (0..count)
            .map(|at| match from_code.get(at) {
                Some(name) if is_source_name(name) => name.clone(),
                _ => format!("arg{at}"),
            })
            .collect()
    }

    /// Finds the place that `root`, which is `this` or a parameter's name, and the names of fields lead to. A field is looked
    /// for in the class that the place before it is declared with, and in that class's superclasses.
    ///
    /// # Errors
    /// What is not there, or no reference.
    pub fn find_place(&self, method: MethodId, root: &str, fields: &[String]) -> Result<Place, PlaceError> {
        let method = self.method(method);
        let (parameter, mut descriptor) = self.find_root(&method, root)?;
        let mut path = root.to_owned();
        let mut found = Vec::new();
        for name in fields {
            let field = self.find_field(&descriptor, &path, name)?;
            found.push(field);
            descriptor = Arc::clone(&self.field(field).descriptor);
            path = format!("{path}.{name}");
        }
        if !descriptor.starts_with(['L', '[']) {
            return Err(PlaceError::NotAReference(path));
        }
        Ok(Place { parameter, fields: found, descriptor })
    }

    /// The method `boolean repOk()` of the class that a place is declared with.
    ///
    /// # Errors
    /// There is no such method, or it is static.
    pub fn rep_ok(&self, place: &Place) -> Result<MethodId, PlaceError> {
        let class = place.descriptor.trim_start_matches('L').trim_end_matches(';');
        let missing = || PlaceError::NoRepOk(class.replace('/', "."));
        let id = self.load(class).map_err(|_| PlaceError::NotLoaded(class.replace('/', ".")))?;
        let mut classes = std::iter::successors(Some(id), |class| self.class(*class).superclass);
        let method = classes.find_map(|class| self.find_method(class, "repOk", "()Z")).ok_or_else(missing)?;
        if self.method(method).is_static() { Err(missing()) } else { Ok(method) }
    }

    fn find_root(&self, method: &Rc<Method>, root: &str) -> Result<(Option<usize>, Arc<str>), PlaceError> {
        if root == "this" {
            if method.is_static() {
                return Err(PlaceError::Static);
            }
            if method.is_constructor() {
                return Err(PlaceError::Constructor);
            }
            return Ok((None, format!("L{};", self.class(method.class).name).into()));
        }
        let names = self.parameter_names(method);
        match names.iter().position(|name| name == root) {
            Some(at) => Ok((Some(at), Arc::clone(&method.parameters[at]))),
            None => {
                let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                Err(PlaceError::NoParameter { name: root.to_owned(), known })
            }
        }
    }

    fn find_field(&self, descriptor: &str, path: &str, name: &str) -> Result<FieldId, PlaceError> {
        let class = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
        let class = class.ok_or_else(|| match descriptor.starts_with('[') {
            true => PlaceError::NoField { class: path.to_owned(), name: name.to_owned() },
            false => PlaceError::NotAReference(path.to_owned()),
        })?;
        let id = self.load(class).map_err(|_| PlaceError::NotLoaded(class.replace('/', ".")))?;
        let all = self.instance_fields(id);
        // The last of equal names is the one of the most derived class.
        let field = all.iter().rev().find(|field| &*self.field(**field).name == name);
        field.copied().ok_or_else(|| PlaceError::NoField { class: class.replace('/', "."), name: name.to_owned() })
    }
}

/// Whether a register carries the name of a variable of the source rather than one of its own making (`l3i`).
fn is_source_name(name: &str) -> bool {
    let invented = name.starts_with('l') && name[1..].chars().next().is_some_and(|c| c.is_ascii_digit());
    !invented && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}
