import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { readOrCreateKey } from '../config/key-file.ts';

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
