import { z } from 'zod';
import { idempotencyKeyInput } from './wallet.ts';

/** The requests of the play screen. */
export const playInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('start') }),
  z.object({ intent: z.literal('keep') }),
  z.object({ intent: z.literal('award'), key: idempotencyKeyInput }),
]);
