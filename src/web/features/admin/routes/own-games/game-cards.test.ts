import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { cardKinds, cardSetVersions, pictures } from '#database/schema.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { cardSetConstants } from '#shared/constants/card-sets.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createPlayer } from '#test/fixtures/factories.ts';
import { createGameOfSite } from '#test/fixtures/own-sets.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createSmallPicture, useUploadServer } from '#test/fixtures/uploads.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);

beforeAll(() => createCardSets(database.db));

type Card = [name: string, rarity: string, other?: { glyph?: string; file?: File }];
const small: Card[] = [
  ['Lamp', 'common'],
  ['Wick', 'common'],
  ['Oil', 'uncommon'],
];
/** The odds that the form of `small` has shown, as the page writes them. */
const oddsOfSmall = 'ccu';

async function createFixture() {
  const server = await startUploads();
  const actor = await createPlayer(database.db, { furtherRoles: [catalogEditor] });
  const gameId = await createGameOfSite({ ...server.ctx, actor });
  const path = `/admin/games/${gameId}/cards`;
  const visitor = await createSignedInVisitor(server, actor.id);
  /** Sends the form of a set as a browser does. */
  async function send(
    cards: readonly Card[],
    fields: Record<string, string> = {},
    browser: Pick<typeof visitor, 'send'> = visitor,
  ) {
    const body = new FormData();
    const all = { version: '0', rows: String(cards.length), odds: '', intent: 'check', ...fields };
    cards.forEach(([name, rarity, { glyph = 'lantern', file } = {}], index) => {
      body.append(`name-${index}`, name);
      body.append(`rarity-${index}`, rarity);
      body.append(`glyph-${index}`, file ? '' : glyph);
      body.append('file', file ?? new File([], ''));
    });
    for (const [name, value] of Object.entries(all)) body.set(name, value);
    const headers = { Origin: 'http://localhost:3000', Accept: 'text/html' };
    return browser.send(path, { method: 'POST', body, headers });
  }
  const save = (cards: readonly Card[], fields: Record<string, string> = {}) =>
    send(cards, { intent: 'save', odds: oddsOfSmall, ...fields });
  const kinds = () =>
    database.db
      .select({ id: cardKinds.id, name: cardKinds.name, rarity: cardKinds.rarity })
      .from(cardKinds)
      .where(eq(cardKinds.gameId, gameId))
      .orderBy(cardKinds.id);
  const versions = () => database.db.$count(cardSetVersions, eq(cardSetVersions.gameId, gameId));
  return { ...server, gameId, path, visitor, send, save, kinds, versions };
}

test('an editor checks the odds of a set, then saves it as a version', async () => {
  const { gameId, path, visitor, send, save, kinds } = await createFixture();
  expect(await textOf(await visitor.get(`/admin/games/${gameId}`))).toContain('Cards');
  const first = await textOf(await visitor.get(path));
  expect(first).toContain('This game has the set that other games share.');
  expect(first).not.toContain('Save as version');
  const checked = await (await send(small)).text();
  expect(checked).toMatch(/33\.3%<!-- --> of draws/);
  expect(checked).toContain('Save as version');
  expect(checked).toContain(`name="odds" value="${oddsOfSmall}"`);
  expect(await kinds()).toEqual([]);
  // Other odds than those that were shown are shown first.
  expect(await textOf(await save(small, { odds: 'ccc' }))).toContain('of draws');
  expect(await kinds()).toEqual([]);
  expect(await textOf(await save(small))).toContain('The card set is saved.');
  expect(await kinds()).toMatchObject(small.map(([name, rarity]) => ({ name, rarity })));
  const page = await textOf(await visitor.get(path));
  expect(page).toContain('Version 1. A change makes a new version');
  expect(await textOf(await visitor.get(`/game-info/${gameId}`))).toContain('Oil');
});

test('a set that cannot be saved says why, and what was typed stays', async () => {
  const { send, save, versions } = await createFixture();
  const messageOf = async (cards: readonly Card[]) => textOf(await send(cards));
  const commons = Array.from({ length: 6 }, (_, n): Card => [`Match ${n}`, 'common']);
  const rares = Array.from({ length: 12 }, (_, n): Card => [`Rare ${n}`, 'rare']);
  const unfair = await messageOf([...commons, ...rares, ['Sun', 'epic']]);
  expect(unfair).toContain('One epic card would come more often than one rare card.');
  expect(unfair).not.toContain('Save as version');
  const twice = await (await send([...small, ['lamp', 'common']])).text();
  expect(twice).toContain('Another card of the set has this name.');
  expect(twice).toContain('value="lamp"');
  expect(await messageOf(small.slice(1))).toContain('A set has 3 to 30 cards.');
  const many = (count: number) =>
    Array.from({ length: count }, (_, n): Card => [`Card ${n}`, 'common']);
  const { cardsMax } = cardSetConstants;
  expect(await messageOf(many(cardsMax))).toContain('Save as version 1');
  expect((await send(many(cardsMax + 1))).status).toBe(400);
  const added = await send(many(cardsMax), { intent: 'add' });
  expect(await textOf(added)).toContain('A set has at most 30 cards.');
  expect(await messageOf([...small, ['', 'common']])).toContain('Enter a name.');
  expect(await messageOf([...small, ['x'.repeat(41), 'common']])).toContain('At most 40');
  const noPicture = await messageOf([...small, ['Bare', 'common', { glyph: '' }]]);
  expect(noPicture).toContain('Choose a glyph or upload a picture.');
  const unknown = [...small, ['Odd', 'uncommon', { glyph: 'no-such-glyph' }] satisfies Card];
  expect(await textOf(await save(unknown, { odds: `${oddsOfSmall}u` }))).toContain(
    'There is no glyph',
  );
  const wrong = await save([...small, ['Gold', 'golden']], { odds: `${oddsOfSmall}g` });
  expect(await textOf(wrong)).toContain('Choose a rarity.');
  expect(await versions()).toBe(0);
});

