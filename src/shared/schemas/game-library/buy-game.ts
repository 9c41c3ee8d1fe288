import { z } from 'zod';
import { idempotencyKeyInput } from '../fields/idempotency-key.ts';

/** The form that buys a game. `price` is the shown price in cents. */
export const buyGameInput = z.object({
  key: idempotencyKeyInput,
  price: z
    .string('Reload the page and try again.')
    .regex(/^\d{1,7}$/, 'Reload the page and try again.')
    .transform(Number),
});
