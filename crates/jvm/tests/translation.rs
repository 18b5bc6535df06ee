//! What bytecode of each family becomes.

mod common;

use common::{code, compile, show, world_of};

#[test]
fn shown() {
    let folder = compile(&[(
        "A.java",
        "class A { int f; A next; static int g; static int[] cache = new int[3];
          static int add(int a, int b) { int c = a + b; return c * 2; }
          int div(int a) { int r = 0; for (int i = 0; i < a; i++) { r += f / i; } return r; }
          static int post(int x) { return x++ + x; }
          static long cmp(long a, long b) { return a < b ? a : b; }
          static boolean both(int[] a, Object o) { try { return a[0] > 1 && o instanceof String; } catch (NullPointerException e) { return false; } }
          static void put(Object[] a, int i, Object v) { a[i] = (String) v; B.count++; }
          int sum() { int s = 0; for (A n = this; n != null; n = n.next) { assert n.f > 0 : \"no\"; s += n.f; } return s; }
          static int sw(int k) { switch (k) { case 1: return 5; case 2: case 4: return 6; default: throw new IllegalArgumentException(\"k\"); } }
          static int fin(A a) { try { return a.div(3); } finally { g = 1; } }
        }
        class B { static int count; }",
    )]);
    let world = world_of(folder.path());
    for name in ["add", "div", "post", "cmp", "both", "put", "sum", "sw", "fin"] {
        let code = code(&world, "A", name);
        println!("== {name} {:?}\n{}", code.lines, show(&code.body));
        println!("{:?}\n{:?}\n{:?}\n{:?}", code.branches, code.checks, code.handlers, code.assertions);
    }
}
