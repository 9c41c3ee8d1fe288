import { z } from 'zod';
import { appSession, email, password, username } from '../limits.ts';
import { isReservedUsername } from '../reserved-usernames.ts';

/** As typed; whether it is free is the database's to say. */
const usernameInput = z
  .string({ error: 'Enter a username.' })
  .trim()
  .min(username.min, `Use at least ${username.min} characters.`)
  .max(username.max, `Use at most ${username.max} characters.`)
  .regex(
    /^[a-z0-9][a-z0-9_-]*$/i,
    'Use letters, digits, _ and -, and start with a letter or a digit.',
  )
  .refine((value) => !isReservedUsername(value), 'This username is reserved.');

const passwordInput = z
  .string({ error: 'Enter a password.' })
  .min(password.min, `Use at least ${password.min} characters.`)
  .max(password.max, `Use at most ${password.max} characters.`);

const emailInput = z
  .string({ error: 'Enter an email address.' })
  .trim()
  .toLowerCase()
  .max(email.max, `Use at most ${email.max} characters.`)
  .pipe(z.email('Enter an email address such as ada@example.com.'));

export const registerInput = z.object({
  username: usernameInput,
  password: passwordInput,
  email: emailInput,
});
export type RegisterInput = z.output<typeof registerInput>;

/** Says nothing about which usernames and passwords can exist: whatever is wrong is answered alike. */
export const logInInput = z.object({
  username: z.string({ error: 'Enter your username.' }).trim().min(1, 'Enter your username.'),
  password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.'),
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
    .max(appSession.apiKeyNameMax, `Use at most ${appSession.apiKeyNameMax} characters.`)
    .refine((value) => !value.includes('\0'), 'A name has no null characters.'),
});
export type ApiKeyInput = z.output<typeof apiKeyInput>;
