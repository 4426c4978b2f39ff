@@ Mateo | Not too many requests
=== src/limiter.js
// Counts requests of each client in windows of a minute.
export class Limiter {
  constructor(perMinute, now = () => Date.now()) {
    this.most = perMinute;
    this.now = now;
    this.window = -1;
    this.counts = new Map();
  }

  // Whether the client may ask now; 0 as the limit means always.
  take(client) {
    if (!this.most) return true;
    const window = Math.floor(this.now() / 60_000);
    if (window !== this.window) {
      this.window = window;
      this.counts.clear();
    }
    const count = (this.counts.get(client) ?? 0) + 1;
    this.counts.set(client, count);
    return count <= this.most;
  }
}
=== test/limiter.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { Limiter } from '../src/limiter.js';

test('each client has its own count, each minute a new one', () => {
  let now = 0;
  const limiter = new Limiter(2, () => now);
  assert.deepEqual(['a', 'a', 'a', 'b'].map((client) => limiter.take(client)), [true, true, false, true]);
  now = 60_000;
  assert.equal(limiter.take('a'), true);
});

test('no limit', () => {
  assert.equal(new Limiter(0).take('a'), true);
});
~~~ src/server.js
import { routes } from './routes.js';
=>
import { Limiter } from './limiter.js';
import { routes } from './routes.js';
~~~ src/server.js
  const router = routes(store, trash);
=>
  const router = routes(store, trash);
  const limiter = new Limiter(limits.requests_per_minute ?? 0);
~~~ src/server.js
    const found = router
=>
    if (!limiter.take(request.socket.remoteAddress)) return [429, { error: 'later' }];
    const found = router
@@ release minor | Search and tags; Compaction; Limits
@@ branch fix/export-of-empty-notes
@@ Kaya | Export as Markdown; an empty note has only its title
=== src/markdown.js
// All notes as one Markdown text, by notebook.
export function toMarkdown(notes) {
  const books = new Map();
  for (const note of notes) books.set(note.notebook, [...(books.get(note.notebook) ?? []), note]);
  const parts = [];
  for (const [name, found] of [...books].sort(([a], [b]) => (a < b ? -1 : 1))) {
    parts.push(`# ${name}`);
    for (const note of found) parts.push(`## ${note.title}`, ...(note.text ? [note.text] : []));
  }
  return parts.length ? parts.join('\n\n') + '\n' : '';
}
=== test/markdown.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { toMarkdown } from '../src/markdown.js';

test('by notebook', () => {
  const notes = [{ title: 'Plan', text: 'Call', notebook: 'work' }, { title: 'Bread', text: '', notebook: 'home' }];
  assert.equal(toMarkdown(notes), '# home\n\n## Bread\n\n# work\n\n## Plan\n\nCall\n');
  assert.equal(toMarkdown([]), '');
});
@@ switch main
@@ Thea | Backup and repair of the journal
=== scripts/backup.sh
#!/usr/bin/env bash
# Copies the journal to backups/, dated, and checks the copy.
set -euo pipefail
cd "$(dirname "$0")/.."

journal=${NOTES_JOURNAL:-data/notes.jsonl}
copy=backups/$(date +%Y-%m-%d).jsonl
mkdir -p backups
cp -- "$journal" "$copy"
cmp --silent -- "$journal" "$copy" || { echo "backup: $copy differs" >&2; exit 1; }
echo "backup: $(wc -l <"$copy") lines in $copy"
=== scripts/repair.js
// Prints the whole lines of a journal; says on the error output how many were broken.
import fs from 'node:fs';

let broken = 0;
for (const line of fs.readFileSync(process.argv[2], 'utf8').split('\n')) {
  if (line === '') continue;
  try {
    JSON.parse(line);
    process.stdout.write(line + '\n');
  } catch {
    broken += 1;
  }
}
console.error(`repair: ${broken} broken`);
=== test/repair.test.js
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { folder } from './folder.js';

const script = fileURLToPath(new URL('../scripts/repair.js', import.meta.url));

test('whole lines stay', (t) => {
  const file = path.join(folder(t), 'n.jsonl');
  fs.writeFileSync(file, '{"id":1}\n{"id":\n{"id":3}\n');
  const done = spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
  assert.equal(done.stdout, '{"id":1}\n{"id":3}\n');
  assert.match(done.stderr, /1 broken/);
});
@@ merge fix/export-of-empty-notes | Merge fix/export-of-empty-notes
@@ Mateo | Signed webhooks
=== src/webhook.js
// Tells another server about changes; signed, so that it can believe us.
import { createHmac } from 'node:crypto';

export function sign(body, secret) {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

// Seconds to wait before each attempt: a minute first, then twice as long, for a day.
export function delays(first = 60, most = 86_400) {
  const found = [];
  for (let wait = first, sum = 0; sum + wait <= most; wait *= 2) {
    found.push(wait);
    sum += wait;
  }
  return found;
}
=== test/webhook.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { delays, sign } from '../src/webhook.js';

test('the signature depends on the body and the secret', () => {
  assert.match(sign('{}', 'a'), /^sha256=[0-9a-f]{64}$/);
  assert.notEqual(sign('{}', 'a'), sign('{}', 'b'));
});

test('attempts end after a day', () => {
  assert.deepEqual(delays(60, 1000), [60, 120, 240, 480]);
  assert.ok(delays().reduce((a, b) => a + b) <= 86_400);
});
@@ call api | 8 10
@@ Kaya | Pages about export and health
@@ release minor | Export; Backup and repair; Webhooks
@@ branch feature/shared-notebooks
@@ Kaya | Who may read a notebook
=== src/sharing.js
// Who may read and write a notebook.
const RIGHTS = ['read', 'write', 'own'];

export class Sharing {
  constructor() {
    this.of = new Map();
  }

  share(notebook, person, right) {
    if (!RIGHTS.includes(right)) throw new Error(`${right} is not a right`);
    if (!this.of.has(notebook)) this.of.set(notebook, new Map());
    this.of.get(notebook).set(person, right);
  }

  may(person, right, notebook) {
    return RIGHTS.indexOf(this.of.get(notebook)?.get(person)) >= RIGHTS.indexOf(right);
  }
}
=== test/sharing.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { Sharing } from '../src/sharing.js';

test('who owns may write, who reads may not', () => {
  const sharing = new Sharing();
  sharing.share('work', 'anna', 'own');
  sharing.share('work', 'ben', 'read');
  assert.deepEqual([sharing.may('anna', 'write', 'work'), sharing.may('ben', 'write', 'work'), sharing.may('eva', 'read', 'work')], [true, false, false]);
});
@@ switch main
