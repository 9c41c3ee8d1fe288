import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardSetVersions, gameKeys, games, pictures } from '#database/schema.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { callCommand, runScript } from '#test/fixtures/operator-commands.ts';
import { buildZip } from '#test/fixtures/raw-zip.ts';
import { createSmallPicture } from '#test/fixtures/uploads.ts';
import { importGameFile } from './operator/import-game-file.ts';

const database = useDatabase();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-import-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const runImport = (...args: string[]) =>
  callCommand(importGameFile, { database, dataDir: folder, args });
const runImportScript = (...args: string[]) =>
  runScript('scripts/import-games.ts', { database, dataDir: folder, args });

async function save(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

it('imports a file in the name of an editor, or prints what is wrong and changes nothing', async () => {
  const { username } = await createPlayer(database.db, { role: 'admin' });
  const name = `Lantern ${randomUUID()}`;
  const file = await save('games.csv', `name,price\n${name},4.50\n`);
  expect(await runImportScript('--as', username.toUpperCase(), file)).toEqual({
    code: 0,
    out: 'Imported: 1 new, 0 changed, 0 the same, 0 wrong.',
    err: '',
  });
  expect(await database.db.$count(games, eq(games.name, name))).toBe(1);
  const wrong = await save('wrong.json', JSON.stringify({ games: [{ name: 'A', price: 'x' }] }));
  const answer = await runImport('--as', username, wrong);
  expect(answer.code).toBe(1);
  expect(answer.out).toContain('Row 1 (A): price: Enter a price such as 9.99');
  expect(answer.out).toContain('Nothing was changed: 0 new, 0 changed, 0 the same, 1 wrong.');
});

it('imports pictures and keys beside the file, and the same files again change nothing', async () => {
  const { id, username } = await createPlayer(database.db, { role: 'admin' });
  await save('cover.png', await createSmallPicture());
  await save('keys.txt', 'AAAA-1111\r\nBBBB-2222\n');
  const name = `Bundle ${randomUUID()}`;
  const cards = ['Lamp', 'Wick', 'Oil'].map((card) => ({
    ...{ name: card, rarity: 'common', picture: 'cover.png' },
  }));
  const entry = {
    ...{ name, cover: { file: 'cover.png', text: 'A lantern.' }, keys: 'keys.txt', cards },
    pictures: [{ file: 'cover.png' }],
  };
  const file = await save('bundle.json', JSON.stringify({ games: [entry] }));
  expect(await runImport('--as', username, file)).toEqual({
    code: 0,
    out: 'Imported: 1 new, 0 changed, 0 the same, 0 wrong.',
    err: '',
  });
  const isMine = and(eq(pictures.purpose, 'site'), eq(pictures.userId, id));
  const count = async () => [
    await database.db.$count(gameKeys),
    await database.db.$count(pictures, isMine),
    await database.db.$count(cardSetVersions),
  ];
  const before = await count();
  expect(before).toEqual([2, 1, 2]);
  const [game] = await database.db
    .select({ id: games.id, cover: games.backgroundImage })
    .from(games)
    .where(eq(games.name, name));
  expect(game?.cover).toMatch(/^\/photos\//);
  const [picture] = await database.db.select({ id: pictures.id }).from(pictures).where(isMine);
  const stored = await readdir(path.join(folder, 'gallery'), { recursive: true });
  expect(
    stored.filter((one) => one.includes(picture?.id ?? '?') && one.endsWith('.webp')),
  ).toHaveLength(2);
  expect((await runImport('--as', username, file)).out).toBe(
    'Imported: 0 new, 0 changed, 1 the same, 0 wrong.',
  );
  await save('keys.txt', 'BBBB-2222\nCCCC-3333\n');
  expect((await runImport('--as', username, file)).out).toContain('1 changed');
  expect(await count()).toEqual([3, 1, 2]);
});

it('imports a zip with its pictures and keys, and refuses one with a path that leads out of it', async () => {
  const { username } = await createPlayer(database.db, { role: 'admin' });
  const name = `Zipped ${randomUUID()}`;
  const entry = { name, cover: { file: 'a/cover.jpg' }, keys: 'a/keys.csv' };
  const files = {
    'games.json': JSON.stringify({ games: [entry] }),
    'a/cover.jpg': await createSmallPicture(70, 41),
    'a/keys.csv': 'Game;Key\r\n"Lantern";"ZZZZ-1111"\r\n',
  };
  const file = await save('games.zip', buildZip(files));
  const imported = 'Imported: 1 new, 0 changed, 0 the same, 0 wrong.';
  expect(await runImport('--as', username, file)).toEqual({ code: 0, out: imported, err: '' });
  expect((await runImport('--as', username, file)).out).toContain('1 the same');
  const [game] = await database.db
    .select({ cover: games.backgroundImage })
    .from(games)
    .where(eq(games.name, name));
  expect(game?.cover).toMatch(/^\/photos\//);
  const bad = await save('bad.zip', buildZip({ ...files, '../evil.txt': 'x' }));
  const answer = await runImport('--as', username, bad);
  expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('(../evil.txt)') });
});

it('writes nothing when a file beside it is missing, outside, broken or no picture', async () => {
  const { username } = await createPlayer(database.db, { role: 'admin' });
  const outside = path.join(folder, '..', `outside-${randomUUID()}.txt`);
  await writeFile(outside, 'SECRET-1\n');
  await symlink(outside, path.join(folder, 'link.txt'));
  await save('text.png', 'no picture');
  await save('twice.txt', 'DDDD-4444\nDDDD-4444\n');
  await save('bytes.txt', Buffer.from([0x41, 0xff]));
  await save('unnamed.csv', 'Unlocks\nSECRET-1\n');
  const entries = [
    { keys: 'missing.txt' },
    { keys: `../${path.basename(outside)}` },
    { keys: outside },
    { keys: 'link.txt' },
    { keys: 'twice.txt' },
    { keys: 'bytes.txt' },
    { keys: 'unnamed.csv' },
    { keys: 'nul\u0000.txt' },
    { cover: { file: 'text.png' } },
    { pictures: [{ file: '.' }] },
  ].map((entry, index) => ({ name: `Row ${index} ${randomUUID()}`, ...entry }));
  const file = await save('wrong-bundle.json', JSON.stringify({ games: entries }));
  const before = await database.db.$count(games);
  const { code, out } = await runImport('--as', username, file);
  await rm(outside);
  expect(code).toBe(1);
  expect(out).toContain(`0 the same, ${entries.length} wrong.`);
  expect(out.match(/There is no file/g)).toHaveLength(6);
  expect(out).toContain('The first row of the file with keys must name the column');
  expect(out).toContain('Line 2 of the file with keys: it is the same as line 1.');
  expect(out).not.toContain('DDDD');
  expect(out).not.toContain('SECRET');
  expect(await database.db.$count(games)).toBe(before);
});

it('needs a catalog editor and a file', async () => {
  const { username } = await createPlayer(database.db);
  const editor = await createPlayer(database.db, { furtherRoles: [catalogEditor] });
  const file = await save('none.json', '{"games":[]}');
  const answers = [
    await runImport('--as', username, file),
    await runImport('--as', 'nobody-here', file),
    await runImport('--as', editor.username, file),
    await runImport('--as', editor.username, path.join(folder, 'missing.json')),
    await runImport(file),
  ];
  expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
  expect(answers.map(({ err }) => err)).toEqual([
    'Only catalog editors can do this.',
    expect.stringMatching(/./),
    'There is no game in the file.',
    expect.stringContaining('There is no file'),
    'Usage: npm run import -- --as USERNAME [--dates year-first|day-first|month-first] FILE',
  ]);
});
