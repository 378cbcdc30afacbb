// What happens when a thread ends, after its thread_local objects are gone: promises that become
// ready then, and condition variables that are notified then.
#include <condition_variable>
#include <cstdlib>
#include <future>
#include <pthread.h>

namespace std {

namespace {

__thread __at_thread_exit_elt *latest;
pthread_key_t key;
pthread_once_t once = PTHREAD_ONCE_INIT;

void runAll(void *) {
  while (__at_thread_exit_elt *element = latest) {
    latest = element->_M_next;
    element->_M_cb(element);
  }
}

void prepare() {
  pthread_key_create(&key, runAll);
  // The destructors of keys do not run for the thread that ends the process.
  atexit([] { runAll(nullptr); });
}

void add(__at_thread_exit_elt *element) {
  pthread_once(&once, prepare);
  element->_M_next = latest;
  latest = element;
  pthread_setspecific(key, element);
}

struct Notification final : __at_thread_exit_elt {
  Notification(condition_variable *changed, mutex *held) : changed(changed), held(held) {
    _M_cb = [](void *self) {
      auto *own = static_cast<Notification *>(self);
      own->held->unlock();
      own->changed->notify_all();
      delete own;
    };
  }
  condition_variable *changed;
  mutex *held;
};

} // namespace

void notify_all_at_thread_exit(condition_variable &changed, unique_lock<mutex> lock) {
  add(new Notification(&changed, lock.release()));
}

void __future_base::_State_baseV2::_Make_ready::_S_run(void *self) {
  const unique_ptr<_Make_ready> own(static_cast<_Make_ready *>(self));
  if (const auto state = own->_M_shared_state.lock())
    state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

void __future_base::_State_baseV2::_Make_ready::_M_set() {
  _M_cb = _S_run;
  add(this);
}

} // namespace std
