import path from 'node:path';
import { createEncryption, type Encryption } from '#domain/secrets/encryption.ts';
import type { SecretStrength } from '#domain/system/server-operations.ts';
import type { Config } from './config.ts';
import { readKey, readOrCreateKey } from './key-file.ts';

type KeySettings = Pick<Config, 'DATA_DIR' | 'GUILDHALL_SECRET'>;

/**
 * Opens the keys that encrypt what the database must not show, such as the secrets of authenticator apps.
 * They come from `GUILDHALL_SECRET`, otherwise from the file `encryption-key` of `DATA_DIR`, which the first
 * start creates. Earlier secrets and an existing file still decrypt.
 * @throws ConfigError if the file is too short.
 */
export async function openEncryption(config: KeySettings): Promise<Encryption> {
  return (
    (await findEncryption(config)) ?? createEncryption([await readOrCreateKey(keyFile(config))])
  );
}

/** The keys of an installation, as `openEncryption` opens them; null if it has none yet. */
export async function findEncryption(config: KeySettings): Promise<Encryption | null> {
  const stored = await readKey(keyFile(config));
  const [newest, ...earlier] = [...config.GUILDHALL_SECRET, ...(stored === null ? [] : [stored])];
  return newest === undefined ? null : createEncryption([newest, ...earlier]);
}

/** Where the newest key comes from, for operators. */
export function placeOfEncryptionKey(config: KeySettings): string {
  return config.GUILDHALL_SECRET.length > 0
    ? 'GUILDHALL_SECRET'
    : `the file ${path.resolve(keyFile(config))}`;
}

/** A random secret of the shortest length has many more. */
const differentCharactersMin = 12;
/** Words of examples, which everybody can read. */
const exampleWords = /change|secret|password|example|guildhall|insert/i;

/** Whether the newest key is missing where it is needed, or can be guessed. */
export function judgeSecret({
  GUILDHALL_SECRET: [newest],
  DATABASE_URL,
}: Pick<Config, 'GUILDHALL_SECRET' | 'DATABASE_URL'>): SecretStrength {
  if (newest === undefined) return DATABASE_URL === undefined ? 'good' : 'missing';
  const isRandom = new Set(newest).size >= differentCharactersMin && !exampleWords.test(newest);
  return isRandom ? 'good' : 'weak';
}

function keyFile({ DATA_DIR }: KeySettings): string {
  return path.join(DATA_DIR, 'encryption-key');
}
