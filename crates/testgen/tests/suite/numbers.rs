//! Static methods of numbers.

use crate::support::{GCD, Project, case, facts};
use clew_facts::Value;
use expect_test::expect;

#[test]
fn static_methods_of_numbers_are_tested_as_a_person_would() {
    let project = Project::new(&[("demo/Fraction.java", GCD)]);
    let source = project.confirm(
        "demo.Fraction",
        &[
            facts(
                "demo.Fraction",
                "gcd",
                "(II)I",
                vec![
                    case().int("a", 4).int("b", 6).when("b != 0 && a % b == 4").returns(Value::Int(2)),
                    case().int("a", i32::MIN).int("b", 0).when("b == 0").returns(Value::Int(i32::MIN)),
                ],
            ),
            facts(
                "demo.Fraction",
                "divide",
                "(II)I",
                vec![case().int("a", -1).int("b", 0).throws("java.lang.ArithmeticException")],
            ),
            facts(
                "demo.Fraction",
                "isVowel",
                "(CBJ)Z",
                vec![
                    case()
                        .arg("c", "C", Value::Char(97))
                        .arg("b", "B", Value::Byte(-3))
                        .arg("l", "J", Value::Long(i64::MAX))
                        .returns(Value::Boolean(true)),
                    case()
                        .arg("c", "C", Value::Char(7))
                        .arg("b", "B", Value::Byte(0))
                        .arg("l", "J", Value::Long(0))
                        .returns(Value::Boolean(false)),
                ],
            ),
            facts(
                "demo.Fraction",
                "half",
                "(DF)D",
                [f64::NAN, -0.0, 3.0]
                    .iter()
                    .map(|d| {
                        case()
                            .arg("d", "D", Value::Double(d.to_bits()))
                            .arg("f", "F", Value::Float(0.1f32.to_bits()))
                            .returns(Value::Double((d / 2.0).to_bits()))
                    })
                    .collect(),
            ),
        ],
    );
    expect![[r#"
        package demo;

        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.junit.jupiter.api.Assertions.assertFalse;
        import static org.junit.jupiter.api.Assertions.assertThrows;
        import static org.junit.jupiter.api.Assertions.assertTrue;

        import org.junit.jupiter.api.Test;

        /** Tests of demo.Fraction, made by Clew and replayed on a JVM. */
        class FractionClewTest {
            // b != 0 && a % b == 4
            @Test
            void gcd_a4_b6_returns2() {
                int a = 4;
                int b = 6;

                int result = Fraction.gcd(a, b);

                assertEquals(2, result);
            }

            @Test
            void gcd_aMinValue_b0_returnsMinValue() {
                int a = Integer.MIN_VALUE;
                int b = 0;

                int result = Fraction.gcd(a, b);

                assertEquals(Integer.MIN_VALUE, result);
            }

            @Test
            void divide_aNegative1_b0_throwsArithmetic() {
                int a = -1;
                int b = 0;

                assertThrows(ArithmeticException.class, () -> Fraction.divide(a, b));
            }

            @Test
            void isVowel_cChara_bNegative3_lMaxValue_returnsTrue() {
                char c = 'a';
                byte b = -3;
                long l = Long.MAX_VALUE;

                boolean result = Fraction.isVowel(c, b, l);

                assertTrue(result);
            }

            @Test
            void isVowel_cChar0007_b0_l0_returnsFalse() {
                char c = '\u0007';
                byte b = 0;
                long l = 0L;

                boolean result = Fraction.isVowel(c, b, l);

                assertFalse(result);
            }

            @Test
            void half_dNaN_f0p1_returnsNaN() {
                double d = Double.NaN;
                float f = 0.1f;

                double result = Fraction.half(d, f);

                assertEquals(Double.NaN, result);
            }

            @Test
            void half_dNegative0_f0p1_returnsNegative0() {
                double d = -0.0;
                float f = 0.1f;

                double result = Fraction.half(d, f);

                assertEquals(-0.0, result);
            }

            @Test
            void half_d3_f0p1_returns1p5() {
                double d = 3.0;
                float f = 0.1f;

                double result = Fraction.half(d, f);

                assertEquals(1.5, result);
            }
        }
    "#]]
    .assert_eq(&source);
}
