#include "solver/formula.h"

#include "solver/translate.h"

#include <algorithm>
#include <chrono>
#include <z3.h>

namespace heddle::solver {

namespace {

Z3_context makeContext() {
  const Z3_config config = Z3_mk_config();
  const Z3_context context = Z3_mk_context(config);
  Z3_del_config(config);
  // Errors show in what is returned; by default they would end the process.
  Z3_set_error_handler(context, [](Z3_context, Z3_error_code) {});
  return context;
}

Z3_ast ast(void *term) {
  return static_cast<Z3_ast>(term);
}

} // namespace

/// The context keeps all its terms.
struct Formula::State {
  explicit State(unsigned timeoutMilliseconds)
      : context(makeContext()), translator(context), integer(Z3_mk_int_sort(context)),
        boolean(Z3_mk_bool_sort(context)), yes(Z3_mk_true(context)), no(Z3_mk_false(context)),
        solver(Z3_mk_simple_solver(context)) {
    Z3_solver_inc_ref(context, solver);
    limit(timeoutMilliseconds);
  }
  void limit(unsigned milliseconds) const {
    const Z3_params params = Z3_mk_params(context);
    Z3_params_inc_ref(context, params);
    Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "timeout"), milliseconds);
    Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "random_seed"), 0);
    Z3_solver_set_params(context, solver, params);
    Z3_params_dec_ref(context, params);
  }
  ~State() {
    forgetModel();
    Z3_solver_dec_ref(context, solver);
    Z3_del_context(context);
  }
  State(const State &) = delete;
  State &operator=(const State &) = delete;

  void forgetModel() {
    if (model)
      Z3_model_dec_ref(context, model);
    model = nullptr;
  }
  Z3_ast valueOf(Z3_ast term) const {
    Z3_ast value = nullptr;
    return model && Z3_model_eval(context, model, term, true, &value) ? value : nullptr;
  }
  std::vector<Z3_ast> termsOf(std::span<const Literal> parts) const {
    std::vector<Z3_ast> terms;
    terms.reserve(parts.size());
    for (const Literal part : parts)
      terms.push_back(ast(part.term));
    return terms;
  }

  Z3_context context;
  Translator translator;
  Z3_sort integer;
  Z3_sort boolean;
  Z3_ast yes;
  Z3_ast no;
  Z3_solver solver;
  Z3_model model = nullptr;
  std::vector<Z3_ast> positions;
};

Formula::Formula(unsigned timeoutMilliseconds)
    : state(std::make_unique<State>(timeoutMilliseconds)) {}
Formula::~Formula() = default;

Literal Formula::yes() const {
  return Literal(state->yes);
}
Literal Formula::no() const {
  return Literal(state->no);
}
Literal Formula::fresh() {
  return Literal(Z3_mk_fresh_const(state->context, "l", state->boolean));
}

Literal Formula::truth(expr::Ref condition) {
  if (condition->isConstant())
    return condition->value ? yes() : no();
  return Literal(state->translator.truth(condition));
}

Literal Formula::negate(Literal a) {
  if (a == yes())
    return no();
  return a == no() ? yes() : Literal(Z3_mk_not(state->context, ast(a.term)));
}

Literal Formula::all(std::span<const Literal> parts) {
  std::vector<Z3_ast> terms;
  for (const Literal part : parts) {
    if (part == no())
      return no();
    if (part != yes())
      terms.push_back(ast(part.term));
  }
  if (terms.size() < 2)
    return terms.empty() ? yes() : Literal(terms.front());
  return Literal(Z3_mk_and(state->context, static_cast<unsigned>(terms.size()), terms.data()));
}

Literal Formula::any(std::span<const Literal> parts) {
  std::vector<Z3_ast> terms;
  for (const Literal part : parts) {
    if (part == yes())
      return yes();
    if (part != no())
      terms.push_back(ast(part.term));
  }
  if (terms.size() < 2)
    return terms.empty() ? no() : Literal(terms.front());
  return Literal(Z3_mk_or(state->context, static_cast<unsigned>(terms.size()), terms.data()));
}

