import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { listCardKinds } from '#domain/card-sets/list-card-set.ts';
import type { OrdersReport, SkippedOrder } from '#domain/collections/missing-orders-report.ts';
import { orderMissingCards } from '#domain/collections/order-missing-cards.ts';
import { requireGameByName } from '#domain/game-library/find-game-by-name.ts';
import { listNewestListings } from '#domain/market/lists/list-newest-listings.ts';
import { cancelOrder } from '#domain/market/orders/end-orders.ts';
import { findCardByName } from '#domain/market/orders/find-card-by-name.ts';
import { getBookDepth } from '#domain/market/orders/get-book-depth.ts';
import { listOwnOrders } from '#domain/market/orders/list-own-orders.ts';
import { placeOrder } from '#domain/market/orders/place-order.ts';
import { previewSale } from '#domain/market/orders/preview-sale.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { AppError, appErrors } from '#shared/errors/app-error.ts';
import { priceInput } from '#shared/schemas/market/market.ts';
import { orderQuantity } from '#shared/schemas/market/market-orders.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import {
  actorArgument,
  loginIdArgument,
  nameSchema,
  requireId,
  valueArgument,
} from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';
import { exampleOrderId, examplePicture } from './examples.ts';
import { toDollars } from './to-response.ts';

const typedNumber = z.union([z.number(), z.string().max(40)], 'must be a number or a string');
const gameName = valueArgument(
  'gameName',
  'string',
  nameSchema,
  'The name of the game that the card belongs to.',
);
const cardName = valueArgument('cardName', 'string', nameSchema, 'The name of the card.');
const price = valueArgument(
  'price',
  'number | string',
  typedNumber,
  'For one copy: 0.01 to 10,000.00, with at most two decimals.',
);

const parsePrice = (typed: string | number) =>
  parseInput(z.object({ price: priceInput }), { price: String(typed) }).price;

const missingOrders = z
  .array(z.object({ cardName: nameSchema, price: typedNumber }))
  .min(1, 'has no cards')
  .max(marketConstants.ordersMax, 'has too many cards');

/** The result of one card in the answer of `orderMissingCards`. */
function toOrderResponse({ name, price, outcome }: OrdersReport['cards'][number]) {
  const card = { cardName: name, price: toDollars(price) };
  if (outcome && 'bought' in outcome) {
    const { orderId, bought } = outcome;
    return { ...card, ordered: true, orderId, boughtFor: bought && toDollars(bought.price) };
  }
  return { ...card, ordered: false, error: describeSkip(outcome) };
}

function describeSkip(skipped: SkippedOrder | null): string {
  switch (skipped?.reason) {
    case 'yours-by-now':
      return 'You have this card.';
    case 'ordered-by-now':
      return 'You have an open order for this card.';
    case 'refused':
      return appErrors[skipped.code].text;
    case undefined:
      return 'The card is not ordered yet. Try again.';
  }
}

