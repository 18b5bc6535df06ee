//! What is printed is read back to the same program.

mod generate;

use clew_ir::*;
use proptest::collection::vec;
use proptest::prelude::*;

fn faults(faults: Vec<Diagnostic>, text: &str) -> String {
    faults.iter().map(|fault| format!("{fault}\n")).chain([text.to_owned()]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_program_survives_printing(stream in vec(any::<u32>(), 0..1500)) {
        let program = generate::program(&mut generate::Choices::new(stream));
        prop_assert_eq!(verify_program(&program), Ok(()));
        let text = print_program(&program);
        match parse("printed.clew", &text) {
            Ok(again) => prop_assert_eq!(again.without_origins(), program, "{}", text),
            Err(found) => prop_assert!(false, "{}", faults(found, &text)),
        }
    }

    #[test]
    fn a_java_body_survives_printing(stream in vec(any::<u32>(), 0..1000)) {
        let body = generate::java_body(&mut generate::Choices::new(stream));
        let text = print_body(&body, "demo/\"Node\"#get()I");
        match parse_body("printed.clew", &text) {
            Ok((name, mut again)) => {
                again.clear_origins();
                prop_assert_eq!(name, "demo/\"Node\"#get()I");
                prop_assert_eq!(again, body, "{}", text);
            }
            Err(found) => prop_assert!(false, "{}", faults(found, &text)),
        }
    }

    /// What is accepted is well-formed, whatever happened to the text.
    #[test]
    fn what_is_accepted_is_well_formed(stream in vec(any::<u32>(), 0..300), edits in vec((any::<u32>(), any::<u32>(), 0..3u8), 1..4)) {
        let text = print_program(&generate::program(&mut generate::Choices::new(stream)));
        let mut words: Vec<&str> = text.split_inclusive([' ', '(', ')', ',', ';']).collect();
        for (at, from, kind) in edits {
            let (at, from) = (at as usize % words.len(), from as usize % words.len());
            match kind {
                0 => words[at] = words[from],
                1 => words[at] = "",
                _ => words.swap(at, from),
            }
        }
        let edited = words.concat();
        if let Ok(program) = parse("edited.clew", &edited) {
            prop_assert_eq!(verify_program(&program), Ok(()), "{}", edited);
            let again = parse("printed.clew", &print_program(&program));
            prop_assert_eq!(again.map(Program::without_origins), Ok(program.without_origins()), "{}", edited);
        }
    }

    #[test]
    fn any_text_is_answered(text in "[a-z:;,=<>&|()\\[\\]{}`\"\\\\ \n0-9]{0,80}") {
        let _ = parse("any.clew", &text);
        let _ = parse_body("any.clew", &text);
        let _ = parse("any.clew", &format!("proc main() {{ b: {text}"));
        let _ = parse_body("any.clew", &format!("method \"m\"() {{ b: {text}"));
    }
}
