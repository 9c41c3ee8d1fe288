import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { games } from '#database/schema.ts';
import { catalogEditor } from '#shared/constants/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';

const database = useDatabase();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-import-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the script as the operator does. Returns its output and exit code. */
function runImport(...args: string[]) {
  const { host, port, user, password } = inject('postgres');
  const query = new URLSearchParams({ host, port: String(port) });
  const url = `postgres://${user}:${encodeURIComponent(password)}@/${database.name}?${query}`;
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: url };
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, ['scripts/import-games.ts', ...args], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out: out.trim(), err: err.trim() });
    });
  });
}

async function save(name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

it('imports a file in the name of an editor, or prints what is wrong and changes nothing', async () => {
  const { username } = await createPlayer(database.db, { role: 'admin' });
  const name = `Lantern ${randomUUID()}`;
  const file = await save('games.csv', `name,price\n${name},4.50\n`);
  expect(await runImport('--as', username.toUpperCase(), file)).toEqual({
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
    'Usage: npm run import -- --as USERNAME FILE',
  ]);
});
