//! Java bodies: printed, read, verified and run.
#![allow(clippy::unwrap_used)]

use clew_ir::*;
use expect_test::expect;

const SUM: &str = r#"
method "demo/Node#sum([I)I"(this: ref, a: ref) returns bv32
  vars i: bv32, n: bv32, t: bv32, big: bool, e: ref, next: ref;
{
  start:
    line 3;
    i := 0;
    t := 0;
    branch nullcheck a != null then head else isnull;
  isnull:
    e := newthrowable java/lang/NullPointerException;
    throw e;
  head:
    n := length a;
    branch source i < n then body else out;
  body:
    line 5;
    branch boundscheck ult(i, n) then load else out;
  load:
    n := a.int[i];
    t := t + n;
    i := i + 1;
    goto head;
  out:
    line 7;
    this.field demo/Node#total:S := t;
    t := this.field demo/Node#total:S;
    static demo/Node#count:I := t << 1;
    next := this.field demo/Node#next:Ldemo/Node;;
    init demo/Node goto ask unwind caught(e);
  ask:
    t := invoke virtual demo/Node#twice(IJ)I (this, t, 5L) goto done unwind caught(e);
  caught:
    big := e instanceof java/lang/RuntimeException;
    branch handler big then swallow else rethrow;
  swallow:
    t := -1;
    goto done;
  rethrow:
    throw e;
  done:
    switch t { -1: minus, 4: minus, else end };
  minus:
    return -2;
  end:
    return t;
}
"#;

fn body(text: &str) -> Body {
    match parse_body("body", text) {
        Ok((_, body)) => body,
        Err(faults) => panic!("{}", faults.iter().map(|fault| format!("{fault}\n")).collect::<String>()),
    }
}

#[test]
fn a_body_is_printed_as_it_was_written() {
    let body = body(SUM);
    verify_body(&body).unwrap();
    verify_definite_assignment(&body).unwrap();
    assert_eq!(print_body(&body, "demo/Node#sum([I)I"), SUM.trim_start());
}

fn memory() -> Memory {
    let mut memory = Memory::new(10_000);
    memory.add_class("demo/Node", &["java/lang/Object"]);
    memory.add_class("demo/Sub", &["demo/Node"]);
    memory.add_class("java/lang/RuntimeException", &["java/lang/Object"]);
    memory.add_class("java/lang/NullPointerException", &["java/lang/RuntimeException"]);
    memory.add_class("demo/Error", &["java/lang/Object"]);
    let twice = r#"method "twice"(this: ref, x: bv32, y: bv64) returns bv32 { b: return x + x; }"#;
    memory.add_method("demo/Node", "twice", "(IJ)I", body(twice));
    let failing = r#"method "twice"(this: ref, x: bv32, y: bv64) returns bv32 vars e: ref, z: bool; {
        b: z := x == 3; branch source z then checked else unchecked;
        checked: e := new java/lang/NullPointerException; throw e;
        unchecked: e := new demo/Error; throw e; }"#;
    memory.add_method("demo/Sub", "twice", "(IJ)I", body(failing));
    memory
}

fn sum(memory: &mut Memory, class: &str, elements: &[i32]) -> Completion {
    let object = memory.new_object(class).unwrap();
    let array = memory.new_array("[I", &[elements.len() as i32]).unwrap();
    for (index, element) in elements.iter().enumerate() {
        memory.store_element(ElementKind::Int, array, index as i32, Value::Bv32(*element)).unwrap();
    }
    let args = vec![Value::Ref(Some(object)), Value::Ref(Some(array))];
    execute(&body(SUM), args, memory, u64::MAX).unwrap()
}

#[test]
fn a_body_runs() {
    let mut memory = memory();
    assert_eq!(sum(&mut memory, "demo/Node", &[1, 2, 3]), Completion::Returned(Some(Value::Bv32(12))));
    assert_eq!(memory.lines, [3, 5, 5, 5, 7]);
    assert_eq!(sum(&mut memory, "demo/Node", &[2]), Completion::Returned(Some(Value::Bv32(-2))));
    // The field is a short.
    assert_eq!(sum(&mut memory, "demo/Node", &[65536, 5]), Completion::Returned(Some(Value::Bv32(10))));
    assert_eq!(sum(&mut memory, "demo/Sub", &[3]), Completion::Returned(Some(Value::Bv32(-2))));
    let Completion::Thrown(error) = sum(&mut memory, "demo/Sub", &[4]) else { panic!() };
    assert_eq!(memory.class_of(error), Some("demo/Error"));
}

