// Virtual bases in several layers: who constructs them, when, and what virtual calls see meanwhile.
#include <cstdio>
#include <string>

struct Trace {
  explicit Trace(const char *from) : from(from) {
    std::printf("Trace from %s: %s\n", this->from.c_str(), name());
  }
  virtual ~Trace() { std::printf("~Trace: %s\n", name()); }
  virtual const char *name() const { return "Trace"; }
  std::string from;
};

struct Left : virtual Trace {
  Left() : Trace("Left") { std::printf("Left: %s\n", name()); }
  ~Left() override { std::printf("~Left: %s\n", name()); }
  const char *name() const override { return "Left"; }
  int left = 1;
};

struct Right : virtual Trace {
  Right() : Trace("Right") { std::printf("Right: %s\n", name()); }
  ~Right() override { std::printf("~Right: %s\n", name()); }
  const char *name() const override { return "Right"; }
  int right = 2;
};

struct Bottom : Left, Right {
  Bottom() : Trace("Bottom") { std::printf("Bottom: %s\n", name()); }
  ~Bottom() override { std::printf("~Bottom: %s\n", name()); }
  const char *name() const override { return "Bottom"; }
};

struct Deeper : Bottom, virtual Right {
  Deeper() : Trace("Deeper") {}
  const char *name() const override { return "Deeper"; }
};

int main() {
  {
    Bottom bottom;
    Trace &trace = bottom;
    std::printf("from %s, %s, %d\n", trace.from.c_str(), trace.name(), bottom.left + bottom.right);
    Right &right = dynamic_cast<Right &>(trace);
    std::printf("%d %d\n", right.right, &static_cast<Trace &>(right) == &trace);
  }
  {
    Left left;
    std::printf("from %s\n", left.from.c_str());
  }
  Trace *trace = new Deeper;
  std::printf("%s from %s, %d\n", trace->name(), trace->from.c_str(),
              dynamic_cast<Left *>(trace)->left);
  delete trace;
}
