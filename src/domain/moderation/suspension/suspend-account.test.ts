import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  cards,
  marketListings,
  moderationLog,
  playSessions,
  profileComments,
  sessions,
  users,
} from '#database/schema.ts';
import { roundsOfRun } from '#test/config/nightly.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { type CtxOverrides, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import {
  countDeadlocks,
  createActorCtx,
  createListings,
  createRandomForRaces,
  createTradedGame,
  errorCodesOf,
  findMarketViolations,
  kindId,
} from '#test/fixtures/market.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { register } from '../../accounts/registration/register.ts';
import { logIn } from '../../accounts/sessions/log-in.ts';
import { readSession } from '../../accounts/sessions/read-session.ts';
import { startSession } from '../../accounts/sessions/start-session.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import type { DomainEvent } from '../../events.ts';
import { buyListing } from '../../market/buy-listing.ts';
import { repriceListing } from '../../market/reprice-listing.ts';
import { sellCards } from '../../market/selling/sell-cards.ts';
import { withdrawAllListings } from '../../market/withdraw-listings.ts';
import { getProfile } from '../../profiles/get-public-profile.ts';
import { deleteThing } from '../deleting/delete-thing.ts';
import { listModerationLog } from '../log/list-moderation-log.ts';
import { restoreAccount } from './restore-account.ts';
import { suspendAccount } from './suspend-account.ts';

const database = useDatabase({ max: 40 });
const reason = 'sold the same card twice outside of the hall';
const { atOnce } = createRandomForRaces('suspensions');
const key = () => randomUUID();

async function createModeratorCtx(overrides: CtxOverrides = {}) {
  const actor = await createPlayer(database.db, { role: 'moderator' });
  return Object.assign(createTestCtx(database.db, { ...overrides }), { actor });
}

const findListings = ({ id }: Actor) =>
  database.db.select().from(marketListings).where(eq(marketListings.sellerId, id));
const findSessions = (id: string) =>
  database.db.select().from(sessions).where(eq(sessions.userId, id));

describe('a suspension', () => {
  it('ends sessions and play sessions, withdraws listings and publishes events', async () => {
    const { db } = database;
    const events: DomainEvent[] = [];
    const ctx = await createModeratorCtx({
      events: { publish: (event) => void events.push(event) },
    });
    const gameId = await createTradedGame(db);
    const seller = await createPlayer(db);
    await createListings(db, { seller, gameId, prices: [1_00, 2_00, 3_00] });
    const other = await createPlayer(db);
    await createListings(db, { seller: other, gameId, prices: [1_00] });
    await startSession(createTestCtx(db), seller.id, { method: 'password' });
    await startSession(createTestCtx(db), other.id, { method: 'password' });
    const now = ctx.clock.now();
    await db
      .insert(playSessions)
      .values({ userId: seller.id, gameId, startedAt: now, cycleStartedAt: now, lastCallAt: now });

    const result = await suspendAccount(ctx, {
      username: seller.username.toUpperCase(),
      reason,
      days: 7,
    });
    expect(result).toEqual({ listings: 3 });
    expect(await findListings(seller)).toEqual([]);
    const ownedCards = await db.select().from(cards).where(eq(cards.ownerId, seller.id));
    expect(ownedCards.map(({ state }) => state)).toEqual(['held', 'held', 'held']);
    expect(await findSessions(seller.id)).toEqual([]);
    const isPlaying = and(eq(playSessions.userId, seller.id), isNull(playSessions.endedAt));
    expect(await db.select().from(playSessions).where(isPlaying)).toEqual([]);
    expect(events).toEqual([
      { type: 'account-ended', userId: seller.id, except: null },
      { type: 'status-changed', userId: seller.id, online: false },
    ]);
    expect(await getProfile(ctx, seller.username)).toMatchObject({ status: 'Offline' });
    expect(await findListings(other)).toHaveLength(1);
    expect(await findSessions(other.id)).toHaveLength(1);
    expect(await findMarketViolations(db)).toEqual([]);

    const { entries } = await listModerationLog(ctx, { of: seller.username, page: 1 });
    expect(entries).toMatchObject([
      {
        act: 'suspend',
        moderator: ctx.actor.username,
        target: seller.username,
        reason,
        details: { days: 7, until: '2026-03-21T12:00:00.000Z', listings: 3 },
      },
    ]);
  });

  it('ends at its time or when the account is restored', async () => {
    const { db } = database;
    const ctx = await createModeratorCtx();
    const person = generateRegistration();
    await register(createTestCtx(db), person);
    const visitor = { ...ctx, actor: null };
    await suspendAccount(ctx, { username: person.username, reason, days: 1 });
    await expect(logIn(visitor, person)).rejects.toThrow(
      `This account is suspended until March 15, 2026 at 12:00 UTC. Reason: ${reason}`,
    );
    ctx.testClock.advance(24 * 60 * 60 * 1000);
    await logIn(visitor, person);
    await suspendAccount(ctx, { username: person.username, reason, days: 0 });
    await expect(logIn(visitor, person)).rejects.toThrow(
      `This account is suspended. Reason: ${reason}`,
    );
    await expect(logIn(visitor, { ...person, password: 'a guess' })).rejects.toThrow(
      'Incorrect username or password.',
    );
    await restoreAccount(ctx, { username: person.username, reason: 'It was a mistake.' });
    const { cookie: cookies } = await logIn(visitor, person);
    const { actor } = await readSession(ctx, { ...ctx.request, cookies });
    expect(actor?.username).toBe(person.username);
  });
});