#[test]
fn checks_and_limits_end_a_run() {
    let mut memory = memory();
    let object = Value::Ref(Some(memory.new_object("demo/Node").unwrap()));
    let outcome = execute(&body(SUM), vec![object, Value::Ref(None)], &mut memory, u64::MAX).unwrap();
    let Completion::Thrown(exception) = outcome else { panic!() };
    assert_eq!(memory.class_of(exception), Some("java/lang/NullPointerException"));
    let endless = body(r#"method "m"() { b: goto b; }"#);
    assert_eq!(execute(&endless, Vec::new(), &mut memory, 10), Err(Stop::StepLimit));
    assert_eq!(execute(&endless, Vec::new(), &mut memory, u64::MAX), Err(Stop::StepLimit));
    let unsupported = body(r#"method "m"() { b: unsupported "why"; }"#);
    assert_eq!(execute(&unsupported, Vec::new(), &mut Memory::new(9), 9), Err(Stop::Unsupported("why".into())));
    let null = body(r#"method "m"(o: ref) vars n: bv32; { b: n := length o; return; }"#);
    assert!(matches!(execute(&null, vec![Value::Ref(None)], &mut Memory::new(9), 9), Err(Stop::Stuck(_))));
}

fn errors(text: &str) -> String {
    let body = body(text);
    let errors = verify_body(&body).err().unwrap_or_default();
    let unassigned = verify_definite_assignment(&body).err().unwrap_or_default();
    errors.iter().chain(&unassigned).map(|error| format!("{error}\n")).collect()
}

#[test]
fn the_verifier_finds_what_the_reader_accepts() {
    let text = r#"method "m"(o: ref, i: bv32) returns bv32 vars l: bv64, b: bool; {
        a: o := length o;
           l := o.field demo/Node#next:I;
           o.field demo/Node#next:J := i;
           b := o.byte[i];
           i.int[0] := i;
           o := newmultiarray [I(1, 2);
           static demo/Node#x:"Q" := 1L;
           monitor enter i;
           switch i { 1: c, 1: c, else c };
        c: l := invoke static demo/Node#f(IJ)I (i, i) goto d;
        d: invoke static demo/Node#f(I)V () goto e unwind e(i);
        e: return;
    }"#;
    expect![[r#"
        block b0: statement 0: the result has type ref, but bv32 is needed
        block b0: statement 1: the result has type bv64, but bv32 is needed
        block b0: statement 2: the value has type bv32, but bv64 is needed
        block b0: statement 3: the result has type bool, but bv32 is needed
        block b0: statement 4: the array has type bv32, but ref is needed
        block b0: statement 5: the arguments or the result of the call do not agree with `[I`
        block b0: statement 6: the arguments or the result of the call do not agree with `Q`
        block b0: statement 7: the object has type bv32, but ref is needed
        block b0: statement 8: the switch has the key 1 twice
        block b1: statement 0: the argument has type bv32, but bv64 is needed
        block b2: statement 0: the arguments or the result of the call do not agree with `(I)V`
        block b3: statement 0: the value returned does not agree with the declaration
    "#]]
    .assert_eq(&errors(text));
}

#[test]
fn registers_are_assigned_before_they_are_read() {
    let text = r#"method "m"(o: ref) vars x: bv32, y: bv32, z: bv32, e: ref; {
        a: x := 1;
           branch source o == null then b else c;
        b: y := x;
           goto c;
        c: z := y;
           z := invoke static demo/Node#f()I () goto d unwind f(e);
        d: z := z + 1;
           throw e;
        f: y := z;
           throw e;
        unreached: y := x;
           return;
    }"#;
    expect![[r#"
        block b2: statement 0: register r2 is read, but some path does not assign it
        block b3: statement 1: register r4 is read, but some path does not assign it
    "#]]
    .assert_eq(&errors(text));
}

#[test]
fn faults_in_bodies_have_a_place() {
    for (text, expected) in [
        (r#"method "m"() { a: x := 1; }"#, "body:1:19: error: variable `x` is not declared"),
        (r#"method "m"(y: bv32) { a: y := x; }"#, "body:1:31: error: variable `x` is not declared"),
        (r#"method "m"(o: ref) { a: o.field A#b := 1; }"#, "body:1:37: error: expected `:`, found `:=`"),
        (
            r#"method "m"(o: ref) { a: branch nul o then a else a; }"#,
            "body:1:32: error: expected the kind of the branch, found `nul`",
        ),
        (r#"method "m"() { a: goto b; }"#, "body:1:24: error: no block has the label `b`"),
        (r#"method "m"() entry z; { a: }"#, "body:1:20: error: no block has this label"),
        (r#"method "m"() { a: } more"#, "body:1:21: error: expected the end of the file, found `more`"),
    ] {
        let faults = parse_body("body", text).unwrap_err();
        assert_eq!(faults[0].to_string().lines().next(), Some(expected));
    }
}
