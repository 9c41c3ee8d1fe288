import { z } from 'zod';
import { emailInput, invitationCode, usernameInput } from './accounts.ts';

/** A begun sign-on: what it is for. The code is for a proof of an account with a second factor. */
export const signOnForm = z.object({
  purpose: z.enum(['login', 'link', 'proof']),
  code: z
    .string()
    .transform((text) => text.trim().slice(0, 100))
    .optional()
    .catch(undefined),
});

/** The username for a new identity, and an email address if the provider has none that it verified. */
export const signUpInput = z.object({
  username: usernameInput,
  email: emailInput.optional(),
  invitation: invitationCode,
});
export type SignUpInput = z.output<typeof signUpInput>;

/** An own identity to remove. */
export const unlinkForm = z.object({ identity: z.uuid() });

/** The own identity that the page asks about; null for none. */
export const unlinkQuery = z.object({
  remove: z.uuid().nullable().catch(null).default(null),
});
