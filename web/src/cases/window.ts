// Which rows of a long list are in sight. Rows are equally high; a list too high for a browser is scrolled
// through in larger steps instead.

export interface Slice {
  first: number; // the first row to draw
  end: number; // behind the last one
  above: number; // pixels of room before the first
  below: number; // and behind the last
}

export interface Sight {
  rows: number;
  row_height: number;
  top: number; // pixels of the list above the window's top
  height: number; // of the window
}

const highest = 8_000_000; // pixels; browsers differ, all of them draw this much
const beyond = 12; // rows drawn outside of the window, so that there is something when one scrolls

function list_height(sight: Sight): number {
  return Math.min(sight.rows * sight.row_height, highest);
}

export function slice_of(sight: Sight): Slice {
  const whole = list_height(sight);
  const top = Math.min(Math.max(0, sight.top), Math.max(0, whole - sight.height));
  const fitting = Math.ceil(sight.height / sight.row_height);
  const room = Math.max(1, whole - sight.height);
  const hidden = Math.max(0, sight.rows - sight.height / sight.row_height);
  const at = whole < sight.rows * sight.row_height ? (top / room) * hidden : top / sight.row_height;
  const first = Math.max(0, Math.floor(at) - beyond);
  const end = Math.min(sight.rows, Math.floor(at) + fitting + 1 + beyond);
  const above = Math.max(0, Math.round(top - (at - first) * sight.row_height));
  return { first, end, above, below: Math.max(0, whole - above - (end - first) * sight.row_height) };
}

// How far to scroll into the list for `row` to be in sight; null if it is.
export function scroll_for(row: number, sight: Sight, margin: number): number | null {
  const whole = list_height(sight);
  const scaled = whole < sight.rows * sight.row_height;
  const hidden = Math.max(1, sight.rows - sight.height / sight.row_height);
  const place = scaled ? (Math.min(row, hidden) / hidden) * (whole - sight.height) : row * sight.row_height;
  if (scaled) return place;
  if (place < sight.top + margin) return place - margin;
  if (place + sight.row_height > sight.top + sight.height) return place + sight.row_height - sight.height;
  return null;
}
