import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readBundle } from '#catalog/read-bundle.ts';
import { coverPath, shareImagePath } from '#domain/catalog/covers/cover-path.ts';
import { coverConstants } from '#shared/constants/catalog/covers.ts';
import { failWith, useCovers } from '#test/fixtures/covers.ts';
import { createGame } from '#test/fixtures/factories.ts';

const { database, openApplication, createGameWithPicture, photograph } = useCovers();

describe('a source of covers', () => {
  it.each([
    ['a page', () => Buffer.from('<!doctype html><title>Sorry</title>')],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a picture that breaks off', () => photograph().subarray(0, 900)],
    ['too much', failWith('malformed')],
  ])(
    'that sends %s leaves the page without a picture, and is called again a minute later',
    async (_name, send) => {
      const shop = openApplication(send);
      const { path } = await createGameWithPicture();
      for (let round = 0; round < 3; round += 1) {
        const response = await shop.get(path);
        expect(response.status).toBe(404);
        expect(response.headers.get('Cache-Control')).toBe('no-store');
      }
      expect(shop.fetched).toHaveLength(1);
      shop.clock.advance(coverConstants.retryAfterFailureMs);
      await shop.get(path);
      expect(shop.fetched).toHaveLength(2);
    },
  );

  it('that is down gets few calls from a page of pictures, and is used again when it is back', async () => {
    let down = true;
    const shop = openApplication(() => (down ? failWith('unavailable')() : photograph()));
    const games = await Promise.all(Array.from({ length: 24 }, () => createGameWithPicture()));
    for (let round = 0; round < 2; round += 1) {
      for (const response of await Promise.all(games.map(({ path }) => shop.get(path)))) {
        expect(response.status).toBe(503);
        expect(response.headers.get('Cache-Control')).toBe('no-store');
        expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
      }
    }
    expect(shop.fetched.length).toBeLessThanOrEqual(
      coverConstants.consecutiveFailuresMax + coverConstants.concurrentFetchesMax,
    );
    down = false;
    shop.clock.advance(coverConstants.retryAfterFailureMs);
    const answers = await Promise.all(games.map(({ path }) => shop.get(path)));
    expect(answers.map(({ status }) => status)).toEqual(games.map(() => 200));
  });

  it('that limits calls is not called for as long as it demands', async () => {
    const shop = openApplication(failWith('limited', 150_000));
    const [first, second] = [await createGameWithPicture(), await createGameWithPicture()];
    await shop.get(first.path);
    const refused = await shop.get(second.path);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe('150');
    shop.clock.advance(149_000);
    await shop.get(second.path);
    expect(shop.fetched).toHaveLength(1);
    shop.clock.advance(1_000);
    await shop.get(second.path);
    expect(shop.fetched).toHaveLength(2);
  });

  it('that fails unexpectedly costs the picture, not the page', async () => {
    const shop = openApplication(() => {
      throw new Error('surprise');
    });
    const { path } = await createGameWithPicture();
    expect((await shop.get(path)).status).toBe(503);
    expect((await shop.get(path)).status).toBe(503);
    expect(shop.fetched).toHaveLength(1);
  });
});

describe('a bundled game whose covers are at another site now', () => {
  async function createDrawn() {
    const { games } = await readBundle({ catalogDirectory: 'catalog', artDirectory: 'public/art' });
    const [{ cover = null, scene = null } = {}] = games;
    const stored = 'https://media.example/drawn.jpg';
    const { id } = await createGame(database.db, {
      backgroundImage: stored,
      backgroundImageAdditional: stored,
      drawnCover: cover,
      drawnScene: scene,
    });
    return { id, stored, cover, scene };
  }

  it.each([
    ['that is down', failWith('unavailable')],
    ['that has lost them', failWith('malformed')],
  ])('shows its drawing while a source %s has its covers', async (_name, send) => {
    const shop = openApplication(send);
    const { id, stored, cover, scene } = await createDrawn();
    for (const [kind, drawing] of [
      ['cover', cover],
      ['scene', scene],
    ] as const) {
      const response = await shop.get(coverPath(id, kind, stored) ?? '');
      expect([response.status, response.headers.get('Location')]).toEqual([302, drawing]);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
    const shared = await shop.get(shareImagePath({ id, backgroundImage: stored }) ?? '');
    expect(shared.status).toBe(302);
    const instead = await shop.get(shared.headers.get('Location') ?? '');
    expect([instead.status, instead.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  });

  it('shows its drawing at a URL that a browser cached before', async () => {
    const shop = openApplication();
    const { id, cover } = await createDrawn();
    const old = coverPath(id, 'cover', 'https://media.example/older.jpg') ?? '';
    const response = await shop.get(old);
    expect([response.status, response.headers.get('Location')]).toEqual([302, cover]);
    expect(shop.fetched).toEqual([]);
  });
});

describe('a share image', () => {
  it('is created from the bundled cover, without any outbound call', async () => {
    const shop = openApplication();
    const { games } = await readBundle({
      catalogDirectory: 'catalog',
      artDirectory: 'public/art',
    });
    const cover = games[0]?.cover ?? '';
    const { id } = await createGame(database.db, { backgroundImage: cover });
    const response = await shop.get(shareImagePath({ id, backgroundImage: cover }) ?? '');
    expect(response.headers.get('Content-Type')).toBe('image/png');
    const body = Buffer.from(await response.arrayBuffer());
    expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(shop.fetched).toEqual([]);
  });

  it('is created from a cover of another site, as a JPEG', async () => {
    const shop = openApplication();
    const { id, stored } = await createGameWithPicture();
    const path = shareImagePath({ id, backgroundImage: stored }) ?? '';
    const response = await shop.get(path);
    expect(response.headers.get('Content-Type')).toBe('image/jpeg');
    const body = Buffer.from(await response.arrayBuffer());
    expect(await sharp(body).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    });
    expect((await shop.get(path.replace('.jpg', '.png'))).status).toBe(404);
  });

  it('is not found for a bundled cover that does not exist or another file', async () => {
    const shop = openApplication();
    for (const cover of [
      '/art/covers/1-00000000.svg',
      '/art/../../package.json',
      '/art/x/..%2f..',
    ]) {
      const { id } = await createGame(database.db, { backgroundImage: cover });
      const path = shareImagePath({ id, backgroundImage: cover }) ?? '';
      expect((await shop.get(path)).status, cover).toBe(404);
    }
  });

  it('does not delay the pictures of pages, even when many are requested', async () => {
    const shop = openApplication();
    const crowd = await Promise.all(Array.from({ length: 120 }, () => createGameWithPicture()));
    const { path } = await createGameWithPicture();
    let answered = 0;
    const shares = crowd.map(async ({ id, stored }) => {
      const response = await shop.get(shareImagePath({ id, backgroundImage: stored }) ?? '');
      answered += 1;
      return response.status;
    });
    expect((await shop.get(path)).status).toBe(200);
    // Some were told to retry at once; most of the waiting ones still wait.
    expect(answered).toBeLessThan(crowd.length - coverConstants.sharesWaitingMax / 2);
    const statuses = await Promise.all(shares);
    expect(statuses.filter((status) => status === 200)).toHaveLength(
      coverConstants.sharesWaitingMax + 1,
    );
    expect(statuses.filter((status) => status === 503)).toHaveLength(
      crowd.length - coverConstants.sharesWaitingMax - 1,
    );
  });
});
