#include "solver/session.h"

#include "solver/translate.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <unordered_set>
#include <z3.h>

namespace heddle::solver {

using expr::Ref;

namespace {

constexpr std::size_t mostConditions = 4'000;
constexpr std::size_t mostTerms = 1'000'000;

Z3_context makeContext() {
  const Z3_config config = Z3_mk_config();
  const Z3_context context = Z3_mk_context(config);
  Z3_del_config(config);
  // Errors show in what is returned; by default they would end the process.
  Z3_set_error_handler(context, [](Z3_context, Z3_error_code) {});
  return context;
}

struct Theory {
  Theory(Z3_context context, const char *logic, unsigned timeoutMilliseconds)
      : context(context),
        solver(Z3_mk_solver_for_logic(context, Z3_mk_string_symbol(context, logic))) {
    Z3_solver_inc_ref(context, solver);
    const Z3_params params = Z3_mk_params(context);
    Z3_params_inc_ref(context, params);
    Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "timeout"),
                       timeoutMilliseconds);
    Z3_solver_set_params(context, solver, params);
    Z3_params_dec_ref(context, params);
  }
  ~Theory() { Z3_solver_dec_ref(context, solver); }
  Theory(const Theory &) = delete;
  Theory &operator=(const Theory &) = delete;
  operator Z3_solver() const { return solver; }

  Z3_context context;
  Z3_solver solver;
};

} // namespace

struct Session::Context {
  explicit Context(unsigned timeoutMilliseconds)
      : z3(makeContext()), translator(z3), bits(z3, "QF_BV", timeoutMilliseconds) {}

  Z3_ast literalOf(Ref condition) {
    const Z3_ast literal =
        Z3_mk_const(z3, Z3_mk_string_symbol(z3, ("c" + std::to_string(condition->id)).c_str()),
                    Z3_mk_bool_sort(z3));
    if (given.insert(condition->id).second)
      Z3_solver_assert(z3, bits, Z3_mk_implies(z3, literal, translator.truth(condition)));
    return literal;
  }
  void readCore(std::span<const Ref> conditions, const std::vector<Z3_ast> &literals,
                std::vector<Ref> &core);
  void readModel(Z3_solver solver, std::span<const Ref> conditions, Proposal &values);

  /// Deletes the context behind everything that lives in it.
  struct Owner {
    explicit Owner(Z3_context context) : context(context) {}
    ~Owner() { Z3_del_context(context); }
    Owner(const Owner &) = delete;
    Owner &operator=(const Owner &) = delete;
    operator Z3_context() const { return context; }
    Z3_context context;
  } z3;
  Translator translator;
  Theory bits;
  std::unordered_set<std::uint32_t> given; ///< To `bits`: conditions, by id.
};

void Session::Context::readModel(Z3_solver solver, std::span<const Ref> conditions,
                                 Proposal &values) {
  const Z3_model model = Z3_solver_get_model(z3, solver);
  if (!model)
    return;
  Z3_model_inc_ref(z3, model);
  std::unordered_set<std::uint32_t> seen;
  std::unordered_set<const expr::Support *> seenSupports;
  for (const Ref condition : conditions) {
    if (!seenSupports.insert(condition->support).second)
      continue;
    for (const std::uint32_t input : condition->support->inputs) {
      const Z3_ast term = translator.input(input);
      Z3_ast value = nullptr;
      std::uint64_t number = 0;
      // An input that is not there has disappeared in a table's unreachable half.
      if (seen.insert(input).second && term && Z3_model_eval(z3, model, term, true, &value) &&
          Z3_get_numeral_uint64(z3, value, &number))
        values.push_back({input, number});
    }
  }
  Z3_model_dec_ref(z3, model);
}

void Session::Context::readCore(std::span<const Ref> conditions,
                                const std::vector<Z3_ast> &literals, std::vector<Ref> &core) {
  const Z3_ast_vector found = Z3_solver_get_unsat_core(z3, bits);
  Z3_ast_vector_inc_ref(z3, found);
  std::unordered_set<Z3_ast> inCore;
  for (unsigned i = 0; i < Z3_ast_vector_size(z3, found); ++i)
    inCore.insert(Z3_ast_vector_get(z3, found, i));
  Z3_ast_vector_dec_ref(z3, found);
  for (std::size_t i = 0; i < literals.size(); ++i)
    if (inCore.count(literals[i]))
      core.push_back(conditions[i]);
}

Session::Session(unsigned timeoutMilliseconds) : timeoutMilliseconds(timeoutMilliseconds) {}
Session::~Session() = default;

void Session::begin() {
  // Z3 gets slow and large with what no question needs any more.
  const std::scoped_lock lock(mutex);
  context.reset();
  context = std::make_unique<Context>(timeoutMilliseconds);
}

template <class Check> auto Session::check(Check check) {
  isChecking = true;
  const Z3_lbool result = isInterrupted ? Z3_L_UNDEF : check();
  isChecking = false;
  return result;
}

Answer Session::askBits(std::span<const Ref> conditions, Proposal &values, std::vector<Ref> &core) {
  std::vector<Z3_ast> literals;
  for (const Ref condition : conditions) {
    if (isInterrupted)
      return Answer::Unknown;
    literals.push_back(context->literalOf(condition));
  }
  const Z3_lbool result = check([&] {
    return Z3_solver_check_assumptions(context->z3, context->bits,
                                       static_cast<unsigned>(literals.size()), literals.data());
  });
  if (result == Z3_L_UNDEF)
    return Answer::Unknown;
  if (result == Z3_L_TRUE) {
    context->readModel(context->bits, conditions, values);
    return Answer::Yes;
  }
  context->readCore(conditions, literals, core);
  return Answer::No;
}

Answer Session::askFloats(std::span<const Ref> conditions, Proposal &values,
                          std::vector<Ref> &core) {
  // A solver of its own, with the conditions as facts: only then does Z3 simplify them together,
  // and bit-blast for its SAT solver. Literals would leave it to the far slower SMT core.
  const Theory solver(context->z3, "QF_FPBV", timeoutMilliseconds);
  for (const Ref condition : conditions) {
    if (isInterrupted)
      return Answer::Unknown;
    Z3_solver_assert(context->z3, solver, context->translator.truth(condition));
  }
  const Z3_lbool result = check([&] { return Z3_solver_check(context->z3, solver); });
  if (result == Z3_L_UNDEF)
    return Answer::Unknown;
  if (result == Z3_L_TRUE) {
    context->readModel(solver, conditions, values);
    return Answer::Yes;
  }
  core.assign(conditions.begin(), conditions.end());
  return Answer::No;
}

Answer Session::ask(std::span<const Ref> conditions, Proposal &values, std::vector<Ref> &core) {
  if (!context || context->given.size() > std::max(mostConditions, 2 * conditions.size()) ||
      context->translator.size() > mostTerms)
    begin();
  const bool hasFloats = std::any_of(conditions.begin(), conditions.end(),
                                     [](Ref condition) { return condition->hasFloats; });
  return hasFloats ? askFloats(conditions, values, core) : askBits(conditions, values, core);
}

void Session::interrupt() {
  using namespace std::chrono_literals;
  isInterrupted = true;
  // Z3 does not notice an interruption just before it has begun: again until it has ended.
  for (int i = 0; i < 100 && isChecking && isInterrupted; ++i) {
    {
      const std::scoped_lock lock(mutex);
      if (context)
        Z3_interrupt(context->z3);
    }
    std::this_thread::sleep_for(1ms);
  }
}

} // namespace heddle::solver
