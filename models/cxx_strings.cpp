// std::string and std::wstring, whose members the headers leave to the library until C++17.
#include "instantiate.h"

#include <string>

template class std::allocator<char>;
template class std::allocator<wchar_t>;
template class std::basic_string<char>;
template class std::basic_string<wchar_t>;
