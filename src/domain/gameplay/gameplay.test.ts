import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  activity,
  cardDraws,
  cardKinds,
  cards,
  gameProgress,
  playSessions,
} from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import { auditEconomy } from '../audit/audit-economy.ts';
import { buyGame } from '../library/buy-game.ts';
import { awardCard } from './award-card.ts';
import { awardCardByName } from './award-card-by-name.ts';
import { extendPlaySession } from './extend-play-session.ts';
import { getPlayState } from './get-play-state.ts';
import { startPlaySession } from './start-play-session.ts';
import { stopPlaySession } from './stop-play-session.ts';

const database = useDatabase({ max: 20 });

beforeAll(() => createCardSets(database.db));

const award = (ctx: Parameters<typeof awardCard>[0], gameId: number) =>
  awardCard(ctx, { gameId, key: randomUUID() });

async function findCards(id: string) {
  return database.db.select().from(cards).where(eq(cards.ownerId, id));
}

async function findDraws(id: string) {
  const isOwn = eq(cardDraws.userId, id);
  return database.db.select().from(cardDraws).where(isOwn).orderBy(cardDraws.id);
}

async function findProgress(id: string) {
  const rows = await database.db.select().from(gameProgress).where(eq(gameProgress.userId, id));
  return rows[0];
}

/** Creates a player who owns a game and has not started to play. */
async function createOwnerCtx(rules: object = {}) {
  const actor = await createPlayer(database.db, { balance: 100_00 });
  const defaultCtx = createTestCtx(database.db);
  const ctx = { ...defaultCtx, actor, rules: { ...defaultCtx.rules, ...rules } };
  const game = await createGame(database.db);
  await buyGame(ctx, { gameId: game.id, key: randomUUID() });
  return { ctx, gameId: game.id, name: game.name };
}

