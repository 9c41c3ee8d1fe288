import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { AppError } from '#shared/errors/app-error.ts';
import { createSecretKeys } from './derived-keys.ts';

/** An encrypted text and the id of the key that decrypts it, as the database stores them. */
export interface Encrypted {
  /** The nonce, the authentication tag and the ciphertext, in base64url. */
  text: string;
  keyId: string;
}

/** Encrypts secrets that the database stores, with keys that are never in the database. */
export interface Encryption {
  /** The ids of the keys, the newest first. The newest encrypts, all decrypt. */
  readonly keyIds: readonly [string, ...string[]];
  /** `owner` is the id of the account: the result cannot be decrypted for another one. */
  encrypt(text: string, owner: string): Encrypted;
  /** @throws AppError `encryption-unavailable` when another key encrypted it. */
  decrypt(encrypted: Encrypted, owner: string): string;
  /**
   * Keyed hashes of a text, one for each key, in the order of `keyIds`, then one for each of `more`. They show
   * whether the same text was stored before for the same owner, and nothing else.
   */
  fingerprints(
    text: string,
    owner: string,
    more?: readonly FingerprintKey[],
  ): [string, ...string[]];
  /** The keys with which the earlier secrets make hashes. They decrypt nothing. */
  readonly earlierFingerprintKeys: readonly (FingerprintKey & { keyId: string })[];
}

/** A key that makes hashes, in base64url. */
export interface FingerprintKey {
  fingerprintKey: string;
}

const [nonceBytes, tagBytes] = [12, 16];

/** The keys are derived from `secrets`, the newest first. */
export function createEncryption(secrets: readonly [string, ...string[]]): Encryption {
  const current = deriveKey(secrets[0]);
  // A secret that is named twice is one key: otherwise what it encrypted would look like that of an earlier one.
  const earlier = [...new Set(secrets)].slice(1);
  const keys = [current, ...earlier.map(deriveKey)];

  const hash = (key: Buffer, text: string, owner: string) =>
    createHmac('sha256', key).update(`${owner}\n${text}`).digest('base64url');

  return {
    keyIds: [current.id, ...keys.slice(1).map(({ id }) => id)],
    encrypt(text, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(owner));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const all = Buffer.concat([nonce, cipher.getAuthTag(), content]);
      return { text: all.toString('base64url'), keyId: current.id };
    },
    decrypt({ text, keyId }, owner) {
      const found = keys.find(({ id }) => id === keyId);
      if (!found) throw new AppError('encryption-unavailable');
      const all = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', found.key, all.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(all.subarray(nonceBytes, nonceBytes + tagBytes));
      const content = decipher.update(all.subarray(nonceBytes + tagBytes));
      return Buffer.concat([content, decipher.final()]).toString('utf8');
    },
    earlierFingerprintKeys: keys.slice(1).map(({ id, fingerprintKey }) => ({
      keyId: id,
      fingerprintKey: fingerprintKey.toString('base64url'),
    })),
    fingerprints(text, owner, more = []) {
      const [first, ...others] = [current, ...keys.slice(1)] as const;
      return [
        hash(first.fingerprintKey, text, owner),
        ...others.map((key) => hash(key.fingerprintKey, text, owner)),
        ...more.map((key) => hash(Buffer.from(key.fingerprintKey, 'base64url'), text, owner)),
      ];
    },
  };
}

/** The id says nothing about the key, so the database can store it. */
function deriveKey(secret: string): { id: string; key: Buffer; fingerprintKey: Buffer } {
  const derived = createSecretKeys(secret);
  const key = derived.derive('encryption');
  const id = createHmac('sha256', key).update('guildhall key id').digest('hex').slice(0, 16);
  return { id, key, fingerprintKey: derived.derive('fingerprint') };
}
