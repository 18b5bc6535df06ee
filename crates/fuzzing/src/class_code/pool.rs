//! Writes a class file with one method of interest.

/// A constant pool under way.
pub(super) struct Pool {
    bytes: Vec<u8>,
    next: u16,
}

/// Where in the constant pool things are.
pub(super) struct Names {
    pub own_class: u16,
    pub object_class: u16,
    pub string_class: u16,
    pub array_class: u16,
    pub exception_class: u16,
    pub static_int: u16,
    pub static_own: u16,
    pub int_field: u16,
    pub own_field: u16,
    pub any_field: u16,
    pub double_field: u16,
    pub virtual_call: u16,
    pub equals: u16,
    pub math_max: u16,
    pub constructor: u16,
    pub object_constructor: u16,
    pub string: u16,
    pub float: u16,
    pub long: u16,
    pub double: u16,
}

/// The fields, each with its flags, name and descriptor.
const FIELDS: [(u16, &str, &str); 6] = [
    (8, "count", "I"),
    (8, "first", "LFuzz;"),
    (0, "number", "I"),
    (0, "next", "LFuzz;"),
    (0, "item", "Ljava/lang/Object;"),
    (0, "ratio", "D"),
];

impl Pool {
    pub(super) fn new() -> Self {
        Self { bytes: Vec::new(), next: 1 }
    }

    /// Adds a constant that takes one place.
    fn add(&mut self, tag: u8, content: &[u8]) -> u16 {
        self.bytes.push(tag);
        self.bytes.extend(content);
        self.next += 1;
        self.next - 1
    }

    /// Adds a constant that takes two places.
    fn add_wide(&mut self, tag: u8, bits: u64) -> u16 {
        let at = self.add(tag, &bits.to_be_bytes());
        self.next += 1;
        at
    }

    fn utf8(&mut self, text: &str) -> u16 {
        let length = (text.len() as u16).to_be_bytes();
        self.add(1, &[&length, text.as_bytes()].concat())
    }

    /// A constant that names another by its text.
    fn naming(&mut self, tag: u8, text: &str) -> u16 {
        let text = self.utf8(text);
        self.add(tag, &text.to_be_bytes())
    }

    fn member(&mut self, tag: u8, class: u16, name: &str, descriptor: &str) -> u16 {
        let pair = [self.utf8(name).to_be_bytes(), self.utf8(descriptor).to_be_bytes()].concat();
        let pair = self.add(12, &pair);
        self.add(tag, &[class.to_be_bytes(), pair.to_be_bytes()].concat())
    }
}

impl Names {
    /// Adds the constants that code speaks of.
    pub(super) fn add(pool: &mut Pool) -> Names {
        let (own, object) = (pool.naming(7, "Fuzz"), pool.naming(7, "java/lang/Object"));
        let math = pool.naming(7, "java/lang/Math");
        Names {
            own_class: own,
            object_class: object,
            string_class: pool.naming(7, "java/lang/String"),
            array_class: pool.naming(7, "[I"),
            exception_class: pool.naming(7, "java/lang/RuntimeException"),
            static_int: pool.member(9, own, "count", "I"),
            static_own: pool.member(9, own, "first", "LFuzz;"),
            int_field: pool.member(9, own, "number", "I"),
            own_field: pool.member(9, own, "next", "LFuzz;"),
            any_field: pool.member(9, own, "item", "Ljava/lang/Object;"),
            double_field: pool.member(9, own, "ratio", "D"),
            virtual_call: pool.member(10, own, "next", "(I)I"),
            equals: pool.member(10, object, "equals", "(Ljava/lang/Object;)Z"),
            math_max: pool.member(10, math, "max", "(II)I"),
            constructor: pool.member(10, own, "<init>", "()V"),
            object_constructor: pool.member(10, object, "<init>", "()V"),
            string: pool.naming(8, "text"),
            float: pool.add(4, &1.5f32.to_be_bytes()),
            long: pool.add_wide(5, 1 << 40),
            double: pool.add_wide(6, (-0.0f64).to_bits()),
        }
    }
}

/// The bytes of a class with this code in a static method; its other methods are a constructor, and one that calls.
pub(super) fn class(mut pool: Pool, names: &Names, code: &[u8], limits: (u16, u16), handlers: &[[u16; 4]]) -> Vec<u8> {
    let [constructor_hi, constructor_lo] = names.object_constructor.to_be_bytes();
    let constructor = [0x2a, 0xb7, constructor_hi, constructor_lo, 0xb1];
    let next = [0x1b, 0x04, 0x64, 0xac];
    let code_name = pool.utf8("Code");
    let mut members = Vec::new();
    members.extend((FIELDS.len() as u16).to_be_bytes());
    for (flags, name, descriptor) in FIELDS {
        let (name, descriptor) = (pool.utf8(name), pool.utf8(descriptor));
        members.extend([flags, name, descriptor, 0].into_iter().flat_map(u16::to_be_bytes));
    }
    members.extend(3u16.to_be_bytes());
    let mut method = |pool: &mut Pool, flags: u16, (name, descriptor), limits: (u16, u16), code: &[u8], handlers| {
        let (name, descriptor) = (pool.utf8(name), pool.utf8(descriptor));
        members.extend([flags, name, descriptor, 1, code_name].into_iter().flat_map(u16::to_be_bytes));
        members.extend(code_attribute(limits, code, handlers));
    };
    method(&mut pool, 1, ("<init>", "()V"), (1, 1), &constructor, &[]);
    method(&mut pool, 9, ("run", "(IJFD[ILFuzz;Ljava/lang/Object;)I"), limits, code, handlers);
    method(&mut pool, 1, ("next", "(I)I"), (2, 2), &next, &[]);
    // Java 1.5: older than stack maps, which no code here has.
    let mut class = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 49];
    class.extend(pool.next.to_be_bytes());
    class.extend(pool.bytes);
    class.extend([0x21, names.own_class, names.object_class, 0].into_iter().flat_map(u16::to_be_bytes));
    class.extend(members);
    class.extend(0u16.to_be_bytes());
    class
}

/// A code attribute behind its name.
fn code_attribute((max_stack, max_locals): (u16, u16), code: &[u8], handlers: &[[u16; 4]]) -> Vec<u8> {
    let mut attribute = Vec::new();
    attribute.extend(max_stack.to_be_bytes());
    attribute.extend(max_locals.to_be_bytes());
    attribute.extend((code.len() as u32).to_be_bytes());
    attribute.extend(code);
    attribute.extend((handlers.len() as u16).to_be_bytes());
    attribute.extend(handlers.iter().flatten().flat_map(|part| part.to_be_bytes()));
    attribute.extend(0u16.to_be_bytes());
    [&(attribute.len() as u32).to_be_bytes(), attribute.as_slice()].concat()
}
