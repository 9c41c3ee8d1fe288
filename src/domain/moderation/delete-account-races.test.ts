import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { marketItems } from '#db/schema.ts';
import { readAppCaller } from '#domain/accounts/app/read-app-caller.ts';
import { startAppSession } from '#domain/accounts/app/start-app-session.ts';
import { createLinkToken } from '#domain/accounts/mail-link.ts';
import { resetPassword } from '#domain/accounts/reset-password.ts';
import { auditEconomy } from '#domain/audit/audit-economy.ts';
import { openConversation } from '#domain/chat/open-conversation.ts';
import { sendMessage } from '#domain/chat/send-message.ts';
import type { Actor } from '#domain/context.ts';
import { acceptRequest } from '#domain/friends/answer-request.ts';
import { blockPerson } from '#domain/friends/block-person.ts';
import { sendRequest } from '#domain/friends/send-request.ts';
import { buyGame } from '#domain/library/buy-game.ts';
import { buyMarketItem } from '#domain/market/buy-market-item.ts';
import { removeAllMarketItems } from '#domain/market/remove-market-items.ts';
import { repriceMarketItem } from '#domain/market/reprice-market-item.ts';
import { addMoney } from '#domain/money/add-money.ts';
import { claimDailyReward } from '#domain/money/claim-daily-reward.ts';
import { useDatabase } from '#test/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/factories.ts';
import {
  actAs,
  byChance,
  createListings,
  createTradedGame,
  deadlocks,
  refusalsOf,
} from '#test/market-scene.ts';
import { deleteAccount } from './delete-account.ts';
import { retireGuests } from './retire-guests.ts';
import { suspendAccount } from './suspend-account.ts';

const database = useDatabase({ max: 60 });
const { atOnce } = byChance('delete-account-races');
const key = () => randomUUID();
const as = (actor: Actor) => actAs(database.db, actor);
const buy = (actor: Actor, itemId: string) => () =>
  buyMarketItem(as(actor), { itemId, key: key() });

/** What deletes the account of `actor` at its own wish. */
async function deletionOf(actor: Actor) {
  const ctx = createTestCtx(database.db);
  const started = await startAppSession(ctx, { accountId: actor.id, apiKeyId: null });
  const caller = await readAppCaller(ctx, { ...started, deviceId: '0'.repeat(24) });
  if (!caller) throw new Error('The session does not hold.');
  return () => deleteAccount(ctx, caller);
}

/** Somebody with money and four listings. */
async function createTrader(gameId: number) {
  const actor = await createPlayer(database.db, { balance: 100_00 });
  const prices = [1_00, 1_10, 1_20, 1_30];
  return { actor, itemIds: await createListings(database.db, { seller: actor, gameId, prices }) };
}

afterEach(async () => {
  expect((await auditEconomy(database)).faults).toEqual([]);
  expect(await deadlocks(database.db)).toBe(0);
});

test('an account is deleted while others buy of it and it buys of them', {
  timeout: 60_000,
}, async () => {
  const { db } = database;
  const gameId = await createTradedGame(db);
  const { id: bought } = await createGame(db);
  for (let round = 0; round < 15; round += 1) {
    const [ada, bo, cy] = await Promise.all([1, 2, 3].map(() => createTrader(gameId)));
    if (!ada || !bo || !cy) throw new Error('Nobody is there.');
    const deletion = await deletionOf(ada.actor);
    let deleted = false;
    const results = await atOnce([
      async () => {
        await deletion();
        deleted = true;
      },
      ...ada.itemIds.flatMap((itemId) => [buy(bo.actor, itemId), buy(cy.actor, itemId)]),
      ...[...bo.itemIds, ...cy.itemIds].map((itemId) => buy(ada.actor, itemId)),
      ...bo.itemIds.map((itemId) => buy(cy.actor, itemId)),
      () => claimDailyReward(as(ada.actor), { key: key() }),
      () => addMoney(as(ada.actor), { amount: 5_00, key: key() }),
      () => buyGame(as(ada.actor), { gameId: bought, key: key() }),
      () =>
        repriceMarketItem(as(ada.actor), { itemId: ada.itemIds[0] ?? '', price: 2_00, key: key() }),
      () => removeAllMarketItems(as(ada.actor), { key: key() }),
    ]);
    refusalsOf(results);
    expect(deleted).toBe(true);
    expect(await db.$count(marketItems, eq(marketItems.sellerId, ada.actor.id))).toBe(0);
  }
});

test('accounts are suspended and retired while they trade', { timeout: 60_000 }, async () => {
  const { db } = database;
  const gameId = await createTradedGame(db);
  const moderator = await createPlayer(db, { role: 'moderator' });
  for (let round = 0; round < 8; round += 1) {
    const [ada, bo] = await Promise.all([1, 2].map(() => createTrader(gameId)));
    if (!ada || !bo) throw new Error('Nobody is there.');
    const deletion = await deletionOf(bo.actor);
    const { username } = ada.actor;
    const results = await atOnce([
      deletion,
      () => suspendAccount(as(moderator), { username, reason: 'spam', days: 0 }),
      ...ada.itemIds.map((itemId) => buy(bo.actor, itemId)),
      ...bo.itemIds.map((itemId) => buy(ada.actor, itemId)),
      () => retireGuests(createTestCtx(db)),
      () => retireGuests(createTestCtx(db)),
      () => claimDailyReward(as(bo.actor), { key: key() }),
    ]);
    refusalsOf(results);
  }
});

test('an account is deleted while it is blocked, writes and is written to, and sets its password', {
  timeout: 60_000,
}, async () => {
  const { db } = database;
  for (let round = 0; round < 20; round += 1) {
    const [ada, bo, cy] = [await createPlayer(db), await createPlayer(db), await createPlayer(db)];
    const ctx = createTestCtx(db);
    for (const friend of [bo, cy]) {
      await sendRequest(as(ada), friend);
      await acceptRequest(as(friend), ada);
    }
    const { conversationId } = await openConversation(as(ada), bo.username);
    const token = await createLinkToken(db, 'reset', ada.id, ctx.clock.now());
    const deletion = await deletionOf(ada);
    const say = (actor: Actor) => () =>
      sendMessage(as(actor), { conversationId, id: randomUUID(), text: 'Hello.' });
    const results = await atOnce([
      deletion,
      () => blockPerson(as(cy), ada),
      () => blockPerson(as(ada), bo),
      say(ada),
      say(ada),
      say(bo),
      () => resetPassword(ctx, { token, password: 'another secret' }),
    ]);
    refusalsOf(results);
  }
});
