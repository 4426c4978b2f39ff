@@ Mateo | The server: tokens, bodies, answers
=== src/body.js
// Reads a request's body, but not more than the limit.
import { Refusal, invalid } from './errors.js';

export async function readBody(request, limit) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > limit) throw new Refusal(413, `more than ${limit} bytes`);
    parts.push(part);
  }
  if (size === 0) return {};
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    throw invalid('the body is not JSON');
  }
}
=== src/token.js
// Compares tokens without telling by the time how much of one is right.
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text) => createHash('sha256').update(text).digest();

export function allowed(header, token) {
  const sent = /^Bearer (.+)$/.exec(header ?? '')?.[1];
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}
=== src/validate.js
// What a note may be.
import { invalid } from './errors.js';

const FIELDS = { title: 200, text: 100_000, notebook: 60 };

export function noteFields(body, { needsTitle = false } = {}) {
  const fields = {};
  for (const [name, most] of Object.entries(FIELDS)) {
    if (body[name] === undefined) continue;
    if (typeof body[name] !== 'string') throw invalid(`${name} is not text`);
    if (body[name].length > most) throw invalid(`${name} is longer than ${most}`);
    fields[name] = body[name];
  }
  if (needsTitle && !fields.title?.trim()) throw invalid('a note needs a title');
  return fields;
}
=== src/server.js
// Notes over HTTP.
import http from 'node:http';
import { readBody } from './body.js';
import { routes } from './routes.js';
import { allowed } from './token.js';

export function createServer({ store, trash, token, limits }) {
  const router = routes(store, trash);

  async function answer(request) {
    const url = new URL(request.url, 'http://localhost');
    if (url.pathname !== '/health' && !allowed(request.headers.authorization, token)) return [401, { error: 'token?' }];
    const found = router.find(request.method, url.pathname);
    if (found.status) return [found.status, { error: http.STATUS_CODES[found.status] }];
    const body = ['POST', 'PUT'].includes(request.method) ? await readBody(request, limits.body_bytes) : {};
    return found.answer({ ...found.params, body, query: url.searchParams });
  }

  return http.createServer(async (request, response) => {
    const [status, body] = await answer(request).catch((problem) => [problem.status ?? 500, { error: problem.status ? problem.message : 'internal' }]);
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(body) + '\n');
  });
}
=== src/routes.js
// Which address does what.
import { Router } from './router.js';
import { noteFields } from './validate.js';

const short = ({ id, title, notebook, revision }) => ({ id, title, notebook, revision });

export function routes(store, trash) {
  return new Router()
    .on('GET', '/health', () => [200, { ok: true }])
    .on('GET', '/notes', ({ query }) => {
      const notebook = query.get('notebook');
      return [200, { notes: store.all().filter((note) => !notebook || note.notebook === notebook).map(short) }];
    })
    .on('POST', '/notes', ({ body }) => [201, short(store.create(noteFields(body, { needsTitle: true })))])
    .on('GET', '/notes/:id', ({ id }) => [200, store.get(id)])
    .on('PUT', '/notes/:id', ({ id, body }) => [200, short(store.change(id, { ...noteFields(body), revision: body.revision }))])
    .on('DELETE', '/notes/:id', ({ id }) => [200, { id: trash.put(id).id, trashed: true }])
    .on('POST', '/notes/:id/restore', ({ id }) => [200, short(trash.restore(id))]);
}
=== test/server.test.js
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { Journal } from '../src/journal.js';
import { createServer } from '../src/server.js';
import { Store, Trash } from '../src/store.js';
import { folder } from './folder.js';

async function client(t) {
  const store = new Store(new Journal(path.join(folder(t), 'n.jsonl'), { sync: false }));
  const server = createServer({ store, trash: new Trash(store, 1), token: 'secret', limits: { body_bytes: 1000 } });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  t.after(() => server.close());
  const base = `http://127.0.0.1:${server.address().port}`;
  return async (method, url, body, token = 'secret') => {
    const response = await fetch(base + url, { method, body: body && JSON.stringify(body), headers: { authorization: `Bearer ${token}`, connection: 'close' } });
    return [response.status, await response.json()];
  };
}

test('the life of a note', async (t) => {
  const ask = await client(t);
  assert.deepEqual(await ask('POST', '/notes', { title: 'Plan' }), [201, { id: 1, title: 'Plan', notebook: 'inbox', revision: 1 }]);
  assert.equal((await ask('PUT', '/notes/1', { revision: 1, text: 'Call' }))[1].revision, 2);
  assert.equal((await ask('PUT', '/notes/1', { revision: 1, text: 'Other' }))[0], 409);
  assert.equal((await ask('DELETE', '/notes/1'))[1].trashed, true);
  assert.equal((await ask('GET', '/notes/1'))[0], 404);
  assert.equal((await ask('POST', '/notes/1/restore'))[1].revision, 4);
});

