//! The names that one generated file may use: imports, helpers, and which classes and members its code can reach.

use crate::classes::{
    Access, ClassInfo, Classes, FieldInfo, MethodInfo, Nesting, Origin, after_package, missing_for_reflection,
    package_of,
};
use crate::fixture::Fixture;
use crate::helpers::Helper;
use crate::home::Home;
use crate::java::{JavaType, is_identifier, keyword, quoted};
use crate::names::simple_name;
use crate::options::Inputs;
use crate::reports::StateBy;
use crate::shared::HelpersClass;
use std::collections::{BTreeMap, BTreeSet};

/// How freely a test uses the classes of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Style {
    /// As a person writes it; reflection only where nothing else gets there. Type variables of the code under test are `Object`, or
    /// what bounds them.
    Typed,
    /// The same with raw types where type variables would have to be something, for tests that the Java compiler refused with them or
    /// that it does not see.
    Direct,
    /// The same without type arguments, for tests that the Java compiler refused with them.
    Raw,
    /// By reflection throughout, for tests that the Java compiler refused in the direct style.
    Reflective,
}

/// Whose package the JDK opens to everybody, by prefix.
const EXPORTED_PACKAGES: &[&str] = &["java.", "javax.", "org.w3c.dom", "org.xml.sax"];
/// Simple names that mean something in every generated file and may not be hidden by local variables.
const TAKEN_LOCALS: &[&str] = &["java", "javax", "org", "com", "sun", "jdk"];

/// The names in use in one generated file.
#[derive(Clone)]
pub(crate) struct Scope<'a> {
    pub(crate) classes: &'a dyn Classes,
    /// The package of the file; empty for the unnamed one.
    pub(crate) package: String,
    /// The simple name of the class of the helpers that the tests of the package share.
    shared: String,
    pub(crate) style: Style,
    /// How objects may be made.
    pub(crate) inputs: Inputs,
    /// How the objects come into their state that the last test needs.
    pub(crate) state_by: StateBy,
    /// Simple names in use, with the classes they stand for.
    simple_names: BTreeMap<String, String>,
    /// Classes to import.
    imports: BTreeSet<String>,
    /// Assertions in use, by name.
    assertions: BTreeSet<&'static str>,
    /// Assumptions in use, by name.
    assumptions: BTreeSet<&'static str>,
    helpers: BTreeSet<Helper>,
    /// Simple names of generic classes in use.
    generics: BTreeSet<String>,
    /// What the test class saves and restores around each test; `None` where each test does that itself.
    pub(crate) fixture: Option<Fixture>,
}

impl<'a> Scope<'a> {
    /// The scope of an empty file with a class of this name.
    pub(crate) fn new(classes: &'a dyn Classes, home: &Home, helpers: &HelpersClass, inputs: Inputs) -> Self {
        let (own, shared) = (home.binary_name(), helpers.home.binary_name());
        Scope {
            classes,
            package: home.package.clone(),
            shared: helpers.home.class.clone(),
            style: Style::Direct,
            inputs,
            state_by: StateBy::Calls,
            simple_names: BTreeMap::from([(home.class.clone(), own), (helpers.home.class.clone(), shared)]),
            imports: BTreeSet::new(),
            assertions: BTreeSet::new(),
            assumptions: BTreeSet::new(),
            helpers: BTreeSet::new(),
            generics: BTreeSet::new(),
            fixture: None,
        }
    }

    /// The shortest way to write the name of a top-level class that is accessible.
    pub(crate) fn claim(&mut self, class: &str) -> String {
        let simple = after_package(class).to_owned();
        if let Some(holder) = self.simple_names.get(&simple) {
            return if holder == class { simple } else { class.to_owned() };
        }
        let package = package_of(class);
        let own = if self.package.is_empty() { simple.clone() } else { format!("{}.{simple}", self.package) };
        if package != self.package {
            if self.classes.class(&own).is_some() {
                return class.to_owned();
            }
            if package != "java.lang" {
                self.imports.insert(class.to_owned());
            }
        }
        self.simple_names.insert(simple.clone(), class.to_owned());
        simple
    }

    /// Notes that the file uses this assertion and gives its name.
    pub(crate) fn assertion(&mut self, name: &'static str) -> &'static str {
        self.assertions.insert(name);
        name
    }

    /// Notes that the file uses this assumption and gives its name.
    pub(crate) fn assumption(&mut self, name: &'static str) -> &'static str {
        self.assumptions.insert(name);
        name
    }

    /// Notes that the file uses this helper and gives the expression that names it.
    pub(crate) fn helper(&mut self, helper: Helper) -> String {
        self.helpers.insert(helper);
        if helper.is_shared() { format!("{}.{}", self.shared, helper.name()) } else { helper.name().to_owned() }
    }

    pub(crate) fn imports(&self) -> &BTreeSet<String> {
        &self.imports
    }

    pub(crate) fn assertions(&self) -> &BTreeSet<&'static str> {
        &self.assertions
    }

    pub(crate) fn assumptions(&self) -> &BTreeSet<&'static str> {
        &self.assumptions
    }

    /// The simple name of the class of the helpers that the tests of the package share.
    pub(crate) fn shared(&self) -> &str {
        &self.shared
    }

    pub(crate) fn helpers(&self) -> &BTreeSet<Helper> {
        &self.helpers
    }

