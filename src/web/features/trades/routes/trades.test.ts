import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { cards, tradeOffers } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { sellCards } from '#domain/market/selling/sell-cards.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createActorCtx, createTradedGame, findMarketViolations } from '#test/fixtures/market.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const root = '/community/market/trades';
const [crown, dog] = ['default-crown', 'default-dog'];
let gameId: number;

beforeAll(async () => {
  gameId = await createTradedGame(database.db);
});
afterEach(async () => {
  expect(await findMarketViolations(database.db)).toEqual([]);
});

const give = (owner: Actor, kindId: string) =>
  createCard(database.db, { ownerId: owner.id, gameId, kindId });

async function createFriends() {
  const [ada, bo] = [
    await createLoggedInPlayer(database.db),
    await createLoggedInPlayer(database.db),
  ];
  await befriend(database.db, ada.actor.id, bo.actor.id);
  return { ada, bo };
}

const held = (owner: Actor, kindId: string) =>
  database.db.$count(cards, and(eq(cards.ownerId, owner.id), eq(cards.kindId, kindId)));

it('an offer is made, shown in the chat and in the lists, and accepted without scripts', async () => {
  const { ada, bo } = await createFriends();
  await give(ada.actor, crown);
  await give(bo.actor, dog);
  const chosen = `give=${gameId}.${crown}.1&get=${gameId}.${dog}.1`;
  const inventory = `/profile/${bo.actor.username}/inventory`;
  for (const start of [`/profile/${bo.actor.username}`, inventory]) {
    const link = `${root}/new?with=${bo.actor.username}`;
    expect(await (await ada.player.get(start)).text()).toContain(`href="${link}"`);
  }
  const item = `item=${gameId}-${dog}`;
  expect(await textOf(await ada.player.get(`${inventory}?${item}`))).toContain('Ask for this card');
  const form = await textOf(
    await ada.player.get(`${root}/new?with=${bo.actor.username}&${chosen}`),
  );
  expect(form).toContain(`Trade with ${bo.actor.username}`);
  expect(form).toContain('1 of 10');

  const made = await ada.player.post(`${root}/new?with=${bo.actor.username}`, {
    key: randomUUID(),
    intent: 'offer',
    with: bo.actor.username,
    give: `${gameId}.${crown}.1`,
    get: `${gameId}.${dog}.1`,
    message: 'Deal?',
  });
  const path = made.headers.get('location') ?? '';
  expect(path).toMatch(/^\/community\/market\/trades\/[0-9a-f-]{36}$/);
  expect(await textOf(await bo.player.get(root))).toContain(`From ${ada.actor.username}`);
  const chat = `/chat/${bo.actor.username}/${ada.actor.username}`;
  expect(await textOf(await bo.player.get(chat))).toContain('Make another offer');
  const page = await textOf(await bo.player.get(path));
  expect(page).toContain('Deal?');
  expect(page).toContain('Make another offer');
  // Nobody sold or offers these cards.
  expect(page).toContain('You get worth about $18.00 , estimated');
  expect(page).toContain(
    'You get far more than you give: about $0.75, estimated, for about $18.00, estimated,',
  );

  // Accepting asks first, as in the chat.
  expect(await (await bo.player.get(path)).text()).not.toContain('value="accept"');
  const question = await bo.player.get(`${path}?accept`);
  expect(await textOf(question.clone())).toContain(
    `Accept the offer of ${ada.actor.username}? You give worth about $0.75 , estimated`,
  );
  expect(await question.text()).toContain('value="accept"');
  expect(await (await ada.player.get(`${path}?accept`)).text()).not.toContain('value="accept"');

  const accept = { key: randomUUID(), intent: 'accept', offerId: path.split('/').at(-1) ?? '' };
  expect((await bo.player.post(path, accept)).headers.get('location')).toBe(path);
  expect(await held(bo.actor, crown)).toBe(1);
  expect(await held(ada.actor, dog)).toBe(1);
  const again = await bo.player.post(path, { ...accept, key: randomUUID() });
  expect(again.status).toBe(409);
  expect(await textOf(again)).toContain('This trade offer is no longer open.');
  expect(await textOf(await ada.player.get(`${root}?list=history`))).toContain('Accepted');
});

it('an offer is shown to its two people only', async () => {
  const { ada, bo } = await createFriends();
  await give(ada.actor, crown);
  const made = await ada.player.post(`${root}/new?with=${bo.actor.username}`, {
    key: randomUUID(),
    with: bo.actor.username,
    give: `${gameId}.${crown}.1`,
    get: '',
    message: '',
  });
  const path = made.headers.get('location') ?? '';
  const stranger = await createLoggedInPlayer(database.db);
  expect((await stranger.player.get(path)).status).toBe(404);
  expect((await stranger.player.get(`${root}/new?with=${ada.actor.username}`)).status).toBe(403);
  const offers = await database.db.$count(tradeOffers, eq(tradeOffers.senderId, ada.actor.id));
  expect(offers).toBe(1);
});

it('friends with second copies of what the other misses are suggested', async () => {
  const { ada, bo } = await createFriends();
  // Both kinds are of one rarity, so that the swap is even.
  const [mine, theirs] = await database.db.query.cardKinds.findMany({
    where: (table, { and, eq, isNull }) => and(isNull(table.gameId), eq(table.rarity, 'common')),
    limit: 2,
  });
  for (const copy of [1, 2]) {
    expect(copy).toBeLessThan(3);
    await give(ada.actor, mine?.id ?? '');
    await give(bo.actor, theirs?.id ?? '');
  }
  const page = await (await ada.player.get(root)).text();
  expect(page).toContain('Good swaps');
  const parameters = new URLSearchParams({
    with: bo.actor.username,
    give: `${gameId}.${mine?.id}.1`,
    get: `${gameId}.${theirs?.id}.1`,
  });
  expect(page.replaceAll('&amp;', '&')).toContain(`${root}/new?${parameters}`);
});