describe('at the same time as a suspension', () => {
  it('each buyer gets a listing or an error, and no card is lost', async () => {
    const { db } = database;
    const before = await countDeadlocks(db);
    const gameId = await createTradedGame(db);
    const ctx = await createModeratorCtx();
    const buyers = await Promise.all(
      Array.from({ length: 20 }, () => createPlayer(db, { balance: 1_000_00 })),
    );
    for (let round = 0; round < roundsOfRun(5, 15); round += 1) {
      const seller = await createPlayer(db);
      const items = await createListings(db, { seller, gameId, prices: Array(20).fill(1_00) });
      const offers = [{ gameId, kindId, price: 1_00, copies: 2 }];
      const results = await atOnce([
        ...buyers.map((buyer, index) => () => {
          return buyListing(createActorCtx(db, buyer), { itemId: items[index] ?? '', key: key() });
        }),
        () => suspendAccount(ctx, { username: seller.username, reason, days: 0 }),
        () => withdrawAllListings(createActorCtx(db, seller), { key: key() }),
        () => sellCards(createActorCtx(db, seller), { offers, key: key() }),
        ...items.slice(0, 4).map((itemId) => () => {
          return repriceListing(createActorCtx(db, seller), { itemId, price: 2_00, key: key() });
        }),
      ]);
      for (const code of errorCodesOf(results)) {
        expect(['item-gone', 'card-not-held', 'account-suspended']).toContain(code);
      }
      expect(await findListings(seller)).toEqual([]);
    }
    expect(await findMarketViolations(db)).toEqual([]);
    expect(await countDeadlocks(db)).toBe(before);
  });

  it('no login leaves a session', async () => {
    const { db } = database;
    const before = await countDeadlocks(db);
    for (let round = 0; round < roundsOfRun(8, 25); round += 1) {
      const ctx = await createModeratorCtx();
      const person = generateRegistration();
      await register(createTestCtx(db), person);
      const results = await atOnce([
        ...Array.from({ length: 6 }, () => () => logIn({ ...ctx, actor: null }, person)),
        () => suspendAccount(ctx, { username: person.username, reason, days: 1 }),
      ]);
      for (const code of errorCodesOf(results)) expect(code).toBe('account-suspended');
      const [account] = await db
        .select({ id: users.id })
        .from(users)
        .where(eq(users.username, person.username.toLowerCase()));
      expect(await findSessions(account?.id ?? '')).toEqual([]);
    }
    expect(await countDeadlocks(db)).toBe(before);
  });

  it('a second suspension fails, and the log has one entry', async () => {
    const { db } = database;
    for (let round = 0; round < 20; round += 1) {
      const player = await createPlayer(db);
      const [first, second] = [await createModeratorCtx(), await createModeratorCtx()];
      const suspend = (ctx: Ctx) => () =>
        suspendAccount(ctx, { username: player.username, reason, days: 1 });
      const results = await atOnce([suspend(first), suspend(second)]);
      expect(errorCodesOf(results)).toEqual(['already-suspended']);
      const isLogged = eq(moderationLog.targetId, player.id);
      expect(await db.select().from(moderationLog).where(isLogged)).toHaveLength(1);
    }
  });
});

it('the log stores the text of a deleted comment', async () => {
  const { db } = database;
  const ctx = await createModeratorCtx();
  const [profile, author] = [await createPlayer(db), await createPlayer(db)];
  const [comment] = await db
    .insert(profileComments)
    .values({
      profileId: profile.id,
      authorId: author.id,
      text: 'Rude words',
      createdAt: ctx.clock.now(),
    })
    .returning({ id: profileComments.id });
  const commentId = comment?.id ?? '';
  const results = await atOnce(
    Array.from(
      { length: 3 },
      () => () => deleteThing(ctx, { kind: 'profile-comment', thing: commentId, reason }),
    ),
  );
  expect(errorCodesOf(results)).toEqual(['comment-gone', 'comment-gone']);
  expect((await listModerationLog(ctx, { of: author.username, page: 1 })).entries).toMatchObject([
    {
      act: 'delete-comment',
      reason,
      details: { text: 'Rude words', author: author.username, profile: profile.username },
    },
  ]);
});
