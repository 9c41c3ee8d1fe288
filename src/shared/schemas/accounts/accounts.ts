import { z } from 'zod';
import { apiSessionConstants } from '../../constants/accounts/api-sessions.ts';
import { isReservedUsername } from '../../constants/accounts/reserved-usernames.ts';
import { invitationConstants } from '../../constants/site/site-settings.ts';
import { atMostText } from '../../format/texts/characters.ts';
import {
  checkEmail,
  checkPassword,
  checkUsername,
  codeChecks,
  type FieldCheck,
  logInChecks,
  toAsciiEmail,
} from './account-fields.ts';

/** A refinement by a field check. The forms use the same checks in the browser. */
function refineBy(check: FieldCheck) {
  return (text: string, issues: z.RefinementCtx) => {
    const problem = check(text);
    if (problem) issues.addIssue({ code: 'custom', message: problem });
  };
}

/** A new username. The database decides whether it is free. */
export const usernameInput = z
  .string({ error: 'Enter a username.' })
  .trim()
  .superRefine(refineBy(checkUsername))
  .refine((value) => !isReservedUsername(value), 'This username is reserved.');

const passwordInput = z.string({ error: 'Enter a password.' }).superRefine(refineBy(checkPassword));

export const emailInput = z
  .string({ error: 'Enter an email address.' })
  .trim()
  .toLowerCase()
  .superRefine(refineBy(checkEmail))
  .transform(toAsciiEmail);

/** The code of an invitation. An empty field has no code. */
export const invitationCode = z
  .string()
  .trim()
  .max(invitationConstants.codeMax, 'This is not a code of an invitation.')
  .transform((code) => code || undefined)
  .optional();

export const registerInput = z.object({
  username: usernameInput,
  password: passwordInput,
  email: emailInput,
  invitation: invitationCode,
});
export type RegisterInput = z.output<typeof registerInput>;

/** It does not reveal which usernames and passwords are possible: wrong ones get the same answer. */
export const logInInput = z.object({
  username: z
    .string({ error: 'Enter your username.' })
    .trim()
    .superRefine(refineBy(logInChecks.username)),
  password: z.string({ error: 'Enter your password.' }).superRefine(refineBy(logInChecks.password)),
});
export type LogInInput = z.output<typeof logInInput>;

/** The code of an authenticator app, or a recovery code. A longer text is a wrong code. */
const codeText = z
  .string({ error: 'Enter the code.' })
  .transform((text) => text.trim().slice(0, 100));

export const codeInput = z.object({ code: codeText.superRefine(refineBy(codeChecks.code)) });

/** A proof of identity by the password, and by a code if the account has a second factor. */
export const proofInput = z.object({
  password: z.string({ error: 'Enter your password.' }).superRefine(refineBy(logInChecks.password)),
  code: codeText.optional().catch(undefined),
});
export type ProofInput = z.output<typeof proofInput>;

/** A new email address for the actor's account. */
export const emailChangeInput = z.object({ email: emailInput });
export type EmailChangeInput = z.output<typeof emailChangeInput>;

/** A new password for the actor's account. Without the present one, it needs a fresh proof. */
export const changePasswordInput = z.object({
  currentPassword: z.string().min(1, 'Enter your password.').optional(),
  password: passwordInput,
});
export type ChangePasswordInput = z.output<typeof changePasswordInput>;

export const forgotPasswordInput = z.object({ email: emailInput });
export type ForgotPasswordInput = z.output<typeof forgotPasswordInput>;

/** The token of an email link: 256 bits, base64url. Another text is an invalid link, not an invalid field. */
const linkToken = z.string().max(200).catch('');

export const resetPasswordInput = z.object({ token: linkToken, password: passwordInput });
export type ResetPasswordInput = z.output<typeof resetPasswordInput>;

export const confirmInput = z.object({ token: linkToken });
export type ConfirmInput = z.output<typeof confirmInput>;

/** Registration through the Realm API. The username is generated. */
export const registerByEmailInput = z.object({ email: emailInput, password: passwordInput });
export type RegisterByEmailInput = z.output<typeof registerByEmailInput>;

/** Login through the Realm API. The `username` is an email address; an invalid one counts as a wrong password. */
export const logInByEmailInput = z.object({
  username: emailInput,
  password: z.string().min(1),
});
export type LogInByEmailInput = z.output<typeof logInByEmailInput>;

export const apiKeyInput = z.object({
  name: z
    .string({ error: 'A key needs a name.' })
    .trim()
    .min(1, 'A key needs a name.')
    .max(apiSessionConstants.apiKeyNameMax, atMostText(apiSessionConstants.apiKeyNameMax))
    .refine((value) => !value.includes('\0'), 'A name has no null characters.'),
});
export type ApiKeyInput = z.output<typeof apiKeyInput>;
