import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { readKey, readOrCreateKey } from '../config/key-file.ts';
import { BackupError } from './backup-file.ts';

/**
 * The signature of a backup is the HMAC-SHA256 of its bytes, in a file beside it. The key is in the folder of the data
 * and in no backup: so a file with a signature was made by this installation, and nobody has changed it since.
 */
const signatureSuffix = '.sig';

type KeySettings = Pick<Config, 'DATA_DIR'>;

const keyFile = ({ DATA_DIR }: KeySettings) => path.join(DATA_DIR, 'backup-key');

/** The key that signs backups. The first backup creates it. */
export const openSigningKey = (config: KeySettings) => readOrCreateKey(keyFile(config));

/** The file with the signature of a backup. */
export const signatureOf = (file: string) => `${file}${signatureSuffix}`;

/** Computes the signature of what is added. */
export function createSigner(key: string) {
  const hash = createHmac('sha256', key);
  return {
    add: (piece: Uint8Array) => void hash.update(piece),
    finish: () => hash.digest('hex'),
  };
}

/** Writes the signature of a backup beside it. */
export async function writeSignature(file: string, signature: string): Promise<void> {
  await writeFile(signatureOf(file), `${signature}\n`, { mode: 0o600, flush: true });
}

/**
 * Checks that this installation has made the backup, and that nobody has changed it since.
 * @throws BackupError, whose message continues after the name of the file.
 */
export async function requireOwnBackup(
  config: KeySettings,
  file: string,
  handle: FileHandle,
  signal?: AbortSignal,
): Promise<void> {
  const key = await readKey(keyFile(config));
  const stored = await readFile(signatureOf(file), 'utf8').catch(() => null);
  if (key === null || stored === null) {
    throw new BackupError('has no signature of this installation');
  }
  const signer = createSigner(key);
  const content = handle.createReadStream({ start: 0, autoClose: false, signal });
  for await (const piece of content) signer.add(piece);
  const [expected, given] = [signer.finish(), stored.trim()].map((text) => Buffer.from(text));
  const isEqual = expected && given && expected.length === given.length;
  if (!isEqual || !timingSafeEqual(expected, given)) {
    throw new BackupError('was not made by this installation, or was changed since');
  }
}
