//! Where executions of the method under test are verified, as far as verifiers have said (`unverified-executions`).
//!
//! The annotations of the method and its control-flow graph make a boolean program over assumption identifiers, and its
//! conditions tell at each point of the code which executions from there are verified. Reasoning is modular: an assumption
//! belongs to one activation of the method. Calls are not followed. A call counts as an assertion that is not verified, unless it
//! is known to throw nothing and to fail no unverified check.
//!
//! A place of the code is the point before a statement of a block, or before its end.

use clew_base::{Arena, FastMap, FastSet, Id};
use clew_facts::{Premise, Verified};
use clew_ir::{BinaryOp, Block, BlockId, Expr, Inst, ProcedureId, Terminator, UnaryOp};
use clew_jvm::MethodCode;
use clew_unverified::{
    AbstractBlock, AbstractProcedure, AbstractProgram, AbstractStatement, Condition, Guide as Placement, Identifier,
    Inferred, Point,
};

/// A block and the number of statements before the place.
pub(crate) type Place = (BlockId, usize);

/// What to do at a place.
#[derive(Debug, Default)]
pub(crate) struct Here {
    /// Executions on which this does not hold are verified from here on.
    pub may: Option<Condition>,
    /// Whether nothing follows but the end: whatever came before, executions are verified from here on.
    pub is_last: bool,
    /// The premises of what is checked or asserted here.
    pub premises: Vec<Condition>,
    /// Whether code runs here that nobody has verified, or that is not followed.
    pub is_unverified: bool,
    /// Executions on which this holds are unverified from here on.
    pub must: Option<Condition>,
    /// Whether executions are divided by the second condition, so that those on which it holds can go first.
    pub divides: bool,
    /// What a verifier assumed of the instruction at the place.
    pub assumed: Vec<(Identifier, Premise)>,
}

/// What verifiers have shown of the method under test.
#[derive(Debug)]
pub(crate) struct Guide {
    /// Who says so, for reasons.
    pub by: String,
    places: FastMap<Place, Here>,
    /// The blocks in which a check or an assertion has failed.
    failures: FastSet<BlockId>,
}

impl Guide {
    /// The guide to a method.
    pub(crate) fn of(code: &MethodCode, verified: &Verified) -> Guide {
        let draft = Draft::of(code, verified);
        let inferred = Inferred::of(draft.program(code, verified.identifiers));
        let placement = Placement::new(&inferred);
        let mut places: FastMap<Place, Here> = FastMap::default();
        for (block, drafted) in draft.blocks.iter() {
            for (stmt, position) in drafted.positions.iter().enumerate() {
                // Where nothing was said since the last place, all is as it was there.
                if stmt > 0 && *position == drafted.positions[stmt - 1] {
                    continue;
                }
                let point = Point { procedure: unit(), block, position: *position };
                let must = placement.must(point);
                let is_trivial = must.is_always() || must.is_never();
                let is_may = verified.guidance.prunes() && placement.are_equivalent(point);
                let here = Here {
                    may: placement.may(point).filter(|_| verified.guidance.prunes()),
                    divides: !is_trivial && !is_may,
                    must: Some(must).filter(|_| verified.guidance.prefers()),
                    is_last: verified.guidance.prunes() && placement.is_last(point),
                    premises: Vec::new(),
                    is_unverified: false,
                    assumed: Vec::new(),
                };
                places.insert((block, stmt), here);
            }
        }
        for (place, assumed) in draft.assumed {
            places.entry(place).or_default().assumed = assumed;
        }
        for (place, premises) in draft.premises {
            places.entry(place).or_default().premises = premises;
        }
        for place in draft.unverified {
            places.entry(place).or_default().is_unverified = true;
        }
        Guide { by: verified.by.clone(), places, failures: draft.failures }
    }

    /// What to do at a place.
    pub(crate) fn at(&self, place: Place) -> Option<&Here> {
        self.places.get(&place)
    }

    /// Whether a check or an assertion has failed once control is at the place.
    pub(crate) fn is_failure(&self, place: Place) -> bool {
        place.1 == 0 && self.failures.contains(&place.0)
    }
}

