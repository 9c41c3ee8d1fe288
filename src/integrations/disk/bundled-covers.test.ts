import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBundledCovers } from './bundled-covers.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-art-'));
  await mkdir(path.join(folder, 'art', 'covers'), { recursive: true });
  await writeFile(path.join(folder, 'art', 'covers', '25-65726941.svg'), '<svg/>');
  await writeFile(path.join(folder, 'art', 'manifest.json'), '{}');
  await writeFile(path.join(folder, 'secret.svg'), 'secret');
});
afterAll(() => rm(folder, { recursive: true }));

test('a drawn picture is read by its path, and no other file is', async () => {
  const drawn = createBundledCovers(path.join(folder, 'art'));
  expect(Buffer.from((await drawn.read('/art/covers/25-65726941.svg')) ?? []).toString()).toBe(
    '<svg/>',
  );
  for (const picturePath of [
    '/art/../secret.svg',
    '/art/covers/../../secret.svg',
    '/art/%2e%2e/secret.svg',
    '/art/..\\secret.svg',
    '/art//secret.svg',
    `/art/${folder}/secret.svg`,
    '/art/covers/25-65726941.svg\0.svg',
    '/art/manifest.json',
    '/art/covers',
    '/art/covers/26-00000000.svg',
    'https://media.example/art/covers/25-65726941.svg',
  ]) {
    expect(await drawn.read(picturePath), picturePath).toBeNull();
  }
});
