// What libstdc++ keeps out of its headers of std::thread, condition variables, futures, call_once
// and clocks: thin layers over POSIX threads.
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <future>
#include <mutex>
#include <pthread.h>
#include <thread>

extern "C" {

void __once_proxy() {
  std::__once_call();
}
}

namespace std {

static void *runThread(void *state) {
  const thread::_State_ptr own(static_cast<thread::_State *>(state));
  own->_M_run();
  return nullptr;
}

thread::_State::~_State() = default;

void thread::_M_start_thread(_State_ptr state, void (*)()) {
  if (const int error = pthread_create(&_M_id._M_thread, nullptr, runThread, state.get()))
    __throw_system_error(error);
  state.release();
}

void thread::join() {
  int error = EINVAL;
  if (_M_id != id())
    error = pthread_join(_M_id._M_thread, nullptr);
  if (error)
    __throw_system_error(error);
  _M_id = id();
}

void thread::detach() {
  int error = EINVAL;
  if (_M_id != id())
    error = pthread_detach(_M_id._M_thread);
  if (error)
    __throw_system_error(error);
  _M_id = id();
}

unsigned thread::hardware_concurrency() noexcept {
  return 2;
}

namespace this_thread {
void __sleep_for(chrono::seconds seconds, chrono::nanoseconds rest) {
  timespec time = {seconds.count(), rest.count()};
  nanosleep(&time, nullptr);
}
} // namespace this_thread

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::wait(unique_lock<mutex> &lock) {
  pthread_cond_wait(native_handle(), lock.mutex()->native_handle());
}
void condition_variable::notify_one() noexcept {
  pthread_cond_signal(native_handle());
}
void condition_variable::notify_all() noexcept {
  pthread_cond_broadcast(native_handle());
}

__thread void *__once_callable;
__thread void (*__once_call)();

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

namespace chrono {
inline namespace _V2 {

system_clock::time_point system_clock::now() noexcept {
  timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return time_point(duration(seconds(time.tv_sec) + nanoseconds(time.tv_nsec)));
}
steady_clock::time_point steady_clock::now() noexcept {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time_point(duration(seconds(time.tv_sec) + nanoseconds(time.tv_nsec)));
}

} // namespace _V2
} // namespace chrono

} // namespace std
