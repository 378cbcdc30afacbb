// Multiple inheritance: adjusted pointers, thunks, covariant returns, ambiguous names.
#include <cstdio>
#include <memory>

struct Reader {
  virtual ~Reader() { std::puts("~Reader"); }
  virtual int read() { return at; }
  virtual Reader *clone() const { return new Reader(*this); }
  int at = 1;
};

struct Writer {
  virtual ~Writer() { std::puts("~Writer"); }
  virtual int write(int n) { return last = n; }
  virtual Writer *clone() const { return new Writer(*this); }
  int last = 2;
};

struct File : Reader, Writer {
  ~File() override { std::puts("~File"); }
  int read() override { return last + at; }
  int write(int n) override {
    at += n;
    return Writer::write(n * 2);
  }
  File *clone() const override { return new File(*this); } // Covariant to two bases.
  int size = 3;
};

struct Logged final : File {
  int read() override {
    ++reads;
    return File::read() * 100;
  }
  int reads = 0;
};

int main() {
  Logged logged;
  Reader *reader = &logged;
  Writer *writer = &logged;
  std::printf("%d\n", static_cast<void *>(reader) == static_cast<void *>(writer));
  std::printf("%d %d %d\n", reader->read(), writer->write(5), reader->read());
  std::printf("%d %d\n", static_cast<File *>(writer) == static_cast<File *>(reader), logged.reads);
  std::unique_ptr<Writer> copy(writer->clone());
  std::printf("%d\n", copy->write(1));
  copy.reset();
  int (Reader::*read)() = &Reader::read;
  int (Writer::*write)(int) = &Writer::write;
  int (File::*fileWrite)(int) = write; // The adjustment goes into the member pointer.
  int File::*member = &Writer::last;
  std::printf("%d %d %d\n", (reader->*read)(), (logged.*fileWrite)(3), logged.*member);
  std::printf("%d %d\n", logged.Reader::at, logged.Writer::last);
  Writer *none = static_cast<File *>(nullptr); // A null pointer stays one.
  std::printf("%d\n", none == nullptr);
}
