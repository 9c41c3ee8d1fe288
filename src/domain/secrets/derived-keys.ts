import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * One key for each use, so that a signature for one use is never valid for another. Stored values and
 * third parties depend on the texts and lengths (in bytes): they must not change.
 */
const uses = {
  'session-cookie': ['guildhall session cookies', 32],
  'device-cookie': ['guildhall device cookies', 32],
  'pending-login': ['guildhall pending logins', 32],
  'passkey-challenge': ['guildhall passkey challenges', 32],
  'sign-on': ['guildhall sign-ons under way', 32],
  'sign-up': ['guildhall sign-on identities that wait for a username', 32],
  encryption: ['guildhall encryption of stored secrets', 32],
  fingerprint: ['guildhall fingerprints of stored secrets', 32],
  'realm-token': ['guildhall app-services tokens', 32],
  unsubscribe: ['guildhall unsubscribe links', 32],
  'web-game-address': ['guildhall encrypted addresses of web games', 32],
  'web-game-nonce': ['guildhall nonces of addresses of web games', 32],
  upload: ['guildhall uploads: signatures', 32],
  'service-public-key': ['guildhall uploads: public key', 10],
  'service-secret-key': ['guildhall uploads: secret key', 20],
} as const;

export type KeyUse = keyof typeof uses;

/** The keys that are derived from one secret. */
export interface SecretKeys {
  /** The key for `use`: HKDF-SHA256 (RFC 5869) of the secret, without salt. */
  derive(use: KeyUse): Buffer;
  /** The HMAC-SHA256 of `text` with the key for `use`. */
  sign(use: KeyUse, text: string, encoding: 'base64url' | 'hex'): string;
  /** As versions 0.1 and 0.2 signed cookies: with the secret itself. Only to verify their cookies. */
  signLikeEarlierVersions(text: string): string;
}

export function createSecretKeys(secret: string): SecretKeys {
  const derived = new Map<KeyUse, Buffer>();
  const signers = new Map<KeyUse, KeyObject>();

  function derive(use: KeyUse): Buffer {
    const known = derived.get(use);
    if (known) return known;
    const [info, bytes] = uses[use];
    const key = Buffer.from(hkdfSync('sha256', secret, '', info, bytes));
    derived.set(use, key);
    return key;
  }

  /** The key as an object: Node would make one of the bytes for each signature, which takes 13 µs. */
  function signer(use: KeyUse): KeyObject {
    const known = signers.get(use) ?? createSecretKey(derive(use));
    signers.set(use, known);
    return known;
  }

  return {
    derive,
    sign: (use, text, encoding) => createHmac('sha256', signer(use)).update(text).digest(encoding),
    signLikeEarlierVersions: (text) =>
      createHmac('sha256', secret).update(text).digest('base64url'),
  };
}