export const marketOrderFunctions: RealmFunction[] = [
  {
    name: 'placeMarketOrder',
    group: 'Market',
    callers: 'player',
    errorStyle: 'success or error',
    description:
      'Orders copies of a card at a price or less, for 30 days. The money is set aside. What is for sale at this price or less is bought at once, at its own price.',
    invalidateCache: listNewestListings.clear,
    signatures: [
      defineSignature(
        [
          actorArgument('username'),
          loginIdArgument(),
          gameName,
          cardName,
          price,
          valueArgument('quantity', 'number', typedNumber, 'The number of copies: 1 to 20.'),
        ],
        async (ctx, values) => {
          const cents = parsePrice(values.price);
          const { quantity } = parseInput(z.object({ quantity: orderQuantity }), values);
          const card = await findCardByName(ctx, { game: values.gameName, card: values.cardName });
          const order = { ...card, price: cents, quantity, key: randomUUID() };
          const { orderId, bought, remaining } = await placeOrder(ctx, order);
          return {
            success: true,
            orderId,
            bought: bought.map((copy) => ({ itemId: copy.itemId, price: toDollars(copy.price) })),
            remaining,
          };
        },
      ),
    ],
    example: {
      arguments: ['Ada', null, 'Portal 2', 'Crown', 2.5, 3],
      answer: { success: true, orderId: exampleOrderId, bought: [], remaining: 3 },
    },
  },
  {
    name: 'orderMissingCards',
    group: 'Market',
    callers: 'player',
    errorStyle: 'success or error',
    description:
      'Orders one copy of each named card that your set of a game lacks, each at its price or less, for 30 days. A card that you have or have ordered is skipped.',
    invalidateCache: listNewestListings.clear,
    signatures: [
      defineSignature(
        [
          actorArgument('username'),
          loginIdArgument(),
          valueArgument('gameName', 'string', nameSchema, 'The name of the game.'),
          valueArgument(
            'orders',
            '{ cardName: string, price: number | string }[]',
            missingOrders,
            'The cards and the highest price of each, at most 50. A card that is named twice counts with its last price.',
          ),
        ],
        async (ctx, values) => {
          const gameId = await requireGameByName(ctx, values.gameName);
          const kinds = await listCardKinds(ctx.db, gameId);
          const prices = new Map<string, number>();
          for (const { cardName, price } of values.orders) {
            const kind = kinds.find(({ name }) => name.toLowerCase() === cardName.toLowerCase());
            if (!kind) throw new AppError('card-not-found');
            prices.set(kind.id, parsePrice(price));
          }
          const orders = [...prices].map(([kindId, cents]) => ({ kindId, price: cents }));
          const { cards } = await orderMissingCards(ctx, { gameId, orders, key: randomUUID() });
          return { success: true, cards: cards.map(toOrderResponse) };
        },
      ),
    ],
    example: {
      arguments: ['Ada', null, 'Portal 2', [{ cardName: 'Crown', price: 2.5 }]],
      answer: {
        success: true,
        cards: [
          {
            cardName: 'Crown',
            price: 2.5,
            ordered: true,
            orderId: exampleOrderId,
            boughtFor: null,
          },
        ],
      },
    },
  },
  {
    name: 'cancelMarketOrder',
    group: 'Market',
    callers: 'player',
    errorStyle: 'success or error',
    description: 'Cancels your order. The money that it has not spent returns to your balance.',
    signatures: [
      defineSignature(
        [
          actorArgument('username'),
          loginIdArgument(),
          valueArgument('orderId', 'string', nameSchema, 'The id of the order.'),
        ],
        async (ctx, values) => {
          const orderId = requireId(values.orderId, 'order-gone');
          const { returned } = await cancelOrder(ctx, { orderId, key: randomUUID() });
          return { success: true, returned: toDollars(returned) };
        },
      ),
    ],
    example: {
      arguments: ['Ada', null, exampleOrderId],
      answer: { success: true, returned: 7.5 },
    },
  },
  {
    name: 'getMarketOrders',
    group: 'Market',
    callers: 'player',
    errorStyle: 'throws',
    description: 'Your open orders, the newest first.',
    signatures: [
      defineSignature([actorArgument('username'), loginIdArgument()], async (ctx) => {
        const { orders } = await listOwnOrders(ctx, {
          state: 'open',
          page: 1,
          perPage: marketConstants.ordersMax,
        });
        return orders.map((order) => ({
          _id: order.id,
          cardName: order.name,
          cardPic: order.picture,
          gameName: order.gameName,
          price: toDollars(order.price),
          quantity: order.quantity,
          remaining: order.remaining,
          endsAt: order.endsAt.toISOString(),
        }));
      }),
    ],
    example: {
      arguments: ['Ada', null],
      answer: [
        {
          _id: exampleOrderId,
          cardName: 'Crown',
          cardPic: examplePicture('default-crown'),
          gameName: 'Portal 2',
          price: 2.5,
          quantity: 3,
          remaining: 3,
          endsAt: '2026-04-13T12:00:00.000Z',
        },
      ],
    },
  },
  {
    name: 'getMarketDepth',
    group: 'Market',
    callers: 'anybody',
    errorStyle: 'throws',
    description:
      'The best ten prices of a card on both sides: what is for sale, the cheapest first, and what is ordered, the highest first.',
    signatures: [
      defineSignature([gameName, cardName], async (ctx, values) => {
        const card = await findCardByName(ctx, { game: values.gameName, card: values.cardName });
        const { sells, buys } = await getBookDepth(ctx, card);
        const toResponse = (levels: typeof sells) =>
          levels.map((level) => ({ price: toDollars(level.price), copies: level.copies }));
        return { sells: toResponse(sells), buys: toResponse(buys) };
      }),
    ],
    example: {
      arguments: ['Portal 2', 'Crown'],
      answer: { sells: [{ price: 3, copies: 2 }], buys: [{ price: 2.5, copies: 3 }] },
    },
  },
  {
    name: 'previewMarketSale',
    group: 'Market',
    callers: 'player',
    errorStyle: 'throws',
    description:
      'Whether one copy of a card that you put up for sale at a price would be sold at once, and for how much.',
    signatures: [
      defineSignature(
        [actorArgument('username'), loginIdArgument(), gameName, cardName, price],
        async (ctx, values) => {
          const cents = parsePrice(values.price);
          const card = await findCardByName(ctx, { game: values.gameName, card: values.cardName });
          const sale = await previewSale(ctx, { ...card, price: cents, copies: 1 });
          return sale.copies > 0 ? { sold: true, price: toDollars(sale.amount) } : { sold: false };
        },
      ),
    ],
    example: {
      arguments: ['Ada', null, 'Portal 2', 'Crown', 2],
      answer: { sold: true, price: 2.5 },
    },
  },
];
