import { z } from 'zod';

/** The form with a list of keys. The list may be long: the domain checks each line. */
export const gameKeysInput = z.object({ list: z.string().default('') });

/** The query of the page: `?ask=remove-keys` asks before the unused keys are removed. */
export const gameDeliveryQuery = z.object({
  ask: z.literal('remove-keys').nullable().catch(null),
});