test('what is refused', async (t) => {
  const ask = await client(t);
  assert.equal((await ask('GET', '/notes', undefined, 'wrong'))[0], 401);
  assert.equal((await ask('POST', '/notes', { title: ' ' }))[0], 400);
  assert.equal((await ask('POST', '/notes', { title: 'x'.repeat(2000) }))[0], 413);
  assert.equal((await ask('GET', '/nowhere'))[0], 404);
});
@@ call api | 0 6
@@ Mateo | Pages about the addresses
@@ Kaya | Settings and the program itself
=== src/settings.js
// config/ENVIRONMENT.json, .env and the process's environment.
import fs from 'node:fs';

const root = new URL('../', import.meta.url);

export function parseEnv(text) {
  const found = {};
  for (const line of text.split('\n')) {
    const match = /^\s*([A-Z_]+)\s*=\s*(.*?)\s*$/.exec(line);
    if (match) found[match[1]] = match[2].replace(/^"(.*)"$/, '$1');
  }
  return found;
}

export function environment(file = new URL('.env', root)) {
  return { ...(fs.existsSync(file) ? parseEnv(fs.readFileSync(file, 'utf8')) : {}), ...process.env };
}

export function settings(place) {
  return JSON.parse(fs.readFileSync(new URL(`config/${place}.json`, root), 'utf8'));
}
=== src/main.js
// Starts the server.
import { Journal } from './journal.js';
import { createServer } from './server.js';
import { environment, settings } from './settings.js';
import { Store, Trash } from './store.js';

const env = environment();
const config = settings(env.NOTES_ENV ?? 'development');
if (!env.NOTES_TOKEN) {
  console.error('notes: NOTES_TOKEN is not set; see .env.example');
  process.exit(2);
}
const store = new Store(new Journal(env.NOTES_JOURNAL ?? 'data/notes.jsonl', config.journal));
const trash = new Trash(store, config.trash.days);
setInterval(() => trash.empty(), 3_600_000).unref();
createServer({ store, trash, token: env.NOTES_TOKEN, limits: config.limits }).listen(config.port, () => {
  console.log(`notes: ${store.notes.size} notes, port ${config.port}`);
});
=== test/settings.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseEnv, settings } from '../src/settings.js';

const names = (tree, before = '') => Object.entries(tree).flatMap(([name, value]) => (typeof value === 'object' ? names(value, `${before}${name}.`) : [before + name]));

test('all environments have the same settings', () => {
  const [first, ...others] = ['development', 'staging', 'production'].map((place) => names(settings(place)));
  for (const other of others) assert.deepEqual(other, first);
});

test('production syncs its journal', () => {
  assert.equal(settings('production').journal.sync, true);
});

test('.env', () => {
  assert.deepEqual(parseEnv('# a\nA=1\n B = "two words" \nnothing'), { A: '1', B: 'two words' });
});
@@ release minor | Notes, revisions and the trash over HTTP

@@ Thea | Words of a note, for search and tags
=== src/words.js
// Words and tags of a text.
const FOLDED = /\p{Diacritic}/gu;

export function fold(text) {
  return text.normalize('NFD').replace(FOLDED, '').toLowerCase();
}

