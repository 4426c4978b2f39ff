@@ Kaya | A journal of JSON lines
=== package.json
{
  "name": "notes-api",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "engines": { "node": ">=18" },
  "scripts": { "start": "node src/main.js", "test": "node --test" }
}
=== src/journal.js
// Changes as JSON lines in a file. The state is what reading them from the start gives.
import fs from 'node:fs';
import path from 'node:path';

export class Journal {
  constructor(file, { sync = true } = {}) {
    this.file = file;
    this.sync = sync;
    this.lines = 0;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    this.handle = fs.openSync(file, 'a+');
  }

  append(change) {
    fs.writeSync(this.handle, JSON.stringify(change) + '\n');
    if (this.sync) fs.fsyncSync(this.handle);
    this.lines += 1;
  }

  // Every change so far; a broken line is an error that names its number.
  *read() {
    this.lines = 0;
    for (const line of fs.readFileSync(this.file, 'utf8').split('\n')) {
      if (line === '') continue;
      this.lines += 1;
      try {
        yield JSON.parse(line);
      } catch {
        throw new Error(`${this.file}: line ${this.lines} is broken`);
      }
    }
  }

  // Writes the journal anew, beside the old one, and then takes its place.
  rewrite(changes) {
    const next = `${this.file}.next`;
    fs.writeFileSync(next, changes.map((change) => JSON.stringify(change) + '\n').join(''));
    fs.closeSync(this.handle);
    fs.renameSync(next, this.file);
    this.handle = fs.openSync(this.file, 'a+');
    this.lines = changes.length;
  }

  close() {
    fs.closeSync(this.handle);
  }
}
=== test/folder.js
// A folder of its own for a test.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export function folder(t) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'notes-'));
  t.after(() => fs.rmSync(made, { recursive: true, force: true }));
  return made;
}
=== test/journal.test.js
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { Journal } from '../src/journal.js';
import { folder } from './folder.js';

test('what was appended is read again', (t) => {
  const file = path.join(folder(t), 'a', 'notes.jsonl');
  const journal = new Journal(file);
  journal.append({ id: 1 });
  journal.append({ id: 2 });
  assert.deepEqual([...new Journal(file).read()], [{ id: 1 }, { id: 2 }]);
});

test('a broken line is named', (t) => {
  const file = path.join(folder(t), 'notes.jsonl');
  fs.writeFileSync(file, '{"id":1}\n{"id":\n');
  assert.throws(() => [...new Journal(file).read()], /line 2 is broken/);
});

test('rewritten', (t) => {
  const journal = new Journal(path.join(folder(t), 'notes.jsonl'));
  journal.append({ id: 1 });
  journal.rewrite([{ id: 5 }]);
  journal.append({ id: 6 });
  assert.deepEqual([...journal.read()], [{ id: 5 }, { id: 6 }]);
  assert.equal(journal.lines, 2);
});
@@ Kaya | Notes with revisions
=== src/errors.js
// What the server answers when it does not do as asked.
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const notFound = (what) => new Refusal(404, `no such ${what}`);
export const conflict = (note) => new Refusal(409, `the newest revision is ${note.revision}`);
export const invalid = (why) => new Refusal(400, why);
=== src/store.js
// All notes, in memory and in the journal.
import { conflict, notFound } from './errors.js';

export class Store {
  constructor(journal, now = () => Date.now()) {
    this.journal = journal;
    this.now = now;
    this.notes = new Map();
    this.last = 0;
    for (const change of journal.read()) this.apply(change);
  }

  apply(change) {
    this.last = Math.max(this.last, change.id);
    if (change.gone) this.notes.delete(change.id);
    else this.notes.set(change.id, change);
  }

  put(note) {
    const change = { ...note, changed: this.now() };
    this.journal.append(change);
    this.apply(change);
    return change;
  }

  create({ title, text = '', notebook = 'inbox' }) {
    return this.put({ id: this.last + 1, revision: 1, title, text, notebook });
  }

  get(id) {
    const note = this.notes.get(id);
    if (!note || note.trashed) throw notFound('note');
    return note;
  }

  change(id, { revision, ...fields }) {
    const note = this.get(id);
    if (revision !== note.revision) throw conflict(note);
    return this.put({ ...note, ...fields, id, revision: note.revision + 1 });
  }

  all() {
    return [...this.notes.values()].filter((note) => !note.trashed).sort((a, b) => b.changed - a.changed || b.id - a.id);
  }
}
=== test/store.test.js
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { Journal } from '../src/journal.js';
import { Store } from '../src/store.js';
import { folder } from './folder.js';

