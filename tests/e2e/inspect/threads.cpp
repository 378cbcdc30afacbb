// Every way C++ has to make a thread, with the callable the user wrote.
// RUN: %heddle inspect %s -- -std=c++20 | FileCheck --implicit-check-not=/usr/ %s
#include <atomic>
#include <future>
#include <thread>

static std::atomic<int> hits;

struct Worker {
  void run(int n) { hits += n; }
  void operator()() const { hits.store(1); }
};

static void plain(int n) { hits.fetch_add(n); }

int main() {
  Worker worker;
  std::thread function(plain, 1);
  std::thread member(&Worker::run, &worker, 2);
  std::thread object(worker);
  std::jthread lambda([] { ++hits; });
  auto future = std::async(std::launch::async, [](int n) { return hits + n; }, 3);
  function.join();
  member.join();
  object.join();
  return future.get() + hits.load();
}
// CHECK:      threads:
// CHECK-NEXT:   main
// CHECK-DAG:    plain {{ *}}created at {{.*}}threads.cpp:18{{$}}
// CHECK-DAG:    Worker::run {{ *}}created at {{.*}}threads.cpp:19{{$}}
// CHECK-DAG:    Worker::operator() {{ *}}created at {{.*}}threads.cpp:20{{$}}
// CHECK-DAG:    main::lambda#{{[12]}} {{ *}}created at {{.*}}threads.cpp:21{{$}}
// CHECK-DAG:    main::lambda#{{[12]}} {{ *}}created at {{.*}}threads.cpp:22{{$}}
// CHECK:      shared globals:
// CHECK-NEXT:   hits
// CHECK:      accesses:
// CHECK-DAG:    10  read-modify-write {{ *}}hits{{ |$}}
// CHECK-DAG:    11  write {{ *}}hits{{ |$}}
// CHECK-DAG:    14  read-modify-write {{ *}}hits{{ |$}}
// CHECK-DAG:    22  create {{ *}}future{{ |$}}
// CHECK-DAG:    26  wait {{ *}}future{{ |$}}
// CHECK-DAG:    26  read {{ *}}hits{{ |$}}
