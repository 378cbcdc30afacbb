#include "print.h"

namespace heddle::property {

std::vector<Place> shownPlaces(const Shape &shape) {
  std::vector<Place> places;
  for (unsigned i = 0; i < shape.scalars.size(); ++i)
    places.push_back({PlaceKind::Scalar, i, {}});
  for (unsigned i = 0; i < shape.arrays.size(); ++i)
    for (unsigned j = 0; j < shape.arrays[i].length; ++j)
      places.push_back({PlaceKind::Element, i, {false, j}});
  for (unsigned i = 0; i < shape.fields.size(); ++i)
    places.push_back({PlaceKind::Field, i, {}});
  if (places.size() > shape.shown)
    places.resize(shape.shown);
  return places;
}

Width widthOf(const Shape &shape, const Place &place) {
  switch (place.kind) {
  case PlaceKind::Scalar:
    return shape.scalars[place.which];
  case PlaceKind::Part:
    return place.width;
  case PlaceKind::Element:
    return shape.arrays[place.which].width;
  case PlaceKind::Field:
    return shape.fields[place.which];
  case PlaceKind::Target:
    return Width::Word;
  }
  return Width::Word;
}

} // namespace heddle::property
