@@ Kaya | Read a harbour
=== package.json
{
  "name": "harbour-tugs-server",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "engines": { "node": ">=18" }
}
=== server/level.js
// A harbour from text: # wall, . water, T tug, b barge, o berth.
export function parseLevel(text) {
  const [head, ...rest] = text.split('\n\n');
  const facts = Object.fromEntries(head.split('\n').map((line) => line.split(/:\s*/, 2)));
  const rows = rest.join('\n\n').trimEnd().split('\n');
  const level = { title: facts.title, seconds: Number(facts.seconds), width: rows[0].length, height: rows.length, walls: new Set(), tugs: [], barges: [], berths: [] };
  rows.forEach((row, y) => {
    if (row.length !== level.width) throw new Error(`${facts.title}: row ${y + 1} has ${row.length} of ${level.width} letters`);
    [...row].forEach((letter, x) => {
      if (letter === '#') level.walls.add(y * level.width + x);
      else if (letter === 'T') level.tugs.push({ x, y });
      else if (letter === 'b') level.barges.push({ x, y });
      else if (letter === 'o') level.berths.push({ x, y });
      else if (letter !== '.') throw new Error(`${facts.title}: ${letter} at ${x + 1}, ${y + 1}`);
    });
  });
  return level;
}

// What is wrong with a level.
export function problems(level) {
  const found = [];
  if (!level.title) found.push('no title');
  if (!(level.seconds >= 30)) found.push('too short');
  if (level.tugs.length === 0 || level.tugs.length > 4) found.push(`${level.tugs.length} tugs`);
  if (level.barges.length === 0 || level.barges.length !== level.berths.length) found.push(`${level.barges.length} barges for ${level.berths.length} berths`);
  for (let x = 0; x < level.width; x += 1) if (!level.walls.has(x) || !level.walls.has((level.height - 1) * level.width + x)) found.push(`open at column ${x + 1}`);
  for (let y = 0; y < level.height; y += 1) if (!level.walls.has(y * level.width) || !level.walls.has((y + 1) * level.width - 1)) found.push(`open at row ${y + 1}`);
  return found;
}
=== test/level.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseLevel, problems } from '../server/level.js';

const head = 'title: Small\nseconds: 60\n\n';

test('a harbour', () => {
  const level = parseLevel(`${head}#####\n#Tbo#\n#####\n`);
  assert.deepEqual([level.width, level.height, level.tugs, level.barges, level.berths], [5, 3, [{ x: 1, y: 1 }], [{ x: 2, y: 1 }], [{ x: 3, y: 1 }]]);
  assert.deepEqual(problems(level), []);
});

test('what cannot be read', () => {
  assert.throws(() => parseLevel(`${head}###\n#T\n###`), /row 2/);
  assert.throws(() => parseLevel(`${head}###\n#x#\n###`), /x at 2, 2/);
});

test('what is wrong', () => {
  assert.deepEqual(problems(parseLevel('title: Odd\nseconds: 5\n\n####\n#b.#\n##.#\n')), ['too short', '0 tugs', '1 barges for 0 berths', 'open at column 3']);
});
@@ call levels | 1 6
@@ Ulla | Six harbours
=== tools/check-levels.js
// Checks every level; says which are wrong.
import fs from 'node:fs';
import { parseLevel, problems } from '../server/level.js';

const folder = new URL('../levels/', import.meta.url);
let wrong = 0;
for (const name of fs.readdirSync(folder).sort()) {
  const found = problems(parseLevel(fs.readFileSync(new URL(name, folder), 'utf8')));
  if (found.length) console.log(`${name}: ${found.join(', ')}`);
  wrong += found.length;
}
process.exitCode = wrong ? 1 : 0;
=== test/levels.test.js
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { parseLevel, problems } from '../server/level.js';

const folder = new URL('../levels/', import.meta.url);

for (const name of fs.readdirSync(folder)) {
  test(`level ${name}`, () => {
    const level = parseLevel(fs.readFileSync(new URL(name, folder), 'utf8'));
    assert.deepEqual(problems(level), []);
    assert.equal(name.replace(/^\d+-|\.txt$/g, ''), level.title.toLowerCase());
  });
}
@@ Kaya | Move tugs and push barges
=== server/world.js
// The world of one game. step() gives the next world and leaves the old one as it is.
const WAYS = { north: [0, -1], south: [0, 1], west: [-1, 0], east: [1, 0] };

export function newWorld(level, players, ticksPerSecond = 10) {
  if (players > level.tugs.length) throw new Error(`${level.title} has ${level.tugs.length} tugs`);
  return { level, tick: 0, left: level.seconds * ticksPerSecond, tugs: level.tugs.slice(0, players), barges: level.barges, points: Array(players).fill(0) };
}

const same = (a, b) => a.x === b.x && a.y === b.y;
const berthed = (level, barge) => level.berths.some((berth) => same(berth, barge));
const wall = (level, { x, y }) => level.walls.has(y * level.width + x);

