import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  marketListings,
  marketOrders,
  messages,
  siteSettingChanges,
  siteSettings,
  tradeOffers,
} from '#database/schema.ts';
import { partSetting, type SitePart } from '#shared/constants/site/site-parts.ts';
import { discussionsQuery } from '#shared/schemas/discussions.ts';
import { defaultDiscussionContent } from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { findMarketViolations } from '#test/fixtures/market.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
import { createTradingFriends, crown, dog } from '#test/fixtures/trading-friends.ts';
import { listConversations } from '../chat/list-conversations.ts';
import { openConversation } from '../chat/open-conversation.ts';
import { sendMessage } from '../chat/send-message.ts';
import type { Ctx } from '../context.ts';
import { createDiscussion } from '../discussions/create-discussion.ts';
import { getDiscussion } from '../discussions/get-discussion.ts';
import { listDiscussions } from '../discussions/lists/list-discussions.ts';
import { listPictures } from '../gallery/list-pictures.ts';
import { postPicture } from '../gallery/post-picture.ts';
import { issueUploadToken } from '../gallery/uploads/upload-token.ts';
import { buyListing } from '../market/buy-listing.ts';
import { cancelOrder } from '../market/orders/end-orders.ts';
import { placeOrder } from '../market/orders/place-order.ts';
import { rematchBooks } from '../market/orders/rematch-books.ts';
import { repriceListing } from '../market/reprice-listing.ts';
import { sellCards } from '../market/selling/sell-cards.ts';
import { withdrawListing } from '../market/withdraw-listings.ts';
import { acceptOffer } from '../trades/accept-offer.ts';
import { declineOffer } from '../trades/close-offer.ts';
import { changeSiteSetting } from './change-site-setting.ts';

const database = useDatabase();
const key = () => randomUUID();
let friends: Awaited<ReturnType<typeof createTradingFriends>>;
let admin: Ctx;

beforeEach(async () => {
  friends = await createTradingFriends(database.db);
  const actor = await createPlayer(database.db, { role: 'admin' });
  admin = { ...friends.ctx, actor: await withFreshProof(friends.ctx, actor) };
});
afterEach(async () => {
  expect(await findMarketViolations(database.db)).toEqual([]);
  await database.db.delete(siteSettings);
  await database.db.delete(siteSettingChanges);
});

const turn = (part: SitePart, value: 'on' | 'off') =>
  changeSiteSetting(admin, { key: partSetting(part), value });

async function expectOff(works: readonly (() => Promise<unknown>)[]) {
  for (const work of works)
    await expect(work()).rejects.toMatchObject({ code: 'part-off', status: 404 });
}

describe('the market, switched off', () => {
  it('sells nothing and takes no orders, but gives cards and money back to their owners', async () => {
    const { ada, as, give, gameId } = friends;
    const bo = await createPlayer(database.db, { balance: 100_00 });
    await give(ada, crown, 3);
    const card = { gameId, kindId: crown };
    const sell = (price: number) =>
      sellCards(as(ada), { offers: [{ ...card, price, copies: 1 }], key: key() });
    const order = (price: number, kindId = crown) =>
      placeOrder(as(bo), { gameId, kindId, price, quantity: 1, key: key() });
    const {
      itemIds: [itemId = ''],
    } = await sell(5_00);
    const { orderId } = await order(4_00);
    await turn('market', 'off');
    await expectOff([
      () => buyListing(as(bo), { itemId, key: key() }),
      () => sell(6_00),
      () => repriceListing(as(ada), { itemId, price: 1_00, key: key() }),
      () => order(5_00),
    ]);
    expect(await database.db.$count(marketListings)).toBe(1);
    await withdrawListing(as(ada), { itemId, key: key() });
    await cancelOrder(as(bo), { orderId, key: key() });
    expect(await friends.held(ada)).toEqual([crown, crown, crown]);
    await turn('market', 'on');
    await sell(3_00);
    expect((await order(3_00)).bought).toHaveLength(1);
  });

  it('does not match what waits until it is on again', async () => {
    const { ada, as, give, gameId } = friends;
    const bo = await createPlayer(database.db, { balance: 100_00 });
    await give(ada, crown, 1);
    const card = { gameId, kindId: crown };
    await placeOrder(as(bo), { ...card, price: 4_00, quantity: 1, key: key() });
    const listing = { offers: [{ ...card, price: 9_00, copies: 1 }], key: key() };
    await sellCards(as(ada), listing);
    await turn('market', 'off');
    // As if an obstacle had ended meanwhile.
    await database.db.update(marketListings).set({ price: 3_00 });
    expect(await rematchBooks(friends.ctx)).toBe(0);
    expect(await findMarketViolations(database.db)).toEqual([]);
    await turn('market', 'on');
    expect(await rematchBooks(friends.ctx)).toBe(1);
    expect(await database.db.$count(marketOrders)).toBeGreaterThan(0);
  });
});

