@@ Jonas | A picture in memory
=== package.json
{
  "name": "thumbs",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "bin": { "thumbs": "bin/thumbs.js" },
  "engines": { "node": ">=18" }
}
=== lib/picture.js
// A picture: width, height and three bytes for each pixel.
export class Picture {
  constructor(width, height, bytes = new Uint8Array(width * height * 3)) {
    if (!(width > 0 && height > 0) || bytes.length !== width * height * 3) throw new RangeError(`${width} x ${height}: ${bytes.length} bytes`);
    Object.assign(this, { width, height, bytes });
  }

  at(x, y) {
    const place = (y * this.width + x) * 3;
    return [...this.bytes.subarray(place, place + 3)];
  }

  put(x, y, colour) {
    this.bytes.set(colour, (y * this.width + x) * 3);
    return this;
  }

  fill(colour) {
    for (let place = 0; place < this.bytes.length; place += 3) this.bytes.set(colour, place);
    return this;
  }
}
=== test/picture.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { Picture } from '../lib/picture.js';

test('pixels', () => {
  const picture = new Picture(3, 2).fill([1, 2, 3]).put(2, 1, [9, 8, 7]);
  assert.deepEqual(picture.at(2, 1), [9, 8, 7]);
  assert.deepEqual(picture.at(1, 1), [1, 2, 3]);
});

test('sizes that cannot be', () => {
  assert.throws(() => new Picture(0, 4), RangeError);
  assert.throws(() => new Picture(2, 2, new Uint8Array(5)), RangeError);
});
@@ Jonas | Read and write PPM
=== lib/ppm.js
// PPM: P3 is text, P6 is bytes. PGM (P2, P5) is read as grey.
import { Picture } from './picture.js';

const CHANNELS = { P2: 1, P3: 3, P5: 1, P6: 3 };

// The first words of the head, without comments, and where the pixels begin.
function head(raw, count) {
  const words = [];
  let place = 0;
  while (words.length < count) {
    while (place < raw.length && raw[place] <= 32) place += 1;
    if (place >= raw.length) throw new Error('PPM: the head is cut off');
    if (raw[place] === 35) {
      while (place < raw.length && raw[place] !== 10) place += 1;
      continue;
    }
    const start = place;
    while (place < raw.length && raw[place] > 32) place += 1;
    words.push(raw.toString('latin1', start, place));
  }
  return { words, place: place + 1 };
}

export function readPpm(raw) {
  const { words, place } = head(raw, 4);
  const channels = CHANNELS[words[0]];
  const [width, height, most] = words.slice(1).map(Number);
  if (!channels || most !== 255) throw new Error(`PPM: ${words[0]} with ${words[3]} is not read`);
  const count = width * height * channels;
  const text = words[0] === 'P2' || words[0] === 'P3';
  const values = text ? raw.toString('latin1', place).trim().split(/\s+/).map(Number) : raw.subarray(place, place + count);
  if (values.length < count) throw new Error(`PPM: ${values.length} of ${count} values`);
  const bytes = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) bytes[pixel * 3 + channel] = values[pixel * channels + (channels === 3 ? channel : 0)];
  }
  return new Picture(width, height, bytes);
}

export function writePpm(picture) {
  return Buffer.concat([Buffer.from(`P6\n${picture.width} ${picture.height}\n255\n`), picture.bytes]);
}
=== test/ppm.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { Picture } from '../lib/picture.js';
import { readPpm, writePpm } from '../lib/ppm.js';

test('text with comments', () => {
  const picture = readPpm(Buffer.from('P3 # a\n2 1\n# b\n255\n1 2 3\n4 5 6\n'));
  assert.deepEqual([picture.at(0, 0), picture.at(1, 0)], [[1, 2, 3], [4, 5, 6]]);
});

test('grey', () => {
  assert.deepEqual(readPpm(Buffer.from('P5\n1 1\n255\n\x40', 'latin1')).at(0, 0), [64, 64, 64]);
});

test('there and back', () => {
  const picture = new Picture(2, 2).put(1, 0, [10, 32, 35]);
  assert.deepEqual(readPpm(writePpm(picture)), picture);
});

test('what is not read', () => {
  for (const text of ['P7\n1 1\n255\n', 'P6\n1 1\n65535\n', 'P6\n2 2\n255\nabc', 'P6']) assert.throws(() => readPpm(Buffer.from(text)), /PPM/);
});
@@ call samples | gradient,32,16,gradient stripes,24,24,stripes
@@ Jonas | Two samples
@@ Imke | Scale by the mean of what a pixel covers
=== lib/scale.js
// Scales by area: every new pixel is the mean of the old ones below it.
import { Picture } from './picture.js';

// [old index, weight] of each old pixel that a new one covers.
export function cover(place, from, to) {
  const start = (place * from) / to;
  const end = ((place + 1) * from) / to;
  const found = [];
  for (let index = Math.floor(start); index < end && index < from; index += 1) {
    const weight = Math.min(index + 1, end) - Math.max(index, start);
    if (weight > 1e-9) found.push([index, weight]);
  }
  return found;
}

