import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { secretConstants } from '#shared/constants/server/secrets.ts';
import { ConfigError } from './config.ts';

/** A key in a file of `DATA_DIR`. The first call creates it, readable by its owner only. */
export async function readOrCreateKey(file: string): Promise<string> {
  const existing = await readKey(file);
  if (existing !== null) return existing;
  await mkdir(path.dirname(file), { recursive: true });
  // Linked under its name only when it is complete: several processes start at the same time.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, {
    mode: 0o600,
    flush: true,
  });
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return (await readKey(file)) ?? readOrCreateKey(file);
}

/** The key in the file; null if the file does not exist. @throws ConfigError if it is too short. */
export async function readKey(file: string): Promise<string | null> {
  try {
    const key = (await readFile(file, 'utf8')).trim();
    if (key.length >= secretConstants.lengthMin) return key;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  throw new ConfigError(
    `${file} is shorter than ${secretConstants.lengthMin} characters: put the key back, or delete the file.`,
  );
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
