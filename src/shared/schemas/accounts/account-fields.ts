import {
  emailConstants,
  passwordConstants,
  usernameConstants,
} from '../../constants/accounts/credentials.ts';
import { countCharacters, isLongerThan } from '../../format/texts/characters.ts';

/** Checks the text of a field. Returns the error text, or null if the text is valid. */
export type FieldCheck = (text: string) => string | null;

/** The characters of a username. Its length is checked separately. */
export const usernameForm = /^[a-z0-9][a-z0-9_-]*$/i;

/**
 * The syntax of email addresses: an RFC 5321 dot-string and a domain, without quoted names. Only a mail can show that an
 * email address exists.
 */
const emailPattern =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i;

/** An email address with its domain as it is looked up: `bücher.example` is `xn--bcher-kva.example`. */
export function toAsciiEmail(address: string): string {
  const [, name = '', domain = ''] = /^([^@]*@)([\p{L}\p{M}\p{N}.。-]+)$/u.exec(address) ?? [];
  if (!/[^\0-\x7f]/.test(domain) || !URL.canParse(`http://${domain}`)) return address;
  return name + new URL(`http://${domain}`).hostname;
}

function checkLength(text: string, { min = 0, max }: { min?: number; max: number }) {
  if (countCharacters(text) < min) return `Use at least ${min} characters.`;
  return isLongerThan(text, max) ? `Use at most ${max} characters.` : null;
}

/** Checks a new username. Only the server knows which names are reserved or taken. */
export function checkUsername(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return 'Enter a username.';
  const length = checkLength(text, usernameConstants);
  if (length) return length;
  return usernameForm.test(text)
    ? null
    : 'Use letters, digits, _ and -, and start with a letter or a digit.';
}

/** Checks a new password. */
export function checkPassword(text: string): string | null {
  // It is hashed in this form.
  return text === '' ? 'Enter a password.' : checkLength(text.normalize('NFC'), passwordConstants);
}

export function checkEmail(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return 'Enter an email address.';
  const address = toAsciiEmail(text);
  const length = checkLength(address, emailConstants);
  if (length) return length;
  return emailPattern.test(address) ? null : 'Enter an email address such as ada@example.com.';
}

export const registerChecks = {
  username: checkUsername,
  password: checkPassword,
  email: checkEmail,
} satisfies Record<string, FieldCheck>;

/** The code of an authenticator app, or a recovery code. */
export const codeChecks = {
  code: (text) => (text.trim() === '' ? 'Enter the code.' : null),
} satisfies Record<string, FieldCheck>;

/** These checks do not reveal which usernames and passwords are possible: wrong ones get the same answer. */
export const logInChecks = {
  username: (text) => (text.trim() === '' ? 'Enter your username.' : null),
  password: (text) => (text === '' ? 'Enter your password.' : null),
} satisfies Record<string, FieldCheck>;
