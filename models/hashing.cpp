// What std::hash and the hashed containers need: hashes of bytes, and how many buckets to have. The
// numbers are those of libstdc++, so that containers are walked in the same order as natively.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <list>
#include <unordered_map>

namespace std {

namespace {

constexpr uint64_t factor = 0xc6a4a7935bd1e995;

uint64_t mixed(uint64_t value) {
  return value ^ value >> 47;
}

uint64_t load(const char *from, size_t count) {
  uint64_t value = 0;
  memcpy(&value, from, count);
  return value;
}

constexpr size_t primes[] = {
    2,          3,          5,          7,
    11,         13,         17,         19,
    23,         29,         31,         37,
    41,         43,         47,         53,
    59,         61,         67,         71,
    73,         79,         83,         89,
    97,         103,        109,        113,
    127,        137,        139,        149,
    157,        167,        179,        193,
    199,        211,        227,        241,
    257,        277,        293,        313,
    337,        359,        383,        409,
    439,        467,        503,        541,
    577,        619,        661,        709,
    761,        823,        887,        953,
    1031,       1109,       1193,       1289,
    1381,       1493,       1613,       1741,
    1879,       2029,       2179,       2357,
    2549,       2753,       2971,       3209,
    3469,       3739,       4027,       4349,
    4703,       5087,       5503,       5953,
    6427,       6949,       7517,       8123,
    8783,       9497,       10273,      11113,
    12011,      12983,      14033,      15173,
    16411,      17749,      19183,      20753,
    22447,      24281,      26267,      28411,
    30727,      33223,      35933,      38873,
    42043,      45481,      49201,      53201,
    57557,      62233,      67307,      72817,
    78779,      85229,      92203,      99733,
    107897,     116731,     126271,     136607,
    147793,     159871,     172933,     187091,
    202409,     218971,     236897,     256279,
    277261,     299951,     324503,     351061,
    379787,     410857,     444487,     480881,
    520241,     562841,     608903,     658753,
    712697,     771049,     834181,     902483,
    976369,     1056323,    1142821,    1236397,
    1337629,    1447153,    1565659,    1693859,
    1832561,    1982627,    2144977,    2320627,
    2510653,    2716249,    2938679,    3179303,
    3439651,    3721303,    4026031,    4355707,
    4712381,    5098259,    5515729,    5967347,
    6456007,    6984629,    7556579,    8175383,
    8844859,    9569143,    10352717,   11200489,
    12117689,   13109983,   14183539,   15345007,
    16601593,   17961079,   19431899,   21023161,
    22744717,   24607243,   26622317,   28802401,
    31160981,   33712729,   36473443,   39460231,
    42691603,   46187573,   49969847,   54061849,
    58488943,   63278561,   68460391,   74066549,
    80131819,   86693767,   93793069,   101473717,
    109783337,  118773397,  128499677,  139022417,
    150406843,  162723577,  176048909,  190465427,
    206062531,  222936881,  241193053,  260944219,
    282312799,  305431229,  330442829,  357502601,
    386778277,  418451333,  452718089,  489790921,
    529899637,  573292817,  620239453,  671030513,
    725980837,  785430967,  849749479,  919334987,
    994618837,  1076067617, 1164186217, 1259520799,
    1362662261, 1474249943, 1594975441, 1725587117,
    1866894511, 2019773507, 2185171673, 2364114217,
    2557710269, 2767159799, 2993761039, 3238918481,
    3504151727, 3791104843, 4101556399, 4294967291ul,
};

} // namespace

// MurmurHash64A by Austin Appleby.
size_t _Hash_bytes(const void *bytes, size_t length, size_t seed) {
  const char *at = static_cast<const char *>(bytes);
  const char *end = at + (length & ~size_t{7});
  uint64_t hash = seed ^ (length * factor);
  for (; at != end; at += 8) {
    hash ^= mixed(load(at, 8) * factor) * factor;
    hash *= factor;
  }
  if (length & 7) {
    hash ^= load(end, length & 7);
    hash *= factor;
  }
  return mixed(mixed(hash) * factor);
}

size_t _Fnv_hash_bytes(const void *bytes, size_t length, size_t hash) {
  for (const char *at = static_cast<const char *>(bytes); length--; ++at) {
    hash ^= static_cast<size_t>(*at);
    hash *= size_t{1099511628211};
  }
  return hash;
}

namespace __detail {

size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
  if (wanted == 0)
    return 1;
  const size_t *found = primes;
  while (*found < wanted && found + 1 != end(primes))
    ++found;
  _M_next_resize = static_cast<size_t>(floor(*found * static_cast<double>(_M_max_load_factor)));
  return *found;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements,
                                                        size_t more) const {
  if (elements + more <= _M_next_resize)
    return {false, 0};
  // The first element makes room for a few.
  const size_t least = _M_next_resize ? elements + more : max<size_t>(elements + more, 11);
  const double needed = static_cast<double>(least) / static_cast<double>(_M_max_load_factor);
  if (needed >= static_cast<double>(buckets))
    return {true, _M_next_bkt(max<size_t>(static_cast<size_t>(floor(needed)) + 1,
                                          buckets * _S_growth_factor))};
  _M_next_resize = static_cast<size_t>(floor(buckets * static_cast<double>(_M_max_load_factor)));
  return {false, 0};
}

// --- the rings under std::list
// ----------------------------------------------------------------------

void _List_node_base::_M_hook(_List_node_base *const before) noexcept {
  _M_next = before;
  _M_prev = before->_M_prev;
  before->_M_prev->_M_next = this;
  before->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
  _M_next->_M_prev = _M_prev;
  _M_prev->_M_next = _M_next;
}

void _List_node_base::_M_transfer(_List_node_base *const first,
                                  _List_node_base *const last) noexcept {
  if (this == last)
    return;
  _List_node_base *tail = last->_M_prev;
  first->_M_prev->_M_next = last;
  last->_M_prev = first->_M_prev;
  _List_node_base *before = _M_prev;
  before->_M_next = first;
  first->_M_prev = before;
  tail->_M_next = this;
  _M_prev = tail;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base *node = this;
  do {
    std::swap(node->_M_next, node->_M_prev);
    node = node->_M_prev;
  } while (node != this);
}

void _List_node_base::swap(_List_node_base &a, _List_node_base &b) noexcept {
  const bool hasA = a._M_next != &a;
  const bool hasB = b._M_next != &b;
  std::swap(a._M_next, b._M_next);
  std::swap(a._M_prev, b._M_prev);
  auto settle = [](_List_node_base &head, bool isFilled) {
    if (isFilled)
      head._M_next->_M_prev = head._M_prev->_M_next = &head;
    else
      head._M_next = head._M_prev = &head;
  };
  settle(a, hasB);
  settle(b, hasA);
}

} // namespace __detail

} // namespace std
