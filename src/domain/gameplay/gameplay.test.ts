import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { playSessions, siteSettings } from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createGame } from '#test/fixtures/factories.ts';
import { createGameOwner, findCards, findDraws, findProgress } from '#test/fixtures/game-owner.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { awardCard } from './award-card.ts';
import { awardCardByName } from './award-card-by-name.ts';
import { extendPlaySession } from './extend-play-session.ts';
import { getPlayState } from './get-play-state.ts';
import { startPlaySession } from './start-play-session.ts';

const database = useDatabase({ max: 20 });

beforeAll(() => createCardSets(database.db));

const award = (ctx: Parameters<typeof awardCard>[0], gameId: number) =>
  awardCard(ctx, { gameId, key: randomUUID() });

const createOwnerCtx = (rules: object = {}) => createGameOwner(database.db, rules);

describe('playing', () => {
  it('awards a card for each full cycle', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });

    ctx.testClock.advance(15_000);
    await award(ctx, gameId);
    ctx.testClock.advance(15_000);
    const { card } = await award(ctx, gameId);

    const ownedCards = await findCards(database.db, ctx.actor.id);
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
    expect(await findCards(database.db, ctx.actor.id)).toHaveLength(1);
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
    await buyGame(ctx, { gameId: other.id, key: randomUUID(), price: 9_99 });
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
    expect(await findCards(database.db, ctx.actor.id)).toHaveLength(1);
    expect(await findDraws(database.db, ctx.actor.id)).toHaveLength(1);
    expect(await findProgress(database.db, ctx.actor.id)).toMatchObject({ playedMs: 15_000 });
  });

  it('returns the same card for a repeated request', async () => {
    const { ctx, gameId } = await createOwnerCtx();
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(15_000);
    const key = randomUUID();

    const first = await awardCard(ctx, { gameId, key });
    expect(await awardCard(ctx, { gameId, key })).toEqual(first);
    expect(await findCards(database.db, ctx.actor.id)).toHaveLength(1);
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
    await buyGame(ctx, { gameId: other.id, key: randomUUID(), price: 9_99 });
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
    await buyGame(ctx, { gameId: otherId, key: randomUUID(), price: 9_99 });
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
    expect(await findCards(database.db, ctx.actor.id)).toHaveLength(2);
  });

  it('stops at the daily limit that an admin saved, whatever the configuration says', async () => {
    const { ctx, gameId } = await createOwnerCtx({ awardsPerDay: 0 });
    await database.db.insert(siteSettings).values({ key: 'awardsPerDay', value: 1 });
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(15_000);
    await award(ctx, gameId);
    ctx.testClock.advance(15_000);
    await expect(award(ctx, gameId)).rejects.toMatchObject({ code: 'award-limit' });
    await database.db.delete(siteSettings);
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
