import { emailConstants, passwordConstants, usernameConstants } from '../constants/accounts.ts';

/** What is wrong with what was typed into a field, in words; null when nothing is. */
export type FieldCheck = (text: string) => string | null;

/** Which characters a username has. Whether it is long enough is another rule. */
export const usernameForm = /^[a-z0-9][a-z0-9_-]*$/i;

/** The parts of an address that a mail server tells apart; that it exists is for a mail to show. */
const emailForm =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

function lengthProblem(text: string, { min = 0, max }: { min?: number; max: number }) {
  if (text.length < min) return `Use at least ${min} characters.`;
  return text.length > max ? `Use at most ${max} characters.` : null;
}

/** Of a username that is chosen. Which names are reserved or taken only the server knows. */
export function usernameProblem(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return 'Enter a username.';
  const length = lengthProblem(text, usernameConstants);
  if (length) return length;
  return usernameForm.test(text)
    ? null
    : 'Use letters, digits, _ and -, and start with a letter or a digit.';
}

/** Of a password that is chosen. */
export function passwordProblem(text: string): string | null {
  return text === '' ? 'Enter a password.' : lengthProblem(text, passwordConstants);
}

export function emailProblem(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return 'Enter an email address.';
  const length = lengthProblem(text, emailConstants);
  if (length) return length;
  return emailForm.test(text) ? null : 'Enter an email address such as ada@example.com.';
}

export const registerChecks = {
  username: usernameProblem,
  password: passwordProblem,
  email: emailProblem,
} satisfies Record<string, FieldCheck>;

/** Say nothing of which usernames and passwords can exist: whatever is wrong is answered alike. */
export const logInChecks = {
  username: (text) => (text.trim() === '' ? 'Enter your username.' : null),
  password: (text) => (text === '' ? 'Enter your password.' : null),
} satisfies Record<string, FieldCheck>;
