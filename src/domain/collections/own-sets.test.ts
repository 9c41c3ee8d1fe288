import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  adminLog,
  cardDraws,
  cardKinds,
  cardSetVersions,
  cards,
  marketOrders,
  playSessions,
  setCompletions,
} from '#database/schema.ts';
import { cardSetConstants } from '#shared/constants/card-sets.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createPlayer,
  createTestCtx,
  findLedgerViolations,
} from '#test/fixtures/factories.ts';
import { countDeadlocks, createRandomForRaces } from '#test/fixtures/market.ts';
import {
  createEditorCtx,
  createGameOfSite,
  drawnCard,
  saveCards,
} from '#test/fixtures/own-sets.ts';
import type { Actor } from '../actor.ts';
import { getCardSet } from '../card-sets/get-card-set.ts';
import { listCardSet } from '../card-sets/list-card-set.ts';
import { saveCardSet } from '../card-sets/save-card-set.ts';
import { craftBadge } from '../crafting/craft-badge.ts';
import { recycleCards } from '../crafting/recycle-cards.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { awardCard } from '../gameplay/award-card.ts';
import { listInventory } from '../inventory/list-inventory.ts';
import { getMarketCard } from '../market/get-market-card.ts';
import { placeOrder } from '../market/orders/place-order.ts';
import { grantCard } from '../moderation/accounts/grant-card.ts';
import { buyMissingCards } from './buy-missing-cards.ts';
import { getCollection } from './get-collection.ts';
import { listCollections } from './list-collections.ts';
import { orderMissingCards } from './order-missing-cards.ts';
import { recordCompleteSets } from './record-complete-sets.ts';

const database = useDatabase({ max: 40 });
const now = new Date('2026-03-14T12:00:00Z');
const as = (actor: Actor | null) =>
  createTestCtx(database.db, { actor, clock: { now: () => now } });
const key = () => randomUUID();
const { atOnce, below } = createRandomForRaces('card sets');

beforeAll(() => createCardSets(database.db));

const small = [['Lamp'], ['Wick'], ['Oil', 'uncommon']] as const;

async function createFixture(set: readonly (readonly [string, Rarity?])[] = small) {
  const editor = await createEditorCtx(as(null));
  const gameId = await createGameOfSite(editor);
  const kinds = await saveCards(editor, gameId, set);
  const player = await createPlayer(database.db, { balance: 100_00 });
  const give = async (...names: string[]) => {
    const all = await database.db.select().from(cardKinds).where(eq(cardKinds.gameId, gameId));
    for (const name of names) {
      const kindId = all.find((kind) => kind.name === name)?.id ?? '';
      await createCard(database.db, { ownerId: player.id, gameId, kindId });
    }
  };
  return { editor, gameId, kinds, player, ctx: as(player), give };
}

const isCompleted = async (player: Actor, gameId: number) => {
  await recordCompleteSets(as(null));
  const { userId, gameId: game } = setCompletions;
  return (
    (await database.db.$count(setCompletions, and(eq(userId, player.id), eq(game, gameId)))) > 0
  );
};

