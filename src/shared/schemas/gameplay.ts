import { z } from 'zod';
import { idempotencyKeyInput } from './wallet.ts';

/** What the play screen asks for. */
export const playInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('start') }),
  z.object({ intent: z.literal('keep') }),
  z.object({ intent: z.literal('award'), key: idempotencyKeyInput }),
]);
