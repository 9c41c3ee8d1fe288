import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { serve } from '@hono/node-server';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';

import { coverAddress, coverHash } from '#domain/catalog/covers/cover-address.ts';
import { coverConstants } from '#shared/constants/covers.ts';
import { failure, usePictures } from '#test/fixtures/covers.ts';
import { createGame } from '#test/fixtures/factories.ts';
import { createApp } from './app.ts';

const { database, open, createPictured, photograph } = usePictures();

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
    expect((await shop.get(coverAddress(id, 'scene', scene) ?? '')).status).toBe(200);
    expect((await shop.get(coverAddress(id, 2, other) ?? '')).status).toBe(200);
    expect((await shop.get(coverAddress(id, 'scene', other) ?? '')).status).toBe(404);
    expect((await shop.get(coverAddress(id, 3, other) ?? '')).status).toBe(404);
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
    expect(shop.most()).toBeLessThanOrEqual(coverConstants.fetchesAtOnce);
  });
});

describe('a source that hangs', () => {
  it('does not keep the pictures of others waiting', async () => {
    const hanging = Promise.withResolvers<Uint8Array>();
    const shop = open((address) =>
      address.startsWith('https://media.example/') ? hanging.promise : photograph(),
    );
    const games = await Promise.all(Array.from({ length: 6 }, () => createPictured()));
    const waiting = games.map(({ address }) => shop.get(address));
    await vi.waitUntil(() => shop.fetched.length === coverConstants.fetchesOfOrigin);
    const stored = 'https://other.example/cover.jpg';
    const { id } = await createGame(database.db, { backgroundImage: stored });
    expect((await shop.get(coverAddress(id, 'cover', stored) ?? '')).status).toBe(200);
    expect(shop.fetched).toHaveLength(coverConstants.fetchesOfOrigin + 1);
    hanging.resolve(photograph());
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual(games.map(() => 200));
  });
});

describe('nothing is fetched', () => {
  it('for another hash, game or size, or a path that tries tricks', async () => {
    const shop = open();
    const { id, stored, address } = await createPictured();
    const hash = coverHash(stored);
    for (const wrong of [
      address.replace(hash, '00000000'),
      coverAddress(2_000_000_000, 'cover', stored) ?? '',
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
