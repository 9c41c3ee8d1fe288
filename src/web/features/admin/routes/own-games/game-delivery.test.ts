import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { gameKeyConstants } from '#shared/constants/game-library/game-keys.ts';
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
  const file = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'keys.txt');
  const answerOf = async (fields: Record<string, string | File>) =>
    textOf(await send({ intent: 'add-keys', ...fields }));
  const answer = await answerOf({ list: '', file: file('AAAA\r\nBBBB\r\n') });
  expect(answer).toContain('2 keys are added.');
  const broken = file(Uint8Array.from([0x43, 0xff, 0xfe, 0x0a, 0x44]));
  expect(await answerOf({ file: broken })).toContain('The file is no text in UTF-8.');
  expect(await addKeys('Key\n"DDDD"\nEEEE')).toMatch(
    /One key is added.* Line 1: it is a heading and no key\. Line 2: it is in quotation marks/,
  );
  expect(await answerOf({ list: 'X', file: file('Y') })).toContain('not both');
  const large = file('A'.repeat(gameKeyConstants.fileBytesMax + 1));
  expect(await answerOf({ file: large })).toContain('at most 1 MB');
  const failed = await addKeys(' ');
  expect(failed).toContain('Enter one key a line.');
  expect(await textOf(await editor.get(editorPath))).toContain('In all 3 Given 0 Left 3');
});

test('the column of a table with keys is known by its heading, whatever wrote the table', async () => {
  const { send, editor, editorPath } = await createFixture();
  const tables = [
    [
      'keys.csv',
      '\uFEFFGame;Product Key;Region;\r\nLantern;"AA-1";EU;\r\n;;;\r\nLantern;AA-2;EU;\r\n',
    ],
    ['keys.CSV', 'sep=,\n"KEY"\n"BB-1"\n"BB-2,x"\n'],
    ['keys.txt', Buffer.from('\uFEFFtitle\tcode\r\nLantern\tCC-1\r\n', 'utf16le')],
  ] as const;
  for (const [name, content] of tables) {
    const answer = await textOf(
      await send({ intent: 'add-keys', file: new File([content], name) }),
    );
    expect(answer).toMatch(/(One key is|2 keys are) added\./);
  }
  expect(await textOf(await editor.get(editorPath))).toContain('In all 5 Given 0 Left 5');
});

test('a table without a known heading is shown first, and its heading is not sold', async () => {
  const { send, editor, editorPath, createVisitor, gameId } = await createFixture();
  const [first, second] = [randomUUID(), randomUUID()];
  const table = `"Item";"Unlocks"\r\n"Lantern";"${first}"\r\n"Lantern";"${second}"\r\n`;
  const preview = await send({ intent: 'add-keys', file: new File([table], 'keys.csv') });
  const html = await preview.clone().text();
  const shown = await textOf(preview);
  expect(shown).toMatch(/Column A: 2 keys, 1 left out Item, Lantern, Lantern/);
  expect(shown).toContain(`Column B: 3 keys Unlocks, ${first}, ${second}`);
  const count = async () => /In all (\d+)/.exec(await textOf(await editor.get(editorPath)))?.[1];
  expect(await count()).toBeUndefined();

  const sent = /name="table" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
  const choice = { intent: 'add-keys-of-column', table: sent, column: '1' };
  expect(await textOf(await send(choice))).not.toContain('added');
  expect(await count()).toBeUndefined();
  const added = await textOf(await send({ ...choice, firstRow: 'heading' }));
  expect(added).toContain('2 keys are added.');
  expect(await count()).toBe('2');
  const again = await textOf(await send({ ...choice, firstRow: 'heading' }));
  expect(again).toContain('2 rows were left out: Row 2: the game has or had this key.');
  const buyer = await createVisitor();
  await buyer.buy();
  const library = await (await buyer.get(`/library?game=${gameId}`)).text();
  expect([first, second].filter((key) => library.includes(key))).toHaveLength(1);

  for (const [content, text] of [
    ['"A\n', 'a quotation mark in row 1 is not closed'],
    ['A\n'.repeat(5_002), 'A file can have 5,000 keys.'],
    [`A${',B'.repeat(30)}\n`, 'more than 30 columns'],
    ['\n', 'There is no key in the file.'],
  ] as const) {
    const file = new File([content], 'keys.csv');
    expect(await textOf(await send({ intent: 'add-keys', file }))).toContain(text);
  }
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
