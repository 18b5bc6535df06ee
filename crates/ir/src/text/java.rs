use super::cursor::{Name, Parse};
use super::statement::{BodyReader, Item};

impl BodyReader<'_, '_, '_> {
    pub(super) fn read_java(&mut self) -> Parse<Item> {
        Err(self.cursor.unexpected("a statement"))
    }

    pub(super) fn read_java_value(&mut self, _target: &Name) -> Parse<Option<Item>> {
        Ok(None)
    }
}
