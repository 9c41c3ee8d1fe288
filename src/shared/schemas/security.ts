import { z } from 'zod';

/** The question that the sign-in settings ask; null for none. */
export const securityQuery = z.object({
  ask: z.enum(['remove-app', 'new-codes']).nullable().catch(null).default(null),
});

export const securityForm = z.object({ intent: z.enum(['remove-app', 'new-codes']) });

export const authenticatorForm = z.object({ intent: z.enum(['start', 'confirm']) });
