// The locks behind atomic operations on a shared_ptr: one of a few, by its address.
#include <memory>
#include <pthread.h>

namespace std {

namespace {

constexpr unsigned char count = 16;
constexpr unsigned char none = count;
#define HEDDLE_FOUR                                                                                \
  PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,                 \
      PTHREAD_MUTEX_INITIALIZER
pthread_mutex_t locks[count] = {HEDDLE_FOUR, HEDDLE_FOUR, HEDDLE_FOUR, HEDDLE_FOUR};
#undef HEDDLE_FOUR

unsigned char lockOf(const void *pointer) {
  const auto number = reinterpret_cast<size_t>(pointer);
  return static_cast<unsigned char>((number >> 20 ^ number >> 4) % count);
}

} // namespace

_Sp_locker::_Sp_locker(const void *pointer) noexcept : _M_key1(lockOf(pointer)), _M_key2(none) {
  pthread_mutex_lock(&locks[_M_key1]);
}

_Sp_locker::_Sp_locker(const void *a, const void *b) noexcept
    : _M_key1(lockOf(a)), _M_key2(lockOf(b)) {
  if (_M_key2 < _M_key1)
    swap(_M_key1, _M_key2);
  pthread_mutex_lock(&locks[_M_key1]);
  if (_M_key1 == _M_key2)
    _M_key2 = none;
  else
    pthread_mutex_lock(&locks[_M_key2]);
}

_Sp_locker::~_Sp_locker() {
  if (_M_key2 != none)
    pthread_mutex_unlock(&locks[_M_key2]);
  pthread_mutex_unlock(&locks[_M_key1]);
}

} // namespace std
