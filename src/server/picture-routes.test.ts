import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDrawnPictures } from '#adapters/drawn-pictures.ts';
import { createPictureFolder } from '#adapters/picture-folder.ts';
import { createPictureMaker } from '#adapters/picture-maker.ts';

import { createPictures } from '#domain/catalogue/get-picture.ts';
import {
  pictureAddress,
  pictureHash,
  sharePictureAddress,
} from '#domain/catalogue/picture-address.ts';
import { GamesDatabaseFailure } from '#shared/games-database-failure.ts';
import { gamePictures as limits } from '#shared/limits.ts';
import { readBundle } from '#starter/bundle.ts';
import { useDatabase } from '#test/database.ts';
import { createClock, createGame } from '#test/factories.ts';
import { createWeb } from '#test/web.ts';
import { createApp } from './http.ts';

const database = useDatabase();
const silent = { info() {}, warn() {}, error() {} };
let folder: string;
let photograph: Buffer;
let counter = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-passing-'));
  photograph = await sharp({
    create: { width: 1600, height: 900, channels: 3, background: '#369' },
  })
    .jpeg()
    .toBuffer();
});
afterAll(() => rm(folder, { recursive: true }));

/** A shop whose pictures come from `send`; `fetched` lists what the source was asked for. */
function open(
  send: (address: string) => Uint8Array | Promise<Uint8Array> = () => photograph,
  kept = `pictures-${randomUUID()}`,
) {
  const fetched: string[] = [];
  const clock = createClock();
  let now = 0;
  let most = 0;
  const gamePictures = createPictures({
    db: database.db,
    clock,
    log: silent,
    gamesDatabase: {
      async getPicture(address, maxBytes) {
        expect(maxBytes).toBe(limits.bytesMax);
        fetched.push(address);
        now += 1;
        most = Math.max(most, now);
        try {
          return await send(address);
        } finally {
          now -= 1;
        }
      },
    },
    maker: createPictureMaker({ pixelsMax: limits.pixelsMax }),
    store: createPictureFolder(path.join(folder, kept), { maxBytes: 1e8, log: silent }),
    drawn: createDrawnPictures('public/art'),
    makingAtOnce: 1,
  });
  const web = createWeb(database.db, { gamePictures });
  return { ...web, ...web.visit(), fetched, clock, most: () => most };
}

/** A game with a picture at the source, and the address of that here. */
async function createPictured(name = 'cover.jpg') {
  counter += 1;
  const stored = `https://media.example/games/${counter}/${name}`;
  const { id } = await createGame(database.db, { backgroundImage: stored });
  return { id, stored, address: pictureAddress(id, 'cover', stored, 320) ?? '' };
}

function failure(trouble: 'unavailable' | 'limited' | 'malformed', retryAfterMs?: number) {
  return (): never => {
    throw new GamesDatabaseFailure(trouble, 'made up', retryAfterMs);
  };
}

describe('a picture from elsewhere', () => {
  it('comes resized from our own origin, to be kept for ever', async () => {
    const shop = open();
    const { address, stored } = await createPictured();
    const response = await shop.get(address);
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(body.byteLength),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      etag: expect.stringMatching(/^"[0-9a-f]{20}"$/),
    });
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 320, height: 180 });
    expect(shop.fetched).toEqual([stored]);
  });

  it('is found by its kind: scene and further ones, each under its own hash', async () => {
    const shop = open();
    const [scene, other] = ['https://media.example/s.jpg', 'https://media.example/o.jpg'];
    const { id } = await createGame(database.db, {
      backgroundImageAdditional: scene,
      pictures: ['/art/scenes/1-00000000.svg', other],
    });
    expect((await shop.get(pictureAddress(id, 'scene', scene) ?? '')).status).toBe(200);
    expect((await shop.get(pictureAddress(id, 2, other) ?? '')).status).toBe(200);
    expect((await shop.get(pictureAddress(id, 'scene', other) ?? '')).status).toBe(404);
    expect((await shop.get(pictureAddress(id, 3, other) ?? '')).status).toBe(404);
    expect(shop.fetched).toEqual([scene, other]);
  });

  it('is asked for by its headers alone, or whether it is still the same', async () => {
    const shop = open();
    const { address } = await createPictured();
    const whole = await shop.get(address);
    const tag = whole.headers.get('ETag') ?? '';
    const head = await shop.head(address);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(head.headers.get('Content-Length')).toBe(whole.headers.get('Content-Length'));
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const same = await shop.get(address, { 'If-None-Match': known });
      expect(same.status).toBe(304);
      expect(same.headers.get('ETag')).toBe(tag);
      expect(same.headers.get('Cache-Control')).toContain('immutable');
    }
    expect((await shop.get(address, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('is fetched once for all who ask for it at the same time', async () => {
    const shop = open();
    const { address } = await createPictured();
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.get(address)));
    const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(bodies.map(({ byteLength }) => byteLength)).size).toBe(1);
    expect(shop.fetched).toHaveLength(1);
  });

  it('is not fetched again after a restart, nor when the source is not asked any more', async () => {
    const { address } = await createPictured();
    expect((await open(undefined, 'restarted').get(address)).status).toBe(200);
    const again = open(failure('unavailable'), 'restarted');
    expect((await again.get(address)).status).toBe(200);
    expect(again.fetched).toEqual([]);
  });

  it('is fetched a few at a time, however many are wanted', async () => {
    const shop = open();
    const games = await Promise.all(Array.from({ length: 24 }, () => createPictured()));
    const answers = await Promise.all(games.map(({ address }) => shop.get(address)));
    expect(answers.map(({ status }) => status)).toEqual(games.map(() => 200));
    expect(shop.most()).toBeLessThanOrEqual(limits.fetchesAtOnce);
  });
});