export function scale(picture, width, height) {
  const made = new Picture(width, height);
  const columns = Array.from({ length: width }, (_, x) => cover(x, picture.width, width));
  for (let y = 0; y < height; y += 1) {
    const rows = cover(y, picture.height, height);
    for (let x = 0; x < width; x += 1) {
      const sums = [0, 0, 0];
      let total = 0;
      for (const [row, high] of rows) {
        for (const [column, wide] of columns[x]) {
          const weight = high * wide;
          total += weight;
          const place = (row * picture.width + column) * 3;
          for (let channel = 0; channel < 3; channel += 1) sums[channel] += weight * picture.bytes[place + channel];
        }
      }
      made.put(x, y, sums.map((sum) => Math.round(sum / total)));
    }
  }
  return made;
}
=== test/scale.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { Picture } from '../lib/picture.js';
import { cover, scale } from '../lib/scale.js';

test('what a pixel covers', () => {
  assert.deepEqual(cover(0, 4, 2), [[0, 1], [1, 1]]);
  assert.deepEqual(cover(1, 3, 2), [[1, 0.5], [2, 1]]);
});

test('the mean', () => {
  const picture = new Picture(2, 1).put(0, 0, [0, 100, 255]).put(1, 0, [100, 100, 0]);
  assert.deepEqual(scale(picture, 1, 1).at(0, 0), [50, 100, 128]);
});

test('one colour stays one colour', () => {
  const made = scale(new Picture(7, 5).fill([9, 99, 199]), 3, 11);
  assert.deepEqual(made, new Picture(3, 11).fill([9, 99, 199]));
});
@@ Imke | Contain and cover
=== lib/fit.js
// How a picture goes into a frame.
export function contain(picture, width, height) {
  const factor = Math.min(width / picture.width, height / picture.height);
  return { width: Math.max(1, Math.round(picture.width * factor)), height: Math.max(1, Math.round(picture.height * factor)) };
}

// The part of the picture that fills the frame: from the middle.
export function coverPart(picture, width, height) {
  const factor = Math.max(width / picture.width, height / picture.height);
  const wide = Math.min(picture.width, Math.round(width / factor));
  const high = Math.min(picture.height, Math.round(height / factor));
  return { x: Math.floor((picture.width - wide) / 2), y: Math.floor((picture.height - high) / 2), width: wide, height: high };
}
=== lib/crop.js
// Cuts a part out of a picture.
import { Picture } from './picture.js';

export function crop(picture, { x, y, width, height }) {
  if (x < 0 || y < 0 || x + width > picture.width || y + height > picture.height) throw new RangeError('outside of the picture');
  const made = new Picture(width, height);
  for (let row = 0; row < height; row += 1) {
    const start = ((y + row) * picture.width + x) * 3;
    made.bytes.set(picture.bytes.subarray(start, start + width * 3), row * width * 3);
  }
  return made;
}
=== test/fit.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { crop } from '../lib/crop.js';
import { contain, coverPart } from '../lib/fit.js';
import { Picture } from '../lib/picture.js';

const wide = { width: 400, height: 100 };

test('contain keeps the shape', () => {
  assert.deepEqual(contain(wide, 80, 80), { width: 80, height: 20 });
  assert.deepEqual(contain({ width: 1, height: 900 }, 10, 10), { width: 1, height: 10 });
});

test('cover takes the middle', () => {
  assert.deepEqual(coverPart(wide, 50, 50), { x: 150, y: 0, width: 100, height: 100 });
});

test('crop', () => {
  const picture = new Picture(4, 4).put(2, 3, [1, 2, 3]);
  assert.deepEqual(crop(picture, { x: 2, y: 2, width: 2, height: 2 }).at(0, 1), [1, 2, 3]);
  assert.throws(() => crop(picture, { x: 3, y: 0, width: 2, height: 1 }), RangeError);
});
@@ call presets | list,64,64,cover page,320,240,contain
@@ Cem | Presets of the web site
@@ Cem | Presets are checked
=== lib/preset.js
// A named size: {"name", "width", "height", "fit": "contain" | "cover"}.
import { crop } from './crop.js';
import { contain, coverPart } from './fit.js';
import { scale } from './scale.js';

export function checkPreset(preset) {
  const wrong = [];
  if (!/^[a-z][a-z0-9-]*$/.test(preset.name ?? '')) wrong.push('name');
  for (const side of ['width', 'height']) if (!Number.isInteger(preset[side]) || preset[side] < 1 || preset[side] > 4096) wrong.push(side);
  if (!['contain', 'cover'].includes(preset.fit)) wrong.push('fit');
  for (const name of Object.keys(preset)) if (!['name', 'width', 'height', 'fit'].includes(name)) wrong.push(name);
  return wrong;
}

