import type { EncryptedKind, UnreadableSecrets } from '../constants/server/encrypted-kinds.ts';

/** What each kind is, and what it means that it is unreadable. */
const texts: Record<EncryptedKind, [name: string, meaning: string]> = {
  apps: ['Authenticator apps', 'Their owners log in with recovery codes.'],
  'bought-keys': ['Keys of games that were bought', 'Their buyers cannot read them.'],
  'unused-keys': ['Unused keys of games', 'They are not sold.'],
  'push-keys': ['Key of push notifications', 'No pushes are sent.'],
  services: ['Passwords of services', 'They are not used: type them again.'],
  'hash-keys': ['Earlier hash keys', 'Keys of games of deleted accounts could be added again.'],
};

/** One line for each kind of secrets that cannot be decrypted, with the id of the missing key. */
export function describeUnreadable(
  unreadable: readonly UnreadableSecrets[],
  formatInteger: (count: number) => string = String,
): string[] {
  return unreadable.map(({ keyId, kind, count }) => {
    const [name, meaning] = texts[kind];
    return `${name}: ${formatInteger(count)} (key ${keyId}). ${meaning}`;
  });
}
