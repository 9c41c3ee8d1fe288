import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { buyListingWithoutKey } from '#domain/market/buy-listing-without-key.ts';
import {
  listNewestListings,
  type NewestListing,
} from '#domain/market/lists/list-newest-listings.ts';
import { sellCardByName } from '#domain/market/selling/sell-card-by-name.ts';
import { withdrawListing } from '#domain/market/withdraw-listings.ts';
import { priceInput } from '#shared/schemas/market/market.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import {
  actorArgument,
  loginIdArgument,
  nameSchema,
  requireId,
  valueArgument,
} from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';
import { exampleItemId as exampleId, examplePicture } from './examples.ts';
import { memoizeResponse } from './memoize-response.ts';
import { toDollars } from './to-response.ts';

const requireItemId = (text: string) => requireId(text, 'item-gone');

const toItemResponses = memoizeResponse((items: NewestListing[]) =>
  items.map(({ id, cardName, picture, gameName, price, seller }) => ({
    _id: id,
    cardName,
    cardPic: picture,
    gameName,
    price: toDollars(price),
    username: seller,
  })),
);

const itemId = valueArgument('itemId', 'string', nameSchema, 'The id of the listing.');
const price = z.union([z.number(), z.string().max(40)], 'must be a number or a string');

export const marketFunctions: RealmFunction[] = [
  {
    name: 'getAllMarketItems',
    group: 'Market',
    callers: 'anybody',
    errorStyle: 'throws',
    description:
      'The newest 1,000 listings of the market, newest first. The list can be up to two seconds old.',
    expensive: true,
    hasLargeResult: true,
    signatures: [
      defineSignature([], async (ctx) => toItemResponses(await listNewestListings(ctx))),
    ],
    example: {
      arguments: [],
      answer: [
        {
          _id: exampleId,
          cardName: 'Crown',
          cardPic: examplePicture('default-crown'),
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
    errorStyle: 'success or error',
    description:
      'Puts one copy of a card up for sale. While the listing exists, the card is not in your inventory. If a buy order of another player offers the price or more, the card is sold at once, at the price of that order, and the answer has `sold: true`.',
    invalidateCache: listNewestListings.clear,
    signatures: [
      defineSignature(
        [
          actorArgument('username'),
          loginIdArgument(),
          valueArgument(
            'gameName',
            'string',
            nameSchema,
            'The name of the game that the card belongs to.',
          ),
          valueArgument('cardName', 'string', nameSchema, 'The name of the card.'),
          valueArgument(
            'price',
            'number | string',
            price,
            '0.01 to 10,000.00, with at most two decimals.',
          ),
        ],
        async (ctx, { gameName, cardName, price: typed }) => {
          const { price } = parseInput(z.object({ price: priceInput }), { price: String(typed) });
          const sale = { game: gameName, card: cardName, price, key: randomUUID() };
          const { itemId, sold } = await sellCardByName(ctx, sale);
          return sold ? { success: true, itemId, sold: true } : { success: true, itemId };
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
    errorStyle: 'success or error',
    description:
      'Buys a listing at its price. If you have already bought it, the call succeeds again and costs nothing.',
    invalidateCache: listNewestListings.clear,
    signatures: [
      defineSignature(
        [actorArgument('username'), loginIdArgument(), itemId],
        async (ctx, { itemId }) => {
          await buyListingWithoutKey(ctx, { itemId: requireItemId(itemId), key: randomUUID() });
          return { success: true };
        },
      ),
    ],
    example: { arguments: ['Grace', null, exampleId], answer: { success: true } },
  },
  {
    name: 'removeMarketItem',
    group: 'Market',
    callers: 'player',
    errorStyle: 'success or error',
    description: 'Withdraws your listing. Its card returns to your inventory.',
    invalidateCache: listNewestListings.clear,
    signatures: [
      defineSignature(
        [actorArgument('username'), loginIdArgument(), itemId],
        async (ctx, { itemId }) => {
          await withdrawListing(ctx, { itemId: requireItemId(itemId), key: randomUUID() });
          return { success: true };
        },
      ),
    ],
    example: { arguments: ['Ada', null, exampleId], answer: { success: true } },
  },
];