it('trade offers, switched off, are neither made nor accepted, and can be declined', async () => {
  const { ada, bo, as, give, offer, card } = friends;
  await give(ada, crown, 2);
  await give(bo, dog, 2);
  const { offerId } = await offer(ada, bo);
  const { offerId: other } = await offer(ada, bo, { give: [card(crown, 2)] });
  await turn('trades', 'off');
  await expectOff([() => offer(ada, bo), () => acceptOffer(as(bo), { offerId, key: key() })]);
  expect(await database.db.$count(tradeOffers)).toBe(2);
  await declineOffer(as(bo), { offerId, key: key() });
  await turn('trades', 'on');
  await acceptOffer(as(bo), { offerId: other, key: key() });
  expect(await friends.held(bo)).toEqual([crown, crown, dog]);
});

it('discussions, switched off, are kept and not shown, and nobody starts one', async () => {
  const { ada, as } = friends;
  const create = () => createDiscussion(as(ada), { ...defaultDiscussionContent, key: key() });
  const { id: discussionId } = await create();
  await turn('discussions', 'off');
  await expectOff([
    create,
    () => listDiscussions(as(ada), discussionsQuery.parse({})),
    () => getDiscussion(as(ada), { discussionId }),
  ]);
  await turn('discussions', 'on');
  expect(await getDiscussion(as(ada), { discussionId })).toMatchObject({ id: discussionId });
});

it('the gallery, switched off, shows nothing and takes no uploads or posts', async () => {
  const { ada, as } = friends;
  await turn('gallery', 'off');
  await expectOff([
    () => listPictures(as(ada)),
    () => issueUploadToken(as(ada)),
    () => postPicture(as(ada), { id: key(), caption: 'Sent before' }),
  ]);
});

it('chat, switched off, shows and sends no messages', async () => {
  const { ada, bo, as } = friends;
  const { conversationId } = await openConversation(as(ada), bo.username);
  const send = () => sendMessage(as(ada), { conversationId, id: key(), text: 'Hello' });
  await send();
  const sent = await database.db.$count(messages);
  await turn('chat', 'off');
  await expectOff([send, () => listConversations(as(ada), { page: 1 })]);
  expect(await database.db.$count(messages)).toBe(sent);
  await turn('chat', 'on');
  await send();
});

describe('a form that was carried out before its part was switched off', () => {
  it('of the market gets its first answer again, and nothing happens twice', async () => {
    const { ada, as, give, gameId } = friends;
    const bo = await createPlayer(database.db, { balance: 100_00 });
    await give(ada, crown, 3);
    const card = { gameId, kindId: crown };
    const offer = { ...card, price: 5_00, copies: 1 };
    const forms = {
      sell: () => sellCards(as(ada), { offers: [offer, offer], key: keys.sell }),
      order: () => placeOrder(as(bo), { ...card, price: 1_00, quantity: 1, key: keys.order }),
    };
    const keys = { sell: key(), order: key(), reprice: key(), buy: key() };
    const sold = await forms.sell();
    const [bought = '', repriced = ''] = sold.itemIds;
    const ordered = await forms.order();
    const buy = () => buyListing(as(bo), { itemId: bought, key: keys.buy });
    const reprice = () =>
      repriceListing(as(ada), { itemId: repriced, price: 6_00, key: keys.reprice });
    const first = [await buy(), await reprice()];
    await turn('market', 'off');
    const counts = async () => [
      await database.db.$count(marketListings),
      await database.db.$count(marketOrders),
    ];
    const before = await counts();
    expect((await forms.sell()).itemIds).toEqual(sold.itemIds);
    expect((await forms.order()).orderId).toBe(ordered.orderId);
    expect([await buy(), await reprice()]).toEqual(first);
    expect(await counts()).toEqual(before);
    // The key of another account, and another form with the key, are no way around it.
    await expectOff([() => buyListing(as(ada), { itemId: bought, key: keys.buy })]);
    const other = { offers: [{ ...offer, price: 7_00 }], key: keys.sell };
    await expect(sellCards(as(ada), other)).rejects.toMatchObject({ code: 'key-reused' });
    expect(await counts()).toEqual(before);
  });

  it('of trades, discussions and chat gets its first answer again', async () => {
    const { ada, bo, as, give, offer, card } = friends;
    await give(ada, crown, 2);
    await give(bo, dog, 2);
    const { offerId } = await offer(ada, bo);
    const { conversationId } = await openConversation(as(ada), bo.username);
    const keys = { accept: key(), offer: key(), discussion: key(), message: key() };
    const forms = [
      () => acceptOffer(as(bo), { offerId, key: keys.accept }),
      () => offer(ada, bo, { give: [card(crown)], want: [], key: keys.offer }),
      () => createDiscussion(as(ada), { ...defaultDiscussionContent, key: keys.discussion }),
      () => sendMessage(as(ada), { conversationId, id: keys.message, text: 'Hello' }),
    ];
    const answers = [];
    for (const form of forms) answers.push(await form());
    for (const part of ['trades', 'discussions', 'chat'] as const) await turn(part, 'off');
    for (const [index, form] of forms.entries()) {
      // How a message was sent is no part of it.
      const { readsBefore: _, ...answer } = answers[index] as { readsBefore?: boolean };
      expect(await form()).toMatchObject(answer);
    }
    const again = { conversationId, id: keys.message, text: 'Something else' };
    await expectOff([() => sendMessage(as(ada), again), () => sendMessage(as(bo), again)]);
  });
});
