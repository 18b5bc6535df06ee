//! The unwound program as formulas over values that never change (`bounded-infeasible-code`, section 3, "single static
//! assignment").
//!
//! Every node is evaluated once, in topological order, on terms. A variable has a new symbol only where several ways with
//! different values for it meet and it may be read later; everywhere else its value is a term over earlier ones. Nodes
//! whose conditions are false as they stand, and nodes that only such lead to, are left out: on their way there is no
//! execution.

use crate::inputs::{program_value, term_of};
use crate::scope::Scope;
use crate::summary::Pair;
use crate::unwind::{ActivationId, End, Node, NodeId, Unwound};
use clew_base::{FastMap, Id, OrderedMap};
use clew_heap::operators;
use clew_ir::{Expr, GlobalId, Inst, Procedure, ProcedureId, Program, Reg, Stmt, Type, Value};
use clew_term::{ArraySort, ElementSort, IndexSort, Sort, SymbolId, Term, TermPool};
use imbl::OrdMap;

/// A variable of one activation, or one that all share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// A global variable.
    Global(GlobalId),
    /// A register of an activation.
    Local(ActivationId, Reg),
}

/// A way from one node to another.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it begins.
    pub from: NodeId,
    /// Where it leads.
    pub to: NodeId,
    /// What holds of an execution that takes it: the condition of the jump.
    pub facts: Vec<Term>,
    /// The values on this way of those symbols that stand for a variable where several ways meet.
    pub values: Vec<(SymbolId, Term)>,
}

/// A node as formulas.
#[derive(Clone, Debug, Default)]
pub struct PassiveNode {
    /// What holds of an execution that passes it: its assumptions and assertions, and that nothing divides by zero.
    pub facts: Vec<Term>,
    /// The ways into it.
    pub incoming: Vec<usize>,
    /// The ways out of it.
    pub outgoing: Vec<usize>,
    /// The values that its `havoc`s give, in order.
    pub havocs: Vec<SymbolId>,
    /// Whether its facts are false as they stand, so that nothing passes it.
    pub is_blocked: bool,
}

/// What a call hands on, where no pair of the summary of what it calls begins like this.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WeakestPrecondition {
    /// What is called.
    pub callee: ProcedureId,
    /// The parameters that are constants at the call.
    pub params: OrderedMap<Reg, Value>,
    /// The globals that are.
    pub globals: OrderedMap<GlobalId, Value>,
}

impl WeakestPrecondition {
    /// Whether an execution begins like this, as far as is known.
    fn fits(&self, pair: &Pair) -> bool {
        let params = pair.params.iter().all(|(param, value)| self.params.get(param).is_none_or(|known| known == value));
        let globals = pair.globals.iter().all(|(global, it)| self.globals.get(global).is_none_or(|known| known == it));
        params && globals
    }
}

/// An unwound program as formulas.
#[derive(Debug)]
pub struct Passive {
    /// The nodes that are not known to be out of reach, behind those that lead to them.
    pub nodes: OrderedMap<NodeId, PassiveNode>,
    /// The ways between them, named by their position.
    pub edges: Vec<Edge>,
    /// The values of variables that are read before they are written, those of the entry among them: the inputs.
    pub unwritten: OrderedMap<Variable, SymbolId>,
    /// The inputs that have one value only.
    pub fixed: OrderedMap<Variable, Value>,
    /// The calls that no execution gets past, since the summary of what is called has nothing for their arguments.
    pub demands: Vec<WeakestPrecondition>,
}

impl Passive {
    /// Evaluates the nodes, for executions on which these inputs have these values.
    pub fn of(
        program: &Program,
        scope: &Scope,
        unwound: &Unwound,
        fixed: OrderedMap<Variable, Value>,
        pool: &mut TermPool,
    ) -> Passive {
        let passive = Passive {
            nodes: OrderedMap::default(),
            edges: Vec::new(),
            unwritten: OrderedMap::default(),
            fixed,
            demands: Vec::new(),
        };
        let mut evaluation = Evaluation { program, scope, unwound, pool, passive, arriving: FastMap::default() };
        for node in &unwound.order {
            evaluation.node(*node);
        }
        evaluation.passive
    }
}

