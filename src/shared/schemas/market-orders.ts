import { z } from 'zod';
import { marketConstants } from '../constants/market.ts';

const quantityText = `1 to ${marketConstants.orderCopiesMax} copies.`;

/** The number of copies of an order. */
export const orderQuantity = z.coerce
  .number(quantityText)
  .int(quantityText)
  .min(1, quantityText)
  .max(marketConstants.orderCopiesMax, quantityText);
