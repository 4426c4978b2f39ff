@@ Imke | More samples: odd shapes
=== test/samples.test.js
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { readPpm } from '../lib/ppm.js';
import { thumbnail } from '../lib/preset.js';

const folder = new URL('../samples/', import.meta.url);

for (const name of fs.readdirSync(folder).filter((each) => each.endsWith('.ppm'))) {
  test(`sample ${name}`, () => {
    const picture = readPpm(fs.readFileSync(new URL(name, folder)));
    for (const fit of ['contain', 'cover']) {
      const made = thumbnail(picture, { width: 5, height: 7, fit });
      assert.ok(made.width <= 5 && made.height <= 7);
    }
  });
}
@@ Cem | A cache that is named by content
=== lib/cache.js
// Files named by a digest; the ones not used for longest go when there is too much.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export function key(raw, preset) {
  return createHash('sha256').update(JSON.stringify([preset.width, preset.height, preset.fit])).update(raw).digest('hex').slice(0, 32);
}

export class Cache {
  constructor(folder, mostBytes) {
    this.folder = folder;
    this.most = mostBytes;
    fs.mkdirSync(folder, { recursive: true });
  }

  path(name) {
    return path.join(this.folder, name.slice(0, 2), name);
  }

  get(name) {
    const file = this.path(name);
    if (!fs.existsSync(file)) return null;
    const now = new Date();
    fs.utimesSync(file, now, now);
    return fs.readFileSync(file);
  }

  put(name, raw) {
    const file = this.path(name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(`${file}.part`, raw);
    fs.renameSync(`${file}.part`, file);
  }

  // Removes files of our own naming until the rest fits; gives how many went.
  trim() {
    const files = [];
    for (const part of fs.readdirSync(this.folder).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      for (const name of fs.readdirSync(path.join(this.folder, part)).filter((each) => /^[0-9a-f]{32}$/.test(each))) {
        const { size, mtimeMs } = fs.statSync(this.path(name));
        files.push({ name, size, used: mtimeMs });
      }
    }
    files.sort((a, b) => a.used - b.used);
    let sum = files.reduce((total, file) => total + file.size, 0);
    let gone = 0;
    while (sum > this.most) {
      fs.unlinkSync(this.path(files[gone].name));
      sum -= files[gone].size;
      gone += 1;
    }
    return gone;
  }
}
=== test/cache.test.js
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { Cache, key } from '../lib/cache.js';

const preset = { name: 'a', width: 8, height: 8, fit: 'cover' };

test('the key depends on content and size, not on the name', () => {
  assert.equal(key(Buffer.from('x'), preset), key(Buffer.from('x'), { ...preset, name: 'b' }));
  assert.notEqual(key(Buffer.from('x'), preset), key(Buffer.from('x'), { ...preset, width: 9 }));
  assert.notEqual(key(Buffer.from('x'), preset), key(Buffer.from('y'), preset));
});

test('what was not used for longest goes, foreign files stay', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cache-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const cache = new Cache(folder, 25);
  fs.writeFileSync(path.join(folder, 'notes.txt'), 'x'.repeat(100));
  const names = ['a', 'b', 'c'].map((text) => key(Buffer.from(text), preset));
  names.forEach((name, place) => {
    cache.put(name, Buffer.alloc(10));
    fs.utimesSync(cache.path(name), place + 1, place + 1);
  });
  cache.get(names[0]);
  assert.equal(cache.trim(), 1);
  assert.deepEqual(names.map((name) => cache.get(name) !== null), [true, false, true]);
  assert.ok(fs.existsSync(path.join(folder, 'notes.txt')));
});
@@ branch feature/sharpen
@@ Imke | Sharpen small pictures
=== lib/sharpen.js
// Sharpens: each pixel moves away from the mean of its neighbours.
import { Picture } from './picture.js';

export function sharpen(picture, strength = 0.5) {
  const made = new Picture(picture.width, picture.height);
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      const near = [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]].filter(([a, b]) => a >= 0 && b >= 0 && a < picture.width && b < picture.height).map(([a, b]) => picture.at(a, b));
      const own = picture.at(x, y);
      made.put(x, y, own.map((value, channel) => {
        const mean = near.length ? near.reduce((sum, colour) => sum + colour[channel], 0) / near.length : value;
        return Math.max(0, Math.min(255, Math.round(value + strength * (value - mean))));
      }));
    }
  }
  return made;
}
=== test/sharpen.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { Picture } from '../lib/picture.js';
import { sharpen } from '../lib/sharpen.js';

test('an even picture stays', () => {
  const even = new Picture(3, 3).fill([9, 9, 9]);
  assert.deepEqual(sharpen(even), even);
});
@@ switch main
@@ Imke | Contact sheets
=== lib/sheet.js
// Many pictures in one, in rows.
import { Picture } from './picture.js';

