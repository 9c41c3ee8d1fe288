import { readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Ctx } from '#domain/context.ts';
import { createKeys, type Keys } from '#domain/secrets/keys.ts';
import { createFirstSecret, readStoredSecrets } from '#domain/secrets/stored-secrets.ts';
import { secretConstants } from '#shared/constants/server/secrets.ts';
import { type Config, ConfigError } from './config.ts';

/**
 * Opens the keys that sign cookies, links and tokens. Their secrets come from `GUILDHALL_SECRET`, otherwise
 * from the database, where the first start creates one. The file `secret` of versions 0.1 and 0.2 is moved
 * into the database once, so that what it signed stays valid.
 * @throws ConfigError if that file is too short.
 */
export async function openKeys(
  { DATA_DIR, GUILDHALL_SECRET: configured }: Pick<Config, 'DATA_DIR' | 'GUILDHALL_SECRET'>,
  ctx: Pick<Ctx, 'db' | 'clock' | 'log'>,
): Promise<Keys> {
  const [current] = configured;
  if (current !== undefined) return createKeys({ all: configured, current });
  const file = path.join(DATA_DIR, 'secret');
  const earlier = await readSecretFile(file);
  await createFirstSecret(ctx, earlier);
  // Renamed only after the commit. If the process is killed before, the next start does it again.
  if (earlier) await rename(file, `${file}.imported`);
  const read = () => readStoredSecrets(ctx);
  return createKeys(await read(), { read, log: ctx.log });
}

async function readSecretFile(file: string): Promise<{ value: string; createdAt: Date } | null> {
  try {
    const value = (await readFile(file, 'utf8')).trim();
    if (value.length >= secretConstants.lengthMin) {
      return { value, createdAt: (await stat(file)).mtime };
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  throw new ConfigError(
    `${file} is shorter than ${secretConstants.lengthMin} characters: put the secret back, or delete the ` +
      'file, which logs everybody out.',
  );
}