describe('a source that hangs', () => {
  it('does not keep the pictures of others waiting', async () => {
    const hanging = Promise.withResolvers<Uint8Array>();
    const shop = open((address) =>
      address.startsWith('https://media.example/') ? hanging.promise : photograph,
    );
    const games = await Promise.all(Array.from({ length: 6 }, () => createPictured()));
    const waiting = games.map(({ address }) => shop.get(address));
    await vi.waitUntil(() => shop.fetched.length === limits.fetchesOfOrigin);
    const stored = 'https://other.example/cover.jpg';
    const { id } = await createGame(database.db, { backgroundImage: stored });
    expect((await shop.get(pictureAddress(id, 'cover', stored) ?? '')).status).toBe(200);
    expect(shop.fetched).toHaveLength(limits.fetchesOfOrigin + 1);
    hanging.resolve(photograph);
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual(games.map(() => 200));
  });
});

describe('nothing is fetched', () => {
  it('for another hash, game or size, or a path that tries tricks', async () => {
    const shop = open();
    const { id, stored, address } = await createPictured();
    const hash = pictureHash(stored);
    for (const wrong of [
      address.replace(hash, '00000000'),
      pictureAddress(2_000_000_000, 'cover', stored) ?? '',
      address.replace('-320.', '-321.'),
      `/pictures/${id}/../${id}/x-${hash}-320.webp`,
      `/pictures/%2e%2e/%2e%2e/etc/passwd`,
      `/pictures/${id}%2fcover-${hash}-320.webp`,
      `/pictures/${id}/cover-${hash}-320.webp%00`,
      `/pictures/${id}/%63over-${hash}-320.webp`,
      `/pictures/${id}/cover-${hash}-320.webp/..%2f..%2fsecret`,
      `/pictures/${encodeURIComponent(stored)}`,
      // A cover from elsewhere is shared as a JPEG, and a drawn one lies under /art.
      `/pictures/share/${id}-${hash}.png`,
    ]) {
      const response = await shop.get(wrong);
      expect(response.status, wrong).toBe(404);
      expect(response.headers.get('Cache-Control')).toMatch(/no-store|no-cache/);
    }
    expect((await shop.post(address, {})).status).toBe(404);
    expect(shop.fetched).toEqual([]);
  });
});

