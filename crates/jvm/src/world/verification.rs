//! Linking of classes, before they are initialized (JVMS 5.4): a class is verified after those that it extends and implements.

use super::{ClassId, Source, World};
use crate::ResolveError;
use crate::verify::verify;
use clew_base::ClassPathQuestion;
use std::sync::Arc;

impl World {
    /// Whether the JVM links a class. The JDK's own classes, and those that are made here, are taken to link.
    ///
    /// # Errors
    /// The JVM throws an error each time when it is to initialize the class, and no initializer runs before, neither that of the
    /// class nor one of a superclass. An error without [`ResolveError::throws`] says that it is not certain whether it does.
    pub fn link_for_use(&self, class: ClassId) -> Result<(), ResolveError> {
        let this = self.class(class);
        if this.is_array() || this.is_hidden() || self.is_of_jdk(&this) {
            return Ok(());
        }
        if let Some(known) = self.verified.borrow().get(&class) {
            return known.clone();
        }
        self.ask(ClassPathQuestion::Linking(Arc::clone(&this.name)));
        let above = this.superclass.iter().chain(&this.interfaces);
        let above = above.copied().try_for_each(|above| self.link_for_use(above));
        let result = above.and_then(|()| self.verify(class));
        self.verified.borrow_mut().insert(class, result.clone());
        result
    }

    fn verify(&self, class: ClassId) -> Result<(), ResolveError> {
        let Source::File(file) = self.classes.borrow()[class].source.clone() else { return Ok(()) };
        let class = self.class(class);
        match self.path.find(&class.name) {
            Some(Ok(found)) => verify(self, &class, &file, &found.bytes),
            // It was there when the class was loaded.
            None | Some(Err(_)) => Err(ResolveError::Open {
                what: format!("{} can no longer be read", class.name).into(),
                throws: "java/lang/NoClassDefFoundError",
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClassPath, Jdk};

    /// One class in this many is verified; `CLEW_ALL_CLASSES=1` takes all.
    const SAMPLE: usize = 6;

    #[test]
    fn no_class_of_the_jdk_is_refused() {
        let jdk = Jdk::locate(None).expect("a JDK is installed");
        let (path, problems) = ClassPath::open(&jdk, &[], &[]);
        assert_eq!(problems, []);
        let mut names = path.jdk_module_classes("java.base").expect("the image lists its classes");
        names.retain(|name| !name.ends_with("-info"));
        let every = if std::env::var_os("CLEW_ALL_CLASSES").is_some() { 1 } else { SAMPLE };
        let world = World::new(path);
        for name in names.iter().step_by(every) {
            let class = world.load(name).expect("it loads");
            assert_eq!(world.verify(class), Ok(()), "{name}");
        }
    }
}