export function sheet(pictures, columns, gap = 2, colour = [255, 255, 255]) {
  const width = Math.max(...pictures.map((picture) => picture.width));
  const height = Math.max(...pictures.map((picture) => picture.height));
  const rows = Math.ceil(pictures.length / columns);
  const made = new Picture(columns * (width + gap) + gap, rows * (height + gap) + gap).fill(colour);
  pictures.forEach((picture, number) => {
    const left = gap + (number % columns) * (width + gap) + Math.floor((width - picture.width) / 2);
    const top = gap + Math.floor(number / columns) * (height + gap) + Math.floor((height - picture.height) / 2);
    for (let y = 0; y < picture.height; y += 1) for (let x = 0; x < picture.width; x += 1) made.put(left + x, top + y, picture.at(x, y));
  });
  return made;
}
=== test/sheet.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { Picture } from '../lib/picture.js';
import { sheet } from '../lib/sheet.js';

test('three in two columns', () => {
  const small = (colour) => new Picture(2, 2).fill(colour);
  const made = sheet([small([1, 1, 1]), small([2, 2, 2]), small([3, 3, 3])], 2, 1);
  assert.deepEqual([made.width, made.height], [7, 7]);
  assert.deepEqual([made.at(1, 1)[0], made.at(4, 1)[0], made.at(1, 4)[0], made.at(4, 4)[0], made.at(0, 0)[0]], [1, 2, 3, 255, 255]);
});
~~~ bin/thumbs.js
import { parseWords } from '../lib/words.js';
=>
import { sheet } from '../lib/sheet.js';
import { parseWords } from '../lib/words.js';
~~~ bin/thumbs.js
['out', 'preset', 'width', 'height']
=>
['out', 'preset', 'width', 'height', 'sheet']
~~~ bin/thumbs.js
if (rest.length === 0 || !options.out)
=>
if (options.sheet && rest.length) {
  const small = rest.map((file) => thumbnail(readPpm(fs.readFileSync(file)), { width: 48, height: 48, fit: 'contain' }));
  fs.mkdirSync(path.dirname(options.sheet), { recursive: true });
  fs.writeFileSync(options.sheet, writePpm(sheet(small, 6)));
  process.exit(0);
}
if (rest.length === 0 || !options.out)
@@ Jonas | Read BMP of the old scanner
=== lib/bmp.js
// BMP with 24 bits and no compression, as the old scanner wrote it.
import { Picture } from './picture.js';

export function readBmp(raw) {
  if (raw.length < 54 || raw.toString('latin1', 0, 2) !== 'BM') throw new Error('BMP: not one');
  const start = raw.readUInt32LE(10);
  const width = raw.readInt32LE(18);
  const high = raw.readInt32LE(22);
  if (raw.readUInt16LE(28) !== 24 || raw.readUInt32LE(30) !== 0) throw new Error('BMP: only 24 bits without compression');
  const height = Math.abs(high);
  const line = Math.ceil((width * 3) / 4) * 4;
  if (raw.length < start + line * height) throw new Error('BMP: cut off');
  const made = new Picture(width, height);
  for (let y = 0; y < height; y += 1) {
    const row = start + line * (high > 0 ? height - 1 - y : y);
    for (let x = 0; x < width; x += 1) made.put(x, y, [raw[row + 3 * x + 2], raw[row + 3 * x + 1], raw[row + 3 * x]]);
  }
  return made;
}
=== test/bmp.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { readBmp } from '../lib/bmp.js';

function bmp(width, height, lines) {
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54, 10);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, ...lines.map((line) => Buffer.from(line))]);
}

test('from the bottom up, blue first, lines of four', () => {
  const picture = readBmp(bmp(1, 2, [[3, 2, 1, 0], [6, 5, 4, 0]]));
  assert.deepEqual([picture.at(0, 0), picture.at(0, 1)], [[4, 5, 6], [1, 2, 3]]);
});

test('cut off', () => {
  assert.throws(() => readBmp(bmp(5, 5, [[0]])), /cut off/);
});
@@ call presets | card,120,90,cover banner,960,200,cover poster,1200,1600,contain icon,32,32,cover
@@ Cem | Presets for cards and posters
@@ release minor | Cache; Contact sheets; BMP
@@ Cem | What the web site expects
=== docs/web.md
# What the web site expects

| preset | used on |
|---|---|
| `list` | lists of objects |
| `page` | the page of an object |
| `card` | the start page |
| `banner` | heads of exhibitions |
| `poster` | downloads |
| `icon` | tabs of browsers |

Thumbnails are uploaded at six in the morning. A preset that changes gets a new name: old pages keep the old one.
=== test/settings.test.js
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';

const settings = (place) => JSON.parse(fs.readFileSync(new URL(`../config/${place}.json`, import.meta.url), 'utf8'));

test('only production works on the originals themselves', () => {
  assert.deepEqual(['development', 'staging', 'production'].filter((place) => settings(place).originals === '/srv/originals'), ['production']);
});
