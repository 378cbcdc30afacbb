// Streams on strings once more: since C++20 they have members that go by other names.
#include "instantiate.h"

#include <sstream>

template class std::basic_stringbuf<char>;
template class std::basic_istringstream<char>;
template class std::basic_ostringstream<char>;
template class std::basic_stringstream<char>;