/** Two friends and an open offer of the first: a crown for a dog. */
async function createOffer() {
  const { ada, bo } = await createFriends();
  await give(ada.actor, crown);
  await give(bo.actor, dog);
  const made = await ada.player.post(`${root}/new?with=${bo.actor.username}`, {
    key: randomUUID(),
    with: bo.actor.username,
    give: `${gameId}.${crown}.1`,
    get: `${gameId}.${dog}.1`,
    message: 'Deal?',
  });
  const offerId = made.headers.get('location')?.split('/').at(-1) ?? '';
  const chatOf = (me: Actor, friend: Actor) => `/chat/${me.username}/${friend.username}`;
  return {
    ada: { ...ada, chat: chatOf(ada.actor, bo.actor) },
    bo: { ...bo, chat: chatOf(bo.actor, ada.actor) },
    offerId,
  };
}

it('an offer is accepted in the chat without scripts, after a question with both sides', async () => {
  const { ada, bo, offerId } = await createOffer();
  const question = `${bo.chat}?accept=${offerId}`;
  expect(await (await bo.player.get(bo.chat)).text()).toContain(`href="${question}"`);
  const asked = await textOf(await bo.player.get(question));
  expect(asked).toContain(`Accept the offer of ${ada.actor.username}?`);
  expect(asked).toContain('All cards change hands at once');
  // The sender is not asked.
  expect(await textOf(await ada.player.get(`${ada.chat}?accept=${offerId}`))).not.toContain(
    'Accept the offer',
  );

  const accept = { key: randomUUID(), intent: 'accept', offerId };
  const done = await bo.player.post(question, accept);
  expect([done.status, done.headers.get('location')]).toEqual([302, bo.chat]);
  expect(await held(bo.actor, crown)).toBe(1);
  expect(await textOf(await ada.player.get(ada.chat))).toContain('Trade offer Accepted');
  const again = await bo.player.post(question, { ...accept, key: randomUUID() });
  expect(again.status).toBe(409);
  expect(await textOf(again)).toContain('This trade offer is no longer open.');
});

it('an offer in the chat whose card is gone stays open, and the question says why', async () => {
  const { ada, bo, offerId } = await createOffer();
  // A card for sale cannot be traded.
  await sellCards(createActorCtx(database.db, ada.actor), {
    offers: [{ gameId, kindId: crown, price: 90_00, copies: 1 }],
    key: randomUUID(),
  });
  const refused = await bo.player.post(`${bo.chat}?accept=${offerId}`, {
    key: randomUUID(),
    intent: 'accept',
    offerId,
  });
  expect(refused.status).toBe(409);
  const text = await textOf(refused);
  expect(text).toContain(`${ada.actor.username} no longer has: Crown`);
  expect(text).toContain(`Accept the offer of ${ada.actor.username}?`);
  expect(text).toContain('No longer there');
});

it('an offer is declined, withdrawn and countered in the chat without scripts', async () => {
  const first = await createOffer();
  const { ada, bo } = first;
  const answer = (who: typeof ada, intent: string, offerId: string) =>
    who.player.post(`${who.chat}?shown=10`, { key: randomUUID(), intent, offerId });
  const declined = await answer(bo, 'decline', first.offerId);
  expect(declined.headers.get('location')).toBe(`${bo.chat}?shown=10`);
  expect(await textOf(await ada.player.get(ada.chat))).toContain('Trade offer Declined');

  const second = await createOffer();
  // The recipient cannot withdraw, and a stranger can do nothing.
  expect((await answer(second.bo, 'withdraw', second.offerId)).status).toBe(404);
  expect((await answer(ada, 'accept', second.offerId)).status).toBe(404);
  await answer(second.ada, 'withdraw', second.offerId);
  expect(await textOf(await second.bo.player.get(second.bo.chat))).toContain(
    'Trade offer Withdrawn',
  );

  const third = await createOffer();
  const page = await (await third.bo.player.get(third.bo.chat)).text();
  const link = /href="([^"]+answer=[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const form = await (await third.bo.player.get(link)).text();
  expect(form).toContain('Back to the chat');
  expect(form).toContain('name="from" value="chat"');
  const countered = await third.bo.player.post(link, {
    key: randomUUID(),
    with: third.ada.actor.username,
    answer: third.offerId,
    from: 'chat',
    give: `${gameId}.${dog}.1`,
    get: '',
    message: '',
  });
  expect(countered.headers.get('location')).toBe(third.bo.chat);
  const chat = await textOf(await third.ada.player.get(third.ada.chat));
  expect(chat).toContain('Trade offer Answered with another offer');
  expect(chat).toContain('Trade offer Open');
});

it('an open chat keeps showing offers whose messages are no longer among the last ones', async () => {
  const { ada, bo, offerId } = await createOffer();
  for (let number = 1; number <= 6; number += 1) {
    await bo.player.post(bo.chat, { id: randomUUID(), text: `word${number}` });
  }
  // As the page loads again when something changes.
  const data = await (await ada.player.get(`${ada.chat}.data`)).text();
  expect(data).toContain(offerId);
});