/// The one procedure of the boolean program.
fn unit() -> ProcedureId {
    ProcedureId::from_index(0)
}

/// A block of the boolean program, and where the places of the code are in it.
struct Drafted {
    statements: Vec<AbstractStatement>,
    /// The position of each place, the last before the end of the block.
    positions: Vec<usize>,
}

struct Draft {
    blocks: Arena<BlockId, Drafted>,
    assumed: FastMap<Place, Vec<(Identifier, Premise)>>,
    premises: FastMap<Place, Vec<Condition>>,
    /// Where code runs that nobody has verified, or that is not followed.
    unverified: FastSet<Place>,
    failures: FastSet<BlockId>,
}

impl Draft {
    fn of(code: &MethodCode, verified: &Verified) -> Draft {
        let checks = checks(code, verified);
        let mut draft = Draft {
            blocks: Arena::new(),
            assumed: FastMap::default(),
            premises: FastMap::default(),
            unverified: FastSet::default(),
            failures: checks.failures,
        };
        for (id, block) in code.body.blocks.iter() {
            let mut drafted = Drafted { statements: Vec::new(), positions: vec![0] };
            for place in 0..=block.stmts.len() {
                let mut premises: Vec<Condition> = Vec::new();
                premises.extend(checks.at_beginning.get(&id).filter(|_| place == 0).cloned());
                if place == block.stmts.len() {
                    premises.extend(checks.at_end.get(&id).cloned());
                }
                drafted.statements.extend(premises.iter().cloned().map(AbstractStatement::Assert));
                if place == block.stmts.len() && !is_verified(block, verified) {
                    drafted.statements.push(AbstractStatement::Assert(Condition::never()));
                    draft.unverified.insert((id, place));
                }
                let assumed = assumed_at(block, place, verified);
                drafted.statements.extend(assumed.iter().map(|(identifier, _)| AbstractStatement::Update(*identifier)));
                if !premises.is_empty() {
                    draft.premises.insert((id, place), premises);
                }
                if !assumed.is_empty() {
                    draft.assumed.insert((id, place), assumed);
                }
                if place < block.stmts.len() {
                    drafted.positions.push(drafted.statements.len());
                }
            }
            draft.blocks.push(drafted);
        }
        draft
    }

    /// The boolean program. It begins in a block of its own, to which no loop leads back.
    fn program(&self, code: &MethodCode, identifiers: usize) -> AbstractProgram {
        let mut blocks: Arena<BlockId, AbstractBlock> = Arena::new();
        for (id, drafted) in self.blocks.iter() {
            let successors = code.body.blocks[id].terminator.successors();
            blocks.push(AbstractBlock { statements: drafted.statements.clone(), successors });
        }
        let initialized = (0..identifiers).map(|it| AbstractStatement::Initialize(Identifier::from_index(it)));
        let entry = blocks.push(AbstractBlock { statements: initialized.collect(), successors: vec![code.body.entry] });
        let mut procedures = Arena::new();
        let unit = procedures.push(AbstractProcedure { blocks, entry });
        AbstractProgram { procedures, unit, identifiers }
    }
}

/// The premises of checks and assertions that do not always hold.
#[derive(Default)]
struct Checks {
    /// Of assertions, by the blocks in which they have failed.
    at_beginning: FastMap<BlockId, Condition>,
    /// Of checks, and of assertions that begin, by the block that ends there.
    at_end: FastMap<BlockId, Condition>,
    failures: FastSet<BlockId>,
}

fn checks(code: &MethodCode, verified: &Verified) -> Checks {
    let mut found = Checks::default();
    let body = &code.body;
    for site in &code.checks {
        let Some(throws) = site.kind.throws() else { continue };
        let Terminator::Branch { otherwise, .. } = body.blocks[site.block].terminator else { continue };
        found.failures.insert(otherwise);
        let premise = premise(verified, site.line, Some(throws));
        if !premise.is_always() {
            found.at_end.insert(site.block, premise);
        }
    }
    for site in &code.assertions {
        found.failures.insert(site.block);
        let premise = premise(verified, site.line, None);
        if premise.is_always() {
            continue;
        }
        found.at_beginning.insert(site.block, premise.clone());
        // Executions that pass it have come to it as well.
        let guards = code.branches.iter().filter(|branch| branch.assertion_guard && branch.offset >= site.offset);
        if let Some(guard) = guards.min_by_key(|guard| guard.offset).filter(|guard| guard.offset < site.failure) {
            found.at_end.insert(guard.block, premise);
        }
    }
    found
}

