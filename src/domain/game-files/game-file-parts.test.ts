import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { cardKinds, cardSetVersions, gameSales, games } from '#database/schema.ts';
import { savePictureUses } from '#domain/site/pictures/save-picture-uses.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { createEditorCtx, createGameOfSite, drawnCard } from '#test/fixtures/own-sets.ts';
import { getCardSet } from '../card-sets/get-card-set.ts';
import { saveCardSet } from '../card-sets/save-card-set.ts';
import { endSale } from '../catalog/prices/change-sales.ts';
import { exportOwnGames } from './export-own-games.ts';
import { checkGameFile, importGameFile } from './import-game-file.ts';

const database = useDatabase({ max: 10 });
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
const toFile = (entries: unknown[]) => ({
  bytes: new TextEncoder().encode(JSON.stringify({ games: entries })),
  format: 'json' as const,
  dates: 'year-first' as const,
  folder: null,
  source: 'form' as const,
});

let editor: Awaited<ReturnType<typeof createEditorCtx>>;
let advance: (ms: number) => void;
const dayMs = 24 * 60 * 60 * 1000;

beforeEach(async () => {
  const base = createTestCtx(database.db);
  advance = (ms) => base.testClock.advance(ms);
  editor = await createEditorCtx(base);
});

const send = (...entries: unknown[]) => importGameFile(editor, toFile(entries));
const inDays = (days: number) =>
  new Date(editor.clock.now().getTime() + days * dayMs).toISOString();
const findId = async (name: string) => {
  const [row] = await database.db.select({ id: games.id }).from(games).where(eq(games.name, name));
  return row?.id ?? 0;
};
const exportOf = async (name: string) =>
  (await exportOwnGames(editor)).games.find((game) => game.name === name);
const problemsOf = async (entry: object) => {
  const report = await checkGameFile(editor, toFile([{ name: unique('Wrong'), ...entry }]));
  return report.rows.flatMap(({ problems }) =>
    problems.map(({ column, text }) => `${column}: ${text}`),
  );
};

const cards = [
  { name: 'Lamp', description: 'A lamp.', rarity: 'common', glyph: 'lantern' },
  { name: 'Wick', rarity: 'common', glyph: 'rose' },
  { name: 'Oil', rarity: 'uncommon', glyph: 'rose' },
];

describe('sales in a file with games', () => {
  it('are added once, keep those that are there, and are exported again', async () => {
    const name = unique('Sale');
    const entry = {
      name,
      price: '9.00',
      sales: [
        { startsAt: inDays(-3), endsAt: inDays(2), price: '4.00' },
        { startsAt: inDays(5), endsAt: inDays(6), price: 0 },
        { startsAt: inDays(-9), endsAt: inDays(-8), price: '1.00' },
      ],
    };
    expect((await send(entry)).counts).toMatchObject({ new: 1, wrong: 0 });
    const gameId = await findId(name);
    const count = () => database.db.$count(gameSales, eq(gameSales.gameId, gameId));
    expect(await count()).toBe(2);
    advance(60_000);
    expect((await send(entry)).counts).toMatchObject({ same: 1, changed: 0 });
    const exported = await exportOf(name);
    expect(exported?.sales.map(({ price, endsAt }) => [price, endsAt])).toEqual([
      ['4.00', entry.sales[0]?.endsAt],
      ['0.00', entry.sales[1]?.endsAt],
    ]);
    expect((await send(exported)).counts).toMatchObject({ same: 1 });
    const later = {
      name,
      price: '9.00',
      sales: [{ startsAt: inDays(8), endsAt: inDays(9), price: 1 }],
    };
    expect((await send(later)).counts).toMatchObject({ changed: 1 });
    expect(await count()).toBe(3);
    advance(3 * dayMs);
    expect((await send(entry)).counts).toMatchObject({ same: 1 });
  });

  it('that an editor ended are added again, because they are not there', async () => {
    const name = unique('Ended');
    const entry = { name, sales: [{ startsAt: inDays(1), endsAt: inDays(2), price: '4.00' }] };
    await send(entry);
    const gameId = await findId(name);
    const [sale] = await database.db.select().from(gameSales).where(eq(gameSales.gameId, gameId));
    await endSale(editor, { gameId, saleId: sale?.id ?? '' });
    expect((await send(entry)).counts).toMatchObject({ changed: 1 });
  });

  it('are checked row by row, also against each other', async () => {
    const sale = { startsAt: inDays(1), endsAt: inDays(3), price: '2.00' };
    expect(
      await problemsOf({
        sales: [
          sale,
          { ...sale, startsAt: inDays(2) },
          { ...sale, endsAt: sale.startsAt },
          { ...sale, startsAt: 'tomorrow', price: 'free' },
          { startsAt: inDays(10), endsAt: inDays(400), price: '1.00' },
        ],
      }),
    ).toEqual([
      expect.stringContaining('sales.2: '),
      'sales.3: The sale ends before it starts.',
      'sales.4.startsAt: Enter a time such as 2026-12-24T18:00Z.',
      expect.stringContaining('sales.4.price: Enter a price'),
      expect.stringContaining('sales.5: '),
    ]);
    const many = Array.from({ length: 21 }, (_, index) => ({
      startsAt: inDays(2 * index + 1),
      endsAt: inDays(2 * index + 2),
      price: '1.00',
    }));
    expect(await problemsOf({ sales: many })).toEqual([expect.stringContaining('sales: ')]);
  });
});