Literal Formula::implies(Literal a, Literal b) {
  const Literal parts[] = {negate(a), b};
  return any(parts);
}

Position Formula::position() {
  state->positions.push_back(Z3_mk_fresh_const(state->context, "o", state->integer));
  return {static_cast<std::uint32_t>(state->positions.size() - 1)};
}

Literal Formula::before(Position a, Position b) {
  if (a.number == b.number)
    return no();
  return Literal(Z3_mk_lt(state->context, state->positions[a.number], state->positions[b.number]));
}

void Formula::require(Literal fact) {
  if (fact == yes())
    return;
  ++required;
  Z3_solver_assert(state->context, state->solver, ast(fact.term));
}

void Formula::push() {
  Z3_solver_push(state->context, state->solver);
}
void Formula::pop() {
  Z3_solver_pop(state->context, state->solver, 1);
}

Answer Formula::ask(std::span<const Literal> assumptions, std::vector<std::size_t> &core) {
  state->forgetModel();
  core.clear();
  // Assumptions are to be literals: what is more gets a name.
  std::vector<Z3_ast> terms;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < assumptions.size(); ++i) {
    if (assumptions[i] == yes())
      continue;
    const Z3_ast name = Z3_mk_fresh_const(state->context, "a", state->boolean);
    Z3_solver_assert(state->context, state->solver,
                     Z3_mk_implies(state->context, name, ast(assumptions[i].term)));
    terms.push_back(name);
    numbers.push_back(i);
  }
  const auto begun = std::chrono::steady_clock::now();
  const Z3_lbool answer = Z3_solver_check_assumptions(
      state->context, state->solver, static_cast<unsigned>(terms.size()), terms.data());
  spent += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  if (answer == Z3_L_TRUE) {
    state->model = Z3_solver_get_model(state->context, state->solver);
    if (!state->model)
      return Answer::Unknown;
    Z3_model_inc_ref(state->context, state->model);
    return Answer::Yes;
  }
  if (answer == Z3_L_UNDEF)
    return Answer::Unknown;
  const Z3_ast_vector found = Z3_solver_get_unsat_core(state->context, state->solver);
  Z3_ast_vector_inc_ref(state->context, found);
  for (unsigned i = 0; i < Z3_ast_vector_size(state->context, found); ++i) {
    const auto at = std::ranges::find(terms, Z3_ast_vector_get(state->context, found, i));
    if (at != terms.end())
      core.push_back(numbers[static_cast<std::size_t>(at - terms.begin())]);
  }
  Z3_ast_vector_dec_ref(state->context, found);
  return Answer::No;
}

bool Formula::holds(Literal literal) const {
  const Z3_ast value = state->valueOf(ast(literal.term));
  return value && Z3_get_bool_value(state->context, value) == Z3_L_TRUE;
}

std::int64_t Formula::valueOf(Position position) const {
  std::int64_t result = 0;
  const Z3_ast value = state->valueOf(state->positions[position.number]);
  if (value)
    Z3_get_numeral_int64(state->context, value, &result);
  return result;
}

bool Formula::knows(std::uint32_t input) const {
  return state->translator.input(input) != nullptr;
}

std::uint64_t Formula::valueOf(std::uint32_t input) const {
  std::uint64_t result = 0;
  const Z3_ast term = state->translator.input(input);
  const Z3_ast value = term ? state->valueOf(term) : nullptr;
  if (value)
    Z3_get_numeral_uint64(state->context, value, &result);
  return result;
}

void Formula::setTimeout(unsigned milliseconds) {
  state->limit(milliseconds);
}

void Formula::interrupt() {
  Z3_interrupt(state->context);
}

} // namespace heddle::solver
