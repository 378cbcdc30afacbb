// What calls of the C++ library's synchronisation amount to, for the list of accesses.
#include "program/internal.h"

#include <algorithm>
#include <array>

namespace heddle::program {
namespace {

struct Method {
  std::string_view type;
  std::string_view method;
  OpKind kind;
};

constexpr std::array methods = {
    Method{"atomic", "wait", OpKind::Wait},
    Method{"atomic", "notify_one", OpKind::Signal},
    Method{"atomic", "notify_all", OpKind::Broadcast},
    Method{"atomic", "load", OpKind::Read},
    Method{"atomic", "test", OpKind::Read},
    Method{"atomic", "store", OpKind::Write},
    Method{"atomic", "operator=", OpKind::Write},
    Method{"atomic", "clear", OpKind::Write},
    Method{"atomic", "exchange", OpKind::ReadModifyWrite},
    Method{"atomic", "test_and_set", OpKind::ReadModifyWrite},
    Method{"atomic", "compare_exchange_weak", OpKind::CompareExchange},
    Method{"atomic", "compare_exchange_strong", OpKind::CompareExchange},
    Method{"mutex", "lock", OpKind::Lock},
    Method{"mutex", "try_lock", OpKind::TryLock},
    Method{"mutex", "try_lock_for", OpKind::TimedLock},
    Method{"mutex", "try_lock_until", OpKind::TimedLock},
    Method{"mutex", "unlock", OpKind::Unlock},
    Method{"shared_mutex", "lock", OpKind::WriteLock},
    Method{"shared_mutex", "try_lock", OpKind::TryWriteLock},
    Method{"shared_mutex", "try_lock_for", OpKind::TimedWriteLock},
    Method{"shared_mutex", "try_lock_until", OpKind::TimedWriteLock},
    Method{"shared_mutex", "unlock", OpKind::RwUnlock},
    Method{"shared_mutex", "lock_shared", OpKind::ReadLock},
    Method{"shared_mutex", "try_lock_shared", OpKind::TryReadLock},
    Method{"shared_mutex", "try_lock_shared_for", OpKind::TimedReadLock},
    Method{"shared_mutex", "try_lock_shared_until", OpKind::TimedReadLock},
    Method{"shared_mutex", "unlock_shared", OpKind::RwUnlock},
    Method{"shared_lock", "shared_lock", OpKind::ReadLock},
    Method{"shared_lock", "~shared_lock", OpKind::RwUnlock},
    Method{"shared_lock", "lock", OpKind::ReadLock},
    Method{"shared_lock", "unlock", OpKind::RwUnlock},
    Method{"condition_variable", "wait", OpKind::Wait},
    Method{"condition_variable", "wait_for", OpKind::TimedWait},
    Method{"condition_variable", "wait_until", OpKind::TimedWait},
    Method{"condition_variable", "notify_one", OpKind::Signal},
    Method{"condition_variable", "notify_all", OpKind::Broadcast},
    Method{"thread", "join", OpKind::Join},
    Method{"thread", "detach", OpKind::Detach},
    Method{"future", "get", OpKind::Wait},
    Method{"future", "wait", OpKind::Wait},
    Method{"future", "wait_for", OpKind::TimedWait},
    Method{"future", "wait_until", OpKind::TimedWait},
    Method{"promise", "set_value", OpKind::Signal},
    Method{"promise", "set_exception", OpKind::Signal},
    Method{"latch", "wait", OpKind::Wait},
    Method{"latch", "count_down", OpKind::Signal},
    Method{"latch", "arrive_and_wait", OpKind::BarrierWait},
    Method{"barrier", "arrive", OpKind::Signal},
    Method{"barrier", "wait", OpKind::Wait},
    Method{"barrier", "arrive_and_wait", OpKind::BarrierWait},
    Method{"semaphore", "acquire", OpKind::SemWait},
    Method{"semaphore", "try_acquire", OpKind::SemTryWait},
    Method{"semaphore", "try_acquire_for", OpKind::SemTimedWait},
    Method{"semaphore", "try_acquire_until", OpKind::SemTimedWait},
    Method{"semaphore", "release", OpKind::SemPost},
    Method{"this_thread", "yield", OpKind::Yield},
    Method{"this_thread", "sleep_for", OpKind::Yield},
    Method{"this_thread", "sleep_until", OpKind::Yield},
    Method{"", "call_once", OpKind::Once},
    Method{"", "lock", OpKind::Lock},
    Method{"", "atomic_thread_fence", OpKind::Fence},
};

/// Classes that behave alike go under one name in the table.
std::string_view family(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 17> families = {{
      {"__atomic_base", "atomic"},
      {"__atomic_float", "atomic"},
      {"__atomic_flag_base", "atomic"},
      {"atomic_flag", "atomic"},
      {"atomic_ref", "atomic"},
      {"recursive_mutex", "mutex"},
      {"timed_mutex", "mutex"},
      {"recursive_timed_mutex", "mutex"},
      {"unique_lock", "mutex"},
      {"__timed_mutex_impl", "mutex"},
      {"shared_timed_mutex", "shared_mutex"},
      {"condition_variable_any", "condition_variable"},
      {"_V2::condition_variable_any", "condition_variable"},
      {"jthread", "thread"},
      {"shared_future", "future"},
      {"__basic_future", "future"},
      {"counting_semaphore", "semaphore"},
  }};
  const auto *found = std::ranges::find(families, type, [](auto &row) { return row.first; });
  return found == families.end() ? type : found->second;
}

std::string_view withoutTemplateArguments(std::string_view name) {
  return name.starts_with("operator") ? name : name.substr(0, name.find('<'));
}

/// Splits "std::a<b::c>::d<e>(f)" into "a", "d" and "(f)".
struct Split {
  std::string_view type, method, parameters;