// One tug moves; a barge before it moves too when there is room behind.
function moveTug(world, player, way) {
  const [dx, dy] = WAYS[way];
  const target = { x: world.tugs[player].x + dx, y: world.tugs[player].y + dy };
  if (wall(world.level, target) || world.tugs.some((tug) => same(tug, target))) return world;
  const pushed = world.barges.findIndex((barge) => same(barge, target));
  let { barges, points } = world;
  if (pushed >= 0) {
    const behind = { x: target.x + dx, y: target.y + dy };
    if (wall(world.level, behind) || barges.some((barge) => same(barge, behind)) || world.tugs.some((tug) => same(tug, behind))) return world;
    const gain = Number(berthed(world.level, behind)) - Number(berthed(world.level, target));
    barges = barges.with ? barges.with(pushed, behind) : barges.map((barge, place) => (place === pushed ? behind : barge));
    points = points.map((sum, place) => (place === player ? sum + gain : sum));
  }
  return { ...world, barges, points, tugs: world.tugs.map((tug, place) => (place === player ? target : tug)) };
}

// `wishes`: {player: way}. Players move in the order of their numbers, which turns by one each tick.
export function step(world, wishes) {
  let next = world;
  for (let turn = 0; turn < world.tugs.length; turn += 1) {
    const player = (turn + world.tick) % world.tugs.length;
    if (WAYS[wishes[player]]) next = moveTug(next, player, wishes[player]);
  }
  return { ...next, tick: world.tick + 1, left: world.left - 1 };
}

export function finished(world) {
  if (world.barges.every((barge) => berthed(world.level, barge))) return 'done';
  return world.left <= 0 ? 'late' : null;
}
=== test/world.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseLevel } from '../server/level.js';
import { finished, newWorld, step } from '../server/world.js';

const level = (...rows) => parseLevel(['title: Small', 'seconds: 60', '', ...rows].join('\n'));
const play = (world, ...ways) => ways.reduce((now, way) => step(now, { 0: way }), world);

test('a barge is pushed to its berth', () => {
  const start = newWorld(level('######', '#Tb.o#', '######'), 1);
  const end = play(start, 'east', 'east');
  assert.deepEqual([end.tugs[0], end.barges[0], end.points], [{ x: 3, y: 1 }, { x: 4, y: 1 }, [1]]);
  assert.equal(finished(end), 'done');
  assert.deepEqual(start.barges[0], { x: 2, y: 1 });
});

test('walls and other barges stop it', () => {
  assert.deepEqual(play(newWorld(level('#####', '#Tb##', '#o..#', '#####'), 1), 'east').tugs[0], { x: 1, y: 1 });
  assert.deepEqual(play(newWorld(level('#######', '#Tbb..#', '#oo...#', '#######'), 1), 'east').tugs[0], { x: 1, y: 1 });
});

test('a barge that is pushed out again costs its point', () => {
  assert.deepEqual(play(newWorld(level('######', '#Tbo.#', '######'), 1), 'east', 'east').points, [0]);
});

test('who is first turns', () => {
  const two = newWorld(level('#######', '#T.T..#', '#b.o..#', '#######'), 2);
  const wishes = { 0: 'east', 1: 'west' };
  assert.deepEqual(step(two, wishes).tugs.map((tug) => tug.x), [2, 3]);
  assert.deepEqual(step({ ...two, tick: 1 }, wishes).tugs.map((tug) => tug.x), [1, 2]);
});

test('time runs out', () => {
  const world = { ...newWorld(level('#####', '#Tbo#', '#####'), 1), left: 1 };
  assert.equal(finished(step(world, {})), 'late');
});
@@ release minor | The world and six harbours
@@ Mateo | Rooms
=== server/room.js
// A room: players come, the game begins, ticks go by.
import { finished, newWorld, step } from './world.js';

export class Room {
  constructor(name, level, most = 4) {
    Object.assign(this, { name, level, most: Math.min(most, level.tugs.length), players: [], world: null, wishes: {}, result: null });
  }

  // Gives the player's number.
  join(player) {
    if (this.world) throw new Error('the game has begun');
    if (this.players.includes(player)) return this.players.indexOf(player);
    if (this.players.length >= this.most) throw new Error('the room is full');
    return this.players.push(player) - 1;
  }

  leave(player) {
    const number = this.players.indexOf(player);
    if (number < 0) return;
    if (this.world) this.wishes[number] = undefined;
    else this.players.splice(number, 1);
  }

  begin(ticksPerSecond) {
    if (this.players.length === 0) throw new Error('nobody is here');
    this.world = newWorld(this.level, this.players.length, ticksPerSecond);
  }

  wish(player, way) {
    const number = this.players.indexOf(player);
    if (number >= 0) this.wishes[number] = way;
  }