describe('playing', () => {
  it('awards a card for each full cycle', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });

    ctx.testClock.advance(15_000);
    await award(ctx, gameId);
    ctx.testClock.advance(15_000);
    const { card } = await award(ctx, gameId);

    const ownedCards = await findCards(ctx.actor.id);
    expect(ownedCards).toHaveLength(2);
    expect(ownedCards[1]).toMatchObject({
      kindId: card.id,
      gameId,
      state: 'held',
      origin: 'played',
    });
  });

  it('rejects a call that is more than 500 ms too early, and the cycle continues', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });

    ctx.testClock.advance(14_499);
    await expect(award(ctx, gameId)).rejects.toMatchObject({
      code: 'too-early',
      details: { retryAfterMs: 501 },
    });
    ctx.testClock.advance(1);
    await award(ctx, gameId);
    expect(await findCards(ctx.actor.id)).toHaveLength(1);
  });

  it('gives no extra card to a player who always calls as early as allowed', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    const began = ctx.testClock.now().getTime();
    const elapsed = () => ctx.testClock.now().getTime() - began;
    await startPlaySession(ctx, { gameId });
    const awardedAt: number[] = [];
    while (elapsed() < 40 * 15_000) {
      ctx.testClock.advance(14_400);
      for (let awarded = false; !awarded; ) {
        ctx.testClock.advance(100);
        awarded = await award(ctx, gameId).then(
          () => true,
          () => false,
        );
      }
      awardedAt.push(elapsed());
    }
    expect(awardedAt).toEqual(awardedAt.map((_, cycle) => (cycle + 1) * 15_000 - 500));
  });

  it('gives no extra card to a player who changes the game after an early award', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    const other = await createGame(database.db);
    await buyGame(ctx, { gameId: other.id, key: randomUUID() });
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(14_500);
    await award(ctx, gameId);
    expect(await startPlaySession(ctx, { gameId: other.id })).toMatchObject({ elapsedMs: -500 });
    ctx.testClock.advance(14_999);
    await expect(award(ctx, other.id)).rejects.toMatchObject({ code: 'too-early' });
    ctx.testClock.advance(1);
    await award(ctx, other.id);
  });

  it('returns a negative elapsed time after an early award', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(14_600);
    await award(ctx, gameId);
    expect(await getPlayState(ctx, { gameId })).toEqual({ elapsedMs: -400, cycleMs: 15_000 });
  });

  it('gives one card to four tabs at the same time', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(15_000);

    const results = await Promise.allSettled(Array.from({ length: 4 }, () => award(ctx, gameId)));

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await findCards(ctx.actor.id)).toHaveLength(1);
    expect(await findDraws(ctx.actor.id)).toHaveLength(1);
    expect(await findProgress(ctx.actor.id)).toMatchObject({ playedMs: 15_000 });
  });

  it('returns the same card for a repeated request', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(15_000);
    const key = randomUUID();

    const first = await awardCard(ctx, { gameId, key });
    expect(await awardCard(ctx, { gameId, key })).toEqual(first);
    expect(await findCards(ctx.actor.id)).toHaveLength(1);
  });

  it('gives one card for a cycle, however long the player waited', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(9 * 60_000);
    await award(ctx, gameId);
    await expect(award(ctx, gameId)).rejects.toMatchObject({ code: 'too-early' });
  });

  it('ends after ten minutes without a call, but not while the page extends it', async () => {
    const { ctx, gameId } = await createOwnerCtx({ playCycleMs: 3_600_000 });
    await startPlaySession(ctx, { gameId });
    for (let minute = 0; minute < 60; minute += 1) {
      ctx.testClock.advance(60_000);
      await extendPlaySession(ctx, { gameId });
    }
    await award(ctx, gameId);

    ctx.testClock.advance(600_000);
    expect(await getPlayState(ctx, { gameId })).toBeNull();
    await expect(extendPlaySession(ctx, { gameId })).rejects.toMatchObject({ code: 'not-playing' });
    await expect(award(ctx, gameId)).rejects.toMatchObject({ code: 'not-playing' });
  });

  it('allows one play session for each account: starting another game ends the first', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    const other = await createGame(database.db);
    await buyGame(ctx, { gameId: other.id, key: randomUUID() });
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(15_000);

    await startPlaySession(ctx, { gameId: other.id });

    await expect(award(ctx, gameId)).rejects.toMatchObject({ code: 'not-playing' });
    await expect(award(ctx, other.id)).rejects.toMatchObject({ code: 'too-early' });
  });

  it('continues when the page is opened twice', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(10_000);
    expect(await startPlaySession(ctx, { gameId })).toEqual({ elapsedMs: 10_000, cycleMs: 15_000 });
    ctx.testClock.advance(5_000);
    await award(ctx, gameId);
  });

  it('leaves one play session when it is started many times at the same time', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await Promise.all(Array.from({ length: 20 }, () => startPlaySession(ctx, { gameId })));
    ctx.testClock.advance(15_000);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => award(ctx, gameId)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('can be started 30 times a minute and continued without limit', async () => {
    const { ctx: defaultCtx, gameId, name } = await createOwnerCtx();
    const ctx = { ...defaultCtx, rateLimiter: createRateLimiter() };
    const { id: otherId } = await createGame(database.db);
    await buyGame(ctx, { gameId: otherId, key: randomUUID() });
    for (let times = 0; times < 15; times += 1) {
      await startPlaySession(ctx, { gameId });
      await startPlaySession(ctx, { gameId: otherId });
    }
    await expect(startPlaySession(ctx, { gameId })).rejects.toMatchObject({ code: 'rate-limited' });
    await expect(awardCardByName(ctx, { game: name, key: randomUUID() })).rejects.toMatchObject({
      code: 'rate-limited',
    });
    expect(await startPlaySession(ctx, { gameId: otherId })).toMatchObject({ elapsedMs: 0 });
    const isOwn = eq(playSessions.userId, ctx.actor.id);
    expect(await database.db.$count(playSessions, isOwn)).toBe(30);
  });

  it('stops at the daily limit of awards', async () => {
    const { ctx, gameId } = await createOwnerCtx({ awardsPerDay: 2 });
    await startPlaySession(ctx, { gameId });
    for (let round = 0; round < 2; round += 1) {
      ctx.testClock.advance(15_000);
      await award(ctx, gameId);
    }
    ctx.testClock.advance(15_000);
    await expect(award(ctx, gameId)).rejects.toMatchObject({ code: 'award-limit' });
    expect(await findCards(ctx.actor.id)).toHaveLength(2);
  });

  it('is available only to owners of the game', async () => {
    const { ctx } = await createOwnerCtx();
    const game = await createGame(database.db);
    await expect(startPlaySession(ctx, { gameId: game.id })).rejects.toMatchObject({
      code: 'game-not-owned',
    });
    await expect(award(ctx, game.id)).rejects.toMatchObject({ code: 'not-playing' });
    await expect(
      startPlaySession({ ...ctx, actor: null }, { gameId: game.id }),
    ).rejects.toMatchObject({
      code: 'login-required',
    });
  });
});

