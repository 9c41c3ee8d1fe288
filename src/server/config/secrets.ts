import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from './config.ts';

const minLength = 32;

/**
 * Reads the secret that signs cookies and links. The first call creates it under `dataDir` with mode 600.
 * The file is linked to its name only when it is complete on disk, so a crash leaves no partial secret. If
 * two processes start together, both use the secret of the first.
 * @throws ConfigError if the existing file is too short.
 */
export async function readSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, 'secret');
  const secret = (await readIfExists(file)) ?? (await createSecret(file));
  if (secret.length < minLength) {
    throw new ConfigError(
      `${file} is shorter than ${minLength} characters: put the secret back, or delete the file, ` +
        'which logs everybody out.',
    );
  }
  return secret;
}

async function readIfExists(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function createSecret(file: string): Promise<string> {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