describe('over a real connection', () => {
  it('paths come as they are sent, and headers stand without a body', async () => {
    const shop = open();
    const { id, address } = await createPictured();
    const app = createApp(shop.services, { clientDirectory: null, ready: () => true });
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await once(server, 'listening');
    const bound = server.address();
    const port = typeof bound === 'object' ? bound?.port : undefined;
    async function send(method: string, wanted: string) {
      const sent = request({ port, host: '127.0.0.1', method, path: wanted, agent: false }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = await answer.toArray();
      return { answer, bytes: Buffer.concat(chunks).byteLength };
    }
    try {
      const whole = await send('GET', address);
      expect(whole.answer.statusCode).toBe(200);
      expect(whole.answer.headers['content-length']).toBe(String(whole.bytes));
      const head = await send('HEAD', address);
      expect(head.answer.headers['content-length']).toBe(String(whole.bytes));
      expect(head.bytes).toBe(0);
      for (const wanted of [
        '/pictures/../pictures/../../etc/passwd',
        `/pictures/${id}/../../../secret`,
        '/pictures/share/..%2f..%2fsecret.png',
        '/pictures//',
      ]) {
        expect((await send('GET', wanted)).answer.statusCode, wanted).toBe(404);
      }
    } finally {
      server.close();
    }
  });
});

describe('a source', () => {
  it.each([
    ['a page', () => Buffer.from('<!doctype html><title>Sorry</title>')],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a picture that breaks off', () => photograph.subarray(0, 900)],
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
      shop.clock.advance(limits.missedMs);
      await shop.get(address);
      expect(shop.fetched).toHaveLength(2);
    },
  );

  it('that is down is not hammered by a page of pictures, and is back when it is', async () => {
    let down = true;
    const shop = open(() => (down ? failure('unavailable')() : photograph));
    const games = await Promise.all(Array.from({ length: 24 }, () => createPictured()));
    for (let round = 0; round < 2; round += 1) {
      for (const response of await Promise.all(games.map(({ address }) => shop.get(address)))) {
        expect(response.status).toBe(503);
        expect(response.headers.get('Cache-Control')).toBe('no-store');
        expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
      }
    }
    expect(shop.fetched.length).toBeLessThanOrEqual(limits.failuresInRow + limits.fetchesAtOnce);
    down = false;
    shop.clock.advance(limits.missedMs);
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
    const { games } = await readBundle({ starterDirectory: 'starter', artDirectory: 'public/art' });
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
      const response = await shop.get(pictureAddress(id, kind, stored) ?? '');
      expect([response.status, response.headers.get('Location')]).toEqual([302, drawing]);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
    const shared = await shop.get(sharePictureAddress({ id, backgroundImage: stored }) ?? '');
    expect(shared.status).toBe(302);
    const instead = await shop.get(shared.headers.get('Location') ?? '');
    expect([instead.status, instead.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  });

  it('is shown as drawn under an address that a browser kept from before', async () => {
    const shop = open();
    const { id, cover } = await createDrawn();
    const old = pictureAddress(id, 'cover', 'https://media.example/older.jpg') ?? '';
    const response = await shop.get(old);
    expect([response.status, response.headers.get('Location')]).toEqual([302, cover]);
    expect(shop.fetched).toEqual([]);
  });
});

describe('a picture for sharing', () => {
  it('is made of the drawn cover, without asking anybody', async () => {
    const shop = open();
    const { games } = await readBundle({
      starterDirectory: 'starter',
      artDirectory: 'public/art',
    });
    const cover = games[0]?.cover ?? '';
    const { id } = await createGame(database.db, { backgroundImage: cover });
    const response = await shop.get(sharePictureAddress({ id, backgroundImage: cover }) ?? '');
    expect(response.headers.get('Content-Type')).toBe('image/png');
    const body = Buffer.from(await response.arrayBuffer());
    expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(shop.fetched).toEqual([]);
  });

  it('is made of a cover from elsewhere, as a JPEG', async () => {
    const shop = open();
    const { id, stored } = await createPictured();
    const address = sharePictureAddress({ id, backgroundImage: stored }) ?? '';
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
      const address = sharePictureAddress({ id, backgroundImage: cover }) ?? '';
      expect((await shop.get(address)).status, cover).toBe(404);
    }
  });

  it('does not keep the pictures of pages waiting behind a crowd of its kind', async () => {
    const shop = open();
    const crowd = await Promise.all(Array.from({ length: 120 }, () => createPictured()));
    const { address } = await createPictured();
    let answered = 0;
    const shares = crowd.map(async ({ id, stored }) => {
      const response = await shop.get(sharePictureAddress({ id, backgroundImage: stored }) ?? '');
      answered += 1;
      return response.status;
    });
    expect((await shop.get(address)).status).toBe(200);
    // Some were told to come again at once; of those that wait, most still do.
    expect(answered).toBeLessThan(crowd.length - limits.sharesWaitingMax / 2);
    const statuses = await Promise.all(shares);
    expect(statuses.filter((status) => status === 200)).toHaveLength(limits.sharesWaitingMax + 1);
    expect(statuses.filter((status) => status === 503)).toHaveLength(
      crowd.length - limits.sharesWaitingMax - 1,
    );
  });
});