export function words(text) {
  return new Set(fold(text).match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}

export function tags(text) {
  return [...new Set([...fold(text).matchAll(/(?:^|\s)#([\p{L}\p{N}_-]+)/gu)].map((match) => match[1]))].sort();
}
=== test/words.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { tags, words } from '../src/words.js';

test('words without accents and case', () => {
  assert.deepEqual([...words('Crème brûlée, a 2nd CREME')], ['creme', 'brulee', '2nd']);
});

test('tags once, in order', () => {
  assert.deepEqual(tags('#work call #Anna a#b #work'), ['anna', 'work']);
});
@@ Thea | Search: an index of words
=== src/index.js
// Which notes hold a word; kept up to date as notes change.
import { fold, words } from './words.js';

export class Index {
  constructor() {
    this.of = new Map();
    this.known = new Map();
  }

  update(note) {
    for (const word of this.known.get(note.id) ?? []) {
      const ids = this.of.get(word);
      ids.delete(note.id);
      if (ids.size === 0) this.of.delete(word);
    }
    const found = note.trashed || note.gone ? new Set() : words(`${note.title} ${note.text}`);
    this.known.set(note.id, found);
    for (const word of found) {
      if (!this.of.has(word)) this.of.set(word, new Set());
      this.of.get(word).add(note.id);
    }
  }

  // Ids of the notes that hold every word of the question; the last one may be a beginning.
  search(question) {
    const asked = fold(question).match(/[\p{L}\p{N}]+/gu) ?? [];
    if (asked.length === 0) return [];
    const last = asked.pop();
    const starts = new Set();
    for (const [word, ids] of this.of) if (word.startsWith(last)) for (const id of ids) starts.add(id);
    return [...starts].filter((id) => asked.every((word) => this.of.get(word)?.has(id))).sort((a, b) => a - b);
  }
}
=== test/index.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { Index } from '../src/index.js';

function filled() {
  const index = new Index();
  index.update({ id: 1, title: 'Printer', text: 'call the shop' });
  index.update({ id: 2, title: 'Shopping', text: 'bread, printer paper' });
  return index;
}

test('all words, the last may be a beginning', () => {
  assert.deepEqual(filled().search('printer'), [1, 2]);
  assert.deepEqual(filled().search('printer sh'), [1, 2]);
  assert.deepEqual(filled().search('shop printer'), [1]);
  assert.deepEqual(filled().search('  '), []);
});

test('changed and trashed notes are forgotten', () => {
  const index = filled();
  index.update({ id: 1, title: 'Scanner', text: '' });
  index.update({ id: 2, title: 'Shopping', text: '', trashed: true });
  assert.deepEqual(index.search('p'), []);
  assert.equal(index.of.has('bread'), false);
});
@@ Thea | GET /search and GET /tags
~~~ src/store.js
import { conflict, notFound } from './errors.js';
=>
import { conflict, notFound } from './errors.js';
import { Index } from './index.js';
import { tags } from './words.js';
~~~ src/store.js
    this.last = 0;
    for
=>
    this.last = 0;
    this.index = new Index();
    for
~~~ src/store.js
    if (change.gone) this.notes.delete(change.id);
=>
    this.index.update(change);
    if (change.gone) this.notes.delete(change.id);
~~~ src/store.js
  all() {
=>
  search(question) {
    return this.index.search(question).map((id) => this.notes.get(id));
  }

  tags() {
    const counts = {};
    for (const note of this.all()) for (const tag of tags(`${note.title} ${note.text}`)) counts[tag] = (counts[tag] ?? 0) + 1;
    return counts;
  }

  all() {
~~~ src/routes.js
    .on('POST', '/notes', (
=>
    .on('GET', '/search', ({ query }) => [200, { notes: store.search(query.get('q') ?? '').map(short) }])
    .on('GET', '/tags', () => [200, store.tags()])
    .on('POST', '/notes', (
+++ test/server.test.js
test('search and tags', async (t) => {
  const ask = await client(t);
  await ask('POST', '/notes', { title: 'Plan', text: 'Call the #printer' });
  await ask('POST', '/notes', { title: 'Other', text: '#printer #paper' });
  assert.deepEqual((await ask('GET', '/search?q=call+pri'))[1].notes.map((note) => note.id), [1]);
  assert.deepEqual((await ask('GET', '/tags'))[1], { printer: 2, paper: 1 });
});
@@ call api | 6 8
@@ Thea | Pages about search and tags
@@ Kaya | Compact the journal when it has grown
=== src/compaction.js
// Writes the journal anew with one line for each note that is still there.
export function compact(store) {
  const before = store.journal.lines;
  store.journal.rewrite([...store.notes.values()].sort((a, b) => a.id - b.id));
  return { before, after: store.journal.lines };
}

export function compactWhenLarge(store, lines) {
  return store.journal.lines > lines && store.journal.lines > 2 * store.notes.size ? compact(store) : null;
}
=== test/compaction.test.js
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { compactWhenLarge } from '../src/compaction.js';
import { Journal } from '../src/journal.js';
import { Store } from '../src/store.js';
import { folder } from './folder.js';

test('nothing is lost', (t) => {
  const file = path.join(folder(t), 'n.jsonl');
  const store = new Store(new Journal(file, { sync: false }));
  store.create({ title: 'a' });
  store.create({ title: 'b' });
  for (let revision = 1; revision < 20; revision += 1) store.change(1, { revision, text: `${revision}` });
  assert.equal(compactWhenLarge(store, 100), null);
  assert.deepEqual(compactWhenLarge(store, 10), { before: 21, after: 2 });
  const again = new Store(new Journal(file));
  assert.deepEqual([again.get(1).text, again.get(1).revision, again.get(2).title], ['19', 20, 'b']);
});