    /// The simple names of the generic classes that the file names.
    pub(crate) fn generics(&self) -> &BTreeSet<String> {
        &self.generics
    }

    /// Whether code of the file can name the class.
    pub(crate) fn can_name(&self, class: &str) -> bool {
        self.classes.class(class).is_some_and(|class| self.can_name_class(&class))
    }

    fn can_name_class(&self, class: &ClassInfo) -> bool {
        if class.origin == Origin::User && self.style == Style::Reflective {
            return false;
        }
        if !self.allows(class.access, class) {
            return false;
        }
        match &class.nesting {
            Nesting::Local => false,
            Nesting::Member { outer, simple_name, .. } => is_identifier(simple_name) && self.can_name(outer),
            Nesting::TopLevel => {
                let package = package_of(&class.name);
                let exported = class.origin == Origin::User
                    || EXPORTED_PACKAGES.iter().any(|prefix| class.name.starts_with(prefix));
                let in_reach = !package.is_empty() || self.package.is_empty();
                exported && in_reach && class.name.split('.').all(is_identifier)
            }
        }
    }

    fn allows(&self, access: Access, owner: &ClassInfo) -> bool {
        match access {
            Access::Public => true,
            Access::Package => package_of(&owner.name) == self.package,
            Access::Private => false,
        }
    }

    /// Whether code of the file can use the field by name.
    pub(crate) fn can_use_field(&self, owner: &ClassInfo, field: &FieldInfo) -> bool {
        self.can_name_class(owner) && self.allows(field.access, owner) && is_identifier(&field.name)
    }

    /// Whether code of the file can call the method by name.
    pub(crate) fn can_call(&self, owner: &ClassInfo, method: &MethodInfo) -> bool {
        let named = method.name == "<init>" || is_identifier(&method.name);
        self.can_name_class(owner) && self.allows(method.access, owner) && named
    }

    /// Whether an object may be made, or brought into its state, by this method.
    pub(crate) fn can_make_with(&self, owner: &ClassInfo, method: &MethodInfo) -> bool {
        self.can_call(owner, method) && self.may_make_with(method.access)
    }

    /// Whether an object may be brought into its state by an assignment to this field.
    pub(crate) fn can_make_by(&self, owner: &ClassInfo, field: &FieldInfo) -> bool {
        self.can_use_field(owner, field) && self.may_make_with(field.access)
    }

    /// Whether reflection may reach members of the class that an input needs.
    pub(crate) fn may_reflect_on(&self, class: &ClassInfo) -> bool {
        class.origin == Origin::User && self.inputs == Inputs::Any && self.can_reflect_on(class).is_ok()
    }

    /// Whether reflection finds the members of a class.
    ///
    /// # Errors
    /// Which class is missing.
    pub(crate) fn can_reflect_on(&self, class: &ClassInfo) -> Result<(), String> {
        match missing_for_reflection(self.classes, class) {
            None => Ok(()),
            Some(missing) => Err(format!(
                "class {missing} is missing, without which reflection finds no member of {}: add the jar or folder that holds it to \
                 --classpath",
                class.name
            )),
        }
    }

    fn may_make_with(&self, access: Access) -> bool {
        self.inputs == Inputs::Any || access == Access::Public
    }

    /// How to write the type; `None` where the file can't name it.
    pub(crate) fn type_name(&mut self, ty: &JavaType) -> Option<String> {
        match ty {
            JavaType::Primitive(letter) => Some(keyword(*letter).into()),
            JavaType::Array(element) => Some(format!("{}[]", self.type_name(element)?)),
            JavaType::Class(name) => self.class_name(name),
        }
    }

    /// How to write the name of the class; `None` where the file can't.
    pub(crate) fn class_name(&mut self, name: &str) -> Option<String> {
        let class = self.classes.class(name)?;
        if !self.can_name_class(&class) {
            return None;
        }
        if class.is_generic {
            self.generics.insert(simple_name(name).to_owned());
        }
        match &class.nesting {
            Nesting::TopLevel => Some(self.claim(name)),
            Nesting::Member { outer, simple_name, .. } => Some(format!("{}.{simple_name}", self.class_name(outer)?)),
            Nesting::Local => None,
        }
    }

    /// The type, or the nearest one above it that the file can name.
    pub(crate) fn nameable(&self, ty: &JavaType) -> JavaType {
        match ty {
            JavaType::Primitive(_) => ty.clone(),
            JavaType::Class(name) if self.can_name(name) => ty.clone(),
            JavaType::Class(_) => JavaType::object(),
            JavaType::Array(element) => match self.nameable(element) {
                inner if inner == **element => ty.clone(),
                inner => JavaType::Array(Box::new(inner)),
            },
        }
    }

    /// An expression for the `Class` object of the type.
    pub(crate) fn class_literal(&mut self, ty: &JavaType) -> String {
        match self.type_name(ty) {
            Some(name) => format!("{name}.class"),
            None => format!("{}({})", self.helper(Helper::ClassNamed), quoted(&ty.for_name())),
        }
    }

    /// Whether the name may be given to a local variable, other local variables aside.
    pub(crate) fn is_free_local(&self, name: &str) -> bool {
        is_identifier(name) && !TAKEN_LOCALS.contains(&name)
    }
}
