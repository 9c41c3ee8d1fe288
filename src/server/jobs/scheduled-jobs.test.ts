import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import {
  activity,
  awardDays,
  cards,
  gameOwners,
  idempotencyKeys,
  marketCardDays,
  marketSales,
  ownedGames,
  playSessions,
  sessions,
  wallets,
} from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { kindId } from '#test/fixtures/market.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { createMetrics } from '../http/metrics.ts';
import { purgeExpiredRows, runNightlyAudit, startScheduledJobs } from './scheduled-jobs.ts';

const database = useDatabase();

afterEach(() => {
  vi.useRealTimers();
});

test('owners are counted at the start', async () => {
  const { services } = createWeb(database.db);
  const { id: userId } = await createPlayer(database.db);
  const { id: gameId } = await createGame(database.db);
  const boughtAt = services.clock.now();
  await database.db
    .insert(ownedGames)
    .values({ userId, gameId, transferId: randomUUID(), boughtAt });
  const stop = startScheduledJobs(services);
  await stop();
  expect(await database.db.select().from(gameOwners)).toEqual([{ gameId, owners: 1 }]);
});

test('stopping does not wait until all sales are summarized', async () => {
  const { services } = createWeb(database.db);
  await createCardSets(database.db);
  const [seller, buyer] = [await createPlayer(database.db), await createPlayer(database.db)];
  const { id: gameId } = await createGame(database.db);
  await database.db.insert(marketSales).values({
    itemId: randomUUID(),
    cardId: randomUUID(),
    transferId: randomUUID(),
    kindId,
    gameId,
    sellerId: seller.id,
    buyerId: buyer.id,
    price: 1_00,
    fee: 0,
    soldAt: services.clock.now(),
  });
  await startScheduledJobs(services)();
  expect(await database.db.$count(marketCardDays)).toBe(0);
});

test('temp dirs of earlier processes are removed at the start and every ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { services } = createWeb(database.db);
  const tidy = vi.fn(async () => undefined);
  const stop = startScheduledJobs({
    ...services,
    gallery: {
      ...services.gallery,
      tempDirs: { ...services.gallery.tempDirs, removeOlderThan: tidy },
    },
  });
  vi.advanceTimersByTime(10 * 60_000);
  await stop();
  expect(tidy).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10 * 60_000);
  expect(tidy).toHaveBeenCalledTimes(2);
});

test('the nightly purge deletes only expired sessions and old idempotency keys', async () => {
  const { ctx, services } = createWeb(database.db);
  const { id } = await createPlayer(database.db, { balance: 50_00 });
  const now = ctx.clock.now().getTime();
  const session = (token: string, expiresAt: number) => ({
    userId: id,
    token,
    expiresAt: new Date(expiresAt),
  });
  await database.db
    .insert(sessions)
    .values([session('expired', now - 1), session('alive', now + 1_000)]);
  const keyOf = (createdAt: number) => ({
    userId: id,
    key: randomUUID(),
    requestHash: 'hash',
    createdAt: new Date(createdAt),
  });
  const fresh = keyOf(now - 23 * 60 * 60 * 1000);
  await database.db.insert(idempotencyKeys).values([fresh, keyOf(now - 25 * 60 * 60 * 1000)]);

  await purgeExpiredRows(services);

  expect(await database.db.select({ token: sessions.token }).from(sessions)).toEqual([
    { token: 'alive' },
  ]);
  expect(await database.db.select({ key: idempotencyKeys.key }).from(idempotencyKeys)).toEqual([
    { key: fresh.key },
  ]);
});

test('the nightly purge deletes only play sessions that ended a day ago without a card', async () => {
  const { services } = createWeb(database.db);
  await createCardSets(database.db);
  const { id: userId } = await createPlayer(database.db);
  const { id: gameId } = await createGame(database.db);
  const now = services.clock.now().getTime();
  const started = new Date(now - 72 * 60 * 60 * 1000);
  const session = (endedAt: Date | null) => ({
    userId,
    gameId,
    startedAt: started,
    cycleStartedAt: started,
    lastCallAt: started,
    endedAt,
  });
  const ended = (hoursAgo: number) => session(new Date(now - hoursAgo * 60 * 60 * 1000));
  await createCard(database.db, { ownerId: userId, gameId, kindId });
  const idsOf = async () => {
    const mine = eq(playSessions.userId, userId);
    const rows = await database.db.select({ id: playSessions.id }).from(playSessions).where(mine);
    return rows.map(({ id }) => id).toSorted();
  };
  await database.db.insert(playSessions).values([ended(23), session(null)]);
  const kept = await idsOf();
  await database.db.insert(playSessions).values([ended(48), ended(25)]);

  await purgeExpiredRows(services);

  expect(kept).toHaveLength(3);
  expect(await idsOf()).toEqual(kept);
});

test('the nightly purge deletes the award counts of 30 days ago, and the cards stay', async () => {
  const { services } = createWeb(database.db);
  const { id: userId } = await createPlayer(database.db);
  const dayOf = (ago: number) => {
    const at = new Date(services.clock.now().getTime() - ago * 24 * 60 * 60 * 1000);
    return at.toISOString().slice(0, 10);
  };
  const rows = [0, 30, 31].map((ago) => ({ userId, day: dayOf(ago), awards: 1 }));
  await database.db.insert(awardDays).values(rows);
  const cardsBefore = await database.db.$count(cards);

  await purgeExpiredRows(services);

  const mine = eq(awardDays.userId, userId);
  const left = await database.db.select({ day: awardDays.day }).from(awardDays).where(mine);
  expect(left.map(({ day }) => day).toSorted()).toEqual([dayOf(30), dayOf(0)]);
  expect(await database.db.$count(cards)).toBe(cardsBefore);
});

test('the nightly audit sets the metrics and logs each violated rule', async () => {
  const lines: { level: number; rule?: string }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const { services } = createWeb(database.db, { log });
  const { registry } = createMetrics(services);
  const told = async () => (await registry.metrics()).split('\n');
  const faulty = /^guildhall_audit_faults\{rule="balances-equal-entries"\} 1$/;
  const { id } = await createPlayer(database.db);
  await database.db.update(wallets).set({ balance: 7 }).where(eq(wallets.userId, id));

  await runNightlyAudit(services);
  expect(await told()).toEqual(expect.arrayContaining([expect.stringMatching(faulty)]));
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 50, rule: 'balances-equal-entries' }),
  );

  await database.db.update(wallets).set({ balance: 0 }).where(eq(wallets.userId, id));
  await runNightlyAudit(services);
  expect(await told()).toContain('guildhall_audit_faults{rule="balances-equal-entries"} 0');
  const at = services.clock.now().getTime() / 1000;
  expect(await told()).toContain(`guildhall_audit_timestamp_seconds ${at}`);
});

test('the nightly purge deletes activity of more than a year ago', async () => {
  const { services } = createWeb(database.db);
  const { id: userId } = await createPlayer(database.db);
  const ago = (days: number) =>
    new Date(services.clock.now().getTime() - days * 24 * 60 * 60 * 1000);
  const row = (days: number) => ({
    userId,
    kind: 'legendary-drawn' as const,
    gameId: 1,
    kindId,
    at: ago(days),
  });
  await database.db.insert(activity).values([row(1), row(365), row(366)]);

  await purgeExpiredRows(services);

  const mine = eq(activity.userId, userId);
  const left = await database.db.select({ at: activity.at }).from(activity).where(mine);
  expect(left.map(({ at }) => at.getTime()).toSorted()).toEqual([
    ago(365).getTime(),
    ago(1).getTime(),
  ]);
});
