import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { activity, cardKinds } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets } from '#test/fixtures/factories.ts';
import { createGameOwner, findCards, findDraws, findProgress } from '#test/fixtures/game-owner.ts';
import { auditEconomy } from '../audit/audit-economy.ts';
import { awardCard } from './award-card.ts';
import { awardCardByName } from './award-card-by-name.ts';
import { extendPlaySession } from './extend-play-session.ts';
import { startPlaySession } from './start-play-session.ts';
import { stopPlaySession } from './stop-play-session.ts';

const database = useDatabase({ max: 20 });

beforeAll(() => createCardSets(database.db));

const award = (ctx: Parameters<typeof awardCard>[0], gameId: number) =>
  awardCard(ctx, { gameId, key: randomUUID() });

describe('a draw', () => {
  it('is written with the odds at that time', async () => {
    const { ctx, gameId } = await createGameOwner(database.db);
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(15_000);
    const { card } = await award(ctx, gameId);
    const [owned] = await findCards(database.db, ctx.actor.id);
    const [draw] = await findDraws(database.db, ctx.actor.id);
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
    const { ctx: defaultCtx, gameId } = await createGameOwner(database.db, { awardsPerDay: 0 });
    // The highest number is never below the odds of a legendary card, unless it is certain.
    const ctx = { ...defaultCtx, random: { integer: (below: number) => below - 1 } };
    await startPlaySession(ctx, { gameId });
    for (let number = 1; number <= 121; number += 1) {
      ctx.testClock.advance(15_000);
      await award(ctx, gameId);
    }
    const draws = await findDraws(database.db, ctx.actor.id);
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
    expect(await findProgress(database.db, ctx.actor.id)).toMatchObject({ cardsSinceLegendary: 1 });
    const rows = await database.db.select().from(activity).where(eq(activity.userId, ctx.actor.id));
    expect(rows).toMatchObject([
      { kind: 'legendary-drawn', gameId, kindId: draws[119]?.kindId, at: draws[119]?.drawnAt },
    ]);
    expect((await auditEconomy(database)).violations).toEqual([]);
  });

  it('is also written for a card that was requested by the name of the game', async () => {
    const { ctx, gameId, name } = await createGameOwner(database.db);
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(15_000);
    await awardCardByName(ctx, { game: name, key: randomUUID() });
    expect(await findDraws(database.db, ctx.actor.id)).toHaveLength(1);
  });
});

describe('the time played', () => {
  it('is the time between the calls of a session, and ends with it', async () => {
    const { ctx, gameId } = await createGameOwner(database.db);
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
    expect(await findProgress(database.db, ctx.actor.id)).toMatchObject({
      playedMs: 22_000,
      lastPlayedAt: stoppedAt,
    });
    await expect(award(ctx, gameId)).rejects.toMatchObject({ code: 'not-playing' });
  });

  it('does not include the time of a session that nobody called any more', async () => {
    const { ctx, gameId } = await createGameOwner(database.db);
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(15_000);
    await award(ctx, gameId);
    ctx.testClock.advance(600_000);
    await startPlaySession(ctx, { gameId });
    expect(await findProgress(database.db, ctx.actor.id)).toMatchObject({ playedMs: 15_000 });
  });

  it('is not counted twice by calls of several tabs', async () => {
    const { ctx, gameId } = await createGameOwner(database.db);
    await startPlaySession(ctx, { gameId });
    ctx.testClock.advance(60_000);
    const calls = Array.from({ length: 8 }, () => extendPlaySession(ctx, { gameId }));
    await Promise.all([...calls, award(ctx, gameId), stopPlaySession(ctx)].map(settle));
    expect(await findProgress(database.db, ctx.actor.id)).toMatchObject({ playedMs: 60_000 });
  });
});

/** Another call may have ended the session before. */
function settle(call: Promise<unknown>) {
  return call.catch((error: unknown) => expect(error).toMatchObject({ code: 'not-playing' }));
}