describe('card sets in a file with games', () => {
  it('are saved as a version once, and are exported with their odds', async () => {
    const name = unique('Cards');
    expect((await send({ name, cards })).counts).toMatchObject({ new: 1 });
    const gameId = await findId(name);
    const versions = () => database.db.$count(cardSetVersions, eq(cardSetVersions.gameId, gameId));
    const before = await versions();
    expect((await send({ name, cards })).counts).toMatchObject({ same: 1 });
    const exported = await exportOf(name);
    expect(exported?.cards).toEqual([
      { ...cards[0], odds: '33.33%' },
      { ...cards[1], description: '', odds: '33.33%' },
      { ...cards[2], description: '', odds: '33.33%' },
    ]);
    expect((await send(exported)).counts).toMatchObject({ same: 1 });
    expect((await send({ name })).counts).toMatchObject({ same: 1 });
    expect(await versions()).toBe(before);
    const [lamp] = (await getCardSet(editor, gameId)).cards;
    const changed = [{ ...cards[0], name: 'LAMP' }, cards[1], { ...cards[2], rarity: 'rare' }];
    expect((await send({ name, cards: changed })).counts).toMatchObject({ changed: 1 });
    const set = await getCardSet(editor, gameId);
    expect(set.version).toBe(2);
    expect(set.cards[0]).toMatchObject({ kindId: lamp?.kindId, name: 'LAMP' });
    expect(set.earlier.map((card) => card.name)).toEqual(['Oil']);
    expect((await send({ name, cards })).counts).toMatchObject({ changed: 1 });
    expect(await database.db.$count(cardKinds, eq(cardKinds.gameId, gameId))).toBe(4);
  });

  it('keep an uploaded picture of a card that has no glyph in the file', async () => {
    const gameId = await createGameOfSite(editor);
    const owner = { userId: editor.actor.id, purpose: 'site' as const, publishedAt: null };
    const pictureId = await createPicture(editor, owner);
    await database.db.transaction((tx) =>
      savePictureUses(tx, { usedBy: 'test', pictureIds: [pictureId] }),
    );
    const set = [drawnCard('Lamp'), drawnCard('Wick')];
    await saveCardSet(editor, {
      gameId,
      version: 0,
      cards: [...set, { ...drawnCard('Oil'), picture: { pictureId } }],
    });
    const [{ name } = { name: '' }] = await database.db
      .select({ name: games.name })
      .from(games)
      .where(eq(games.id, gameId));
    const exported = await exportOf(name);
    expect(exported?.cards?.[2]).toMatchObject({ name: 'Oil', glyph: null });
    expect((await send(exported)).counts).toMatchObject({ same: 1 });
    const reworded = exported?.cards?.map((card) => ({ ...card, description: 'New.' }));
    expect((await send({ ...exported, cards: reworded })).counts).toMatchObject({ changed: 1 });
    expect((await getCardSet(editor, gameId)).cards[2]).toMatchObject({ pictureId });
  });

  it('are checked card by card, and nothing is written when one is wrong', async () => {
    expect(
      await problemsOf({
        cards: [
          { ...cards[0], name: '' },
          { ...cards[1], rarity: 'golden' },
          { ...cards[2], glyph: 'no-such-glyph' },
          { name: 'Fuse', rarity: 'common' },
          { name: 'x'.repeat(41), rarity: 'common', glyph: 'rose' },
        ],
      }),
    ).toEqual([
      'cards.1.name: Enter a name.',
      'cards.2.rarity: Choose a rarity.',
      'cards.3: There is no glyph “no-such-glyph”.',
      'cards.4: A new card needs a glyph.',
      expect.stringContaining('cards.5.name: At most 40'),
    ]);
    expect(await problemsOf({ cards: cards.slice(1) })).toEqual([
      'cards: A set has 3 to 30 cards.',
    ]);
    expect(await problemsOf({ cards: [...cards, { ...cards[0], name: 'lamp' }] })).toEqual([
      'cards: Another card of the set has this name.',
    ]);
    const common = (name: string) => ({ name, rarity: 'common', glyph: 'rose' });
    const unfair = [...'abcdefgh'].map(common);
    expect(await problemsOf({ cards: [...unfair, cards[2]] })).toEqual([
      expect.stringContaining('cards: One uncommon card would come more often'),
    ]);
    const [right, wrong] = [unique('Right'), unique('Wrong')];
    const report = await send({ name: right, cards }, { name: wrong, cards: unfair.slice(0, 2) });
    expect(report).toMatchObject({ imported: false, counts: { new: 1, wrong: 1 } });
    expect(await findId(right)).toBe(0);
  });
});

it('a file sent by a page names no pictures and no keys', async () => {
  const problems = await problemsOf({
    cover: { file: 'cover.png' },
    pictures: [{ file: '/etc/passwd' }],
    keys: '../keys.txt',
    cards: [{ name: 'Lamp', rarity: 'common', picture: 'lamp.png' }, cards[1], cards[2]],
  });
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
    'cards.1',
    'cover',
    'pictures.1',
    'keys',
  ]);
  expect(problems.every((problem) => problem.includes('from a zip'))).toBe(true);
});
