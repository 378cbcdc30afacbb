// a C++ logger that is let go instead of waited for
#include <thread>

int lines;

static void log() { lines = 3; }

int main() {
  std::thread logger(log);
  logger.detach();
  const int written = lines;
  return written == 3 ? 0 : 1;
}
