import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { marketListings } from '#database/schema.ts';
import { roundsOfRun } from '#test/config/nightly.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import {
  countDeadlocks,
  createActorCtx,
  createListings,
  createRandomForRaces,
  createTradedGame,
  errorCodesOf,
} from '#test/fixtures/market.ts';
import { readApiCaller } from '../accounts/api-clients/sessions/read-api-caller.ts';
import { startApiSession } from '../accounts/api-clients/sessions/start-api-session.ts';
import { createEmailLinkToken } from '../accounts/emails/email-link.ts';
import { resetPassword } from '../accounts/passwords/reset-password.ts';
import type { Actor } from '../actor.ts';
import { auditEconomy } from '../audit/audit-economy.ts';
import { openConversation } from '../chat/open-conversation.ts';
import { sendMessage } from '../chat/send-message.ts';
import { blockPerson } from '../friends/blocks/block-person.ts';
import { acceptFriendRequest } from '../friends/requests/answer-friend-request.ts';
import { sendFriendRequest } from '../friends/requests/send-friend-request.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { buyListing } from '../market/buy-listing.ts';
import { repriceListing } from '../market/reprice-listing.ts';
import { withdrawAllListings } from '../market/withdraw-listings.ts';
import { suspendAccount } from '../moderation/suspension/suspend-account.ts';
import { addMoney } from '../wallet/add-money.ts';
import { claimDailyReward } from '../wallet/claim-daily-reward.ts';
import { deleteAccountOfApiCaller } from './delete-account-of-api-caller.ts';
import { retireGuests } from './retire-guests.ts';

const database = useDatabase({ max: 60 });
const { atOnce } = createRandomForRaces('delete-account-races');
const key = () => randomUUID();
const as = (actor: Actor) => createActorCtx(database.db, actor);
const buy = (actor: Actor, itemId: string) => () => buyListing(as(actor), { itemId, key: key() });

/** Prepares the deletion of an account by its owner; the result deletes it. */
async function prepareDeletion(actor: Actor) {
  const ctx = createTestCtx(database.db);
  const started = await startApiSession(ctx, { accountId: actor.id, apiKeyId: null });
  const caller = await readApiCaller(ctx, { ...started, deviceId: '0'.repeat(24) });
  if (!caller) throw new Error('The session is not valid.');
  return () => deleteAccountOfApiCaller(ctx, caller);
}

/** Creates a player with money and four listings. */
async function createTrader(gameId: number) {
  const actor = await createPlayer(database.db, { balance: 100_00 });
  const prices = [1_00, 1_10, 1_20, 1_30];
  return { actor, itemIds: await createListings(database.db, { seller: actor, gameId, prices }) };
}

afterEach(async () => {
  expect((await auditEconomy(database)).violations).toEqual([]);
  expect(await countDeadlocks(database.db)).toBe(0);
});

test('an account is deleted while it and others buy from each other', async () => {
  const { db } = database;
  const gameId = await createTradedGame(db);
  const { id: otherGameId } = await createGame(db);
  for (let round = 0; round < roundsOfRun(4, 15); round += 1) {
    const [ada, bo, cy] = await Promise.all([1, 2, 3].map(() => createTrader(gameId)));
    if (!ada || !bo || !cy) throw new Error('A trader is missing.');
    const deletion = await prepareDeletion(ada.actor);
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
      () => buyGame(as(ada.actor), { gameId: otherGameId, key: key(), price: 9_99 }),
      () =>
        repriceListing(as(ada.actor), { itemId: ada.itemIds[0] ?? '', price: 2_00, key: key() }),
      () => withdrawAllListings(as(ada.actor), { key: key() }),
    ]);
    errorCodesOf(results);
    expect(deleted).toBe(true);
    expect(await db.$count(marketListings, eq(marketListings.sellerId, ada.actor.id))).toBe(0);
  }
});

test('accounts are suspended and retired while they trade', async () => {
  const { db } = database;
  const gameId = await createTradedGame(db);
  const moderator = await createPlayer(db, { role: 'moderator' });
  for (let round = 0; round < roundsOfRun(3, 8); round += 1) {
    const [ada, bo] = await Promise.all([1, 2].map(() => createTrader(gameId)));
    if (!ada || !bo) throw new Error('A trader is missing.');
    const deletion = await prepareDeletion(bo.actor);
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

test('an account is deleted while it is blocked, sends and gets messages and resets its password', async () => {
  const { db } = database;
  for (let round = 0; round < roundsOfRun(5, 20); round += 1) {
    const [ada, bo, cy] = [await createPlayer(db), await createPlayer(db), await createPlayer(db)];
    const ctx = createTestCtx(db);
    for (const friend of [bo, cy]) {
      await sendFriendRequest(as(ada), friend);
      await acceptFriendRequest(as(friend), ada);
    }
    const { conversationId } = await openConversation(as(ada), bo.username);
    const token = await createEmailLinkToken(db, 'reset', ada.id, ctx.clock.now());
    const deletion = await prepareDeletion(ada);
    const send = (actor: Actor) => () =>
      sendMessage(as(actor), { conversationId, id: randomUUID(), text: 'Hello.' });
    const results = await atOnce([
      deletion,
      () => blockPerson(as(cy), ada),
      () => blockPerson(as(ada), bo),
      send(ada),
      send(ada),
      send(bo),
      () => resetPassword(ctx, { token, password: 'another secret' }),
    ]);
    errorCodesOf(results);
  }
});
