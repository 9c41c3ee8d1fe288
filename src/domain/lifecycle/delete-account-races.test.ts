import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { marketItems } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import {
  actAs,
  byChance,
  createListings,
  createTradedGame,
  deadlocks,
  errorCodesOf,
} from '#test/fixtures/market.ts';
import { readApiCaller } from '../accounts/api-clients/read-api-caller.ts';
import { startApiSession } from '../accounts/api-clients/start-api-session.ts';
import { createLinkToken } from '../accounts/emails/email-link.ts';
import { resetPassword } from '../accounts/passwords/reset-password.ts';
import { auditEconomy } from '../audit/audit-economy.ts';
import type { Actor } from '../base-context.ts';
import { openConversation } from '../chat/open-conversation.ts';
import { sendMessage } from '../chat/send-message.ts';
import { acceptRequest } from '../friends/answer-request.ts';
import { blockPerson } from '../friends/block-person.ts';
import { sendRequest } from '../friends/send-request.ts';
import { buyGame } from '../library/buy-game.ts';
import { buyListing } from '../market/buy-listing.ts';
import { repriceListing } from '../market/reprice-listing.ts';
import { withdrawAllListings } from '../market/withdraw-listings.ts';
import { addMoney } from '../wallet/add-money.ts';
import { claimDailyReward } from '../wallet/claim-daily-reward.ts';
import { deleteAccount } from './delete-account.ts';
import { retireGuests } from './retire-guests.ts';
import { suspendAccount } from './suspend-account.ts';

const database = useDatabase({ max: 60 });
const { atOnce } = byChance('delete-account-races');
const key = () => randomUUID();
const as = (actor: Actor) => actAs(database.db, actor);
const buy = (actor: Actor, itemId: string) => () => buyListing(as(actor), { itemId, key: key() });

/** What deletes the account of `actor` at its own wish. */
async function deletionOf(actor: Actor) {
  const ctx = createTestCtx(database.db);
  const started = await startApiSession(ctx, { accountId: actor.id, apiKeyId: null });
  const caller = await readApiCaller(ctx, { ...started, deviceId: '0'.repeat(24) });
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
        repriceListing(as(ada.actor), { itemId: ada.itemIds[0] ?? '', price: 2_00, key: key() }),
      () => withdrawAllListings(as(ada.actor), { key: key() }),
    ]);
    errorCodesOf(results);
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
    errorCodesOf(results);
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
    errorCodesOf(results);
  }
});