export function thumbnail(picture, preset) {
  if (preset.fit === 'cover') return scale(crop(picture, coverPart(picture, preset.width, preset.height)), preset.width, preset.height);
  const { width, height } = contain(picture, preset.width, preset.height);
  return scale(picture, width, height);
}
=== test/preset.test.js
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { Picture } from '../lib/picture.js';
import { checkPreset, thumbnail } from '../lib/preset.js';

const folder = new URL('../presets/', import.meta.url);

for (const name of fs.readdirSync(folder)) {
  test(`preset ${name}`, () => {
    const preset = JSON.parse(fs.readFileSync(new URL(name, folder), 'utf8'));
    assert.deepEqual(checkPreset(preset), []);
    assert.equal(`${preset.name}.json`, name);
  });
}

test('what is wrong with a preset', () => {
  assert.deepEqual(checkPreset({ name: 'A', width: 0, height: 5, fit: 'stretch', dpi: 300 }), ['name', 'width', 'fit', 'dpi']);
});

test('sizes of thumbnails', () => {
  const picture = new Picture(40, 10);
  const size = ({ width, height }) => [width, height];
  assert.deepEqual(size(thumbnail(picture, { width: 8, height: 8, fit: 'cover' })), [8, 8]);
  assert.deepEqual(size(thumbnail(picture, { width: 8, height: 8, fit: 'contain' })), [8, 2]);
});
@@ Jonas | The program
=== lib/words.js
// Words of the command line: --name value, --flag, and the rest.
export function parseWords(words, withValue) {
  const options = {};
  const rest = [];
  for (let place = 0; place < words.length; place += 1) {
    const name = words[place].startsWith('--') ? words[place].slice(2) : null;
    if (name === null) rest.push(words[place]);
    else if (withValue.includes(name)) options[name] = words[(place += 1)];
    else options[name] = true;
  }
  return { options, rest };
}
=== bin/thumbs.js
#!/usr/bin/env node
// thumbs FILE... --out FOLDER (--preset FILE | --width N --height N [--cover]) | --check PRESET...
import fs from 'node:fs';
import path from 'node:path';
import { readPpm, writePpm } from '../lib/ppm.js';
import { checkPreset, thumbnail } from '../lib/preset.js';
import { parseWords } from '../lib/words.js';

const { options, rest } = parseWords(process.argv.slice(2), ['out', 'preset', 'width', 'height']);

function fail(text, code = 2) {
  console.error(`thumbs: ${text}`);
  process.exit(code);
}

function preset() {
  if (options.preset) return JSON.parse(fs.readFileSync(options.preset, 'utf8'));
  const width = Number(options.width);
  return { name: `w${width}`, width, height: Number(options.height ?? width), fit: options.cover ? 'cover' : 'contain' };
}

if (options.check) {
  for (const file of rest) {
    const wrong = checkPreset(JSON.parse(fs.readFileSync(file, 'utf8')));
    if (wrong.length) fail(`${file}: ${wrong.join(', ')}`, 1);
  }
  process.exit(0);
}
if (rest.length === 0 || !options.out) fail('a file and --out FOLDER');
const chosen = preset();
if (checkPreset(chosen).length) fail(`size: ${checkPreset(chosen).join(', ')}`);
fs.mkdirSync(options.out, { recursive: true });
for (const file of rest) {
  const target = path.join(options.out, `${path.basename(file, '.ppm')}-${chosen.name}.ppm`);
  if (path.resolve(path.dirname(file)) === path.resolve(options.out)) fail('the folder of originals is not written to');
  fs.writeFileSync(target, writePpm(thumbnail(readPpm(fs.readFileSync(file)), chosen)));
  console.log(target);
}
=== test/program.test.js
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { readPpm } from '../lib/ppm.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const thumbs = (...words) => spawnSync(process.execPath, ['bin/thumbs.js', ...words], { cwd: root, encoding: 'utf8' });

test('a sample becomes small', (t) => {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), 'thumbs-'));
  t.after(() => fs.rmSync(out, { recursive: true }));
  const done = thumbs('samples/gradient.ppm', '--width', '8', '--out', out);
  assert.equal(done.stdout, path.join(out, 'gradient-w8.ppm') + '\n');
  const made = readPpm(fs.readFileSync(path.join(out, 'gradient-w8.ppm')));
  assert.deepEqual([made.width, made.height], [8, 4]);
  assert.ok(made.at(7, 0)[0] > made.at(0, 0)[0]);
});

test('originals are not written to', () => {
  const done = thumbs('samples/gradient.ppm', '--width', '8', '--out', 'samples');
  assert.equal(done.status, 2);
  assert.match(done.stderr, /not written/);
});

test('usage', () => {
  assert.equal(thumbs().status, 2);
  assert.equal(thumbs('samples/gradient.ppm', '--width', '0', '--out', 'tmp').status, 2);
});
@@ release minor | Scale, crop, presets
@@ call samples | noise,20,20,noise ring,40,40,ring tall,6,48,gradient wide,64,4,stripes dot,1,1,gradient
