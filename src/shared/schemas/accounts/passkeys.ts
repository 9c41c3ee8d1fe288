import { z } from 'zod';
import { factorConstants } from '../../constants/accounts/factors.ts';
import { atMostText } from '../../format/texts/characters.ts';

/** What a challenge of a passkey is for. */
export const passkeyPurpose = z.enum(['login', 'factor', 'proof', 'add']);
export type PasskeyPurpose = z.output<typeof passkeyPurpose>;

export const passkeyChallengeForm = z.object({ purpose: passkeyPurpose });

const needsScripts = 'Passkeys need JavaScript.';

/** Bytes in base64url. A public key of 16 kbit has 2 KB, and its signature too. */
const bytes = (max = 6_000) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

/** A JSON text of at most 16 KB. */
const jsonText = z
  .string({ error: needsScripts })
  .min(1, needsScripts)
  .max(16_000)
  .transform((text, issues): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      issues.addIssue({ code: 'custom', message: 'This is not JSON.' });
      return z.NEVER;
    }
  });

const credential = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal('public-key'),
};

/** What an authenticator signed, as a browser sends it. */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
    userHandle: bytes(100).optional(),
  }),
});
export type AssertionInput = z.output<typeof assertion>;

/** A new passkey, as a browser sends it. */
const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(),
    attestationObject: bytes(12_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(8)
      .catch([])
      .default([]),
  }),
});
export type AttestationInput = z.output<typeof attestation>;

const name = z
  .string({ error: 'Enter a name.' })
  .trim()
  .min(1, 'Enter a name.')
  .max(factorConstants.passkeyNameMax, atMostText(factorConstants.passkeyNameMax))
  .refine((text) => !text.includes('\0'), 'A name has no null characters.');

/** A form that is sent with a signature of a passkey. */
export const passkeyInput = z.object({ credential: jsonText.pipe(assertion) });
export type PasskeyInput = z.output<typeof passkeyInput>;

export const newPasskeyInput = z.object({ name, credential: jsonText.pipe(attestation) });
export type NewPasskeyInput = z.output<typeof newPasskeyInput>;

/** The passkey that a form or a question is about. */
export const passkeyForm = z.object({ passkey: z.uuid() });

export const renamePasskeyInput = passkeyForm.extend({ name });
export type RenamePasskeyInput = z.output<typeof renamePasskeyInput>;
