/** What the database stores encrypted with a key that is not in it. */
export const encryptedKinds = [
  'apps',
  'bought-keys',
  'unused-keys',
  'push-keys',
  'hash-keys',
  'services',
] as const;

export type EncryptedKind = (typeof encryptedKinds)[number];

/** How many rows of a kind are encrypted with a key that an installation does not have. */
export interface UnreadableSecrets {
  keyId: string;
  kind: EncryptedKind;
  count: number;
}
