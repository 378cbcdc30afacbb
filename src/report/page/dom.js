// Small helpers. Every text goes into the page as text: nothing here takes markup.

const byId = (id) => document.getElementById(id);

/// el("span", {class: "x", title: "y"}, "text", child): an element.
function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true && !name.startsWith("aria-")) node.setAttribute(name, "");
    else if ((value !== false || name.startsWith("aria-")) && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function drawn(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function fill(node, ...children) {
  node.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

const counted = (number, one, many = one + "s") =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

const baseName = (file) => file.slice(file.lastIndexOf("/") + 1);

/// "account.c:9", or the function where no file is known.
function shownPlace(place) {
  if (place.file) return place.line ? `${baseName(place.file)}:${place.line}` : baseName(place.file);
  if (!place.function) return "";
  return place.instruction ? `${place.function}#${place.instruction}` : place.function;
}

/// Calls at most once a frame.
function oncePerFrame(work) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      work();
    });
  };
}
