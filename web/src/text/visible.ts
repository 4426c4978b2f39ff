// Untrusted words made visible: whatever a reader could not see, or that would change the order of what
// they see, becomes a mark of its own ("⟨ESC⟩", "⟨U+202E⟩"). Line breaks and tabs stay.

export interface Piece {
  text: string;
  mark: boolean; // stands for something that is not printed
}

const short_names = [
  "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR", "SO", "SI",
  "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
];

// Controls but for tab and line feed, and a carriage return that is not part of a line's end; format
// characters (bidi, zero width, tags), line separators, invisible fillers and variation selectors that
// can carry a hidden message, private use, and halves of surrogate pairs.
const hidden =
  /\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|[\u115f\u1160\u3164\uffa0\u2800]|[\u{e0100}-\u{e01ef}]/gu;

// A hostile text can be nothing but marks; so many become elements, the rest stays plain text.
const most_marks = 2000;

function mark_of(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const name = code < 0x20 ? short_names[code] : code === 0x7f ? "DEL" : undefined;
  return `⟨${name ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`}⟩`;
}

export function visible(text: string): string {
  return text.replace(hidden, mark_of);
}

export function visible_pieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(hidden)) {
    if (pieces.length >= most_marks) break;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), mark: false });
    const last = pieces.at(-1);
    if (last?.mark) last.text += mark_of(match[0]);
    else pieces.push({ text: mark_of(match[0]), mark: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: visible(text.slice(at)), mark: false });
  return pieces;
}

// The first `most` characters, never half of one.
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}

// A name is one line, and short.
export function shortened(text: string, most: number): string {
  const line = cut(text, most + 1).replace(/[ \t\r\n]+/g, " ").trim();
  return line.length > most ? `${cut(line, most - 1)}…` : line;
}

// The same for where there is room for plain text only: titles, labels for those who listen.
export function one_line(text: string, most = 160): string {
  return visible(shortened(text, most));
}