/// The values of variables; one that is not written yet has none.
type Values = OrdMap<Variable, Term>;

struct Evaluation<'p> {
    program: &'p Program,
    scope: &'p Scope,
    unwound: &'p Unwound,
    pool: &'p mut TermPool,
    passive: Passive,
    /// For each node the edges that lead there, with the values at their ends.
    arriving: FastMap<NodeId, Vec<(usize, Values)>>,
}

/// What a statement changes while its node is evaluated.
struct Moment {
    values: Values,
    node: PassiveNode,
}

impl<'p> Evaluation<'p> {
    fn node(&mut self, id: NodeId) {
        let arriving = self.arriving.remove(&id).unwrap_or_default();
        if arriving.is_empty() && id != self.unwound.entry {
            return;
        }
        let incoming = arriving.iter().map(|(edge, _)| *edge).collect();
        let values = if id == self.unwound.entry { self.given() } else { self.meet(id, arriving) };
        let mut moment = Moment { values, node: PassiveNode { incoming, ..PassiveNode::default() } };
        let unwound = self.unwound;
        let part = &unwound.nodes[id];
        if let Some(pair) = &part.pair {
            self.pair(part, pair, &mut moment);
        }
        let procedure = self.procedure(part.activation);
        let stmts = &procedure.body.blocks[part.block].stmts;
        for stmt in &stmts[part.from..part.to] {
            self.statement(part.activation, stmt, &mut moment);
        }
        let Moment { values, mut node } = moment;
        node.is_blocked = node.facts.iter().any(|fact| self.pool.as_bool(*fact) == Some(false));
        if !node.is_blocked {
            self.leave(id, &values, &mut node);
        }
        self.passive.nodes.insert(id, node);
    }

