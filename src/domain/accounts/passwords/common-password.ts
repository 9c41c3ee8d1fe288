import stored from './common-passwords.json' with { type: 'json' };

/**
 * Whether a password is one of the most common ones, in lower or upper case. The list has those that are long
 * enough; `npm run common-passwords` writes it from a package.
 */
export function isCommonPassword(password: string): boolean {
  const line = `\n${password.toLowerCase()}\n`;
  // One text, because a set of as many strings needs ten times the memory.
  return password !== '' && !password.includes('\n') && stored.passwords.includes(line);
}
