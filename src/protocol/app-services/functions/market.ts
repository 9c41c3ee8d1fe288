import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { buyMarketItemAgain } from '#domain/market/buy-market-item-again.ts';
import { listNewestItems, type NewestItem } from '#domain/market/list-newest-items.ts';
import { removeMarketItem } from '#domain/market/remove-market-items.ts';
import { sellCardByName } from '#domain/market/sell-card-by-name.ts';
import { priceInput } from '#shared/inputs/market.ts';
import { Refusal } from '#shared/refusals.ts';
import { actor, loginId, nameText, value } from './arguments.ts';
import { type FunctionRow, form } from './define.ts';
import { itemId as exampleId } from './examples.ts';
import { readInput } from './read-input.ts';
import { dollars } from './shapes.ts';
import { sharedAnswer } from './shared-answer.ts';

/** The id of a listing; what cannot be one is of a listing that is gone. */
function readItemId(text: string): string {
  const id = z.uuid().toLowerCase().safeParse(text);
  if (!id.success) throw new Refusal('item-gone');
  return id.data;
}

const itemsOf = sharedAnswer((items: NewestItem[]) =>
  items.map(({ id, cardName, picture, gameName, price, seller }) => ({
    _id: id,
    cardName,
    cardPic: picture,
    gameName,
    price: dollars(price),
    username: seller,
  })),
);

const itemId = value('itemId', 'string', nameText, 'Of the listing.');
const price = z.union([z.number(), z.string().max(40)], 'must be a number or a string');

export const marketFunctions: FunctionRow[] = [
  {
    name: 'getAllMarketItems',
    group: 'Market',
    callers: 'anybody',
    tellsNo: 'throws',
    says: 'What is for sale, the newest first; 1,000 at most. Up to two seconds old.',
    heavy: true,
    tellsList: true,
    forms: [form([], async (ctx) => itemsOf(await listNewestItems(ctx)))],
    example: {
      arguments: [],
      answer: [
        {
          _id: exampleId,
          cardName: 'Crown',
          cardPic: '/art/cards/default-crown.svg',
          gameName: 'Portal 2',
          price: 2.5,
          username: 'Ada',
        },
      ],
    },
  },
  {
    name: 'setCardToMarket',
    group: 'Market',
    callers: 'player',
    tellsNo: 'success or error',
    says: 'Puts one copy of a card up for sale; it leaves your inventory until it is taken back.',
    forgets: listNewestItems.forget,
    forms: [
      form(
        [
          actor('username'),
          loginId(),
          value('gameName', 'string', nameText, 'The game that the card is of.'),
          value('cardName', 'string', nameText, 'The card.'),
          value('price', 'number | string', price, '0.01 to 10,000.00, two decimals at most.'),
        ],
        async (ctx, [, , game, card, typed]) => {
          const { price } = readInput(z.object({ price: priceInput }), { price: String(typed) });
          const sale = { game, card, price, key: randomUUID() };
          return { success: true, itemId: (await sellCardByName(ctx, sale)).itemId };
        },
      ),
    ],
    example: {
      arguments: ['Ada', null, 'Portal 2', 'Crown', 2.5],
      answer: { success: true, itemId: exampleId },
    },
  },
  {
    name: 'buyMarketItem',
    group: 'Market',
    callers: 'player',
    tellsNo: 'success or error',
    says: 'Buys a listing at its price. Who asks again for what is theirs by it is told success.',
    forgets: listNewestItems.forget,
    forms: [
      form([actor('username'), loginId(), itemId], async (ctx, [, , id]) => {
        await buyMarketItemAgain(ctx, { itemId: readItemId(id), key: randomUUID() });
        return { success: true };
      }),
    ],
    example: { arguments: ['Grace', null, exampleId], answer: { success: true } },
  },
  {
    name: 'removeMarketItem',
    group: 'Market',
    callers: 'player',
    tellsNo: 'success or error',
    says: 'Takes a listing of yours back; its card returns to your inventory.',
    forgets: listNewestItems.forget,
    forms: [
      form([actor('username'), loginId(), itemId], async (ctx, [, , id]) => {
        await removeMarketItem(ctx, { itemId: readItemId(id), key: randomUUID() });
        return { success: true };
      }),
    ],
    example: { arguments: ['Ada', null, exampleId], answer: { success: true } },
  },
];
