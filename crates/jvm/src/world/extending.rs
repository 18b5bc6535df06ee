//! Whether a class may extend and implement what it does (JVMS 5.3.5), which may have changed since it was compiled.

use super::{Class, ClassId, Method, MethodId, World, class, flags};
use crate::Provenance;
use crate::classfile::{HeaderInfo, MethodInfo};
use std::rc::Rc;

/// The first version of class files that can be sealed.
const CAN_BE_SEALED: u16 = 61;

/// Why the JVM does not load a class.
pub(super) enum Refusal {
    /// With an `IncompatibleClassChangeError`.
    Incompatible(String),
    /// With an `IllegalAccessError`.
    Inaccessible(String),
    /// With an error that hangs on the version of the JDK.
    ByJdk(String),
}

impl Refusal {
    /// The refusal of a class for what it does with this one.
    fn by(above: &Class, refusal: Refusal) -> Refusal {
        match (above.provenance, refusal) {
            (Provenance::Jdk, Refusal::Incompatible(reason) | Refusal::Inaccessible(reason)) => Refusal::ByJdk(reason),
            (_, refusal) => refusal,
        }
    }
}

/// A class that is being loaded.
pub(super) struct Extending<'w> {
    pub world: &'w World,
    pub header: &'w HeaderInfo,
    /// Whether it is one of the JDK's own.
    pub is_of_jdk: bool,
}

impl Extending<'_> {
    /// Whether the JVM loads it. The JDK's own classes are taken to fit together.
    pub(super) fn check(
        &self,
        superclass: Option<ClassId>,
        interfaces: &[ClassId],
        methods: &[MethodInfo],
    ) -> Result<(), Refusal> {
        if self.is_of_jdk {
            return Ok(());
        }
        if let Some(id) = superclass {
            let above = self.world.class(id);
            if above.is_interface() {
                return Err(Refusal::by(
                    &above,
                    Refusal::Incompatible(format!("its superclass {} is an interface", above.name)),
                ));
            }
            if above.is_final() {
                return Err(Refusal::by(
                    &above,
                    Refusal::Incompatible(format!("its superclass {} is final", above.name)),
                ));
            }
            self.check_type(id)?;
            self.check_final_methods(id, methods)?;
        }
        for id in interfaces {
            let above = self.world.class(*id);
            if !above.is_interface() {
                return Err(Refusal::by(
                    &above,
                    Refusal::Incompatible(format!("{}, which it implements, is a class", above.name)),
                ));
            }
            self.check_type(*id)?;
        }
        Ok(())
    }

    /// A class or interface above has to let this one extend it, and to be in reach.
    fn check_type(&self, above: ClassId) -> Result<(), Refusal> {
        let above = self.world.class(above);
        let is_sealed = above.major_version >= CAN_BE_SEALED && !above.permitted_subclasses.is_empty();
        if is_sealed && !above.permitted_subclasses.contains(&self.header.name) {
            return Err(Refusal::by(&above, Refusal::Incompatible(format!("{} does not permit it", above.name))));
        }
        if !above.is_public() && !self.is_of_package_of(above.id) {
            return Err(Refusal::by(&above, Refusal::Inaccessible(format!("{} is not public", above.name))));
        }
        Ok(())
    }

    /// No method overrides a final one.
    fn check_final_methods(&self, superclass: ClassId, methods: &[MethodInfo]) -> Result<(), Refusal> {
        let overrides =
            |method: &&MethodInfo| method.flags & (flags::PRIVATE | flags::STATIC) == 0 && &*method.name != "<init>";
        for method in methods.iter().filter(overrides) {
            let above = self.world.superclasses(superclass).into_iter();
            let same = above.filter_map(|class| self.world.find_method(class, &method.name, &method.descriptor));
            let same = same.map(|id: MethodId| self.world.method(id));
            if let Some(above) = same.into_iter().find(|above| above.is_final() && self.may_override(above)) {
                let owner = self.world.class(above.class);
                return Err(Refusal::by(
                    &owner,
                    Refusal::Incompatible(format!("{}.{} is final", owner.name, above.name)),
                ));
            }
        }
        Ok(())
    }

    fn may_override(&self, above: &Rc<Method>) -> bool {
        let is_open = above.is_public() || above.is_protected() || self.is_of_package_of(above.class);
        is_open && !above.is_private() && !above.is_static()
    }

    fn is_of_package_of(&self, above: ClassId) -> bool {
        let above = self.world.class(above);
        above.provenance != Provenance::Jdk && above.package() == class::package_of(&self.header.name)
    }
}