  // One tick; gives the result once, when the game ends.
  tick() {
    if (!this.world || this.result) return null;
    this.world = step(this.world, this.wishes);
    this.wishes = {};
    const how = finished(this.world);
    if (!how) return null;
    this.result = { room: this.name, level: this.level.title, how, ticks: this.world.tick, points: Object.fromEntries(this.players.map((player, number) => [player, this.world.points[number]])) };
    return this.result;
  }
}
=== test/room.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseLevel } from '../server/level.js';
import { Room } from '../server/room.js';

const level = parseLevel('title: Small\nseconds: 60\n\n######\n#Tbo.#\n#T...#\n######\n');

test('a game', () => {
  const room = new Room('A1', level);
  assert.deepEqual([room.join('ada'), room.join('bo'), room.join('ada')], [0, 1, 0]);
  assert.throws(() => room.join('cem'), /full/);
  room.begin(10);
  assert.throws(() => room.join('cem'), /begun/);
  room.wish('ada', 'east');
  assert.deepEqual(room.tick(), { room: 'A1', level: 'Small', how: 'done', ticks: 1, points: { ada: 1, bo: 0 } });
  assert.equal(room.tick(), null);
});

test('who leaves before the start makes room', () => {
  const room = new Room('A1', level, 1);
  room.join('ada');
  room.leave('ada');
  assert.equal(room.join('bo'), 0);
});
@@ Mateo | The hall: all rooms
=== server/hall.js
// All rooms of a server.
import { Room } from './room.js';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

export class Hall {
  constructor(config, now = () => Date.now()) {
    Object.assign(this, { config, now, rooms: new Map(), made: 0 });
  }

  open(level) {
    if (this.rooms.size >= this.config.most) throw new Error('all rooms are taken');
    const name = `${LETTERS[this.made % LETTERS.length]}${Math.floor(this.made / LETTERS.length) + 1}`;
    this.made += 1;
    const room = new Room(name, level, this.config.players);
    this.rooms.set(name, room);
    this.touch(room);
    return room;
  }

  touch(room) {
    room.touched = this.now();
  }

  // Ticks all rooms; gives the results of games that ended.
  tick() {
    return [...this.rooms.values()].map((room) => room.tick()).filter(Boolean);
  }

  // Closes finished rooms, and those that nobody touched; a running game stays while somebody plays.
  sweep() {
    const limit = this.now() - this.config.idle_seconds * 1000;
    const closed = [...this.rooms.values()].filter((room) => room.result || room.touched < limit);
    for (const room of closed) this.rooms.delete(room.name);
    return closed.map((room) => room.name);
  }
}
=== test/hall.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { Hall } from '../server/hall.js';
import { parseLevel } from '../server/level.js';

const level = parseLevel('title: Small\nseconds: 60\n\n#####\n#Tbo#\n#####\n');

test('names and the limit', () => {
  const hall = new Hall({ most: 2, players: 4, idle_seconds: 10 });
  assert.deepEqual([hall.open(level).name, hall.open(level).name], ['A1', 'B1']);
  assert.throws(() => hall.open(level), /taken/);
});

test('idle and finished rooms are closed', () => {
  let now = 0;
  const hall = new Hall({ most: 9, players: 4, idle_seconds: 10 }, () => now);
  const [, played, done] = [hall.open(level), hall.open(level), hall.open(level)];
  done.join('ada');
  done.begin(10);
  done.wish('ada', 'east');
  assert.equal(hall.tick().length, 1);
  now = 11_000;
  hall.touch(played);
  assert.deepEqual(hall.sweep(), ['A1', 'C1']);
});
@@ Tarik | Messages of clients
=== server/messages.js
// What clients may say, one JSON line each; everything else is refused.
const WAYS = ['north', 'south', 'west', 'east'];
const CHECKS = {
  join: (message) => /^[A-Z]\d{1,3}$/.test(message.room) && /^[\p{L}\d _-]{1,16}$/u.test(message.player),
  begin: () => true,
  wish: (message) => WAYS.includes(message.way),
  leave: () => true,
};

export function parseMessage(line) {
  if (line.length > 200) return { refused: 'too long' };
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return { refused: 'not JSON' };
  }
  const check = Object.hasOwn(CHECKS, message?.say) ? CHECKS[message.say] : null;
  if (!check) return { refused: 'unknown' };
  return check(message) ? { message } : { refused: message.say };
}
=== test/messages.test.js
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseMessage } from '../server/messages.js';

test('what is understood', () => {
  assert.equal(parseMessage('{"say":"join","room":"A1","player":"Ada B"}').message.player, 'Ada B');
  assert.equal(parseMessage('{"say":"wish","way":"east"}').message.way, 'east');
});

test('what is refused', () => {
  const refused = (line) => parseMessage(line).refused;
  assert.deepEqual(
    ['x', '{"say":"fly"}', '{"say":"toString"}', '{"say":"wish","way":"up"}', '{"say":"join","room":"a","player":"b"}', `{"say":"${'x'.repeat(300)}"}`, 'null'].map(refused),
    ['not JSON', 'unknown', 'unknown', 'wish', 'join', 'too long', 'unknown'],
  );
});
@@ call levels | 7 12
@@ Ulla | Six more harbours
