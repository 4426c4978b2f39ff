@@ Mateo | Scores
=== server/scores.js
// Scores: one line for each finished game; tables are computed from them.
import fs from 'node:fs';
import path from 'node:path';

export function append(file, game) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const handle = fs.openSync(file, 'a');
  fs.writeSync(handle, JSON.stringify(game) + '\n');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}

export function games(file) {
  if (!fs.existsSync(file)) return [];
  const all = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
  const void_ = new Set(all.filter((game) => game.void).map((game) => game.void));
  return all.filter((game) => !game.void && !void_.has(game.id));
}

// [[player, points]], best first; of equal ones by name.
export function table(found, season) {
  const sums = new Map();
  for (const game of found.filter((each) => each.season === season)) {
    for (const [player, points] of Object.entries(game.points)) sums.set(player, (sums.get(player) ?? 0) + points);
  }
  return [...sums].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
=== test/scores.test.js
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { append, games, table } from '../server/scores.js';

test('a table without the games that were taken back', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tugs-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'data', 'scores.jsonl');
  assert.deepEqual(games(file), []);
  append(file, { id: 1, season: 's', points: { ada: 2, bo: 1 } });
  append(file, { id: 2, season: 's', points: { ada: 5 } });
  append(file, { id: 3, season: 'old', points: { bo: 9 } });
  append(file, { id: 4, season: 's', points: { cem: 2 } });
  append(file, { void: 2 });
  assert.deepEqual(table(games(file), 's'), [['ada', 2], ['cem', 2], ['bo', 1]]);
});
@@ release minor | Rooms; Scores; Twelve harbours
@@ Kaya | The server: lines over TCP
=== server/main.js
// Harbour Tugs: lines of JSON over TCP.
import fs from 'node:fs';
import net from 'node:net';
import { pathToFileURL } from 'node:url';
import { Hall } from './hall.js';
import { parseLevel } from './level.js';
import { parseMessage } from './messages.js';
import { append } from './scores.js';

export function levels(folder = new URL('../levels/', import.meta.url)) {
  return fs.readdirSync(folder).sort().map((name) => parseLevel(fs.readFileSync(new URL(name, folder), 'utf8')));
}

function act(hall, config, client, message) {
  if (message.say === 'join') {
    client.room = hall.rooms.get(message.room);
    if (!client.room) throw new Error('no such room');
    client.player = message.player;
    return { number: client.room.join(message.player) };
  }
  if (!client.room) throw new Error('join first');
  hall.touch(client.room);
  if (message.say === 'begin') client.room.begin(config.ticks_per_second);
  else if (message.say === 'wish') client.room.wish(client.player, message.way);
  else client.room.leave(client.player);
  return { ok: true };
}

export function createServer(hall, config) {
  return net.createServer((socket) => {
    const client = {};
    let rest = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      rest += text;
      if (rest.length > 4000) socket.destroy();
      const lines = rest.split('\n');
      rest = lines.pop();
      for (const line of lines) {
        const { message, refused } = parseMessage(line);
        let answer;
        try {
          answer = refused ? { refused } : act(hall, config, client, message);
        } catch (problem) {
          answer = { refused: problem.message };
        }
        socket.write(JSON.stringify(answer) + '\n');
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => client.room?.leave(client.player));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const config = JSON.parse(fs.readFileSync(new URL(`../config/${process.env.TUGS_ENV ?? 'development'}.json`, import.meta.url), 'utf8'));
  const hall = new Hall(config.rooms);
  const all = levels();
  for (let number = 0; number < Math.min(config.rooms.most, all.length); number += 1) hall.open(all[number]);
  setInterval(() => {
    for (const result of hall.tick()) append(process.env.TUGS_SCORES ?? 'data/scores.jsonl', { id: Date.now(), season: config.season, ...result });
    for (const _ of hall.sweep()) hall.open(all[hall.made % all.length]);
  }, 1000 / config.ticks_per_second);
  createServer(hall, config).listen(config.port, () => console.log(`tugs: port ${config.port}, ${hall.rooms.size} rooms`));
}
=== test/main.test.js
import assert from 'node:assert/strict';
import net from 'node:net';
import { createInterface } from 'node:readline';
import test from 'node:test';
import { Hall } from '../server/hall.js';
import { createServer, levels } from '../server/main.js';

test('a player over TCP', async (t) => {
  const hall = new Hall({ most: 3, players: 4, idle_seconds: 60 });
  hall.open(levels()[0]);
  const server = createServer(hall, { ticks_per_second: 10 });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  t.after(() => server.close());
  const socket = net.connect(server.address().port, '127.0.0.1');
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  const say = async (message) => {
    socket.write(JSON.stringify(message) + '\n');
    return JSON.parse((await answers.next()).value);
  };
  assert.deepEqual(await say({ say: 'begin' }), { refused: 'join first' });
  assert.deepEqual(await say({ say: 'join', room: 'Z9', player: 'ada' }), { refused: 'no such room' });
  assert.deepEqual(await say({ say: 'join', room: 'A1', player: 'ada' }), { number: 0 });
  assert.deepEqual(await say({ say: 'begin' }), { ok: true });
  assert.deepEqual(await say({ say: 'dance' }), { refused: 'unknown' });
  assert.deepEqual(hall.rooms.get('A1').players, ['ada']);
  socket.destroy();
});
@@ branch feature/replays
@@ Tarik | Play a recorded game again
=== server/replay.js
// A recorded game: the wishes of each tick. The world is a pure function, so that the same wishes give the same game.
import { finished, newWorld, step } from './world.js';

export function replay(level, players, wishes) {
  let world = newWorld(level, players);
  for (const each of wishes) {
    world = step(world, each);
    if (finished(world)) break;
  }
  return world;
}
=== test/replay.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { levels } from '../server/main.js';
import { replay } from '../server/replay.js';

test('the same again', () => {
  const wishes = Array.from({ length: 200 }, (_, tick) => ({ 0: ['north', 'east', 'south', 'west'][(tick * 7) % 4] }));
  const [level] = levels();
  assert.deepEqual(replay(level, 1, wishes), replay(level, 1, wishes));
});
@@ switch main
@@ call levels | 13 20
@@ Ulla | Eight harbours for the autumn season
@@ Ulla | How to draw a harbour
=== docs/levels.md
# How to draw a harbour

| letter | what |
|---|---|
| `#` | wall; all around, and wherever you like |
| `.` | water |
| `T` | a tug, one to four |
| `b` | a barge |
| `o` | a berth, as many as barges |

Nobody can pull: a barge in a corner stays there. Leave a free row along the quays. `make check` says what is wrong.
=== docs/protocol.md
# Messages

One JSON object a line.

| client says | answer |
|---|---|
| `{"say": "join", "room": "A1", "player": "Ada"}` | `{"number": 0}` |
| `{"say": "begin"}` | `{"ok": true}` |
| `{"say": "wish", "way": "north"}` | `{"ok": true}` |
| `{"say": "leave"}` | `{"ok": true}` |

What the server does not like: `{"refused": "why"}`.
@@ release minor | The server; The autumn season
