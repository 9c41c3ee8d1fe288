import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { appeals, ledgerEntries, notifications } from '#database/schema.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, overrideCtx } from '#test/fixtures/factories.ts';
import {
  createActorCtx,
  createListing,
  createRandomForRaces,
  errorCodesOf,
  readBalance,
} from '#test/fixtures/market.ts';
import { createProvenAccounts, type ProvenCtx } from '#test/fixtures/proven-accounts.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import { deleteAccountAsAdmin } from '../../account-deletion/delete-account-as-admin.ts';
import { getPerson } from '../../administration/get-person.ts';
import { buyGame } from '../../game-library/buy-game.ts';
import { buyListing } from '../../market/buy-listing.ts';
import { placeOrder } from '../../market/orders/place-order.ts';
import { deliverNotifications } from '../../notifications/deliver-notifications.ts';
import { decideAppeal } from '../appeals/decide-appeal.ts';
import { listOwnActs } from '../appeals/list-own-acts.ts';
import { makeAppeal } from '../appeals/make-appeal.ts';
import { suspendAccount } from '../suspension/suspend-account.ts';
import { changeBalanceAsAdmin } from './change-balance-as-admin.ts';

const database = useDatabase({ max: 40 });
useRaceChecks(database);
const { logIn, readLog } = createProvenAccounts(database);
const { atOnce } = createRandomForRaces('change-balance-as-admin');
const reason = 'Sold one card twice,\nas it seems.';

const giveTo = (ctx: ProvenCtx, username: string, amount: number, key = randomUUID() as string) =>
  changeBalanceAsAdmin(ctx, { act: 'give-money', username, reason, amount, key });
const takeFrom = (ctx: ProvenCtx, username: string, amount: number, key = randomUUID() as string) =>
  changeBalanceAsAdmin(ctx, { act: 'take-money', username, reason, amount, key });

async function createFined(balance: number) {
  const admin = await logIn('admin');
  const player = await createPlayer(database.db, { balance });
  return { admin, player, balanceOf: () => readBalance(database.db, player) };
}

describe('money that an admin gives or takes', () => {
  it('is in the ledger and the log once, and the player reads why', async () => {
    const { admin, player, balanceOf } = await createFined(10_00);
    expect(await giveTo(admin, player.username, 5_00)).toEqual({ amount: 5_00, balance: 15_00 });
    expect(await takeFrom(admin, player.username, 1_50)).toEqual({ amount: 1_50, balance: 13_50 });
    expect(await balanceOf()).toBe(13_50);
    const entries = await database.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.walletId, player.id));
    expect(entries.slice(1)).toMatchObject([
      { kind: 'grant', amount: 5_00, subject: 'Sold one card twice, as it seems.' },
      { kind: 'fine', amount: -1_50, balanceAfter: 13_50 },
    ]);
    expect(await readLog(player.id)).toEqual([
      { act: 'give-money', reason, by: admin.id },
      { act: 'take-money', reason, by: admin.id },
    ]);
    const asPlayer = createActorCtx(database.db, player);
    expect(await listOwnActs(asPlayer)).toMatchObject([
      { act: 'take-money', reason, amount: 1_50, mayAppeal: true },
      { act: 'give-money', reason, amount: 5_00, mayAppeal: false },
    ]);
    await deliverNotifications(asPlayer);
    const told = await database.db
      .select({
        kind: notifications.kind,
        text: notifications.thingName,
        amount: notifications.amount,
      })
      .from(notifications)
      .where(eq(notifications.userId, player.id))
      .orderBy(notifications.id);
    expect(told).toEqual([
      { kind: 'moderation', text: 'An admin gave you money.', amount: 5_00 },
      { kind: 'moderation', text: 'An admin took money from you.', amount: -1_50 },
    ]);
    expect(await getPerson(admin, player.username)).toMatchObject({ balance: 13_50 });
  });

  it('is at most 1,000.00 at a time, whole cents, and never more than the balance', async () => {
    const { admin, player, balanceOf } = await createFined(10_00);
    for (const amount of [0, -1, 0.5, 1_000_01, Number.NaN]) {
      for (const change of [giveTo, takeFrom]) {
        await expect(change(admin, player.username, amount)).rejects.toMatchObject({
          code: 'bad-input',
        });
      }
    }
    await expect(takeFrom(admin, player.username, 10_01)).rejects.toMatchObject({
      code: 'not-enough-money',
      message: expect.stringContaining('The account does not have that much.'),
    });
    const rich = await createPlayer(database.db, { balance: 99_999_00 });
    await expect(giveTo(admin, rich.username, 1_01)).rejects.toMatchObject({
      code: 'balance-limit',
    });
    expect(await balanceOf()).toBe(10_00);
    expect(await readLog(player.id)).toEqual([]);
  });

  it('is not taken from what an order has set aside', async () => {
    const { admin, player } = await createFined(10_00);
    const { gameId } = await createListing(database.db, 9_00);
    const order = { gameId, kindId: 'default-crown', price: 6_00, quantity: 1 };
    await placeOrder(createActorCtx(database.db, player), { ...order, key: randomUUID() });
    await expect(takeFrom(admin, player.username, 5_00)).rejects.toMatchObject({
      code: 'not-enough-money',
    });
    expect(await takeFrom(admin, player.username, 4_00)).toMatchObject({ balance: 0 });
  });

  it('moves once for a repeated form, and another form with its key changes nothing', async () => {
    const { admin, player, balanceOf } = await createFined(10_00);
    const key = randomUUID();
    const results = await Promise.all(
      [1, 2, 3].map(() => takeFrom(admin, player.username, 4_00, key)),
    );
    results.push(await takeFrom(admin, player.username, 4_00, key));
    expect(results).toEqual(Array.from({ length: 4 }, () => ({ amount: 4_00, balance: 6_00 })));
    await expect(takeFrom(admin, player.username, 3_00, key)).rejects.toMatchObject({
      code: 'key-reused',
    });
    await expect(giveTo(admin, player.username, 4_00, key)).rejects.toMatchObject({
      code: 'key-reused',
    });
    expect([await balanceOf(), (await readLog(player.id)).length]).toEqual([6_00, 1]);
  });
});