/// The premise of the checks of a kind in a line.
fn premise(verified: &Verified, line: u32, throws: Option<&str>) -> Condition {
    let is_meant = |check: &&clew_facts::VerifiedCheck| check.line == line && check.throws.as_deref() == throws;
    let cubes = verified.checks.iter().find(is_meant).map_or(&[] as &[Vec<usize>], |check| &check.under);
    let literal = |identifier: &usize| (Identifier::from_index(*identifier), true);
    Condition::any_of(cubes.iter().map(|cube| cube.iter().map(literal).collect()))
}

/// Whether the end of a block runs no code that nobody has verified, and nothing that is not followed.
fn is_verified(block: &Block, verified: &Verified) -> bool {
    match &block.terminator {
        Terminator::Invoke { .. } | Terminator::InitClass { .. } => {
            verified.quiet.contains(&block.terminator_origin.offset)
        }
        Terminator::Unsupported(_) => false,
        Terminator::Goto(_)
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::Return(_)
        | Terminator::Throw(_) => true,
    }
}

/// What is assumed of the instruction at a place. One of which no line is known may be in any line.
fn assumed_at(block: &Block, place: usize, verified: &Verified) -> Vec<(Identifier, Premise)> {
    let stmt = block.stmts.get(place);
    let line = stmt.map_or(block.terminator_origin.line, |stmt| stmt.origin.line);
    if matches!(stmt.map(|stmt| &stmt.inst), Some(Inst::Line(_))) {
        return Vec::new();
    }
    let is_here = |assumed: &&clew_facts::Assumed| assumed.line == line || line == 0;
    let here = verified.assumed.iter().filter(is_here).filter(|it| may_break(block, place, it.premise, verified));
    let mut found: Vec<_> = here.map(|it| (Identifier::from_index(it.identifier), it.premise)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether the instruction at a place may break an assumption of this kind.
fn may_break(block: &Block, place: usize, premise: Premise, verified: &Verified) -> bool {
    let calls = || {
        let is_call = matches!(block.terminator, Terminator::Invoke { .. } | Terminator::InitClass { .. });
        place == block.stmts.len() && is_call
    };
    match premise {
        Premise::NoOverflow => {
            let mut computes = false;
            for_each_expr(block, place, &mut |expr| computes |= is_arithmetic(expr));
            computes
        }
        Premise::CallsThrowNothing => calls(),
        Premise::FrozenHeap => calls() && !verified.frozen.contains(&block.terminator_origin.offset),
        Premise::NoAlias | Premise::Other => true,
        // Executions with other threads are not followed.
        Premise::SingleThread => false,
    }
}

/// Calls `visit` for the expressions of the instruction at a place.
pub(crate) fn for_each_expr(block: &Block, place: usize, visit: &mut dyn FnMut(&Expr)) {
    match block.stmts.get(place) {
        Some(stmt) => stmt.inst.for_each_expr(visit),
        None => block.terminator.for_each_expr(visit),
    }
}

/// Whether an expression has a sum, a difference, a product or a negation in it.
fn is_arithmetic(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) | Expr::Reg(_) => false,
        Expr::Unary(op, operand) => *op == UnaryOp::Neg || is_arithmetic(operand),
        Expr::Binary(op, left, right) => {
            matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) || is_arithmetic(left) || is_arithmetic(right)
        }
        Expr::Ite(condition, left, right) => [condition, left, right].into_iter().any(|part| is_arithmetic(part)),
        Expr::Select(_, indices) => indices.iter().any(is_arithmetic),
    }
}
