import { randomUUID } from 'node:crypto';
import type { Database } from '#db/client.ts';
import { friendRequests } from '#db/schema.ts';
import type { AppCaller } from '#domain/accounts/app/app-caller.ts';
import { startLoginId } from '#domain/accounts/app/start-login-id.ts';
import type { Actor } from '#domain/context.ts';
import { buyGame } from '#domain/library/buy-game.ts';
import { callFunction } from '#protocol/app-services/functions/call-function.ts';
import { beginDiscussion } from './begin-discussion.ts';
import { createCard, createGame, createPlayer, createTestCtx } from './factories.ts';
import { befriend } from './friends.ts';
import { createListings, kindId } from './market-scene.ts';

/** A session of the app backend that `actor` is bound to; anonymous without one. */
export function callerOf(actor: Actor | null = null): AppCaller {
  return {
    appUserId: '65f000000000000000000001',
    sessionId: randomUUID(),
    deviceId: '65f000000000000000000002',
    anonymous: true,
    accountId: null,
    apiKeyId: null,
    actor,
  };
}

/**
 * Ada, who has something of everything: a game, two cards of it, one of them for sale, a friend, a
 * request to answer and a discussion; and Grace, who sells a card. The card sets must be there. `call`
 * calls a function as whoever is given.
 */
export async function wireScene(db: Database) {
  const ctx = createTestCtx(db);
  const ada = await createPlayer(db, { balance: 100_00 });
  const grace = await createPlayer(db, { balance: 100_00 });
  const linus = await createPlayer(db);
  const hopper = await createPlayer(db);
  const keeper = await createPlayer(db, { role: 'admin' });
  const game = await createGame(db);
  const unowned = await createGame(db);
  await buyGame({ ...ctx, actor: ada }, { gameId: game.id, key: randomUUID() });
  await createCard(db, { ownerId: ada.id, gameId: game.id, kindId });
  const sold = { gameId: game.id, prices: [2_50] };
  const [ownItem = ''] = await createListings(db, { seller: ada, ...sold });
  const [item = ''] = await createListings(db, { seller: grace, ...sold });
  await befriend(db, ada.id, hopper.id);
  await db
    .insert(friendRequests)
    .values({ senderId: linus.id, targetId: ada.id, askedAt: ctx.clock.now() });
  return {
    ctx,
    people: { ada, grace, linus, hopper, keeper },
    /** Names. */
    game: game.name,
    unowned: unowned.name,
    /** Listings: Ada's and Grace's. */
    ownItem,
    item,
    discussionId: await beginDiscussion(ctx, ada),
    loginIdOf: (actor: Actor) => startLoginId(ctx, { accountId: actor.id }, null),
    call: (caller: AppCaller, name: string, args: readonly unknown[]) =>
      callFunction(ctx, { name, args, caller }),
  };
}

export type WireScene = Awaited<ReturnType<typeof wireScene>>;