test('rows are added, moved, removed and put back without being saved', async () => {
  const { send, save, kinds, versions } = await createFixture();
  await save(small);
  const order = (html: string) =>
    [...html.matchAll(/name="name-\d+" [^>]*value="([^"]*)"/g)].map((match) => match[1]);
  const changed = async (intent: string) =>
    order(await (await send(small, { version: '1', intent })).text());
  expect(await changed('up-2')).toEqual(['Lamp', 'Oil', 'Wick']);
  expect(await changed('down-0')).toEqual(['Wick', 'Lamp', 'Oil']);
  expect(await changed('remove-1')).toEqual(['Lamp', 'Oil']);
  expect(await (await send(small, { version: '1', intent: 'add' })).text()).toContain(
    'Name of card 4',
  );
  const oil = (await kinds()).find(({ name }) => name === 'Oil');
  const plain: Card[] = [
    ['Tin', 'common'],
    ['Pin', 'common'],
    ['Lid', 'common'],
  ];
  await save(plain, { odds: 'ccc', version: '1' });
  const restored = await send(plain, { version: '2', intent: `restore-${oil?.id}` });
  const html = await restored.text();
  expect(order(html)).toEqual(['Tin', 'Pin', 'Lid', 'Oil']);
  expect(html).toContain(`name="kindId-3" value="${oil?.id}"`);
  for (const intent of ['up-9', 'restore-own-1-1']) {
    expect((await send(small, { version: '1', intent })).status).toBe(400);
  }
  expect(await versions()).toBe(3);
});

test('a form that is sent twice or at once makes one version, and a late one is refused', async () => {
  const { send, save, kinds, versions } = await createFixture();
  const answers = await Promise.all([save(small), save(small), save(small)]);
  for (const answer of answers) expect(await textOf(answer)).toContain('The card set is saved.');
  // The shared set that the game had before is version 0.
  expect(await versions()).toBe(2);
  expect(await kinds()).toHaveLength(3);
  const other = [...small.slice(1), ['Fuse', 'common'] satisfies Card];
  const sent = { odds: 'cuc', version: '1' };
  const both = await Promise.all([
    save(other, sent),
    save([...small.slice(1), ['Tin', 'common']], sent),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const late = await send(small, { intent: 'save', odds: oddsOfSmall, version: '0' });
  expect(late.status).toBe(409);
  expect(await textOf(late)).toContain('Somebody else has changed this set');
  expect(await versions()).toBe(3);
});

test('only catalog editors and admins send the form, and only for games of the site', async () => {
  const { web, save, send, versions, path, visitor } = await createRoles();
  for (const [name, browser] of Object.entries(web)) {
    const page = await browser.get(path);
    const fields = { intent: 'save', odds: oddsOfSmall };
    const { status } = await send(small, fields, browser);
    const may = name === 'admin';
    expect([name, page.status]).toEqual([name, may ? 200 : 404]);
    if (!may) expect([302, 404, 413]).toContain(status);
    expect([name, await versions()]).toEqual([name, may ? 2 : 0]);
  }
  expect((await save(small)).status).toBe(200);
  for (const id of ['1', '0', 'x', '2999999999'])
    expect((await visitor.get(`/admin/games/${id}/cards`)).status).toBe(404);
});

async function createRoles() {
  const fixture = await createFixture();
  const as = async (values: Parameters<typeof createPlayer>[1]) =>
    createSignedInVisitor(fixture, (await createPlayer(database.db, values)).id);
  const web = {
    visitor: fixture.visit(),
    guest: await as({ role: 'guest' }),
    player: await as({}),
    moderator: await as({ role: 'moderator' }),
    admin: await as({ role: 'admin' }),
  };
  return { ...fixture, web };
}

test('a picture is uploaded for a card, kept by the next forms and shown to players', async () => {
  const { gameId, path, visitor, send } = await createFixture();
  const file = new File([new Uint8Array(await createSmallPicture(90))], 'card.jpg');
  const broken = new File([new TextEncoder().encode('<svg/>')], 'drawing.svg');
  const refused = await send([...small.slice(1), ['Photo', 'common', { file: broken }]]);
  expect(await textOf(refused)).toContain('This is not a picture that we know');
  const checked = await (await send([...small.slice(1), ['Photo', 'common', { file }]])).text();
  const [, id = ''] = /name="pictureId-2" value="([0-9a-f-]{36})"/.exec(checked) ?? [];
  const cards = [...small.slice(1), ['Photo', 'common', { glyph: '' }] satisfies Card];
  const saved = await send(cards, { intent: 'save', odds: 'cuc', 'pictureId-2': id });
  expect(await textOf(saved)).toContain('The card set is saved.');
  const [picture] = await database.db.select().from(pictures).where(eq(pictures.id, id));
  expect(picture).toMatchObject({ purpose: 'site' });
  const html = await (await visitor.get(`/game-info/${gameId}`)).text();
  const [shown = ''] = new RegExp(`/photos/${id}/[0-9a-f]+\\.webp`).exec(html) ?? [];
  expect((await visitor.get(shown)).status).toBe(200);
  expect(await (await visitor.get(path)).text()).toContain('The uploaded picture');
  const gone = { intent: 'save', odds: 'cuc', 'pictureId-2': crypto.randomUUID(), version: '1' };
  expect(await textOf(await send(cards, gone))).toContain('Choose a glyph or upload a picture.');
});
