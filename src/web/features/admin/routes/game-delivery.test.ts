import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { gameKeyConstants } from '#shared/constants/game-keys.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets } from '#test/fixtures/factories.ts';
import { readBalance } from '#test/fixtures/market.ts';
import { createDeliveredGame } from '#test/fixtures/own-game.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

async function createFixture(overrides: Parameters<typeof createWeb>[1] = {}) {
  const web = createWeb(database.db, overrides);
  const game = await createDeliveredGame(web);
  const { editor, editorPath } = game;
  const send = async (fields: Record<string, string | File>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const headers = { Origin: 'http://localhost:3000', Accept: 'text/html' };
    return editor.send(editorPath, { method: 'POST', body, headers });
  };
  const addKeys = async (list: string) => textOf(await send({ intent: 'add-keys', list }));
  return { web, ...game, send, addKeys };
}

test('an editor adds keys, and each buyer sees one on the page of the game and in the library', async () => {
  const { web, gameId, name, pagePath, editor, editorPath, addKeys, createVisitor } =
    await createFixture();
  expect(await textOf(await editor.get(`/admin/games/${gameId}`))).toContain('What owners get');
  expect(await textOf(await editor.get(editorPath))).toContain('There are no keys yet.');
  const keys = [randomUUID(), randomUUID()];
  const added = await addKeys([...keys, keys[0]].join('\n'));
  expect(added).toContain('2 keys are added.');
  expect(added).toContain('One line was left out: Line 3: it is the same as line 1.');
  expect(added).toContain('In all 2 Given 0 Left 2');

  const [first, second, third] = [
    await createVisitor(),
    await createVisitor({ role: 'guest' }),
    await createVisitor(),
  ];
  const pageOf = async (visitor: typeof first, path = pagePath) => (await visitor.get(path)).text();
  const keysIn = (html: string) => keys.filter((key) => html.includes(key));
  expect(keysIn(await pageOf(first))).toEqual([]);
  await first.buy();
  await second.buy();
  const shown = [keysIn(await pageOf(first)), keysIn(await pageOf(second))];
  expect(shown.flat().toSorted()).toEqual(keys.toSorted());
  expect(shown.map(({ length }) => length)).toEqual([1, 1]);
  const page = await first.get(pagePath);
  expect(page.headers.get('Cache-Control')).toBe('private, no-store');
  expect(keysIn(await pageOf(first, `/library?game=${gameId}`))).toEqual(shown[0]);

  expect(await textOf(await third.buy())).toContain('Sold out');
  expect(await readBalance(database.db, third.actor)).toBe(50_00);
  expect(await textOf(await third.get(pagePath))).toMatch(/Price \$5\.00.* Sold out/);
  expect(await textOf(await web.visit().get(pagePath))).toContain('Sold out');
  const places = ['/', '/library', `/profile/${first.actor.username}`, `/api/games/${gameId}`];
  for (const path of places) expect(keysIn(await pageOf(third, path))).toEqual([]);
  const after = await editor.get(editorPath);
  const html = await after.clone().text();
  expect(keysIn(html)).toEqual([]);
  expect(await textOf(after)).toContain('In all 2 Given 2 Left 0 Sold out: nobody can buy');
  expect(html).toContain(name);
});

test('keys are read from a file, and what cannot be read is refused with a reason', async () => {
  const { send, addKeys, editor, editorPath } = await createFixture();
  const file = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'keys.csv');
  const answerOf = async (fields: Record<string, string | File>) =>
    textOf(await send({ intent: 'add-keys', ...fields }));
  const answer = await answerOf({ list: '', file: file('AAAA\r\nBBBB\r\n') });
  expect(answer).toContain('2 keys are added.');
  const broken = file(Uint8Array.from([0x43, 0xff, 0xfe, 0x0a, 0x44]));
  expect(await answerOf({ file: broken })).toContain(
    'Line 1: it has characters that cannot be shown.',
  );
  expect(await answerOf({ list: 'X', file: file('Y') })).toContain('not both');
  const large = file('A'.repeat(gameKeyConstants.fileBytesMax + 1));
  expect(await answerOf({ file: large })).toContain('at most 1 MB');
  const failed = await addKeys(' ');
  expect(failed).toContain('Enter one key a line.');
  expect(await textOf(await editor.get(editorPath))).toContain('In all 3 Given 0 Left 3');
});

test('unused keys are removed after a question, and the game can be sold without keys', async () => {
  const { editor, editorPath, addKeys, send, createVisitor } = await createFixture();
  await addKeys('AAAA\nBBBB');
  await (await createVisitor()).buy();
  const question = await textOf(await editor.get(`${editorPath}?ask=remove-keys`));
  expect(question).toContain('Remove the unused keys?');
  expect(await textOf(await send({ intent: 'remove-keys' }))).toContain('One key is removed.');
  const buyer = await createVisitor();
  expect(await textOf(await buyer.buy())).toContain('Sold out');
  expect(await textOf(await send({ intent: 'end-keys' }))).toContain(
    'Purchases get no key any more.',
  );
  expect((await buyer.buy()).status).toBe(302);
});

test('no key is in the log of the server', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const { addKeys, createVisitor, pagePath } = await createFixture({ log });
  const key = randomUUID();
  await addKeys(`${key}\n${key}`);
  const buyer = await createVisitor();
  await buyer.buy();
  expect(await (await buyer.get(pagePath)).text()).toContain(key);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('')).not.toContain(key);
});
