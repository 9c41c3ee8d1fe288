import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundle, readBundle } from './read-bundle.ts';

const catalogDirectory = dirname(fileURLToPath(import.meta.url));
let artDirectory: string;
let bundle: Bundle;

beforeAll(async () => {
  artDirectory = await mkdtemp(join(tmpdir(), 'guildhall-bundle-'));
  bundle = await readBundle({ catalogDirectory, artDirectory });
});
afterAll(() => rm(artDirectory, { recursive: true }));

function manifest(cover: string): string {
  return JSON.stringify({
    version: 'one',
    covers: { 3498: cover },
    scenes: { 3498: '/art/scenes/3498-abc.svg' },
    details: { 3498: '/art/details/3498-abc.svg' },
    cards: { 'default-crown': '/art/cards/default-crown-abc.svg' },
    avatars: ['/art/avatars/profile1.webp'],
    banner: '/art/banner-abc.svg',
    share: '/art/share-abc.png',
    favicon: '/art/favicon.svg',
  });
}

describe('the bundled catalog', () => {
  test('has 298 games with unique ids and slugs', () => {
    expect(bundle.games).toHaveLength(298);
    expect(new Set(bundle.games.map(({ id }) => id)).size).toBe(298);
    expect(new Set(bundle.games.map(({ slug }) => slug)).size).toBe(298);
  });

  test.each(['publishers', 'developers'] as const)('has unique ids and slugs of %s', (kind) => {
    expect(new Set(bundle[kind].map(({ id }) => id)).size).toBe(bundle[kind].length);
    expect(new Set(bundle[kind].map(({ slug }) => slug)).size).toBe(bundle[kind].length);
  });

  test('refers only to companies that it has, and each company has a game', () => {
    const named = (key: 'publisherIds' | 'developerIds') =>
      new Set(bundle.games.flatMap((game) => game[key]));
    expect(named('publisherIds')).toEqual(new Set(bundle.publishers.map(({ id }) => id)));
    expect(named('developerIds')).toEqual(new Set(bundle.developers.map(({ id }) => id)));
  });

  test('has role-playing games under the slug that the shop filters by', () => {
    const rpg = bundle.games.flatMap(({ genres }) => genres).filter(({ name }) => name === 'RPG');
    expect(rpg.length).toBeGreaterThan(50);
    expect(new Set(rpg.map(({ slug }) => slug))).toEqual(new Set(['role-playing-games-rpg']));
  });

  test('has no rating figures for a game without ratings', () => {
    const rust = bundle.games.find(({ slug }) => slug === 'rust');
    expect(rust).toMatchObject({ ratings: [], ratingsCount: null });
  });
});

describe('the pictures of the bundle', () => {
  test('are null before they are drawn', () => {
    const none = { cover: null, scene: null, detail: null };
    for (const game of bundle.games) expect(game).toMatchObject(none);
    expect([bundle.banner, bundle.share]).toEqual([null, null]);
  });

  test('are added from the manifest, and a new picture changes the version', async () => {
    await writeFile(join(artDirectory, 'manifest.json'), manifest('/art/covers/3498-abc.svg'));
    const drawn = await readBundle({ catalogDirectory, artDirectory });
    const again = await readBundle({ catalogDirectory, artDirectory });
    await writeFile(join(artDirectory, 'manifest.json'), manifest('/art/covers/3498-def.svg'));
    const redrawn = await readBundle({ catalogDirectory, artDirectory });

    expect(drawn.games[0]).toMatchObject({
      id: 3498,
      cover: '/art/covers/3498-abc.svg',
      scene: '/art/scenes/3498-abc.svg',
      detail: '/art/details/3498-abc.svg',
    });
    expect(drawn.share).toBe('/art/share-abc.png');
    const crown = drawn.cardSets.flatMap(({ cards }) => cards).find((c) => c.name === 'Crown');
    expect(crown?.picture).toBe('/art/cards/default-crown-abc.svg');
    expect(again.version).toBe(drawn.version);
    expect(new Set([bundle.version, drawn.version, redrawn.version]).size).toBe(3);
  });

  test('are rejected with the name of the file when the manifest is damaged', async () => {
    const damaged = await mkdtemp(join(tmpdir(), 'guildhall-bundle-'));
    await writeFile(join(damaged, 'manifest.json'), '{"version":1}');
    await expect(readBundle({ catalogDirectory, artDirectory: damaged })).rejects.toThrow(
      'manifest.json',
    );
    await rm(damaged, { recursive: true });
  });
});
