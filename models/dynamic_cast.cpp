// dynamic_cast: the Itanium ABI's descriptions of classes are walked, with the places of their
// parts.
#include <cstddef>
#include <cstring>
#include <typeinfo>

extern const char derivedTable[] __asm__("_ZTVN10__cxxabiv120__si_class_type_infoE");
extern const char manyTable[] __asm__("_ZTVN10__cxxabiv121__vmi_class_type_infoE");

namespace {

struct Base {
  const std::type_info *type;
  long flags;
};
struct Derived { ///< One base, at the start.
  const void *table;
  const char *name;
  const std::type_info *base;
};
struct Many {
  const void *table;
  const char *name;
  unsigned flags;
  unsigned count;
  Base bases[1];
};

const char *tableOf(const std::type_info *type) {
  return *reinterpret_cast<const char *const *>(type) - 2 * sizeof(void *);
}

struct Search {
  const std::type_info *from;
  const std::type_info *to;
  const char *source;
  const char *target = nullptr; ///< The part of the wanted type,
  unsigned targets = 0;         ///< how many there are,
  bool isTargetPublic = false;
  const char *above = nullptr; ///< and the one that the source is a part of.
  unsigned aboves = 0;
  bool isSourcePublic = false;

  struct Path {
    const char *wanted; ///< The part of the wanted type that this one is in.
    bool fromWhole;     ///< Whether all steps were public, from the whole object,
    bool fromWanted;    ///< and from that part.
  };

  void walk(const std::type_info *type, const char *at, Path path) {
    if (*type == *to) {
      if (!targets || target != at)
        ++targets;
      else
        path.fromWhole |= isTargetPublic;
      target = at;
      isTargetPublic = path.fromWhole;
      path.wanted = at;
      path.fromWanted = true;
    }
    if (*type == *from && at == source) {
      isSourcePublic |= path.fromWhole;
      if (path.wanted && path.fromWanted) {
        if (!aboves || above != path.wanted)
          ++aboves;
        above = path.wanted;
      }
    }
    if (tableOf(type) == derivedTable)
      return walk(reinterpret_cast<const Derived *>(type)->base, at, path);
    if (tableOf(type) != manyTable)
      return;
    const auto *many = reinterpret_cast<const Many *>(type);
    for (unsigned i = 0; i < many->count; ++i) {
      const Base &base = many->bases[i];
      long offset = base.flags >> 8;
      if (base.flags & 1) // Virtual: where it lies stands in the object's table.
        offset =
            *reinterpret_cast<const long *>(*reinterpret_cast<const char *const *>(at) + offset);
      const bool isPublic = base.flags & 2;
      walk(base.type, at + offset,
           {path.wanted, path.fromWhole && isPublic, path.fromWanted && isPublic});
    }
  }
};

} // namespace

extern "C" void *__dynamic_cast(const void *source, const std::type_info *from,
                                const std::type_info *to, std::ptrdiff_t) {
  const auto *table = *static_cast<const void *const *const *>(source);
  const auto *whole =
      static_cast<const char *>(source) + reinterpret_cast<std::ptrdiff_t>(table[-2]);
  Search search{from, to, static_cast<const char *>(source)};
  search.walk(static_cast<const std::type_info *>(table[-1]), whole, {nullptr, true, false});
  const char *found = nullptr;
  if (search.aboves == 1)
    found = search.above;
  else if (search.isSourcePublic && search.targets == 1 && search.isTargetPublic)
    found = search.target;
  return const_cast<char *>(found);
}

extern "C" void __cxa_pure_virtual() {
  __builtin_trap();
}
