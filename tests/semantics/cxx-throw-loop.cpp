// Exceptions as a way out of recursion, loops, switches, and callbacks of the library.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

struct Found {
  std::string path;
};

struct Node {
  int key;
  std::vector<Node> children;
};

void find(const Node &node, int key, const std::string &path) {
  if (node.key == key)
    throw Found{path};
  int i = 0;
  for (const Node &child : node.children)
    find(child, key, path + "/" + std::to_string(i++));
}

int collatz(int n) {
  int steps = 0;
  while (true) {
    try {
      switch (n % 2) {
      case 0:
        n /= 2;
        break;
      default:
        if (n == 1)
          throw steps;
        n = 3 * n + 1;
      }
    } catch (int result) {
      return result;
    }
    ++steps;
  }
}

int main() {
  const Node tree{1, {{2, {{5, {}}, {6, {}}}}, {3, {}}, {4, {{7, {{8, {}}}}}}}};
  for (int key : {1, 6, 8, 9})
    try {
      find(tree, key, "");
      std::printf("%d is not there\n", key);
    } catch (const Found &found) {
      std::printf("%d at '%s'\n", key, found.path.c_str());
    }
  std::printf("%d %d\n", collatz(6), collatz(27));
  std::vector<int> v{5, 3, 9, 1, 7};
  int compared = 0;
  try {
    std::sort(v.begin(), v.end(), [&](int a, int b) {
      if (++compared == 6)
        throw "enough";
      return a < b;
    });
  } catch (const char *text) {
    std::printf("%s after %d, %zu elements\n", text, compared, v.size());
  }
  try {
    std::for_each(v.begin(), v.end(), [sum = 0](int n) mutable {
      sum += n;
      if (sum > 12)
        throw sum;
    });
  } catch (int sum) {
    std::printf("%s\n", sum > 12 ? "over" : "under");
  }
  std::function<int(int)> empty;
  try {
    empty(1);
  } catch (const std::bad_function_call &error) {
    std::puts(error.what());
  }
  try {
    std::map<std::string, int>{{"a", 1}}.at("b");
  } catch (const std::out_of_range &error) {
    std::puts(error.what());
  }
}