describe('an appeal against a fine', () => {
  const decide = async (role: Role, outcome: 'reversed' | 'upheld') => {
    const { admin, player, balanceOf } = await createFined(10_00);
    await takeFrom(admin, player.username, 4_00);
    const asPlayer = createActorCtx(database.db, player);
    const [act] = await listOwnActs(asPlayer);
    await makeAppeal(asPlayer, { actId: act?.id ?? '', text: 'It was not me.' });
    const [open] = await database.db.select().from(appeals).where(eq(appeals.userId, player.id));
    const decision = { appealId: open?.id ?? '', outcome, answer: 'You are right.' };
    const judge = await logIn(role);
    const results = await Promise.allSettled([1, 2].map(() => decideAppeal(judge, decision)));
    expect(errorCodesOf(results)).toEqual(['appeal-decided']);
    return { balance: await balanceOf(), log: (await readLog(player.id)).map(({ act }) => act) };
  };

  it('gives the money back once when it is reversed', async () => {
    expect(await decide('moderator', 'reversed')).toEqual({
      balance: 10_00,
      log: ['take-money', 'give-money', 'decide-appeal'],
    });
  });

  it('changes nothing when the fine stands', async () => {
    expect(await decide('admin', 'upheld')).toMatchObject({ balance: 6_00 });
  });
});

describe('fines at the same time', () => {
  it('of two that are more than the balance together, one is taken', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { admin, player, balanceOf } = await createFined(10_00);
      const other = await logIn('admin');
      const results = await atOnce(
        [admin, other].map((ctx) => () => takeFrom(ctx, player.username, 7_00)),
      );
      expect(errorCodesOf(results)).toEqual(['not-enough-money']);
      expect([await balanceOf(), (await readLog(player.id)).length]).toEqual([3_00, 1]);
    }
  });

  it('and a purchase of a game or card that need the same money: one of them happens', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { admin, player, balanceOf } = await createFined(12_00);
      const asPlayer = createActorCtx(database.db, player);
      const { id: gameId } = await createGame(database.db);
      const { itemId } = await createListing(database.db, 9_99);
      const key = randomUUID();
      const buy =
        round % 2 === 0
          ? () => buyGame(asPlayer, { gameId, key, price: 9_99 })
          : () => buyListing(asPlayer, { itemId, key });
      const results = await atOnce([() => takeFrom(admin, player.username, 8_00), buy]);
      expect(errorCodesOf(results)).toEqual(['not-enough-money']);
      expect([4_00, 2_01]).toContain(await balanceOf());
    }
  });

  it('and a suspension or deletion of the account, or the loss of the role: no deadlock, and the money is right', async () => {
    for (const end of ['suspend', 'delete', 'demote']) {
      const { admin, player } = await createFined(10_00);
      const other = await logIn('admin');
      const { username } = player;
      const work = {
        suspend: () => suspendAccount(other, { username, reason, days: 1 }),
        delete: () =>
          deleteAccountAsAdmin(other, { username, reason, typed: username, removesTexts: false }),
        demote: () => takeFrom(other, username, 9_00),
      }[end];
      const results = await atOnce([
        () => takeFrom(admin, username, 3_00),
        () => giveTo(admin, username, 1_00),
        work ?? (() => Promise.resolve()),
      ]);
      for (const code of errorCodesOf(results)) {
        expect([
          'account-suspended',
          'guest-not-allowed',
          'user-not-found',
          'not-enough-money',
        ]).toContain(code);
      }
    }
  });

  it('need the role and the proof until the money moves', async () => {
    const { admin, player, balanceOf } = await createFined(10_00);
    const late = overrideCtx(admin, { clock: { now: () => new Date('2026-03-14T12:10:00Z') } });
    await expect(takeFrom(late, player.username, 1_00)).rejects.toMatchObject({
      code: 'proof-required',
    });
    expect(await balanceOf()).toBe(10_00);
  });
});
