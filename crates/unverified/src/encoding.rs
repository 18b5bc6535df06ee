//! What annotations mean, in terms of assignments and assumptions (`unverified-executions`, section 2.1).

use crate::abstraction::premise;
use crate::declared::Scope;
use clew_ir::{BinaryOp, Expr, Inst};

/// `assumed P as a` is `a := a && P`; `assert P verified A` is `assume A ==> P; assert P`. All else stays.
pub(crate) fn encoded(inst: &Inst, scope: &Scope) -> Vec<Inst> {
    if let Inst::Assumed { condition, name } = inst
        && let Some(dst) = scope.identifier(name).and_then(|identifier| scope.variable(identifier))
    {
        let value = Expr::binary(BinaryOp::And, Expr::Reg(dst), condition.clone());
        return vec![Inst::Assign { dst, value }];
    }
    if let Inst::Assert { condition, premise: under } = inst {
        let premise = premise(under.as_deref(), scope);
        let verified = premise.expression(|identifier| scope.variable(identifier));
        let assertion = Inst::Assert { condition: condition.clone(), premise: None };
        return match verified {
            // Nothing is assumed under a premise that never holds.
            None => vec![assertion],
            Some(_) if premise.is_never() => vec![assertion],
            Some(_) if premise.is_always() => vec![Inst::Assume(condition.clone()), assertion],
            Some(verified) => {
                vec![Inst::Assume(Expr::binary(BinaryOp::Implies, verified, condition.clone())), assertion]
            }
        };
    }
    vec![inst.clone()]
}