describe('a draw', () => {
  it('is written with the odds at that time', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(15_000);
    const { card } = await award(ctx, gameId);
    const [owned] = await findCards(ctx.actor.id);
    const [draw] = await findDraws(ctx.actor.id);
    expect(draw).toMatchObject({
      gameId,
      kindId: card.id,
      cardId: owned?.id,
      legendaryOdds: 20_000,
      cardsBefore: 0,
      drawnAt: ctx.testClock.now(),
    });
  });

  it('is legendary at the latest with the 120th card, which is an activity and ends the streak', async () => {
    const { ctx: defaultCtx, gameId } = await createOwnerCtx({ awardsPerDay: 0 });
    // The highest number is never below the odds of a legendary card, unless it is certain.
    const ctx = { ...defaultCtx, random: { integer: (below: number) => below - 1 } };
    await startPlaySession(ctx, { gameId });
    for (let number = 1; number <= 121; number += 1) {
      ctx.testClock.advance(15_000);
      await award(ctx, gameId);
    }
    const draws = await findDraws(ctx.actor.id);
    expect(draws.map(({ cardsBefore }) => cardsBefore)).toEqual([
      ...Array.from({ length: 120 }, (_, before) => before),
      0,
    ]);
    const legendary = await database.db.select().from(cardKinds);
    const rarityOf = new Map(legendary.map(({ id, rarity }) => [id, rarity]));
    const numbers = draws.flatMap(({ kindId }, index) =>
      rarityOf.get(kindId) === 'legendary' ? [index + 1] : [],
    );
    expect(numbers).toEqual([120]);
    expect(draws[119]).toMatchObject({ odds: 1_000_000, legendaryOdds: 1_000_000 });
    expect(await findProgress(ctx.actor.id)).toMatchObject({ cardsSinceLegendary: 1 });
    const rows = await database.db.select().from(activity).where(eq(activity.userId, ctx.actor.id));
    expect(rows).toMatchObject([
      { kind: 'legendary-drawn', gameId, kindId: draws[119]?.kindId, at: draws[119]?.drawnAt },
    ]);
    expect((await auditEconomy(database)).violations).toEqual([]);
  });

  it('is also written for a card that was requested by the name of the game', async () => {
    const { ctx, gameId, name } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(15_000);
    await awardCardByName(ctx, { game: name, key: randomUUID() });
    expect(await findDraws(ctx.actor.id)).toHaveLength(1);
  });
});

describe('the time played', () => {
  it('is the time between the calls of a session, and ends with it', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(15_000);
    await award(ctx, gameId);
    ctx.testClock.advance(4_000);
    await extendPlaySession(ctx, { gameId });
    ctx.testClock.advance(3_000);
    await stopPlaySession(ctx);
    const stoppedAt = ctx.testClock.now();
    ctx.testClock.advance(3_000);
    await stopPlaySession(ctx);
    expect(await findProgress(ctx.actor.id)).toMatchObject({
      playedMs: 22_000,
      lastPlayedAt: stoppedAt,
    });
    await expect(award(ctx, gameId)).rejects.toMatchObject({ code: 'not-playing' });
  });

  it('does not include the time of a session that nobody called any more', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(15_000);
    await award(ctx, gameId);
    ctx.testClock.advance(600_000);
    await startPlaySession(ctx, { gameId });
    expect(await findProgress(ctx.actor.id)).toMatchObject({ playedMs: 15_000 });
  });

  it('is not counted twice by calls of several tabs', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(60_000);
    const calls = Array.from({ length: 8 }, () => extendPlaySession(ctx, { gameId }));
    await Promise.all([...calls, award(ctx, gameId), stopPlaySession(ctx)].map(settle));
    expect(await findProgress(ctx.actor.id)).toMatchObject({ playedMs: 60_000 });
  });
});

/** Another call may have ended the session before. */
function settle(call: Promise<unknown>) {
  return call.catch((error: unknown) => expect(error).toMatchObject({ code: 'not-playing' }));
}
