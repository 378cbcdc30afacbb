// The red-black trees under std::map and std::set: walking, inserting, erasing.
#include <map>

namespace std {

namespace {

using Node = _Rb_tree_node_base;

bool isRed(const Node *node) {
  return node && node->_M_color == _S_red;
}

Node *lowest(Node *node) {
  while (node->_M_left)
    node = node->_M_left;
  return node;
}
Node *highest(Node *node) {
  while (node->_M_right)
    node = node->_M_right;
  return node;
}

/// The place that points to a node: in its parent, or the root.
Node *&placeOf(Node *node, Node *&root) {
  if (node == root)
    return root;
  return node == node->_M_parent->_M_left ? node->_M_parent->_M_left : node->_M_parent->_M_right;
}

void rotate(Node *top, bool toLeft, Node *&root) {
  Node *riser = toLeft ? top->_M_right : top->_M_left;
  Node *&place = placeOf(top, root);
  Node *middle = toLeft ? riser->_M_left : riser->_M_right;
  (toLeft ? top->_M_right : top->_M_left) = middle;
  if (middle)
    middle->_M_parent = top;
  riser->_M_parent = top->_M_parent;
  place = riser;
  (toLeft ? riser->_M_left : riser->_M_right) = top;
  top->_M_parent = riser;
}

/// Both children of `parent` were equally high before one became lower by a black node.
void makeUpFor(Node *low, Node *parent, Node *&root) {
  while (low != root && !isRed(low)) {
    const bool isLeft = low == parent->_M_left;
    Node *sibling = isLeft ? parent->_M_right : parent->_M_left;
    if (isRed(sibling)) {
      sibling->_M_color = _S_black;
      parent->_M_color = _S_red;
      rotate(parent, isLeft, root);
      sibling = isLeft ? parent->_M_right : parent->_M_left;
    }
    Node *near = isLeft ? sibling->_M_left : sibling->_M_right;
    Node *far = isLeft ? sibling->_M_right : sibling->_M_left;
    if (!isRed(near) && !isRed(far)) {
      sibling->_M_color = _S_red;
      low = parent;
      parent = parent->_M_parent;
      continue;
    }
    if (!isRed(far)) {
      near->_M_color = _S_black;
      sibling->_M_color = _S_red;
      rotate(sibling, !isLeft, root);
      far = sibling;
      sibling = near;
    }
    sibling->_M_color = parent->_M_color;
    parent->_M_color = _S_black;
    far->_M_color = _S_black;
    rotate(parent, isLeft, root);
    break;
  }
  if (low)
    low->_M_color = _S_black;
}

} // namespace

Node *_Rb_tree_increment(Node *node) noexcept {
  if (node->_M_right)
    return lowest(node->_M_right);
  Node *above = node->_M_parent;
  while (node == above->_M_right) {
    node = above;
    above = above->_M_parent;
  }
  // The root of a tree without a right part and the head point to each other.
  return node->_M_right == above ? node : above;
}
const Node *_Rb_tree_increment(const Node *node) noexcept {
  return _Rb_tree_increment(const_cast<Node *>(node));
}

Node *_Rb_tree_decrement(Node *node) noexcept {
  if (isRed(node) && node->_M_parent->_M_parent == node) // The head: the last one comes before it.
    return node->_M_right;
  if (node->_M_left)
    return highest(node->_M_left);
  Node *above = node->_M_parent;
  while (node == above->_M_left) {
    node = above;
    above = above->_M_parent;
  }
  return above;
}
const Node *_Rb_tree_decrement(const Node *node) noexcept {
  return _Rb_tree_decrement(const_cast<Node *>(node));
}

void _Rb_tree_insert_and_rebalance(const bool isLeft, Node *node, Node *parent,
                                   Node &head) noexcept {
  Node *&root = head._M_parent;
  node->_M_parent = parent;
  node->_M_left = nullptr;
  node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (isLeft) {
    parent->_M_left = node; // Also makes it the first if the parent is the head.
    if (parent == &head) {
      head._M_parent = node;
      head._M_right = node;
    } else if (parent == head._M_left) {
      head._M_left = node;
    }
  } else {
    parent->_M_right = node;
    if (parent == head._M_right)
      head._M_right = node;
  }
  while (node != root && isRed(node->_M_parent)) {
    Node *above = node->_M_parent->_M_parent;
    const bool parentIsLeft = node->_M_parent == above->_M_left;
    Node *uncle = parentIsLeft ? above->_M_right : above->_M_left;
    if (isRed(uncle)) {
      node->_M_parent->_M_color = _S_black;
      uncle->_M_color = _S_black;
      above->_M_color = _S_red;
      node = above;
      continue;
    }
    if (node == (parentIsLeft ? node->_M_parent->_M_right : node->_M_parent->_M_left)) {
      node = node->_M_parent;
      rotate(node, parentIsLeft, root);
    }
    node->_M_parent->_M_color = _S_black;
    above->_M_color = _S_red;
    rotate(above, !parentIsLeft, root);
  }
  root->_M_color = _S_black;
}

Node *_Rb_tree_rebalance_for_erase(Node *const gone, Node &head) noexcept {
  Node *&root = head._M_parent;
  Node *child = nullptr; // What moves up, and where it then hangs.
  Node *parent = nullptr;
  _Rb_tree_color lost = gone->_M_color;
  if (gone->_M_left && gone->_M_right) {
    // The next one takes its place, colour and all.
    Node *next = lowest(gone->_M_right);
    child = next->_M_right;
    lost = next->_M_color;
    parent = next == gone->_M_right ? next : next->_M_parent;
    if (next != gone->_M_right) {
      next->_M_parent->_M_left = child;
      if (child)
        child->_M_parent = next->_M_parent;
      next->_M_right = gone->_M_right;
      next->_M_right->_M_parent = next;
    }
    next->_M_left = gone->_M_left;
    next->_M_left->_M_parent = next;
    placeOf(gone, root) = next;
    next->_M_parent = gone->_M_parent;
    next->_M_color = gone->_M_color;
    gone->_M_color = lost;
  } else {
    child = gone->_M_left ? gone->_M_left : gone->_M_right;
    parent = gone->_M_parent;
    placeOf(gone, root) = child;
    if (child)
      child->_M_parent = parent;
    if (head._M_left == gone)
      head._M_left = child ? lowest(child) : parent;
    if (head._M_right == gone)
      head._M_right = child ? highest(child) : parent;
  }
  if (lost == _S_black && root)
    makeUpFor(child, parent, root);
  return gone;
}

unsigned int _Rb_tree_black_count(const Node *node, const Node *root) noexcept {
  unsigned int count = 0;
  for (; node; node = node == root ? nullptr : node->_M_parent)
    count += node->_M_color == _S_black;
  return count;
}

} // namespace std
