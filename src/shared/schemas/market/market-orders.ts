import { z } from 'zod';
import { marketConstants } from '../../constants/market/market.ts';
import { parseKindId } from '../catalog.ts';
import { gameId } from '../fields/game-id.ts';
import { idempotencyKeyInput } from '../fields/idempotency-key.ts';
import { pageNumber } from '../fields/paging.ts';
import { wholeNumberBetween } from '../fields/whole-number.ts';
import { priceInput } from './market.ts';

const quantityText = `1 to ${marketConstants.orderCopiesMax} copies.`;

/** The number of copies of an order. */
export const orderQuantity = wholeNumberBetween(1, marketConstants.orderCopiesMax, quantityText);

/** The form that places an order. */
export const placeOrderInput = z.object({
  key: idempotencyKeyInput,
  gameId,
  kindId: z.string().min(1).transform(parseKindId),
  price: priceInput,
  quantity: orderQuantity,
});

/** The form that cancels an order. */
export const orderInput = z.object({
  key: idempotencyKeyInput,
  orderId: z.uuid('This order is no longer open.').toLowerCase(),
});

/** The query of a player's own orders: `?state=ended&page=…`. */
export const ownOrdersQuery = z.object({
  state: z.enum(['open', 'ended']).catch('open').default('open'),
  page: pageNumber(),
});
