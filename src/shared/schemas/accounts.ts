import { z } from 'zod';
import { apiSessionConstants } from '../constants/accounts.ts';
import { isReservedUsername } from '../constants/reserved-usernames.ts';
import {
  emailProblem,
  type FieldCheck,
  logInChecks,
  passwordProblem,
  usernameProblem,
} from './account-fields.ts';

/** A text that a field's check lets pass: the browser's forms say the same before they are sent. */
function checked(check: FieldCheck) {
  return (text: string, issues: z.RefinementCtx) => {
    const problem = check(text);
    if (problem) issues.addIssue({ code: 'custom', message: problem });
  };
}

/** As typed; whether it is free is the database's to say. */
const usernameInput = z
  .string({ error: 'Enter a username.' })
  .trim()
  .superRefine(checked(usernameProblem))
  .refine((value) => !isReservedUsername(value), 'This username is reserved.');

const passwordInput = z
  .string({ error: 'Enter a password.' })
  .superRefine(checked(passwordProblem));

const emailInput = z
  .string({ error: 'Enter an email address.' })
  .trim()
  .toLowerCase()
  .superRefine(checked(emailProblem));

export const registerInput = z.object({
  username: usernameInput,
  password: passwordInput,
  email: emailInput,
});
export type RegisterInput = z.output<typeof registerInput>;

/** Says nothing about which usernames and passwords can exist: whatever is wrong is answered alike. */
export const logInInput = z.object({
  username: z
    .string({ error: 'Enter your username.' })
    .trim()
    .superRefine(checked(logInChecks.username)),
  password: z.string({ error: 'Enter your password.' }).superRefine(checked(logInChecks.password)),
});
export type LogInInput = z.output<typeof logInInput>;

export const forgotPasswordInput = z.object({ email: emailInput });
export type ForgotPasswordInput = z.output<typeof forgotPasswordInput>;

/** The token of a mailed link: 256 bits, base64url. Anything else is a bad link, not a bad field. */
const linkToken = z.string().max(200).catch('');

export const resetPasswordInput = z.object({ token: linkToken, password: passwordInput });
export type ResetPasswordInput = z.output<typeof resetPasswordInput>;

export const confirmInput = z.object({ token: linkToken });
export type ConfirmInput = z.output<typeof confirmInput>;

/** As the clients of the app backend register: the username is drawn. */
export const registerByEmailInput = z.object({ email: emailInput, password: passwordInput });
export type RegisterByEmailInput = z.output<typeof registerByEmailInput>;

/** What they call the username is the address. What is none is answered as a wrong password. */
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
    .max(
      apiSessionConstants.apiKeyNameMax,
      `Use at most ${apiSessionConstants.apiKeyNameMax} characters.`,
    )
    .refine((value) => !value.includes('\0'), 'A name has no null characters.'),
});
export type ApiKeyInput = z.output<typeof apiKeyInput>;
