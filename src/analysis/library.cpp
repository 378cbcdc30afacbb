#include "analysis/library.h"

#include <algorithm>
#include <iterator>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstrTypes.h>

namespace heddle::analysis {

namespace {

using Act = LibraryAct;

struct Entry {
  std::string_view name;
  std::uint8_t count = 0;
  Act acts[2] = {};
};

constexpr Entry does(std::string_view name, Act first) {
  return {name, 1, {first, {}}};
}
constexpr Entry does(std::string_view name, Act first, Act second) {
  return {name, 2, {first, second}};
}

// clang-format off
constexpr Entry table[] = {
    does("_ZSt9terminatev", {Act::Terminate}),
    does("_Znam", {Act::Allocate, 0}),
    does("_Znwm", {Act::Allocate, 0}),
    does("__cxa_atexit", {Act::Call, 0, 1}),
    does("__cxa_thread_atexit", {Act::Call, 0, 1}),
    does("__cxa_thread_atexit_impl", {Act::Call, 0, 1}),
    does("__errno_location", {Act::Errno}),
    does("__heddle_futex_set", {Act::Store, 0, 2}),
    does("__heddle_map", {Act::Allocate, 0}),
    does("__heddle_raise", {Act::Raise, 0}, {Act::Terminate}),
    does("__longjmp_chk", {Act::Jump, 1}),
    does("__pthread_register_cancel", {Act::PushCleanup, 0}),
    does("__sigsetjmp", {Act::SetJump}),
    does("_longjmp", {Act::Jump, 1}),
    does("_setjmp", {Act::SetJump}),
    does("aligned_alloc", {Act::Allocate, 1}),
    does("at_quick_exit", {Act::Call, 0}),
    does("atexit", {Act::Call, 0}),
    does("calloc", {Act::Allocate, 0, 1}),
    does("heddle_lazy", {Act::Lazy, 0}),
    does("longjmp", {Act::Jump, 1}),
    does("malloc", {Act::Allocate, 0}),
    does("memalign", {Act::Allocate, 1}),
    does("memcpy", {Act::Transfer, 0, 1, 2}, {Act::Return, 0}),
    does("memmove", {Act::Transfer, 0, 1, 2}, {Act::Return, 0}),
    does("memset", {Act::Fill, 0, 1}, {Act::Return, 0}),
    does("posix_memalign", {Act::AllocateInto, 0, 2}),
    does("pthread_create", {Act::Start, 2, 3}),
    does("pthread_exit", {Act::End, 0}),
    does("pthread_getspecific", {Act::GetSpecific}),
    does("pthread_join", {Act::Join, 1}),
    does("pthread_key_create", {Act::AddDestructor, 1}),
    does("pthread_once", {Act::Call, 1}),
    does("pthread_setspecific", {Act::SetSpecific, 1}),
    does("realloc", {Act::Allocate, 1}, {Act::Reallocate, 0}),
    does("setjmp", {Act::SetJump}),
    does("siglongjmp", {Act::Jump, 1}),
    does("sigsetjmp", {Act::SetJump}),
    does("strtod", {Act::StoreInto, 1, 0}),
    does("strtof", {Act::StoreInto, 1, 0}),
    does("strtold", {Act::StoreInto, 1, 0}),
};

/// Those that leave pointers alone: they read, write other data or only synchronise.
constexpr std::string_view harmless[] = {
    "_Exit", "_ZdaPv", "_ZdaPvm", "_ZdlPv", "_ZdlPvm",
    "__VERIFIER_assert", "__VERIFIER_assume", "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end",
    "__VERIFIER_error", "__assert", "__assert_fail", "__cxa_guard_abort", "__cxa_guard_acquire",
    "__cxa_guard_release", "__divdc3", "__divsc3", "__divxc3", "__heddle_at",
    "__heddle_exit_code", "__heddle_futex_notify", "__heddle_futex_wait",
    "__heddle_futex_wait_timed", "__heddle_given_bytes", "__heddle_given_count",
    "__heddle_given_name", "__heddle_given_size", "__heddle_print", "__heddle_print_list",
    "__heddle_stand",
    "__heddle_unmap", "__heddle_unsupported", "__muldc3", "__mulsc3", "__mulxc3", "__printf_chk",
    "__pthread_unregister_cancel", "__pthread_unwind_next", "__snprintf_chk", "__sprintf_chk",
    "__vprintf_chk", "__vsnprintf_chk", "__vsprintf_chk", "_exit", "abort", "assert",
    "assume_abort_if_not", "atof", "bzero", "cfree", "clock_gettime", "clock_nanosleep", "exit",
    "free", "gettimeofday", "heddle_assert", "heddle_assume", "heddle_atomic_begin",
    "heddle_atomic_end", "heddle_bool", "heddle_char", "heddle_choose", "heddle_double",
    "heddle_float", "heddle_int", "heddle_llong", "heddle_long", "heddle_note", "heddle_range",
    "heddle_schar", "heddle_short", "heddle_size", "heddle_symbolic", "heddle_uchar",
    "heddle_uint", "heddle_ullong", "heddle_ulong", "heddle_ushort", "klee_assert", "klee_assume",
    "klee_choose", "klee_int", "klee_make_symbolic", "klee_range", "malloc_usable_size",
    "nanosleep", "printf", "pthread_barrier_destroy", "pthread_barrier_init",
    "pthread_barrier_wait", "pthread_cancel", "pthread_cond_broadcast", "pthread_cond_clockwait",
    "pthread_cond_destroy", "pthread_cond_init", "pthread_cond_signal", "pthread_cond_timedwait",
    "pthread_cond_wait", "pthread_detach", "pthread_equal", "pthread_key_delete",
    "pthread_mutex_clocklock", "pthread_mutex_destroy", "pthread_mutex_init",
    "pthread_mutex_lock", "pthread_mutex_timedlock", "pthread_mutex_trylock",
    "pthread_mutex_unlock", "pthread_rwlock_clockrdlock", "pthread_rwlock_clockwrlock",
    "pthread_rwlock_destroy", "pthread_rwlock_init", "pthread_rwlock_rdlock",
    "pthread_rwlock_timedrdlock", "pthread_rwlock_timedwrlock", "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock", "pthread_rwlock_unlock", "pthread_rwlock_wrlock", "pthread_self",
    "pthread_setcancelstate", "pthread_setcanceltype", "pthread_spin_destroy",
    "pthread_spin_init", "pthread_spin_lock", "pthread_spin_trylock", "pthread_spin_unlock",
    "pthread_testcancel", "pthread_yield", "putchar", "putchar_unlocked", "puts", "quick_exit",
    "reach_error", "sched_yield", "sem_clockwait", "sem_destroy", "sem_getvalue", "sem_init",
    "sem_post", "sem_timedwait", "sem_trywait", "sem_wait", "sleep", "snprintf", "sprintf",
    "time", "timespec_get", "usleep", "vprintf", "vsnprintf", "vsprintf",
};

/// Of math.h, without the letter for float and long double.
constexpr std::string_view mathematics[] = {
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos",
    "cosh", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "fabs", "fdim", "floor", "fma",
    "fmax", "fmin", "fmod", "frexp", "hypot", "ilogb", "j0", "j1", "ldexp", "lgamma", "llrint",
    "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "modf", "nearbyint",
    "nextafter", "pow", "remainder", "remquo", "rint", "round", "roundeven", "scalbln", "scalbn",
    "sin", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc", "y0", "y1",
};
// clang-format on
static_assert(std::ranges::is_sorted(table, {}, &Entry::name));
static_assert(std::ranges::is_sorted(harmless));
static_assert(std::ranges::is_sorted(mathematics));

bool isMathematics(std::string_view name) {
  if (std::ranges::binary_search(mathematics, name))
    return true;
  if (!name.ends_with('f') && !name.ends_with('l'))
    return false;
  name.remove_suffix(1);
  return std::ranges::binary_search(mathematics, name);
}

} // namespace

LibraryBehaviour behaviourOf(std::string_view name) {
  const auto *found = std::ranges::lower_bound(table, name, {}, &Entry::name);
  if (found != std::end(table) && found->name == name)
    return {true, {found->acts, found->count}};
  const bool isKnown = std::ranges::binary_search(harmless, name) || isMathematics(name) ||
                       name.starts_with("__VERIFIER_nondet_");
  return {isKnown, {}};
}

bool mayLackMemory(const llvm::Function &function) {
  return function.isDeclaration() &&
         (function.getName() == "_Znwm" || function.getName() == "_Znam");
}

bool storesLength(std::string_view text) {
  const llvm::StringRef format(text.data(), text.size());
  for (std::size_t at = format.find('%'); at != llvm::StringRef::npos; at = format.find('%', at)) {
    at = format.find_first_not_of("#0123456789.*-+ 'hljztLq$", at + 1);
    if (at == llvm::StringRef::npos)
      return false;
    if (format[at] == 'n')
      return true;
    ++at;
  }
  return false;
}

bool mayStoreLength(const llvm::CallBase &call) {
  for (const llvm::Use &argument : call.args()) {
    llvm::StringRef text;
    if (argument->getType()->isPointerTy() && llvm::getConstantStringInfo(argument, text))
      return storesLength(text); // The format is the first string there is.
  }
  return true;
}

} // namespace heddle::analysis
