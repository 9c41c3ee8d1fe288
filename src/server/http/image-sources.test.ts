import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readBundle } from '#catalog/bundle.ts';
import { coverAddress, shareImageAddress } from '#domain/catalog/covers/cover-address.ts';
import { coverConstants } from '#shared/constants/covers.ts';
import { failure, usePictures } from '#test/fixtures/covers.ts';
import { createGame } from '#test/fixtures/factories.ts';

const { database, open, createPictured, photograph } = usePictures();

describe('a source', () => {
  it.each([
    ['a page', () => Buffer.from('<!doctype html><title>Sorry</title>')],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a picture that breaks off', () => photograph().subarray(0, 900)],
    ['too much', failure('malformed')],
  ])(
    'that sends %s leaves the page without a picture, and is asked again a minute later',
    async (_name, send) => {
      const shop = open(send);
      const { address } = await createPictured();
      for (let round = 0; round < 3; round += 1) {
        const response = await shop.get(address);
        expect(response.status).toBe(404);
        expect(response.headers.get('Cache-Control')).toBe('no-store');
      }
      expect(shop.fetched).toHaveLength(1);
      shop.clock.advance(coverConstants.missedMs);
      await shop.get(address);
      expect(shop.fetched).toHaveLength(2);
    },
  );

  it('that is down is not hammered by a page of pictures, and is back when it is', async () => {
    let down = true;
    const shop = open(() => (down ? failure('unavailable')() : photograph()));
    const games = await Promise.all(Array.from({ length: 24 }, () => createPictured()));
    for (let round = 0; round < 2; round += 1) {
      for (const response of await Promise.all(games.map(({ address }) => shop.get(address)))) {
        expect(response.status).toBe(503);
        expect(response.headers.get('Cache-Control')).toBe('no-store');
        expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
      }
    }
    expect(shop.fetched.length).toBeLessThanOrEqual(
      coverConstants.failuresInRow + coverConstants.fetchesAtOnce,
    );
    down = false;
    shop.clock.advance(coverConstants.missedMs);
    const answers = await Promise.all(games.map(({ address }) => shop.get(address)));
    expect(answers.map(({ status }) => status)).toEqual(games.map(() => 200));
  });

  it('that limits us is left alone for as long as it says', async () => {
    const shop = open(failure('limited', 150_000));
    const [first, second] = [await createPictured(), await createPictured()];
    await shop.get(first.address);
    const refused = await shop.get(second.address);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe('150');
    shop.clock.advance(149_000);
    await shop.get(second.address);
    expect(shop.fetched).toHaveLength(1);
    shop.clock.advance(1_000);
    await shop.get(second.address);
    expect(shop.fetched).toHaveLength(2);
  });

  it('that fails in a way nobody thought of costs the picture, not the page', async () => {
    const shop = open(() => {
      throw new Error('surprise');
    });
    const { address } = await createPictured();
    expect((await shop.get(address)).status).toBe(503);
    expect((await shop.get(address)).status).toBe(503);
    expect(shop.fetched).toHaveLength(1);
  });
});

describe('a game that was drawn, whose pictures are elsewhere now', () => {
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
    ['that is down', failure('unavailable')],
    ['that has lost them', failure('malformed')],
  ])('is shown as drawn while a source %s has them', async (_name, send) => {
    const shop = open(send);
    const { id, stored, cover, scene } = await createDrawn();
    for (const [kind, drawing] of [
      ['cover', cover],
      ['scene', scene],
    ] as const) {
      const response = await shop.get(coverAddress(id, kind, stored) ?? '');
      expect([response.status, response.headers.get('Location')]).toEqual([302, drawing]);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
    const shared = await shop.get(shareImageAddress({ id, backgroundImage: stored }) ?? '');
    expect(shared.status).toBe(302);
    const instead = await shop.get(shared.headers.get('Location') ?? '');
    expect([instead.status, instead.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  });

  it('is shown as drawn under an address that a browser kept from before', async () => {
    const shop = open();
    const { id, cover } = await createDrawn();
    const old = coverAddress(id, 'cover', 'https://media.example/older.jpg') ?? '';
    const response = await shop.get(old);
    expect([response.status, response.headers.get('Location')]).toEqual([302, cover]);
    expect(shop.fetched).toEqual([]);
  });
});

describe('a picture for sharing', () => {
  it('is made of the drawn cover, without asking anybody', async () => {
    const shop = open();
    const { games } = await readBundle({
      catalogDirectory: 'catalog',
      artDirectory: 'public/art',
    });
    const cover = games[0]?.cover ?? '';
    const { id } = await createGame(database.db, { backgroundImage: cover });
    const response = await shop.get(shareImageAddress({ id, backgroundImage: cover }) ?? '');
    expect(response.headers.get('Content-Type')).toBe('image/png');
    const body = Buffer.from(await response.arrayBuffer());
    expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(shop.fetched).toEqual([]);
  });

  it('is made of a cover from elsewhere, as a JPEG', async () => {
    const shop = open();
    const { id, stored } = await createPictured();
    const address = shareImageAddress({ id, backgroundImage: stored }) ?? '';
    const response = await shop.get(address);
    expect(response.headers.get('Content-Type')).toBe('image/jpeg');
    const body = Buffer.from(await response.arrayBuffer());
    expect(await sharp(body).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    });
    expect((await shop.get(address.replace('.jpg', '.png'))).status).toBe(404);
  });

  it('is none of a drawn cover that is not there, or names another file', async () => {
    const shop = open();
    for (const cover of [
      '/art/covers/1-00000000.svg',
      '/art/../../package.json',
      '/art/x/..%2f..',
    ]) {
      const { id } = await createGame(database.db, { backgroundImage: cover });
      const address = shareImageAddress({ id, backgroundImage: cover }) ?? '';
      expect((await shop.get(address)).status, cover).toBe(404);
    }
  });

  it('does not keep the pictures of pages waiting behind a crowd of its kind', async () => {
    const shop = open();
    const crowd = await Promise.all(Array.from({ length: 120 }, () => createPictured()));
    const { address } = await createPictured();
    let answered = 0;
    const shares = crowd.map(async ({ id, stored }) => {
      const response = await shop.get(shareImageAddress({ id, backgroundImage: stored }) ?? '');
      answered += 1;
      return response.status;
    });
    expect((await shop.get(address)).status).toBe(200);
    // Some were told to come again at once; of those that wait, most still do.
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
