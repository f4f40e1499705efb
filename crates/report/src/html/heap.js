// Memory that a finding starts with, as a picture: what it was called with on the left, what that leads to on the right of it.

/** What a function was called with, in words: `list -> node#1`, `node#1 { value = 3, next -> node#2 }`. */
function heapLines(heap) {
  const cell = (one) => `${cellName(one)} ${pointsTo(one) ? "->" : "="} ${one.value}`;
  // A variable with one value is no box with a star in it.
  const isPlain = (one) => one.cells.length === 1 && !one.cells[0].name && !one.name.includes("#");
  const object = (one) => isPlain(one) ? cell({ ...one.cells[0], name: one.name }) : `${objectTitle(one)}${one.cells.length ? ` { ${one.cells.map(cell).join(", ")} }` : ""}`;
  return [...heap.arguments.map(cell), ...heap.objects.map(object)];
}

const cellName = ({ name }) => name.replace(/^\./, "") || "*";
const pointsTo = ({ value, pointer }) => pointer && value !== "NULL" && !value.startsWith("*");
const objectTitle = ({ name, elements }) => `${name}${elements === 1 ? "" : `[${elements}]`}`;

const HEAP = { row: 20, char: 7.6, pad: 8, gap: 56, below: 18, mostObjects: 40, mostCells: 24 };

/** Boxes with arrows between them; nothing if there are no pointers to show, or too much to look at. */
function heapPicture(heap) {
  const large = heap.objects.length > HEAP.mostObjects || heap.objects.some((object) => object.cells.length > HEAP.mostCells);
  if (!heap.objects.length || large) return null;
  const boxes = heapBoxes(heap);
  placeBoxes(boxes);
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + HEAP.gap / 2;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + HEAP.below;
  const picture = draw("svg", { class: "heap", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": heapLines(heap).join("; ") });
  for (const box of boxes) picture.append(...drawBox(box));
  for (const box of boxes) {
    box.rows.forEach((row, index) => {
      if (row.to) picture.append(...drawArrow(box, index, row.to));
    });
  }
  return make("div", { class: "heap-frame" }, picture);
}

/** A box for the arguments and one for each object; pointers know the boxes they lead to. */
function heapBoxes(heap) {
  const box = (title, cells) => ({ title, rows: cells.map((cell) => ({ name: cellName(cell), cell, to: null })) });
  // A run that starts in a context begins in no function of the program.
  const inContext = heap.function.startsWith("raddle.");
  const called = box(inContext ? "at the start" : heap.function && `${heap.function}(…)`, heap.arguments);
  const boxes = [called, ...heap.objects.map((object) => box(objectTitle(object), object.cells))];
  const byName = new Map(heap.objects.map((object, index) => [object.name, boxes[index + 1]]));
  for (const one of boxes) {
    for (const row of one.rows) {
      // `node#1.b` and `node#1[3]` lead into the object in front of the dot or bracket.
      const name = pointsTo(row.cell) ? row.cell.value.replace(/^&/, "").split(/[.[+ ]/)[0] : "";
      row.to = byName.get(name) || null;
      const inside = row.to && row.cell.value !== name ? ` ${row.cell.value.slice(row.cell.value.indexOf(name) + name.length)}` : "";
      row.text = row.to ? `${row.name}${inside} •` : `${row.name} = ${row.cell.value}`;
    }
    one.width = Math.max(one.title.length, ...one.rows.map((row) => row.text.length)) * HEAP.char + 2 * HEAP.pad;
    one.height = (one.rows.length + 1) * HEAP.row;
  }
  return boxes.filter((one) => one !== called || one.rows.length);
}

/** Columns by how many pointers lie between a box and the first one. */
function placeBoxes(boxes) {
  const column = new Map([[boxes[0], 0]]);
  const waiting = [boxes[0]];
  for (const start of [...boxes]) {
    if (!column.has(start)) {
      column.set(start, 1);
      waiting.push(start);
    }
    while (waiting.length) {
      const box = waiting.shift();
      for (const { to } of box.rows) {
        if (to && !column.has(to)) {
          column.set(to, column.get(box) + 1);
          waiting.push(to);
        }
      }
    }
  }
  let x = 1;
  for (let index = 0; index <= Math.max(...column.values()); index++) {
    const own = boxes.filter((box) => column.get(box) === index);
    let y = 1;
    for (const box of own) {
      Object.assign(box, { x, y, column: index });
      y += box.height + HEAP.below;
    }
    if (own.length) x += Math.max(...own.map((box) => box.width)) + HEAP.gap;
  }
}

function drawBox(box) {
  const text = (content, row, kind) => {
    const element = draw("text", { x: box.x + HEAP.pad, y: box.y + row * HEAP.row + 14, class: kind });
    element.append(content);
    return element;
  };
  const frame = draw("rect", { x: box.x, y: box.y, width: box.width, height: box.height, rx: 5 });
  const line = draw("line", { x1: box.x, x2: box.x + box.width, y1: box.y + HEAP.row, y2: box.y + HEAP.row });
  return [frame, text(box.title, 0, "name"), ...(box.rows.length ? [line] : []), ...box.rows.map((row, index) => text(row.text, index + 1, "cell"))];
}

/** From a cell to a box: to its title, on the side that is nearer, or to its lower edge if it lies to the left. */
function drawArrow(box, row, to) {
  const from = { x: box.x + box.width, y: box.y + (row + 1.5) * HEAP.row };
  const bend = HEAP.gap / 2;
  if (to.column < box.column) {
    const end = { x: to.x + to.width / 2, y: to.y + to.height };
    const low = Math.max(box.y + box.height, end.y) + HEAP.below;
    return arrow(from, { x: from.x + bend, y: low }, { x: end.x, y: low }, end, `-4 7 l8 0`);
  }
  const beside = to.column === box.column;
  const end = { x: beside ? to.x + to.width : to.x, y: to.y + HEAP.row / 2 };
  const side = beside ? 1 : -1;
  return arrow(from, { x: from.x + bend, y: from.y }, { x: end.x + side * bend, y: end.y }, end, `${7 * side} -4 l0 8`);
}

function arrow(from, first, second, end, tip) {
  const curve = `M${from.x} ${from.y} C${first.x} ${first.y} ${second.x} ${second.y} ${end.x} ${end.y}`;
  return [draw("path", { d: curve, class: "arrow" }), draw("path", { d: `M${end.x} ${end.y} l${tip} Z`, class: "tip" })];
}
