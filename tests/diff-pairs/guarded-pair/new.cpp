// two members of a C++ class that are read without its lock
#include <mutex>
#include <thread>

std::mutex shape;
int width = 3;
int height = 4;
int area;

static void resize() {
  const std::lock_guard<std::mutex> guard(shape);
  width = 6;
  height = 8;
}

static void compute() {
  const std::lock_guard<std::mutex> guard(shape);
  const int w = width;
  const int h = height;
  area = w * h;
}

int main() {
  std::thread first(resize);
  std::thread second(compute);
  first.join();
  second.join();
  return 0;
}
