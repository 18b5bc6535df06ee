//! Generic signatures of classes, methods and fields (JVMS 4.7.9.1): what type arguments a declaration gives.

use std::sync::Arc;

/// A type with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenericType {
    /// The primitive type with this letter, or `V` for none.
    Primitive(char),
    /// An array of such elements.
    Array(Box<GenericType>),
    /// The type variable of this name.
    Variable(Arc<str>),
    /// A class or interface.
    Class {
        /// Its internal name.
        name: Arc<str>,
        /// What its type arguments are at most, in order; nothing where one may be any. Those of the classes around it are left out.
        arguments: Vec<Option<GenericType>>,
    },
}

/// A type parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeParameter {
    /// Its name.
    pub name: Arc<str>,
    /// Its first bound.
    pub bound: Option<GenericType>,
}

/// What the signature of a class says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassSignature {
    /// Its type parameters, in order.
    pub parameters: Vec<TypeParameter>,
    /// Its superclass, and behind it its superinterfaces.
    pub supertypes: Vec<GenericType>,
}

/// What the signature of a method says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodSignature {
    /// Its type parameters, in order.
    pub type_parameters: Vec<TypeParameter>,
    /// The types of its parameters: not always as many as in the descriptor, where compilers add some.
    pub parameters: Vec<GenericType>,
    /// What it returns.
    pub result: GenericType,
}

/// Reads the signature of a field, or gives nothing if it is malformed.
pub fn parse_field_signature(text: &str) -> Option<GenericType> {
    let mut reader = Reader { rest: text };
    let ty = reader.ty()?;
    reader.rest.is_empty().then_some(ty)
}

/// Reads the signature of a class, or gives nothing if it is malformed.
pub fn parse_class_signature(text: &str) -> Option<ClassSignature> {
    let mut reader = Reader { rest: text };
    let parameters = reader.type_parameters()?;
    let mut supertypes = Vec::new();
    while !reader.rest.is_empty() {
        supertypes.push(reader.ty()?);
    }
    Some(ClassSignature { parameters, supertypes })
}

/// Reads the signature of a method, or gives nothing if it is malformed. What it may throw is left out.
pub fn parse_method_signature(text: &str) -> Option<MethodSignature> {
    let mut reader = Reader { rest: text };
    let type_parameters = reader.type_parameters()?;
    reader.skip('(')?;
    let mut parameters = Vec::new();
    while !reader.rest.starts_with(')') {
        parameters.push(reader.ty()?);
    }
    reader.skip(')')?;
    Some(MethodSignature { type_parameters, parameters, result: reader.ty()? })
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn skip(&mut self, letter: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(letter)?;
        Some(())
    }

    /// What comes before the next of these letters.
    fn until(&mut self, ends: &[char]) -> Option<&'t str> {
        let (found, rest) = self.rest.split_at(self.rest.find(ends)?);
        self.rest = rest;
        Some(found)
    }

    fn type_parameters(&mut self) -> Option<Vec<TypeParameter>> {
        let mut found = Vec::new();
        if self.skip('<').is_none() {
            return Some(found);
        }
        while self.skip('>').is_none() {
            let name = Arc::from(self.until(&[':'])?);
            let mut bound = None;
            while self.skip(':').is_some() {
                // A bound that is a class is left out where there are interfaces only.
                if !self.rest.starts_with(':') {
                    let ty = self.ty()?;
                    bound = bound.or(Some(ty));
                }
            }
            found.push(TypeParameter { name, bound });
        }
        Some(found)
    }

    fn ty(&mut self) -> Option<GenericType> {
        let letter = self.rest.chars().next()?;
        self.skip(letter)?;
        Some(match letter {
            'B' | 'C' | 'D' | 'F' | 'I' | 'J' | 'S' | 'Z' | 'V' => GenericType::Primitive(letter),
            '[' => GenericType::Array(Box::new(self.ty()?)),
            'T' => {
                let name = Arc::from(self.until(&[';'])?);
                self.skip(';')?;
                GenericType::Variable(name)
            }
            'L' => self.class()?,
            _ => return None,
        })
    }

    fn class(&mut self) -> Option<GenericType> {
        let mut name = self.until(&['<', '.', ';'])?.to_owned();
        let mut arguments = self.arguments()?;
        while self.skip('.').is_some() {
            name.push('$');
            name.push_str(self.until(&['<', '.', ';'])?);
            arguments = self.arguments()?;
        }
        self.skip(';')?;
        Some(GenericType::Class { name: name.into(), arguments })
    }

    fn arguments(&mut self) -> Option<Vec<Option<GenericType>>> {
        let mut found = Vec::new();
        if self.skip('<').is_none() {
            return Some(found);
        }
        while self.skip('>').is_none() {
            found.push(match self.rest.chars().next()? {
                '*' => {
                    self.skip('*')?;
                    None
                }
                '-' => {
                    self.skip('-')?;
                    self.ty()?;
                    None
                }
                '+' => {
                    self.skip('+')?;
                    Some(self.ty()?)
                }
                _ => Some(self.ty()?),
            });
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str, arguments: Vec<Option<GenericType>>) -> GenericType {
        GenericType::Class { name: name.into(), arguments }
    }

    #[test]
    fn types_have_their_arguments() {
        let text = class("java/lang/String", Vec::new());
        let list = class("java/util/List", vec![Some(text.clone())]);
        assert_eq!(parse_field_signature("Ljava/util/List<Ljava/lang/String;>;"), Some(list.clone()));
        let map = class("java/util/Map", vec![None, Some(list)]);
        let nested = "Ljava/util/Map<*+Ljava/util/List<Ljava/lang/String;>;>;";
        assert_eq!(parse_field_signature(nested), Some(map));
        let entry = class("demo/Table$Entry", vec![Some(GenericType::Variable("V".into()))]);
        assert_eq!(parse_field_signature("Ldemo/Table<TK;>.Entry<TV;>;"), Some(entry));
        assert_eq!(parse_field_signature("Ljava/util/List<-TT;>;"), Some(class("java/util/List", vec![None])));
        let array = GenericType::Array(Box::new(GenericType::Variable("T".into())));
        assert_eq!(parse_field_signature("[TT;"), Some(array));
        assert_eq!(parse_field_signature("Ljava/util/List<"), None);
    }

    #[test]
    fn classes_and_methods_have_parameters() {
        let found = parse_class_signature("<K::Ljava/lang/Comparable<TK;>;V:Ljava/lang/Object;>Ldemo/Base<TV;>;")
            .expect("a class");
        let names: Vec<&str> = found.parameters.iter().map(|parameter| &*parameter.name).collect();
        assert_eq!(names, ["K", "V"]);
        let comparable = class("java/lang/Comparable", vec![Some(GenericType::Variable("K".into()))]);
        assert_eq!(found.parameters[0].bound, Some(comparable));
        assert_eq!(found.supertypes, [class("demo/Base", vec![Some(GenericType::Variable("V".into()))])]);

        let found = parse_method_signature("<T:Ljava/lang/Number;>(TT;I)Ljava/util/List<TT;>;^Ljava/io/IOException;")
            .expect("a method");
        assert_eq!(found.parameters, [GenericType::Variable("T".into()), GenericType::Primitive('I')]);
        assert_eq!(found.result, class("java/util/List", vec![Some(GenericType::Variable("T".into()))]));
    }
}