  explicit Split(std::string_view name) {
    int depth = 0;
    std::size_t cut = std::string_view::npos;
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (name.substr(i).starts_with("operator"))
        break;
      depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
      if (depth == 0 && name[i] == '(') {
        parameters = name.substr(i);
        name = name.substr(0, i);
        break;
      }
      if (depth == 0 && name.substr(i).starts_with("::"))
        cut = i;
    }
    type = cut == std::string_view::npos ? std::string_view{} : name.substr(0, cut);
    method = withoutTemplateArguments(cut == std::string_view::npos ? name : name.substr(cut + 2));
    type = withoutTemplateArguments(type);
    if (const std::size_t brackets = method.find('('); method.starts_with("operator"))
      method = method.substr(0, brackets);
  }
};

OpKind guardKind(const Split &call) {
  if (call.method == "~lock_guard" || call.method == "~scoped_lock" ||
      call.method == "~unique_lock")
    return OpKind::Unlock;
  if (call.method != call.type || call.parameters.find("&&") != std::string_view::npos ||
      call.parameters == "()" || call.parameters.find("adopt_lock") != std::string_view::npos ||
      call.parameters.find("defer_lock") != std::string_view::npos)
    return OpKind::Call;
  return call.parameters.find("try_to_lock") != std::string_view::npos ? OpKind::TryLock
                                                                       : OpKind::Lock;
}

bool isUpdate(std::string_view method) {
  return method.starts_with("fetch_") || method == "operator++" || method == "operator--" ||
         method == "operator+=" || method == "operator-=" || method == "operator&=" ||
         method == "operator|=" || method == "operator^=";
}

} // namespace

OpKind kindOfLibraryCall(std::string_view demangled) {
  if (!demangled.starts_with("std::"))
    return OpKind::Call;
  const Split call(demangled.substr(5));
  const std::string_view type = family(call.type);
  if (call.type == "lock_guard" || call.type == "scoped_lock" || call.type == "unique_lock")
    if (const OpKind kind = guardKind(call); kind != OpKind::Call)
      return kind;
  for (const Method &row : methods)
    if (row.type == type && row.method == call.method)
      return row.kind;
  if (type == "atomic" && isUpdate(call.method))
    return OpKind::ReadModifyWrite;
  if (type == "atomic" && call.method.starts_with("operator ")) // A conversion reads the value.
    return OpKind::Read;
  return OpKind::Call;
}

} // namespace heddle::program