describe('a set of a game of the site', () => {
  it('is drawn from, with its odds, and replaces the shared set', async () => {
    const { gameId, kinds, editor } = await createFixture();
    const { kinds: drawn, shared } = await listCardSet(database, gameId);
    expect(shared).toBe(false);
    expect(drawn.map(({ name, odds }) => [name, Math.round(odds * 1000)])).toEqual([
      ['Lamp', 333],
      ['Wick', 333],
      ['Oil', 333],
    ]);
    expect(drawn[0]?.picture).toBe(`/art/cards/${gameId}/glyph-common-lantern-01234567.svg`);
    expect(kinds.Oil).toBe(`own-${gameId}-3`);
    const log = await database.db
      .select()
      .from(adminLog)
      .where(eq(adminLog.subject, String(gameId)));
    expect(log.map(({ act }) => act)).toContain('change-card-set');
    expect((await getCardSet(editor, gameId)).version).toBe(1);
  });

  it('has at most 100 versions; then its cards stay, and their texts can still be changed', async () => {
    const { editor, gameId, kinds } = await createFixture();
    const last = cardSetConstants.versionsMax;
    await database.db.execute(sql`insert into card_set_versions
      (game_id, version, other_cards, saved_at)
      select ${gameId}, number, 0, now() from generate_series(2, ${last}::integer) as number`);
    await database.db.execute(sql`insert into card_set_version_kinds
      (game_id, version, kind_id, position)
      select game_id, number, kind_id, position
      from card_set_version_kinds cross join generate_series(2, ${last}::integer) as number
      where game_id = ${gameId} and version = 1`);
    const more = saveCards(editor, gameId, [...small, ['Fuse', 'uncommon']]);
    await expect(more).rejects.toMatchObject({ code: 'too-many-set-versions' });
    const set = [['Lamp'], ['Wick'], ['Oil', 'uncommon']] as const;
    const cardsOfSet = set.map(([name, rarity]) => ({
      ...drawnCard(name, rarity, kinds[name]),
      description: 'Corrected.',
    }));
    const edit = { gameId, version: last, cards: cardsOfSet };
    expect(await saveCardSet(editor, edit)).toEqual({ version: last });
    expect(await saveCardSet(editor, edit)).toEqual({ version: last });
    const saved = await getCardSet(editor, gameId);
    expect(saved).toMatchObject({ version: last, cards: [{ description: 'Corrected.' }, {}, {}] });
    const { gameId: game } = cardSetVersions;
    expect(await database.db.$count(cardSetVersions, eq(game, gameId))).toBe(last + 1);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('keeps the kinds of cards that exist: another rarity is a new kind, another text is not', async () => {
    const { editor, gameId, kinds, player, give } = await createFixture();
    await give('Oil');
    const changed = await saveCards(editor, gameId, [['Lamp'], ['Wick'], ['Oil', 'rare']]);
    expect(changed.Lamp).toBe(kinds.Lamp);
    expect(changed.Oil).not.toBe(kinds.Oil);
    const [old] = await database.db
      .select()
      .from(cardKinds)
      .where(eq(cardKinds.id, kinds.Oil ?? ''));
    expect(old).toMatchObject({ rarity: 'uncommon', isCurrent: false });
    expect(await database.db.$count(cards, eq(cards.ownerId, player.id))).toBe(1);
    const page = await getMarketCard(as(null), { kindId: old?.id ?? '', gameId: null, page: 1 });
    expect(page.card.odds).toBe(0);
    expect(page.set).toHaveLength(3);
    const card = { gameId, kindId: old?.id ?? '', price: 1_00, quantity: 1 };
    await expect(placeOrder(as(player), { ...card, key: key() })).resolves.toBeDefined();
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('is not saved again without a change, over another version, or if it is not fair', async () => {
    const { editor, gameId, kinds } = await createFixture();
    await saveCards(editor, gameId, small);
    expect(await database.db.$count(cardSetVersions, eq(cardSetVersions.gameId, gameId))).toBe(2);
    const rows = small.map(([name, rarity]) => drawnCard(name, rarity, kinds[name]));
    const save = (version: number, cardsOfSet: typeof rows) =>
      saveCardSet(editor, { gameId, version, cards: cardsOfSet }).then(
        () => 'done',
        (error) => error.code ?? error,
      );
    expect(await save(0, rows)).toBe('done');
    const renamed = rows.with(0, drawnCard('Lantern', 'common', kinds.Lamp));
    expect(await save(0, renamed)).toBe('card-set-changed');
    expect(await save(1, [...rows, drawnCard('LAMP', 'common')])).toBe('bad-input');
    expect(await save(1, rows.slice(1))).toBe('bad-input');
    const commons = Array.from({ length: 12 }, (_, n) => drawnCard(`Match ${n}`));
    expect(await save(1, [...commons, drawnCard('Oil', 'uncommon')])).toBe('unfair-card-set');
    expect(await save(1, [...rows, drawnCard('Other', 'uncommon', 'own-1-1')])).toBe(
      'card-set-changed',
    );
    const stranger = { ...editor, actor: await createPlayer(database.db) };
    await expect(saveCardSet(stranger, { gameId, version: 1, cards: rows })).rejects.toThrow();
    expect((await getCardSet(editor, gameId)).version).toBe(1);
  });
});

describe('a new version', () => {
  it('leaves complete what was complete, and can be crafted from the version that is held', async () => {
    const { editor, gameId, player, ctx, give } = await createFixture();
    await give('Lamp', 'Wick', 'Oil');
    await saveCards(editor, gameId, [...small, ['Crown', 'rare']]);
    expect(await isCompleted(player, gameId)).toBe(true);
    const collection = await getCollection(ctx, gameId);
    expect(collection).toMatchObject({ collected: 3, setSize: 4, missing: 1, isComplete: true });
    expect(collection.craftedKinds).toHaveLength(3);
    await craftBadge(ctx, { gameId, key: key() });
    expect(await database.db.$count(cards, eq(cards.ownerId, player.id))).toBe(3);
    expect(await getCollection(ctx, gameId)).toMatchObject({ isComplete: false, missing: 4 });
    await expect(craftBadge(ctx, { gameId, key: key() })).rejects.toThrow();
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('with fewer cards completes the set of who holds them all', async () => {
    const { editor, gameId, player, give } = await createFixture([...small, ['Crown', 'rare']]);
    await give('Lamp', 'Wick', 'Oil');
    expect(await isCompleted(player, gameId)).toBe(false);
    await saveCards(editor, gameId, small);
    expect(await findLedgerViolations(database.db)).toEqual([]);
    expect(await isCompleted(player, gameId)).toBe(true);
  });

  it('after the shared set keeps the cards and the completion of that', async () => {
    const editor = await createEditorCtx(as(null));
    const gameId = await createGameOfSite(editor);
    const player = await createPlayer(database.db);
    const { kinds } = await listCardSet(database, gameId);
    expect(kinds).toHaveLength(9);
    for (const { id } of kinds)
      await createCard(database.db, { ownerId: player.id, gameId, kindId: id });
    await saveCards(editor, gameId, small);
    expect(await isCompleted(player, gameId)).toBe(true);
    const { cards: shown, isComplete, craftedKinds } = await getCollection(as(player), gameId);
    expect(isComplete).toBe(true);
    expect(craftedKinds).toHaveLength(9);
    expect(shown.map(({ isCurrent }) => isCurrent)).toEqual([
      ...Array(3).fill(true),
      ...Array(9).fill(false),
    ]);
    const inventory = await listInventory(as(player), {
      userId: player.id,
      q: '',
      rarity: null,
      duplicates: false,
      order: 'newest',
      page: 1,
      perPage: 24,
    });
    expect(inventory.items[0]).toMatchObject({ collected: 0, setSize: 3 });
    await craftBadge(as(player), { gameId, key: key() });
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('makes only its own cards: recycling takes those of earlier versions and gives new ones', async () => {
    const { editor, gameId, player, ctx, give } = await createFixture();
    await give(...Array(11).fill('Wick'));
    const kinds = await saveCards(editor, gameId, [['Lamp'], ['Fuse'], ['Spark', 'uncommon']]);
    const made = await recycleCards(ctx, { gameId, rarity: 'common', key: key() });
    expect(made.card.kindId).toBe(kinds.Spark);
    const admin = { ...ctx, actor: await createPlayer(database.db, { role: 'admin' }) };
    const { name: game } = await getCardSet(editor, gameId);
    const grant = (card: string) =>
      grantCard(admin, { username: player.username, game, card, reason: 'A test.', key: key() });
    await expect(grant('Wick')).rejects.toThrow();
    await grant('Fuse');
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('does not buy or order twice a card that has left the set', async () => {
    const { editor, gameId, kinds, player, ctx } = await createFixture();
    const orders = [{ kindId: kinds.Wick ?? '', price: 1_00 }];
    const order = () => orderMissingCards(ctx, { gameId, orders, key: key() });
    expect((await order()).cards).toMatchObject([{ outcome: { bought: null } }]);
    await saveCards(editor, gameId, [['Lamp'], ['Fuse'], ['Oil', 'uncommon']]);
    expect((await order()).cards).toMatchObject([
      { outcome: { reason: 'refused', code: 'card-left-set' } },
    ]);
    expect(await database.db.$count(marketOrders, eq(marketOrders.buyerId, player.id))).toBe(1);
    const bought = await buyMissingCards(ctx, { gameId, maximum: 10_00, key: key() });
    expect(bought.cards.map(({ name }) => name).toSorted()).toEqual(['Fuse', 'Lamp', 'Oil']);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('is counted in the list of collections', async () => {
    const { editor, gameId, ctx, give } = await createFixture();
    await give('Lamp', 'Wick', 'Oil');
    await buyGame(ctx, { gameId, price: 9_99, key: key() });
    await saveCards(editor, gameId, [...small, ['Crown', 'rare']]);
    const list = (filter: 'complete' | 'nearly') =>
      listCollections(ctx, { q: '', order: 'completeness', filter, page: 1, perPage: 10 });
    expect((await list('complete')).games).toMatchObject([{ isComplete: true, setSize: 4 }]);
    expect((await list('nearly')).games).toEqual([]);
  });

  it('puts an earlier card back with its kind', async () => {
    const { editor, gameId, kinds } = await createFixture();
    await saveCards(editor, gameId, [['Lamp'], ['Fuse'], ['Oil', 'uncommon']]);
    expect((await getCardSet(editor, gameId)).earlier).toMatchObject([{ name: 'Wick' }]);
    expect(await saveCards(editor, gameId, small)).toEqual(kinds);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });
});

describe('the audit', () => {
  it('finds a card of an earlier version that was made after it', async () => {
    const { editor, gameId, player, kinds } = await createFixture();
    await saveCards(editor, gameId, [['Lamp'], ['Fuse'], ['Oil', 'uncommon']]);
    const kindId = kinds.Wick ?? '';
    const id = await createCard(database.db, { ownerId: player.id, gameId, kindId });
    expect(await findLedgerViolations(database.db)).toMatchObject([
      { rule: 'cards-are-of-the-newest-set', count: 1 },
    ]);
    await database.db.delete(cards).where(eq(cards.id, id));
  });

  it('finds current kinds that are not those of the newest version', async () => {
    const { kinds } = await createFixture();
    const which = eq(cardKinds.id, kinds.Oil ?? '');
    await database.db.update(cardKinds).set({ isCurrent: false }).where(which);
    expect(await findLedgerViolations(database.db)).toMatchObject([
      { rule: 'sets-are-their-newest-version', count: 1 },
    ]);
    await database.db.update(cardKinds).set({ isCurrent: true }).where(which);
  });
});

it('a set that changes while players draw, craft and recycle makes no card of an earlier version', async () => {
  const before = await countDeadlocks(database.db);
  const { editor, gameId } = await createFixture();
  const other = [['Tin'], ['Pin'], ['Bin', 'uncommon']] as const;
  await saveCards(editor, gameId, other);
  const players = await Promise.all(
    Array.from({ length: 12 }, () => createPlayer(database.db, { balance: 100_00 })),
  );
  for (const player of players) await buyGame(as(player), { gameId, price: 9_99, key: key() });
  const all = await database.db.select().from(cardKinds).where(eq(cardKinds.gameId, gameId));
  const cycleStartedAt = new Date(now.getTime() - 60_000);
  await saveCards(editor, gameId, small);
  const current = all.filter(({ name }) => small.some(([one]) => one === name));
  for (const player of players)
    for (const { id } of current.flatMap((kind) => Array(12).fill(kind)))
      await createCard(database.db, { ownerId: player.id, gameId, kindId: id });
  for (let round = 0; round < 8; round += 1) {
    const ids = players.map(({ id }) => id);
    await database.db
      .update(playSessions)
      .set({ endedAt: now })
      .where(inArray(playSessions.userId, ids));
    // Sessions of their own time, because no two cards of a session have the same one.
    const at = new Date(now.getTime() + round * 60_000);
    const clock = { now: () => at };
    await database.db.insert(playSessions).values(
      ids.map((userId) => ({
        userId,
        gameId,
        startedAt: cycleStartedAt,
        cycleStartedAt,
        lastCallAt: at,
      })),
    );
    const results = await atOnce([
      ...players.map((player) => () => awardCard({ ...as(player), clock }, { gameId, key: key() })),
      ...players.map((player) => () => {
        const ctx = { ...as(player), clock };
        return below(2) === 0
          ? craftBadge(ctx, { gameId, key: key() })
          : recycleCards(ctx, { gameId, rarity: 'common', key: key() });
      }),
      () => saveCards(editor, gameId, round % 2 === 0 ? other : small),
      () => recordCompleteSets({ db: database.db, clock }),
    ]);
    const failures = results.flatMap((result) =>
      result.status === 'rejected' && !result.reason.code ? [result.reason] : [],
    );
    expect(failures).toEqual([]);
  }
  await recordCompleteSets(as(null));
  expect(await database.db.$count(cardDraws, eq(cardDraws.gameId, gameId))).toBe(96);
  expect(await findLedgerViolations(database.db)).toEqual([]);
  expect(await countDeadlocks(database.db)).toBe(before);
});
