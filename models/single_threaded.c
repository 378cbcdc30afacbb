// The C library's hint that a process has one thread. It is never taken: programs under test are
// searched for what threads do, and `shared_ptr` counts with atomics.
extern const char __libc_single_threaded;
const char __libc_single_threaded = 0;
