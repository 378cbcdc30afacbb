// std::type_info, and the descriptions of the fundamental types: the compiler writes them all where
// the destructor of their class is.
#include <cxxabi.h>

std::type_info::~type_info() = default;
__cxxabiv1::__fundamental_type_info::~__fundamental_type_info() = default;