export function store(t, now) {
  return new Store(new Journal(path.join(folder(t), 'notes.jsonl')), now);
}

test('a note and its change', (t) => {
  const notes = store(t);
  const { id } = notes.create({ title: 'Plan' });
  notes.change(id, { revision: 1, text: 'Call' });
  assert.deepEqual([notes.get(id).text, notes.get(id).revision], ['Call', 2]);
});

test('an old revision is a conflict', (t) => {
  const notes = store(t);
  const { id } = notes.create({ title: 'Plan' });
  notes.change(id, { revision: 1, text: 'a' });
  assert.throws(() => notes.change(id, { revision: 1, text: 'b' }), { status: 409 });
});

test('newest first', (t) => {
  let clock = 0;
  const notes = store(t, () => (clock += 1));
  for (const title of ['a', 'b', 'c']) notes.create({ title });
  notes.change(1, { revision: 1, text: 'new' });
  assert.deepEqual(notes.all().map((note) => note.title), ['a', 'c', 'b']);
});

test('the journal gives the same notes again', (t) => {
  const file = path.join(folder(t), 'notes.jsonl');
  new Store(new Journal(file)).create({ title: 'Plan' });
  assert.equal(new Store(new Journal(file)).get(1).title, 'Plan');
});
@@ Thea | The trash
+++ src/store.js
// The trash: notes that were deleted and can still come back.
export class Trash {
  constructor(store, days) {
    this.store = store;
    this.age = days * 86_400_000;
  }

  put(id) {
    const note = this.store.get(id);
    return this.store.put({ ...note, revision: note.revision + 1, trashed: true });
  }

  restore(id) {
    const note = this.store.notes.get(id);
    if (!note?.trashed) throw notFound('note in the trash');
    const { trashed, ...kept } = note;
    return this.store.put({ ...kept, revision: note.revision + 1 });
  }

  // Forgets what lies there for too long; gives how many.
  empty() {
    const old = [...this.store.notes.values()].filter((note) => note.trashed && note.changed + this.age < this.store.now());
    for (const note of old) this.store.put({ id: note.id, gone: true });
    return old.length;
  }
}
=== test/trash.test.js
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { Journal } from '../src/journal.js';
import { Store, Trash } from '../src/store.js';
import { folder } from './folder.js';

test('a note comes back', (t) => {
  const notes = new Store(new Journal(path.join(folder(t), 'n.jsonl')));
  const trash = new Trash(notes, 30);
  notes.create({ title: 'Plan' });
  trash.put(1);
  assert.throws(() => notes.get(1), { status: 404 });
  assert.equal(trash.restore(1).revision, 3);
  assert.equal(notes.get(1).title, 'Plan');
});

test('only old ones are forgotten', (t) => {
  let clock = 0;
  const notes = new Store(new Journal(path.join(folder(t), 'n.jsonl')), () => clock);
  const trash = new Trash(notes, 2);
  notes.create({ title: 'a' });
  notes.create({ title: 'b' });
  trash.put(1);
  clock += 3 * 86_400_000;
  trash.put(2);
  assert.equal(trash.empty(), 1);
  assert.throws(() => trash.restore(1), { status: 404 });
  assert.equal(trash.restore(2).title, 'b');
});
@@ Mateo | A router of our own
=== src/router.js
// Finds what answers a request: `/notes/:id` takes a number.
export class Router {
  constructor() {
    this.routes = [];
  }

  on(verb, pattern, answer) {
    const names = [];
    const source = pattern.replace(/:(\w+)/g, (_, name) => {
      names.push(name);
      return '(\\d+)';
    });
    this.routes.push({ verb, names, match: new RegExp(`^${source}$`), answer });
    return this;
  }

  find(verb, path) {
    let known = false;
    for (const route of this.routes) {
      const match = route.match.exec(path);
      if (!match) continue;
      known = true;
      if (route.verb !== verb) continue;
      return { answer: route.answer, params: Object.fromEntries(route.names.map((name, place) => [name, Number(match[place + 1])])) };
    }
    return { status: known ? 405 : 404 };
  }
}
=== test/router.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { Router } from '../src/router.js';

const router = new Router().on('GET', '/notes', () => 'all').on('PUT', '/notes/:id', () => 'one');

test('a number in the path', () => {
  const found = router.find('PUT', '/notes/17');
  assert.deepEqual([found.answer(), found.params], ['one', { id: 17 }]);
});

test('unknown path and unknown verb', () => {
  assert.equal(router.find('GET', '/notes/x').status, 404);
  assert.equal(router.find('DELETE', '/notes').status, 405);
});
