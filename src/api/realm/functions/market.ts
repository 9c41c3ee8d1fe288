import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { buyListingRepeatably } from '#domain/market/buy-listing-repeatably.ts';
import { listNewestListings, type NewestListing } from '#domain/market/list-newest-listings.ts';
import { sellCardByName } from '#domain/market/sell-card-by-name.ts';
import { withdrawListing } from '#domain/market/withdraw-listings.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { priceInput } from '#shared/schemas/market.ts';
import { actor, loginId, nameText, value } from './arguments.ts';
import { type FunctionRow, form } from './define-function.ts';
import { itemId as exampleId } from './examples.ts';
import { readInput } from './read-input.ts';
import { dollars } from './response-shapes.ts';
import { sharedResponse } from './shared-response.ts';

/** The id of a listing; what cannot be one is of a listing that is gone. */
function readItemId(text: string): string {
  const id = z.uuid().toLowerCase().safeParse(text);
  if (!id.success) throw new AppError('item-gone');
  return id.data;
}

const itemsOf = sharedResponse((items: NewestListing[]) =>
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
    forms: [form([], async (ctx) => itemsOf(await listNewestListings(ctx)))],
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
    forgets: listNewestListings.forget,
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
    forgets: listNewestListings.forget,
    forms: [
      form([actor('username'), loginId(), itemId], async (ctx, [, , id]) => {
        await buyListingRepeatably(ctx, { itemId: readItemId(id), key: randomUUID() });
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
    forgets: listNewestListings.forget,
    forms: [
      form([actor('username'), loginId(), itemId], async (ctx, [, , id]) => {
        await withdrawListing(ctx, { itemId: readItemId(id), key: randomUUID() });
        return { success: true };
      }),
    ],
    example: { arguments: ['Ada', null, exampleId], answer: { success: true } },
  },
];
