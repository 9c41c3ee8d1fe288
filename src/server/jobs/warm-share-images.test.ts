import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCovers } from '#domain/catalog/covers/get-cover.ts';
import { createCoverCache } from '#integrations/disk/cover-cache.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createGame } from '#test/fixtures/factories.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { warmShareImages } from './warm-share-images.ts';

const database = useDatabase();
const silent = { info() {}, warn() {}, error() {} };
const atOnce = { startDelayMs: 0, minPauseMs: 0, pauseFactor: 0 };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-warm-'));
  const drawn = ['/art/covers/1-a.svg', '/art/covers/2-b.svg', '/art/covers/3-c.svg'];
  for (const [index, backgroundImage] of drawn.entries()) {
    await createGame(database.db, { backgroundImage, ratingsCount: index });
  }
  await createGame(database.db, { backgroundImage: 'https://media.example/4.jpg' });
  await createGame(database.db, { backgroundImage: null });
});
afterAll(() => rm(folder, { recursive: true }));

/** A shop whose covers draw themselves; `made` lists which were. */
function open(name: string, onRead = () => {}) {
  const made: string[] = [];
  const bytes = async () => Buffer.from('picture');
  const gamePictures = createCovers({
    db: database.db,
    clock: createClock(),
    log: silent,
    readSitePicture: async () => null,
    provider: () => ({
      getPicture: () => Promise.reject(new Error('a source was asked')),
    }),
    renderer: { renderForPage: bytes, renderShareImage: bytes, renderBundledShareImage: bytes },
    cache: createCoverCache(path.join(folder, name), { maxBytes: 1e6, log: silent }),
    bundledCovers: {
      async read(picturePath) {
        made.push(picturePath);
        onRead();
        return bytes();
      },
    },
    rendersAtOnce: 1,
  });
  return { services: createWeb(database.db, { catalog: { covers: gamePictures } }).services, made };
}

test('every bundled cover gets its share image once, the best known games first', async () => {
  const name = randomUUID();
  const first = open(name);
  await warmShareImages(first.services, atOnce).done;
  expect(first.made).toEqual(['/art/covers/3-c.svg', '/art/covers/2-b.svg', '/art/covers/1-a.svg']);
  const again = open(name);
  await warmShareImages(again.services, atOnce).done;
  expect(again.made).toEqual([]);
});

test('a stop waits only for the current image', async () => {
  let stop: (() => Promise<void>) | undefined;
  let stopped: Promise<void> | undefined;
  const shop = open(randomUUID(), () => {
    stopped = stop?.();
  });
  const warming = warmShareImages(shop.services, atOnce);
  stop = warming.stop;
  await warming.done;
  await stopped;
  expect(shop.made).toHaveLength(1);
});

test('a stop before the first image ends at once', async () => {
  const shop = open(randomUUID());
  await warmShareImages(shop.services, { ...atOnce, startDelayMs: 1e9 }).stop();
  expect(shop.made).toEqual([]);
});
