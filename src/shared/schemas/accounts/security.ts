import { z } from 'zod';

/** The question that the sign-in settings ask; null for none. */
export const securityQuery = z.object({
  ask: z.enum(['remove-app', 'new-codes', 'remove-passkey']).nullable().catch(null).default(null),
  /** The passkey of the question. */
  passkey: z.string().nullable().default(null),
  /** The passkey that gets a new name. */
  rename: z.string().nullable().default(null),
});

export const securityForm = z.object({
  intent: z.enum(['remove-app', 'new-codes', 'remove-passkey', 'rename-passkey']),
});

export const authenticatorForm = z.object({ intent: z.enum(['start', 'confirm']) });