    fn procedure(&self, activation: ActivationId) -> &'p Procedure {
        let program = self.program;
        &program.procedures[self.unwound.activations[activation].procedure]
    }

    /// The ways out of a node on which `values` hold.
    fn leave(&mut self, id: NodeId, values: &Values, node: &mut PassiveNode) {
        let unwound = self.unwound;
        let part = &unwound.nodes[id];
        match &part.end {
            End::Finish | End::Fail(_) => {}
            End::Summary(callee, pairs) => {
                self.look_for_pair(id, *callee, pairs, values);
                for pair in pairs {
                    self.edge(id, *pair, Vec::new(), values.clone(), node);
                }
            }
            End::Jump(jumps) => {
                for jump in jumps {
                    let condition = jump.condition.as_ref();
                    let facts = condition.map_or_else(Vec::new, |it| self.holding(part.activation, it, values));
                    self.edge(id, jump.target, facts, values.clone(), node);
                }
            }
            End::Call(target) => {
                let (facts, values) = self.arguments(id, *target, values);
                self.edge(id, *target, facts, values, node);
            }
            End::Return(target) => {
                let values = self.returned(part.activation, values);
                self.edge(id, *target, Vec::new(), values, node);
            }
        }
    }

    fn edge(&mut self, from: NodeId, to: NodeId, facts: Vec<Term>, values: Values, node: &mut PassiveNode) {
        if facts.iter().any(|fact| self.pool.as_bool(*fact) == Some(false)) {
            return;
        }
        let edge = self.passive.edges.len();
        self.passive.edges.push(Edge { from, to, facts, values: Vec::new() });
        node.outgoing.push(edge);
        self.arriving.entry(to).or_default().push((edge, values));
    }

    /// The values in a procedure that is called: its parameters beside those of its caller.
    fn arguments(&mut self, call: NodeId, target: NodeId, values: &Values) -> (Vec<Term>, Values) {
        let unwound = self.unwound;
        let (part, callee) = (&unwound.nodes[call], unwound.nodes[target].activation);
        let program = self.program;
        let calling = &program.procedures[unwound.activations[part.activation].procedure];
        let called = &program.procedures[unwound.activations[callee].procedure];
        let (mut facts, mut inside) = (Vec::new(), values.clone());
        if let Some(Inst::Call { args, .. }) = calling.body.blocks[part.block].stmts.get(part.to).map(|stmt| &stmt.inst)
        {
            for (argument, param) in args.iter().zip(&called.body.params) {
                facts.extend(self.defined(part.activation, argument, values));
                let value = self.value(part.activation, argument, values);
                inside.insert(self.variable(callee, *param), value);
            }
        }
        (facts, inside)
    }

    /// The inputs that have one value only.
    fn given(&mut self) -> Values {
        let terms = self.passive.fixed.iter().map(|(variable, value)| (*variable, term_of(self.pool, value)));
        terms.filter_map(|(variable, term)| Some((variable, term?))).collect()
    }

    /// The arguments of the call at a position, with the parameters that they are for, and where its result goes.
    fn call_at(&self, part: &Node, position: usize) -> (Vec<(&'p Expr, Reg)>, Option<Reg>) {
        let program = self.program;
        let stmts = &self.procedure(part.activation).body.blocks[part.block].stmts;
        match stmts.get(position).map(|stmt| &stmt.inst) {
            Some(Inst::Call { dst, procedure, args }) => {
                let params = program.procedure(procedure).map_or(&[][..], |(_, callee)| &callee.body.params);
                (args.iter().zip(params.iter().copied()).collect(), *dst)
            }
            _ => (Vec::new(), None),
        }
    }

    /// An execution of what was called: that it was given what it read, and what it left behind.
    fn pair(&mut self, part: &Node, pair: &Pair, moment: &mut Moment) {
        let Some(position) = part.from.checked_sub(1) else { return };
        let (arguments, result) = self.call_at(part, position);
        let before = moment.values.clone();
        for (argument, param) in arguments {
            moment.node.facts.extend(self.defined(part.activation, argument, &before));
            if let Some(value) = pair.params.get(&param) {
                let argument = self.value(part.activation, argument, &before);
                moment.node.facts.push(self.is_value(argument, value));
            }
        }
        for (global, value) in &pair.globals {
            let current = self.current(Variable::Global(*global), &before);
            moment.node.facts.push(self.is_value(current, value));
        }
        let behind = pair.behind.iter().map(|(global, value)| (Variable::Global(*global), value));
        let result = result.map(|reg| self.variable(part.activation, reg)).zip(pair.result.as_ref());
        for (variable, value) in behind.chain(result) {
            if let Some(term) = term_of(self.pool, value) {
                moment.values.insert(variable, term);
            }
        }
    }

    fn is_value(&mut self, term: Term, value: &Value) -> Term {
        match term_of(self.pool, value) {
            Some(value) => self.pool.eq(term, value),
            // An array; no procedure that is handed one has a summary.
            None => self.pool.fls(),
        }
    }

    /// Notes what a call hands on if none of the pairs begins like this.
    fn look_for_pair(&mut self, call: NodeId, callee: ProcedureId, pairs: &[NodeId], values: &Values) {
        let (program, unwound) = (self.program, self.unwound);
        let part = &unwound.nodes[call];
        let mut demand = WeakestPrecondition { callee, params: OrderedMap::default(), globals: OrderedMap::default() };
        for (argument, param) in self.call_at(part, part.to).0 {
            let term = self.value(part.activation, argument, values);
            demand
                .params
                .extend(self.constant(term, program.procedures[callee].body.regs[param].ty).map(|it| (param, it)));
        }
        for (global, info) in program.globals.iter() {
            let known = values.get(&Variable::Global(global)).copied();
            demand.globals.extend(known.and_then(|term| self.constant(term, info.ty)).map(|value| (global, value)));
        }
        let fits = |pair: &NodeId| unwound.nodes[*pair].pair.as_ref().is_some_and(|pair| demand.fits(pair));
        let says_something = !demand.params.is_empty() || !demand.globals.is_empty();
        if says_something && !pairs.iter().any(fits) {
            self.passive.demands.push(demand);
        }
    }

    fn constant(&self, term: Term, ty: Type) -> Option<Value> {
        program_value(&self.pool.as_const(term)?, ty)
    }

    /// The values behind a call: those of the callee are gone, and what it returns is where the caller wants it.
    fn returned(&mut self, callee: ActivationId, values: &Values) -> Values {
        let (program, unwound) = (self.program, self.unwound);
        let caller = unwound.activations[callee].caller;
        let result = crate::unwind::result_of_call(program, unwound, callee);
        let mut outside: Values = values.clone();
        let gone = values.keys().filter(|variable| matches!(variable, Variable::Local(of, _) if *of == callee));
        gone.for_each(|variable| {
            outside.remove(variable);
        });
        if let (Some((to, from)), Some(caller)) = (result, caller) {
            let value = self.read(callee, from, values);
            outside.insert(self.variable(caller.activation, to), value);
        }
        outside
    }

    /// The values where several ways meet: equal ones stay, others get a symbol, and those that are not read later are
    /// forgotten.
    fn meet(&mut self, id: NodeId, mut arriving: Vec<(usize, Values)>) -> Values {
        if arriving.len() < 2 {
            return arriving.pop().map(|(_, values)| values).unwrap_or_default();
        }
        let part = &self.unwound.nodes[id];
        let procedure = self.unwound.activations[part.activation].procedure;
        let live = self.scope.live(procedure).at(&self.program.procedures[procedure], part.block, part.from);
        let mut differing: OrderedMap<Variable, ()> = OrderedMap::default();
        let (_, first) = &arriving[0];
        for (_, other) in &arriving[1..] {
            for change in first.diff(other) {
                let variable = match change {
                    imbl::ordmap::DiffItem::Add(variable, _) | imbl::ordmap::DiffItem::Remove(variable, _) => variable,
                    imbl::ordmap::DiffItem::Update { new: (variable, _), .. } => variable,
                };
                differing.insert(*variable, ());
            }
        }
        differing.sort_keys();
        let mut met = first.clone();
        for variable in differing.into_keys() {
            let forgotten = matches!(variable, Variable::Local(of, reg)
                if of == part.activation && !live.contains(reg.index()));
            if forgotten {
                met.remove(&variable);
            } else {
                let value = self.join(variable, &arriving);
                met.insert(variable, value);
            }
        }
        met
    }

    /// A symbol that on each way has the value that the variable has there.
    fn join(&mut self, variable: Variable, arriving: &[(usize, Values)]) -> Term {
        let terms: Vec<(usize, Term)> =
            arriving.iter().map(|(edge, values)| (*edge, self.current(variable, values))).collect();
        let (sort, name) = self.describe(variable);
        let met = self.pool.fresh_symbol(&name, sort);
        for (edge, term) in terms {
            self.passive.edges[edge].values.push((met, term));
        }
        self.pool.symbol_term(met)
    }

    fn statement(&mut self, activation: ActivationId, stmt: &Stmt, moment: &mut Moment) {
        match &stmt.inst {
            Inst::Assign { dst, value } => {
                moment.node.facts.extend(self.defined(activation, value, &moment.values));
                let value = self.value(activation, value, &moment.values);
                moment.values.insert(self.variable(activation, *dst), value);
            }
            Inst::MapStore { map, index, value } => {
                for part in index.iter().chain([value]) {
                    moment.node.facts.extend(self.defined(activation, part, &moment.values));
                }
                let before = self.read(activation, *map, &moment.values);
                let index: Vec<Term> = index.iter().map(|part| self.value(activation, part, &moment.values)).collect();
                let value = self.value(activation, value, &moment.values);
                let after = self.pool.store(before, &index, value);
                moment.values.insert(self.variable(activation, *map), after);
            }
            Inst::Assume(condition) | Inst::Assert { condition, .. } => {
                moment.node.facts.extend(self.holding(activation, condition, &moment.values));
            }
            Inst::Havoc { dst } => {
                let variable = self.variable(activation, *dst);
                let (sort, name) = self.describe(variable);
                let symbol = self.pool.fresh_symbol(&name, sort);
                moment.node.havocs.push(symbol);
                moment.values.insert(variable, self.pool.symbol_term(symbol));
            }
            // The rest says nothing about values, or is of Java only, which the verifier of programs excludes.
            _ => {}
        }
    }

    /// That a condition has a value and is true.
    fn holding(&mut self, activation: ActivationId, condition: &Expr, values: &Values) -> Vec<Term> {
        let mut facts: Vec<Term> = self.defined(activation, condition, values).into_iter().collect();
        facts.push(self.value(activation, condition, values));
        facts
    }

    /// That an expression has a value, if it may have none.
    fn defined(&mut self, activation: ActivationId, expr: &Expr, values: &Values) -> Option<Term> {
        let condition = expr.definedness(&self.procedure(activation).body.regs)?;
        Some(self.value(activation, &condition, values))
    }

    fn value(&mut self, activation: ActivationId, expr: &Expr, values: &Values) -> Term {
        match expr {
            // The block language has no references, so every literal is a term.
            Expr::Const(literal) => operators::constant(self.pool, literal).unwrap_or_else(|| self.pool.fls()),
            Expr::Reg(reg) => self.read(activation, *reg, values),
            Expr::Unary(op, operand) => {
                let operand = self.value(activation, operand, values);
                operators::unary(self.pool, *op, operand)
            }
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.value(activation, left, values), self.value(activation, right, values));
                operators::binary(self.pool, *op, left, right)
            }
            Expr::Ite(condition, left, right) => {
                let condition = self.value(activation, condition, values);
                let (left, right) = (self.value(activation, left, values), self.value(activation, right, values));
                self.pool.ite(condition, left, right)
            }
            Expr::Select(map, indices) => {
                let map = self.read(activation, *map, values);
                let index: Vec<Term> = indices.iter().map(|part| self.value(activation, part, values)).collect();
                self.pool.select(map, &index)
            }
        }
    }

    fn read(&mut self, activation: ActivationId, reg: Reg, values: &Values) -> Term {
        let variable = self.variable(activation, reg);
        self.current(variable, values)
    }

    /// The value of a variable; where it is not written yet, that which it has by itself.
    fn current(&mut self, variable: Variable, values: &Values) -> Term {
        if let Some(term) = values.get(&variable) {
            return *term;
        }
        let (sort, name) = self.describe(variable);
        let pool = &mut *self.pool;
        let symbol = *self.passive.unwritten.entry(variable).or_insert_with(|| pool.fresh_symbol(&name, sort));
        self.pool.symbol_term(symbol)
    }

    fn variable(&self, activation: ActivationId, reg: Reg) -> Variable {
        match self.procedure(activation).body.regs[reg].global {
            Some(global) => Variable::Global(global),
            None => Variable::Local(activation, reg),
        }
    }

    fn describe(&self, variable: Variable) -> (Sort, String) {
        let (ty, name) = match variable {
            Variable::Global(global) => {
                let global = &self.program.globals[global];
                (global.ty, &global.name)
            }
            Variable::Local(activation, reg) => {
                let register = &self.procedure(activation).body.regs[reg];
                (register.ty, &register.name)
            }
        };
        (sort(ty), name.to_string())
    }
}

/// The sort of the values of a type. References are of Java only; where one is named, it is as whether it is null.
pub(crate) fn sort(ty: Type) -> Sort {
    match ty {
        Type::Bool | Type::Ref => Sort::Bool,
        Type::Int => Sort::Int,
        Type::Bv32 => Sort::Bv(32),
        Type::Bv64 => Sort::Bv(64),
        Type::F32 => Sort::F32,
        Type::F64 => Sort::F64,
        Type::Map(arity) => Sort::Array(ArraySort { index: IndexSort::Ints(arity), element: ElementSort::Int }),
    }
}
