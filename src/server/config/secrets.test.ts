import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { readSecret } from './secrets.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-secret-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('processes that start together use the same secret, and only its owner can read the file', async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => readSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(await readSecret(folder)).toBe(secrets[0]);
  expect(await readdir(folder)).toEqual(['secret']);
  if (process.platform !== 'win32') {
    expect((await stat(path.join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  }
});

test.each(['', '\n', 'short'])(
  'a secret file with %j is rejected with one line and not changed',
  async (held) => {
    const file = path.join(folder, 'secret');
    await writeFile(file, held);
    const error = await readSecret(folder).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(file);
    expect(String(error)).not.toContain('\n');
    expect(await readFile(file, 'utf8')).toBe(held);
  },
);
